package firmware

import (
	"fmt"
	"io"
	"net"
	"os"
	"strconv"
	"strings"

	"github.com/ledpost/ledpost/internal/tty"
)

// greet prints where the device is and how to talk to it. The key is printed to
// a terminal only: whatever else the output goes to, a journal, a container's log
// or a file, is kept, and read by others.
func (b *builder) greet() {
	url, key := b.url(), string(b.key)
	if toJournal(b.Out) {
		fmt.Fprintf(b.Out, "ledpost runs at %s/; 'ledpost key --data %s' prints the API key\n", url, b.Dir)
		return
	}
	fmt.Fprintf(b.Out, "Page:  %s/\n", url)
	switch {
	case tty.IsTerminal(b.Out):
		fmt.Fprintf(b.Out, "Key:   %s\n", key)
	case b.Options.Key != "":
		key = "KEY"
		fmt.Fprintf(b.Out, "Key:   the one that was given\n")
	default:
		tell := "ledpost key --data " + quoted(b.Dir)
		key = "$(" + tell + ")"
		fmt.Fprintf(b.Out, "Key:   %s\n", tell)
	}
	fmt.Fprintf(b.Out, "Try:   curl -u \"dev:%s\" %s/api/v2/device/notifications -d '{\"model\":{\"frames\":[{\"icon\":2867,\"text\":\"Hello from ledpost\"}]}}'\n", key, url)
	if ip := b.net.Wifi().IP; address(b.plain).IP.IsUnspecified() && ip.IsValid() && !ip.IsUnspecified() {
		fmt.Fprintf(b.Out, "Also:  http://%s/ for others on the network\n", net.JoinHostPort(ip.String(), strconv.Itoa(port(b.plain))))
	}
}

// quoted is a word for a POSIX shell.
func quoted(s string) string { return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'" }

// url is where a client on this machine finds the device.
func (b *builder) url() string {
	at := address(b.plain)
	host := at.IP.String()
	if at.IP.IsUnspecified() || at.IP.IsLoopback() {
		host = "localhost"
	}
	return "http://" + net.JoinHostPort(host, strconv.Itoa(at.Port))
}

// toJournal tells whether w is the journal's: JOURNAL_STREAM is inherited by
// programs that write elsewhere, so device and inode are compared
// (systemd.exec(5)).
func toJournal(w io.Writer) bool {
	f, ok := w.(*os.File)
	if !ok {
		return false
	}
	info, err := f.Stat()
	return err == nil && os.Getenv("JOURNAL_STREAM") != "" && os.Getenv("JOURNAL_STREAM") == inode(info)
}

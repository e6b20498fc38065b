package firmware

import (
	"fmt"
	"io"
	"strings"

	"github.com/ledpost/ledpost/api/netinfo"
	"github.com/ledpost/ledpost/internal/tty"
)

// greeting tells the user where the device is and how to reach it.
type greeting struct {
	out       io.Writer
	data      *data
	listeners *listeners
	network   *netinfo.Watcher
}

// print prints the greeting. It prints the key only to a terminal: a journal, a
// container's log or a file is kept, and may be read by others.
func (g *greeting) print() {
	url, key := g.listeners.url(), string(g.data.key)
	if toJournal(g.out) {
		fmt.Fprintf(g.out, "ledpost runs at %s/; 'ledpost key --data %s' prints the API key\n", url, g.data.dir)
		return
	}
	fmt.Fprintf(g.out, "Page:  %s/\n", url)
	switch {
	case tty.IsTerminal(g.out):
		fmt.Fprintf(g.out, "Key:   %s\n", key)
	case g.data.given != "":
		key = "KEY"
		fmt.Fprintf(g.out, "Key:   the one that was given\n")
	default:
		command := "ledpost key --data " + quoted(g.data.dir)
		key = "$(" + command + ")"
		fmt.Fprintf(g.out, "Key:   %s\n", command)
	}
	fmt.Fprintf(g.out, "Try:   curl -u \"dev:%s\" %s/api/v2/device/notifications -d '{\"model\":{\"frames\":[{\"icon\":2867,\"text\":\"Hello from ledpost\"}]}}'\n", key, url)
	if at := reachable(g.listeners, g.network.Wifi()); at != "" && address(g.listeners.plain).IP.IsUnspecified() {
		fmt.Fprintf(g.out, "Also:  http://%s/ for others on the network\n", at)
	}
}

// quoted quotes a word for a POSIX shell.
func quoted(s string) string { return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'" }

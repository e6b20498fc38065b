package firmware

import (
	"fmt"
	"net"
	"strconv"
	"strings"

	"github.com/ledpost/ledpost/internal/tty"
)

// greet prints where the device is and how to talk to it. The key is printed to
// a terminal only: whatever else the output goes to, a journal, a container's log
// or a file, is kept, and read by others.
func (a *appliance) greet() {
	url, key := a.listeners.url(), string(a.data.key)
	if toJournal(a.Out) {
		fmt.Fprintf(a.Out, "ledpost runs at %s/; 'ledpost key --data %s' prints the API key\n", url, a.Dir)
		return
	}
	fmt.Fprintf(a.Out, "Page:  %s/\n", url)
	switch {
	case tty.IsTerminal(a.Out):
		fmt.Fprintf(a.Out, "Key:   %s\n", key)
	case a.Options.Key != "":
		key = "KEY"
		fmt.Fprintf(a.Out, "Key:   the one that was given\n")
	default:
		command := "ledpost key --data " + quoted(a.Dir)
		key = "$(" + command + ")"
		fmt.Fprintf(a.Out, "Key:   %s\n", command)
	}
	fmt.Fprintf(a.Out, "Try:   curl -u \"dev:%s\" %s/api/v2/device/notifications -d '{\"model\":{\"frames\":[{\"icon\":2867,\"text\":\"Hello from ledpost\"}]}}'\n", key, url)
	if ip := a.network.Wifi().IP; address(a.listeners.plain).IP.IsUnspecified() && ip.IsValid() && !ip.IsUnspecified() {
		fmt.Fprintf(a.Out, "Also:  http://%s/ for others on the network\n", net.JoinHostPort(ip.String(), strconv.Itoa(port(a.listeners.plain))))
	}
}

// quoted is a word for a POSIX shell.
func quoted(s string) string { return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'" }

// SPDX-License-Identifier: Apache-2.0

package firmware

import (
	"fmt"
	"io"
	"strings"

	"github.com/ledpost/ledpost/api/netinfo"
	"github.com/ledpost/ledpost/firmware/host"
	"github.com/ledpost/ledpost/firmware/ways"
	"github.com/ledpost/ledpost/internal/qr"
	"github.com/ledpost/ledpost/internal/tty"
)

// greeting tells the user where the device is and how to reach it.
type greeting struct {
	out       io.Writer
	data      *data
	listeners *ways.Listeners
	network   *netinfo.Watcher
}

// print prints the greeting. It prints the key only to a terminal: a journal, a
// container's log or a file is kept, and may be read by others.
func (g *greeting) print() {
	url, key := g.listeners.URL(), string(g.data.key)
	open := g.data.guard != nil && g.data.guard.Claimable()
	if host.ToJournal(g.out) {
		fmt.Fprintf(g.out, "ledpost runs at %s/; 'sudo ledpost key' prints the API key\n", url)
		if open {
			fmt.Fprintln(g.out, newDevice)
		}
		return
	}
	private := tty.IsTerminal(g.out)
	if private {
		fmt.Fprintf(g.out, "Page:  %s/#%s\n", url, key) // the address signs in
		if at := g.listeners.Reachable(g.network.Wifi()); at != "" && g.listeners.Everywhere() {
			fmt.Fprintf(g.out, "%s       for a phone on this network\n", qr.Terminal(fmt.Sprintf("http://%s/#%s", at, key)))
		}
	} else {
		fmt.Fprintf(g.out, "Page:  %s/\n", url)
	}
	switch {
	case private:
		fmt.Fprintf(g.out, "Key:   %s\n", key)
	case g.data.given != "":
		key = "KEY"
		fmt.Fprintf(g.out, "Key:   as given\n")
	default:
		command := "ledpost key --data " + quoted(g.data.dir)
		key = "$(" + command + ")"
		fmt.Fprintf(g.out, "Key:   %s\n", command)
	}
	fmt.Fprintf(g.out,
		"Try:   curl -u \"dev:%s\" %s/api/v2/device/notifications "+
			"-d '{\"model\":{\"frames\":[{\"icon\":2867,\"text\":\"Hello from ledpost\"}]}}'\n",
		key, url)
	if at := g.listeners.Reachable(g.network.Wifi()); at != "" && g.listeners.Everywhere() {
		fmt.Fprintf(g.out, "Also:  http://%s/ for others on the network\n", at)
	}
	if open && !private {
		fmt.Fprintf(g.out, "New:   %s\n", newDevice)
	}
}

// newDevice is said while the device can be claimed.
const newDevice = "nobody has used this device yet: the first browser that opens its page within 30 minutes " +
	"may claim it"

// quoted quotes a word for a POSIX shell.
func quoted(s string) string { return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'" }

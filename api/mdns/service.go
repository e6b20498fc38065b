// SPDX-License-Identifier: Apache-2.0

package mdns

import (
	"fmt"
	"net"
	"os"
	"slices"
	"strings"
	"unicode/utf8"
)

// A service is one service that the device offers (RFC 6763, section 4).
type service struct {
	kind string // its type, such as _http._tcp
	port int
	text map[string]string
}

// model is the model of the original, which clients ask for (docs/decisions.md
// 5, device).
const model = "sa8"

// services returns what d is announced as: the original's API over HTTPS, the
// web page, this program, and the AWTRIX interface (docs/decisions.md 8).
func (d Device) services() (all []service) {
	if d.TLS != 0 {
		// ss is 1: the device has been set up.
		all = append(all,
			service{"_lametric-api._tcp", d.TLS, map[string]string{"id": d.ID, "md": model, "nm": d.Name, "ss": "1"}})
	}
	if d.Plain != 0 {
		all = append(all, service{"_http._tcp", d.Plain, map[string]string{"path": "/"}})
	}
	if d.Plain != 0 && d.UUID != "" {
		all = append(all, service{"_ledpost._tcp", d.Plain, map[string]string{"id": d.UUID, "nm": d.Name}})
	}
	if d.Awtrix != 0 {
		all = append(all,
			service{"_awtrix._tcp", d.Awtrix, map[string]string{"id": d.AwtrixUID, "name": d.Name, "type": "awtrix3"}})
	}
	return all
}

// maxLabel is the longest instance name in bytes (RFC 6763, section 4.1.1).
const maxLabel = 63

// instance returns the name under which people find the device: its own name,
// cut between characters to what a label can hold.
func (d Device) instance() string {
	name := strings.TrimSpace(d.Name)
	if name == "" {
		return "ledpost"
	}
	return cut(name, maxLabel)
}

// hostname returns the name of the machine as a label of letters, digits and hyphens.
func hostname() string {
	name, _ := os.Hostname()
	name, _, _ = strings.Cut(name, ".")
	name = strings.Map(func(r rune) rune {
		if r == '-' || '0' <= r && r <= '9' || 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' {
			return r
		}
		return -1
	}, name)
	if name = strings.Trim(cut(name, maxLabel), "-"); name == "" {
		return "ledpost"
	}
	return name
}

// cut returns as many whole characters of s as fit into some bytes.
func cut(s string, size int) string {
	for len(s) > size {
		_, last := utf8.DecodeLastRuneInString(s)
		s = s[:len(s)-last]
	}
	return s
}

// local returns a description of the addresses of the named interfaces, or of
// all, which differs whenever they change.
func local(names []string) string {
	interfaces, _ := net.Interfaces()
	var all []string
	for _, i := range interfaces {
		if i.Flags&net.FlagUp == 0 || len(names) > 0 && !slices.Contains(names, i.Name) {
			continue
		}
		addresses, _ := i.Addrs()
		for _, address := range addresses {
			all = append(all, fmt.Sprint(i.Name, " ", address))
		}
	}
	slices.Sort(all)
	return strings.Join(all, "\n")
}

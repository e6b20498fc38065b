// SPDX-License-Identifier: Apache-2.0

package applet

import (
	"fmt"
	"net"
	"net/netip"
	"net/url"
	"regexp"
	"strconv"
	"strings"
)

// Place is where requests of an app go. The zero value is nowhere. See [Place.Same] for which two are one.
type Place struct {
	Host    string     `json:"host"`             // in small letters, with its port if that is neither 80 nor 443
	Address netip.Addr `json:"address,omitzero"` // in the user's own network; the zero value = on the internet
}

// String returns the place for people.
func (p Place) String() string {
	if p.Address.IsValid() && p.Address != p.Literal() {
		return fmt.Sprintf("%s (%v)", p.Host, p.Address)
	}
	return p.Host
}

// Literal returns the address that the host itself is; the zero value if it is a name.
func (p Place) Literal() netip.Addr {
	host, _, err := net.SplitHostPort(p.Host)
	if err != nil {
		host = p.Host
	}
	ip, _ := netip.ParseAddr(strings.Trim(host, "[]"))
	return ip
}

// ParsePlace returns the place of a host, with its port if it is unusual, and of its address in the user's own
// network; "" = on the internet. Errors are for people.
func ParsePlace(host, address string) (p Place, err error) {
	u, err := url.Parse("http://" + host)
	if err != nil || u.Host != host || host == "" {
		return p, fmt.Errorf("%.80q is no host", host)
	}
	if p, err = PlaceOf(u); err != nil || address == "" {
		return p, err
	}
	if p.Address, err = netip.ParseAddr(address); err != nil {
		return p, fmt.Errorf("%.80q is no address", address)
	}
	p.Address = p.Address.Unmap()
	return p, nil
}

// label is a part of the name of a host. Names with other letters are written in Punycode, so that none looks like
// another one (RFC 5891, 4.4).
var label = regexp.MustCompile(`^[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?$`)

// maxHost is how long the name of a host may be (RFC 1035, 2.3.4).
const maxHost = 253

// PlaceOf returns the host of an address as a place on the internet. Errors are for people.
func PlaceOf(u *url.URL) (Place, error) {
	if u.Scheme != "http" && u.Scheme != "https" {
		return Place{}, fmt.Errorf("refused: scheme %.20q is not http or https", u.Scheme)
	}
	host, err := hostOf(u.Hostname())
	if err != nil {
		return Place{}, err
	}
	switch port := u.Port(); port {
	case "", "80", "443":
		return Place{Host: host}, nil
	default:
		n, err := strconv.ParseUint(port, 10, 16)
		if err != nil || n == 0 {
			return Place{}, fmt.Errorf("%.20q is no port", port)
		}
		if n != 80 && n != 443 { // else it began with a 0
			host += ":" + strconv.FormatUint(n, 10)
		}
		return Place{Host: host}, nil
	}
}

// hostOf returns the one form of a host's name or address. It refuses what some take for an address and some for a
// name, such as 0x7f.1.
func hostOf(name string) (string, error) {
	name = strings.ToLower(strings.TrimSuffix(name, "."))
	if ip, err := netip.ParseAddr(name); err == nil && ip.Zone() == "" {
		if ip = ip.Unmap(); ip.Is6() {
			return "[" + ip.String() + "]", nil
		}
		return ip.String(), nil
	}
	labels := strings.Split(name, ".")
	for _, l := range labels {
		if !label.MatchString(l) {
			return "", fmt.Errorf("%.80q is no host", name)
		}
	}
	last := labels[len(labels)-1]
	if len(name) > maxHost || strings.Trim(last, "0123456789") == "" || strings.HasPrefix(last, "0x") {
		return "", fmt.Errorf("%.80q is no host", name)
	}
	return name, nil
}

// Same reports whether the owner's word about p holds for q: www.example.com is example.com.
func (p Place) Same(q Place) bool {
	return p.Address == q.Address && strings.TrimPrefix(p.Host, "www.") == strings.TrimPrefix(q.Host, "www.")
}

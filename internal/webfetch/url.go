// SPDX-License-Identifier: Apache-2.0

package webfetch

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/ledpost/ledpost/internal/maskurl"
)

// CheckURL says why u cannot be fetched, by its form alone.
func CheckURL(u *url.URL) error {
	if u.Scheme != "http" && u.Scheme != "https" {
		return fmt.Errorf("%w: scheme %q is not http or https", ErrRefused, u.Scheme)
	}
	if u.Hostname() == "" {
		return fmt.Errorf("%w: no host in the URL", ErrRefused)
	}
	return nil
}

// Check says why a URL in settings cannot be fetched, by its form alone.
func Check(rawURL string) error {
	u, err := url.Parse(rawURL)
	if err != nil {
		return Quiet(err)
	}
	return CheckURL(u)
}

// checkRedirect follows few redirects. What header holds, and passwords, go to
// the host of the first request only, and never from https to http.
func checkRedirect(req *http.Request, via []*http.Request, header map[string]string) error {
	if len(via) > MaxRedirects {
		return fmt.Errorf("more than %d redirects", MaxRedirects)
	}
	req.Header.Del("Referer")
	first := via[0].URL
	if home(first, req, via) {
		req.URL.User = first.User
		return CheckURL(req.URL)
	}
	req.URL.User = nil
	for _, name := range []string{"Authorization", "Cookie"} {
		req.Header.Del(name)
	}
	for name := range header {
		req.Header.Del(name)
	}
	return CheckURL(req.URL)
}

// home reports whether req and all that led to it stay at the host of first.
func home(first *url.URL, req *http.Request, via []*http.Request) bool {
	at := func(u *url.URL) bool {
		return u.Host == first.Host && u.Scheme == first.Scheme ||
			u.Hostname() == first.Hostname() && u.Scheme == "https" && first.Scheme == "http"
	}
	for _, r := range via {
		if !at(r.URL) {
			return false
		}
	}
	return at(req.URL)
}

// Quiet drops the URL, which may hold a password or be one, from an error of net/url,
// net/http and libraries that use them. Of other addresses in it, such as that of a
// redirect, it shows where they lead.
func Quiet(err error) error {
	for u := (*url.Error)(nil); errors.As(err, &u); err = u.Err {
		if u.Op == "parse" { // the error beneath quotes a piece of it
			return errors.New("the text is not a URL")
		}
	}
	if err != nil && strings.Contains(err.Error(), "failed to parse Location header") { // quotes it in pieces
		return errors.New("the server redirects to no valid address")
	}
	if err == nil || maskurl.In(err.Error()) == err.Error() {
		return err
	}
	return &quiet{err}
}

// quiet is an error that shows of addresses where they lead.
type quiet struct{ error }

func (q *quiet) Error() string { return maskurl.In(q.error.Error()) }

func (q *quiet) Unwrap() error { return q.error }

// because is err without the URL, or why ctx ended if it did.
func because(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	return Quiet(err)
}

// retryAfter reads Retry-After in seconds, at most a day; 0 for anything else.
func retryAfter(s string) time.Duration {
	n, err := strconv.ParseInt(s, 10, 64)
	if err != nil || n < 0 {
		return 0
	}
	return time.Duration(min(n, 24*60*60)) * time.Second
}

// ErrRefused is returned for an address that may not be fetched from.
var ErrRefused = errors.New("refused")

// Rules say where a fetch may lead: not to this machine, to link-local and
// multicast addresses nor to those at which clouds keep secrets, unless it is
// allowed by name. The user's own network is allowed. The zero value has no
// exceptions; any goroutine may use it.
type Rules struct {
	hosts    []string // lower case, without a dot at the end
	prefixes []netip.Prefix
	may      Permit // nil = everything that the rest allows
}

// A Permit says why no connection may be made to a host that has led to an address; nil = one may. addr is the host
// with its port, as in net.Dial; local = the address is one of the user's own network. Any goroutine calls it.
type Permit func(addr string, ip netip.Addr, local bool) error

// ParseRules parses exceptions to the rules: hosts, addresses
// and CIDR prefixes. An error names the entry.
func ParseRules(allow []string) (r Rules, err error) {
	for _, s := range allow {
		if a, err := netip.ParseAddr(strings.Trim(s, "[]")); err == nil {
			r.prefixes = append(r.prefixes, netip.PrefixFrom(a.Unmap().WithZone(""), a.Unmap().BitLen()))
		} else if p, err := netip.ParsePrefix(s); err == nil {
			r.prefixes = append(r.prefixes, unmap(p.Masked()))
		} else if s == "" || strings.ContainsAny(s, "/:@ *") {
			return r, fmt.Errorf("allow: %q is not a host, address or prefix", s)
		} else {
			r.hosts = append(r.hosts, canonical(s))
		}
	}
	return r, nil
}

// unmap makes an IPv4 prefix of one of IPv4-mapped addresses, as control does
// with addresses.
func unmap(p netip.Prefix) netip.Prefix {
	if p.Addr().Is4In6() && p.Bits() >= 96 {
		return netip.PrefixFrom(p.Addr().Unmap(), p.Bits()-96)
	}
	return p
}

func canonical(host string) string { return strings.ToLower(strings.TrimSuffix(host, ".")) }

// Dial connects to addr within ConnectTimeout; resolver nil is the default one.
// The address is checked when it is about to be used: what a name stood for a
// moment ago does not matter.
func (r Rules) Dial(ctx context.Context, resolver *net.Resolver, network, addr string) (net.Conn, error) {
	d := net.Dialer{Timeout: ConnectTimeout, Resolver: resolver}
	host, _, err := net.SplitHostPort(addr)
	if err != nil {
		return nil, err
	}
	if !r.host(host) {
		d.ControlContext = func(_ context.Context, _, found string, _ syscall.RawConn) error { return r.control(addr, found) }
	}
	return d.DialContext(ctx, network, addr)
}

// host reports whether every address of the host may be used.
func (r Rules) host(name string) bool { return slices.Contains(r.hosts, canonical(name)) }

// control refuses found, an address and port about to be dialled for the host of addr.
func (r Rules) control(addr, found string) error {
	ap, err := netip.ParseAddrPort(found)
	if err != nil {
		return fmt.Errorf("%w: %s", ErrRefused, found)
	}
	ip := ap.Addr().Unmap().WithZone("")
	what := special(ip)
	if what == "" && (own(ip) || own(embedded(ip))) {
		what = "an address of this device"
	}
	if what != "" && !slices.ContainsFunc(r.prefixes, func(p netip.Prefix) bool { return p.Contains(ip) }) {
		return fmt.Errorf("%w: %s is %s; [audio] allow can name it", ErrRefused, ip, what)
	}
	if r.may == nil {
		return nil
	}
	return r.may(addr, ip, what != "" || local(ip) || local(embedded(ip)) || near(ip) || near(embedded(ip)))
}

// local reports whether ip is one of a network at home or of a provider's customers (RFC 1918, 4193, 6598).
func local(ip netip.Addr) bool {
	return ip.IsPrivate() || ip.Is4() && netip.MustParsePrefix("100.64.0.0/10").Contains(ip)
}

// own reports whether ip is an address of this machine: a server on it is as
// close as one on loopback.
func own(ip netip.Addr) bool {
	return slices.ContainsFunc(networks(), func(p netip.Prefix) bool { return p.Addr() == ip })
}

// homeBits is how much of an IPv6 address the networks of one home have in common, bits, with most providers
// (RIPE-690, 4.2). A device sees its own network alone.
const homeBits = 56

// near reports whether ip is in a network of this machine, or for IPv6 in another one of the same home.
func near(ip netip.Addr) bool {
	return slices.ContainsFunc(networks(), func(p netip.Prefix) bool {
		if p.Addr().Is6() {
			p = netip.PrefixFrom(p.Addr(), min(p.Bits(), homeBits))
		}
		return p.Masked().Contains(ip)
	})
}

// networks returns the addresses of this machine with the lengths of their networks; if none is known, none is refused.
func networks() (all []netip.Prefix) {
	list, _ := net.InterfaceAddrs()
	for _, a := range list {
		if p, err := netip.ParsePrefix(a.String()); err == nil {
			all = append(all, p)
		}
	}
	return all
}

// metadata are addresses at which clouds serve secrets to their machines.
var metadata = []netip.Addr{
	netip.MustParseAddr("169.254.169.254"), // most
	netip.MustParseAddr("fd00:ec2::254"),   // Amazon
	netip.MustParseAddr("100.100.100.200"), // Alibaba
	netip.MustParseAddr("168.63.129.16"),   // Azure
	netip.MustParseAddr("192.0.0.192"),     // Oracle
}

// special says why ip is refused; "" when it is not. Private networks, where the
// user's own servers are, are allowed.
func special(ip netip.Addr) string {
	switch {
	case slices.Contains(metadata, ip):
		return "a metadata address"
	case ip.IsLoopback():
		return "a loopback address"
	case ip.IsLinkLocalUnicast():
		return "a link-local address"
	case ip.IsMulticast():
		return "a multicast address"
	case ip.Is4() && (ip.As4()[0] == 0 || ip.As4()[0] >= 240): // RFC 6890
		return "no address of a host"
	case in("fec0::/10", ip):
		return "a site-local address" // RFC 3879: no longer to be used
	case in("::ffff:0:0:0/96", ip):
		return "an IPv4-translated address" // SIIT (RFC 2765): within a translator only
	case ip.Is6() && ip.IsUnspecified():
		return "no address of a host"
	}
	if v4 := embedded(ip); v4.IsValid() {
		return special(v4)
	}
	return ""
}

// embedded is the IPv4 address that ip leads to through a translator.
func embedded(ip netip.Addr) netip.Addr {
	if !ip.Is6() {
		return netip.Addr{}
	}
	b := ip.As16()
	at := -1
	switch {
	case in("64:ff9b::/32", ip), in("::/96", ip): // NAT64 (RFC 6052, RFC 8215), IPv4-compatible
		at = 12
	case in("2002::/16", ip): // 6to4 (RFC 3056)
		at = 2
	}
	if at < 0 {
		return netip.Addr{}
	}
	return netip.AddrFrom4([4]byte(b[at : at+4]))
}

func in(prefix string, ip netip.Addr) bool { return netip.MustParsePrefix(prefix).Contains(ip) }

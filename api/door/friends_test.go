// SPDX-License-Identifier: Apache-2.0

package door

import (
	"encoding/json"
	"fmt"
	"log/slog"
	"net"
	"net/netip"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ledpost/ledpost/internal/must"
	"github.com/ledpost/ledpost/internal/rate"
)

// TestFriendsFile: a file that is lost or wrong costs the memory and nothing
// else, and there is a limit.
func TestFriendsFile(t *testing.T) {
	file := filepath.Join(t.TempDir(), "addresses.json")
	p := func(i int) netip.Prefix { return netip.PrefixFrom(v4(i), 32) }
	many := `{"version":1,"addresses":["192.0.2.1/32"` + strings.Repeat(`,"192.0.2.1/32"`, maxFriends) + `]}`
	for _, content := range []string{
		"", "{", "null", `{"version":2,"addresses":["192.0.2.1/32"]}`, `{"version":1,"addresses":["192.0.2.1"]}`,
		`{"version":1,"addresses":["192.0.2.1/24"]}`, `{"version":1,"addresses":[""]}`, many,
		strings.Repeat(" ", maxFriendsFile) + `{"version":1,"addresses":["192.0.2.1/32"]}`,
	} {
		must.Do(t, os.WriteFile(file, []byte(content), 0o600))
		f := newFriends(file, silent)
		if len(f.known) != 0 {
			t.Errorf("%.60q: %v", content, f.known)
		}
		f.add(p(1), Holder{Guest, "bell"})
		must.Do(t, f.keep())
		if f = newFriends(file, silent); !f.has(p(1)) {
			t.Errorf("after %.60q nothing is remembered", content)
		}
	}
	f := newFriends(file, silent)
	for i := 2; i <= maxFriends; i++ {
		f.add(p(i), Holder{Guest, "bell"})
	}
	f.add(p(1), Holder{Guest, "bell"}) // so that the second is the one that was silent for the longest time
	f.add(p(1000), Holder{Guest, "bell"})
	if f.has(p(2)) || !f.has(p(1)) || !f.has(p(3)) || !f.has(p(1000)) || len(f.known) != maxFriends {
		t.Errorf("%v", f.known)
	}
	must.Do(t, f.keep())
	if f = newFriends(file, silent); len(f.known) != maxFriends {
		t.Errorf("%d are remembered", len(f.known))
	}
	f.add(p(2000), Holder{Owner, ""})
	for i := range 2 * maxFriends {
		f.add(p(3000+i), Holder{Guest, "bell"})
	}
	must.Do(t, f.keep())
	if again := newFriends(file, silent); !again.has(p(2000)) || !again.owner(p(2000)) ||
		again.owner(p(3000+maxFriends)) || len(again.known) != maxFriends {
		t.Errorf("addresses of guests displace the owner's: %v", again.known)
	}
	long := keptFriends{Version: 1}
	for i := range maxFriends {
		long.Addresses = append(long.Addresses,
			netip.MustParsePrefix(fmt.Sprintf("2001:db8:1234:5678:9abc:def0:1234:%x/128", 0xf000+i)))
	}
	long.Owners = long.Addresses
	long.Names = map[netip.Prefix]string{}
	for _, a := range long.Addresses {
		long.Names[a] = strings.Repeat("x", 32) // as long as the name of a key may be
	}
	if text, err := json.Marshal(long); err != nil || len(text) > maxFriendsFile {
		t.Errorf("a full file of %d bytes: %v", len(text), err)
	}
}

// TestOnlyKnownKeys: after a power cut the file may name addresses that have shown a key
// that was taken back.
func TestOnlyKnownKeys(t *testing.T) {
	file := filepath.Join(t.TempDir(), "addresses.json")
	p := func(i int) netip.Prefix { return netip.PrefixFrom(netip.AddrFrom4([4]byte{10, 0, 0, byte(i)}), 32) }
	f := newFriends(file, silent)
	for i, h := range []Holder{{Owner, ""}, {Owner, "thief"}, {Guest, "bell"}, {Guest, "gone"}, {Owner, "lamp"}} {
		f.add(p(i), h)
	}
	must.Do(t, f.keep())
	d := New(Config{FriendsFile: file, Known: []Holder{{Owner, ""}, {Guest, "bell"}, {Guest, "lamp"}}, Log: silent})
	for i, want := range []Rank{Owner, Keyless, Guest, Keyless, Keyless} {
		if got := d.conns.friends.rank(p(i)); got != want {
			t.Errorf("address %d has rank %d, want %d", i, got, want)
		}
	}
	if err := d.conns.friends.keep(); err != nil || len(newFriends(file, silent).known) != 2 {
		t.Errorf("they are in the file again: %v", err)
	}
}

// TestForget: with a key that is no longer in force go the addresses that have
// shown it last, and no others, also from the file; a guest's key takes no rank.
func TestForget(t *testing.T) {
	file := filepath.Join(t.TempDir(), "addresses.json")
	p := func(i int) netip.Prefix { return netip.PrefixFrom(v4(i), 32) }
	f := newFriends(file, silent)
	f.add(p(1), Holder{Owner, "stolen"})
	f.add(p(2), Holder{Owner, "stolen"})
	f.add(p(2), Holder{Owner, ""}) // the owner, too, at the same address
	f.add(p(3), Holder{Owner, ""})
	f.add(p(3), Holder{Guest, "bell"})
	f.add(p(4), Holder{Guest, "stolen"}) // an earlier key of that name
	f.add(p(5), Holder{Guest, "bell"})
	for range 2 { // the second time after a restart
		must.Do(t, f.keep())
		f = newFriends(file, silent)
		if !f.owner(p(2)) || !f.owner(p(3)) || f.owner(p(4)) || !f.has(p(4)) || !f.has(p(5)) {
			t.Errorf("remembered: %v, %v", f.known, f.shown)
		}
		f.forget(Holder{Owner, "stolen"})
		if f.has(p(1)) || f.owner(p(1)) {
			t.Error("an address of the key that was taken back keeps its rank")
		}
	}
}

// TestFriendsOnAFullDisk: what could not be written is written later.
func TestFriendsOnAFullDisk(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "data")
	must.Do(t, os.WriteFile(dir, nil, 0o600))
	f := newFriends(FriendsFile(dir), silent)
	f.add(netip.PrefixFrom(v4(1), 32), Holder{Guest, "bell"})
	if err := f.keep(); err == nil {
		t.Error("it was written nowhere")
	}
	must.Do(t, os.Remove(dir))
	must.Do(t, f.keep())
	if _, err := os.Stat(FriendsFile(dir)); err != nil {
		t.Error(err)
	}
}

var silent = slog.New(slog.DiscardHandler)

// has reports whether the address has shown a key.
func (f *friends) has(peer netip.Prefix) bool { return f.rank(peer) > Keyless }

// owner reports whether the address has shown a key of the owner.
func (f *friends) owner(peer netip.Prefix) bool { return f.rank(peer) == Owner }

// A home network is one /64, so there each machine counts by itself.
func TestPeers(t *testing.T) {
	links := func() ([]net.Addr, error) {
		_, home, _ := net.ParseCIDR("2001:db8:1:2::/64")
		_, wired, _ := net.ParseCIDR("192.0.2.0/24")
		return []net.Addr{home, wired}, nil
	}
	p := &peers{links: links}
	for _, c := range []struct{ name, address, want string }{
		{"IPv4", "192.0.2.7:1000", "192.0.2.7/32"},
		{"IPv4 in an IPv6 coat", "[::ffff:192.0.2.7]:1000", "192.0.2.7/32"},
		{"IPv6 on the link", "[2001:db8:1:2:3:4:5:6]:1000", "2001:db8:1:2:3:4:5:6/128"},
		{"IPv6 elsewhere: a machine has a whole /64", "[2001:db8:1:3:3:4:5:6]:1000", "2001:db8:1:3::/64"},
		{"link-local", "[fe80::1%eth0]:1000", "fe80::1/128"},
		{"loopback", "[::1]:1000", "::1/128"},
	} {
		a := net.TCPAddrFromAddrPort(netip.MustParseAddrPort(c.address))
		if got := p.of(a); got.String() != c.want {
			t.Errorf("%s: %v, want %s", c.name, got, c.want)
		}
	}
	if got := p.of(&net.UnixAddr{Name: "x"}); got.IsValid() {
		t.Errorf("no address: %v", got)
	}
	if got := rate.Network(netip.MustParseAddr("2001:db8:1:2:3:4:5:6")).String(); got != "2001:db8:1:2::/64" {
		t.Errorf("a guesser on the link has a whole /64 too: %v", got)
	}
}

// TestRefusal: what a handler writes stays as it is.
func TestRefusal(t *testing.T) {
	for _, b := range []string{
		"", "HTTP/1.1 200 OK", "x\r" + ownHeader,
		"HTTP/1.1 200 OK\r\nDate: today\r\nContent-Type: text/plain; charset=utf-8\r\nConnection: close\r\n\r\n",
		"{\"text\":\"HTTP/1.1 400 Bad Request" + ownHeader + "\"}",
	} {
		if got := jsonError([]byte(b)); got != nil {
			t.Errorf("%q became %q", b, got)
		}
	}
}

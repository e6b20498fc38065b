// SPDX-License-Identifier: Apache-2.0

package door

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"net"
	"net/netip"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"github.com/ledpost/ledpost/internal/bounded"
	"github.com/ledpost/ledpost/internal/durable"
	"github.com/ledpost/ledpost/internal/rate"
)

const (
	maxFriends     = 64          // addresses remembered because they have shown a key
	maxFriendsFile = 16 << 10    // bytes; maxFriends of the longest addresses and names of keys fit
	friendsEvery   = time.Minute // how often they are saved if there are others
)

// FriendsFile returns the path of the file in dir that keeps the addresses that
// have shown a key.
func FriendsFile(dir string) string { return filepath.Join(dir, "addresses.json") }

// friends are the addresses that have shown a key. Their connections and
// handshakes go before strangers', also after a restart. Nothing else
// depends on them, so a file that is lost or wrong costs only that. Any
// goroutine may use it.
type friends struct {
	file string     // "" = they last as long as the server
	dir  durable.FS // writes it
	log  *slog.Logger

	mu     sync.Mutex              // guards all below; the file is written outside of it
	most   int                     // of known
	known  []netip.Prefix          // at most most, the one that showed a key the longest ago first
	shown  map[netip.Prefix]Holder // which key each of them has shown; a guest's does not replace an owner's
	unkept bool                    // others than those in the file
}

// keptFriends is the content of the file.
type keptFriends struct {
	Version   int            `json:"version"`
	Addresses []netip.Prefix `json:"addresses"`
	Owners    []netip.Prefix `json:"owners,omitempty"` // some of Addresses

	Names map[netip.Prefix]string `json:"names,omitempty"` // of the keys that they have shown; none = the device's own
}

func newFriends(file string, log *slog.Logger) *friends {
	f := &friends{file: file, dir: durable.Dir(filepath.Dir(file)), log: log, most: maxFriends,
		shown: map[netip.Prefix]Holder{}}
	if file == "" {
		return f
	}
	kept, err := readFriends(file)
	if err != nil {
		log.Debug("the saved addresses of clients cannot be read", "err", err)
	}
	f.known = kept.Addresses
	for _, p := range f.known {
		h := Holder{Guest, kept.Names[p]}
		if slices.Contains(kept.Owners, p) {
			h.Rank = Owner
		}
		f.shown[p] = h
	}
	return f
}

func readFriends(file string) (kept keptFriends, err error) {
	text, err := bounded.ReadFile(file, maxFriendsFile)
	if err != nil {
		return kept, err
	}
	if err := json.Unmarshal(text, &kept); err != nil {
		return keptFriends{}, fmt.Errorf("api: %s: %w", file, err)
	}
	valid := func(p netip.Prefix) bool { return p.IsValid() && p == p.Masked() }
	if kept.Version != 1 || len(kept.Addresses) > maxFriends || len(kept.Owners) > maxFriends ||
		slices.ContainsFunc(slices.Concat(kept.Addresses, kept.Owners), func(p netip.Prefix) bool { return !valid(p) }) {
		return keptFriends{}, fmt.Errorf("api: %s: want version 1 and at most %d addresses", file, maxFriends)
	}
	return kept, nil
}

// add remembers an address that has shown the key of h. If there are too many, the one that has not shown a key for the
// longest time is forgotten; the owner's addresses come last, so that no guest displaces them.
func (f *friends) add(peer netip.Prefix, h Holder) {
	f.mu.Lock()
	defer f.mu.Unlock()
	i := slices.Index(f.known, peer)
	if i < 0 {
		f.unkept = true
		if len(f.known) >= f.most {
			i = max(0, slices.IndexFunc(f.known, func(p netip.Prefix) bool { return f.shown[p].Rank != Owner }))
			delete(f.shown, f.known[i])
		}
	}
	if i >= 0 {
		f.known = slices.Delete(f.known, i, i+1)
	}
	f.known = append(f.known, peer)
	if was := f.shown[peer]; was != h && was.Rank <= h.Rank {
		f.shown[peer], f.unkept = h, true
	}
}

// forget forgets the addresses that have shown a key that is no longer in force:
// whoever had it may have been a thief, to whom nothing of the owner's rank is left.
func (f *friends) forget(h Holder) {
	f.drop(func(shown Holder) bool { return shown == h })
}

// only forgets the addresses whose key is not among known: it was revoked, and the power
// went before the file said so.
func (f *friends) only(known []Holder) {
	f.drop(func(shown Holder) bool { return !slices.Contains(known, shown) })
}

// drop forgets the addresses that have shown such a key.
func (f *friends) drop(such func(Holder) bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.known = slices.DeleteFunc(f.known, func(p netip.Prefix) bool {
		if !such(f.shown[p]) {
			return false
		}
		delete(f.shown, p)
		f.unkept = true
		return true
	})
}

// rank returns the rank of the key that the address has shown.
func (f *friends) rank(peer netip.Prefix) Rank {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.shown[peer].Rank
}

// run saves the addresses from time to time, and when ctx ends.
func (f *friends) run(ctx context.Context) {
	tick := time.NewTicker(friendsEvery)
	defer tick.Stop()
	for ctx.Err() == nil {
		select {
		case <-ctx.Done(): // saved once more
		case <-tick.C:
		}
		if err := f.keep(); err != nil {
			f.log.Debug("the addresses of clients cannot be saved", "err", err)
		}
	}
}

// keep writes the file if there is something new.
func (f *friends) keep() error {
	f.mu.Lock()
	kept, unkept := keptFriends{Version: 1, Addresses: slices.Clone(f.known)}, f.unkept
	kept.Names = map[netip.Prefix]string{}
	for _, p := range f.known {
		h := f.shown[p]
		if h.Rank == Owner {
			kept.Owners = append(kept.Owners, p)
		}
		if h.Name != "" {
			kept.Names[p] = h.Name
		}
	}
	f.unkept = false
	f.mu.Unlock() // writing may take seconds
	if !unkept {
		return nil
	}
	text, err := json.Marshal(kept)
	if err == nil {
		err = durable.WriteIn(f.dir, filepath.Base(f.file), append(text, '\n'))
	}
	if err != nil {
		f.mu.Lock()
		defer f.mu.Unlock()
		f.unkept = true
	}
	return err
}

// peers distinguishes machines by their address. A distant IPv6 machine counts
// as its /64. But most home networks are a single /64, so on the device's own
// links each address counts by itself. Any goroutine may use it.
type peers struct {
	links func() ([]net.Addr, error) // returns the addresses of this machine, with their networks

	// guards near and known; held while the addresses are read, so that a burst of connections reads them once
	mu    sync.Mutex
	near  []netip.Prefix // IPv6 networks that this machine is on
	known time.Time      // when near was read
}

// linksFor is how long the networks of this machine are remembered, so that a
// flood of connections does not read them each time.
const linksFor = 5 * time.Second

func newPeers() *peers { return &peers{links: net.InterfaceAddrs} }

// of returns what a, the address of a connection's other end, counts as.
func (p *peers) of(a net.Addr) netip.Prefix {
	ap, _ := netip.ParseAddrPort(a.String()) // if it is no address, the invalid prefix
	ip := ap.Addr().Unmap().WithZone("")
	if ip.Is6() && (ip.IsLinkLocalUnicast() || ip.IsLoopback() || p.onLink(ip, time.Now())) {
		return netip.PrefixFrom(ip, ip.BitLen())
	}
	return rate.Network(ip)
}

// onLink reports whether this machine is on the network of an IPv6 address.
func (p *peers) onLink(ip netip.Addr, now time.Time) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	if now.Sub(p.known) >= linksFor {
		p.known, p.near = now, p.near[:0]
		all, _ := p.links() // on an error, every /64 counts as one
		for _, a := range all {
			if n, err := netip.ParsePrefix(a.String()); err == nil && n.Addr().Is6() {
				p.near = append(p.near, n)
			}
		}
	}
	return slices.ContainsFunc(p.near, func(n netip.Prefix) bool { return n.Contains(ip) })
}

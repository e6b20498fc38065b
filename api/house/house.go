// SPDX-License-Identifier: Apache-2.0

// Package house tells the page which other displays are on the network (docs/adr/0037). The
// device looks for them when somebody asks, and sends nothing to what it finds.
package house

import (
	"cmp"
	"context"
	"net/http"
	"net/netip"
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"
	"unicode"

	"github.com/ledpost/ledpost/api/rest"
)

// Kinds of displays.
const (
	Ledpost  = "ledpost"
	LaMetric = "lametric"
	Awtrix   = "awtrix"
)

const (
	looking      = 3 * time.Second // for a search: devices answer within one
	pause        = time.Minute     // between two searches
	maxDisplays  = 32              // of an answer, those of this program first
	maxOfHost    = 8               // at the address of one host, so that a host that lies cannot push out the others
	maxAddresses = 4               // of one
	maxPorts     = 2               // of one on one host
	maxName      = 64              // characters
)

// A Display is a display of the network. Devices of the network say all of it.
type Display struct {
	Kind      string           `json:"kind"`
	ID        string           `json:"id"`   // a UUID; "" = not ours
	Name      string           `json:"name"` // "" = not known
	Addresses []netip.AddrPort `json:"addresses"`
}

// A Sight is an answer of a display: what it says of itself, and from where.
type Sight struct {
	Kind, ID, Name string
	At             netip.AddrPort
}

// Search looks for displays until ctx ends and calls seen, from any goroutine, with each answer.
type Search func(ctx context.Context, seen func(Sight))

// Room answers who else is there. Make one with [New].
type Room struct {
	id     string                     // of this device
	own    func() map[netip.Addr]bool // addresses of this machine
	search Search

	turn  chan struct{} // holds one token while nobody searches
	at    time.Time     // of the last search; owned by who has the token, as is found
	found []Display
}

// New returns the room of the device with that UUID.
func New(id string, own func() map[netip.Addr]bool, search Search) *Room {
	r := &Room{id: id, own: own, search: search, turn: make(chan struct{}, 1)}
	r.turn <- struct{}{}
	return r
}

// Endpoints implements the room.
func (r *Room) Endpoints() []rest.Endpoint {
	return []rest.Endpoint{{Path: "/live/house", Control: true, Methods: rest.Methods{http.MethodGet: r.get}}}
}

func (r *Room) get(w http.ResponseWriter, req *http.Request) error {
	found, err := r.look(req.Context())
	if err != nil {
		return err // the client no longer waits
	}
	return rest.WriteJSON(w, http.StatusOK, map[string]any{"displays": append([]Display{}, found...)})
}

// look returns the displays of a search that is a minute old at most. Who asks meanwhile waits for it, and whoever
// leaves does not end it: else a client that comes and goes would search all the time.
func (r *Room) look(ctx context.Context) ([]Display, error) {
	select {
	case <-ctx.Done():
		return nil, ctx.Err()
	case <-r.turn:
	}
	defer func() { r.turn <- struct{}{} }()
	if r.at.IsZero() || time.Since(r.at) >= pause {
		r.at = time.Now()
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), looking)
		defer cancel()
		g := gathering{own: r.own(), id: r.id}
		r.search(ctx, g.add)
		r.found = g.all()
	}
	return r.found, nil
}

// gathering makes displays of what is seen.
type gathering struct {
	id  string
	own map[netip.Addr]bool

	mu       sync.Mutex
	displays []Display // with one address each, until all
}

var uuid = regexp.MustCompile(`^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$`)

// add takes over an answer, if it can be one of a display of this network. Addresses of IPv4 alone count: a policy of
// a page can name no others.
func (g *gathering) add(s Sight) {
	addr := s.At.Addr().Unmap()
	if !addr.Is4() || !addr.IsPrivate() && !addr.IsLinkLocalUnicast() || s.At.Port() == 0 {
		return
	}
	ours := s.Kind == Ledpost
	if ours && (!uuid.MatchString(s.ID) || s.ID == g.id) || !ours && g.own[addr] {
		return
	}
	if !ours {
		s.ID = ""
	}
	s.At = netip.AddrPortFrom(addr, s.At.Port())
	g.mu.Lock()
	defer g.mu.Unlock()
	same := func(d Display) bool {
		return d.Kind == s.Kind && (ours && d.ID == s.ID || !ours && d.Addresses[0].Addr() == addr)
	}
	here := func(a netip.AddrPort) bool { return a.Addr() == addr }
	i := slices.IndexFunc(g.displays, same)
	if i < 0 {
		of := func(d Display) bool { return (d.Kind == Ledpost) == ours }
		at := func(d Display) bool { return of(d) && slices.ContainsFunc(d.Addresses, here) }
		if count(g.displays, of) == maxDisplays || count(g.displays, at) == maxOfHost {
			return
		}
		g.displays = append(g.displays, Display{Kind: s.Kind, ID: s.ID})
		i = len(g.displays) - 1
	}
	d := &g.displays[i]
	d.Name = cmp.Or(d.Name, plain(s.Name))
	if len(d.Addresses) < maxAddresses && count(d.Addresses, here) < maxPorts && !slices.Contains(d.Addresses, s.At) {
		d.Addresses = append(d.Addresses, s.At)
	}
}

// count returns how many of all are such.
func count[T any](all []T, such func(T) bool) (n int) {
	for _, one := range all {
		if such(one) {
			n++
		}
	}
	return n
}

// all returns the displays, this program's first. One of this program that also speaks as a LaMetric or an AWTRIX
// is one.
func (g *gathering) all() []Display {
	g.mu.Lock()
	defer g.mu.Unlock()
	ours := map[netip.Addr]bool{}
	for _, d := range g.displays {
		for _, a := range d.Addresses {
			ours[a.Addr()] = ours[a.Addr()] || d.Kind == Ledpost
		}
	}
	found := slices.DeleteFunc(slices.Clone(g.displays), func(d Display) bool {
		return d.Kind != Ledpost && ours[d.Addresses[0].Addr()]
	})
	for _, d := range found {
		slices.SortFunc(d.Addresses, netip.AddrPort.Compare)
	}
	foreign := func(d Display) int {
		if d.Kind == Ledpost {
			return 0
		}
		return 1
	}
	slices.SortFunc(found, func(a, b Display) int {
		return cmp.Or(foreign(a)-foreign(b), strings.Compare(a.Name, b.Name), a.Addresses[0].Compare(b.Addresses[0]))
	})
	return found[:min(len(found), maxDisplays)]
}

// plain returns a name that others have chosen as a short text of one line.
func plain(name string) string {
	text := []rune(strings.Map(func(r rune) rune {
		if !unicode.IsPrint(r) {
			return -1
		}
		return r
	}, strings.ToValidUTF8(name, "")))
	return strings.TrimSpace(string(text[:min(len(text), maxName)]))
}

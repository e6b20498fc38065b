// SPDX-License-Identifier: Apache-2.0

package api

import (
	"cmp"
	"net/http"
	"net/netip"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/ledpost/ledpost/api/rest"
)

// Limits of the table of clients.
const (
	maxClients = 64
	maxAgent   = 120 // bytes of a User-Agent that are kept
)

// clients is the table of those who have used the API with a key: one entry an
// address, key and program. A new client takes the place of the one that was seen
// the longest time ago. Any goroutine may use it.
type clients struct {
	mu   sync.Mutex // guards all below; never held while a client is waited for
	seen map[visitor]*visits
	sent rest.Messenger // the last one
}

// visitor is who sent a request.
type visitor struct {
	address netip.Addr
	agent   string // User-Agent
	key     string // its name; "" = the device's own
}

// visits is what a client has done.
type visits struct {
	polls, sends uint64
	first, last  time.Time
}

func newClients() *clients { return &clients{seen: map[visitor]*visits{}} }

// saw counts a request that a key allowed. It allocates for a new client only.
func (cs *clients) saw(r *http.Request, key string, now time.Time) {
	c := visitor{rest.Address(r).Unmap().WithZone(""), r.UserAgent(), key}
	c.agent = c.agent[:min(len(c.agent), maxAgent)]
	cs.mu.Lock()
	defer cs.mu.Unlock()
	v := cs.seen[c]
	if v == nil {
		v = cs.enter(c, now)
	}
	v.last = now
	if r.Method == http.MethodGet || r.Method == http.MethodHead {
		v.polls++
	} else {
		v.sends++
	}
	if message(r) {
		cs.sent = rest.Messenger{Client: c.name(), At: now}
	}
}

// message reports whether a request brings something to be read on the panel.
func message(r *http.Request) bool {
	return r.Method == http.MethodPost &&
		(strings.HasSuffix(r.URL.Path, "/notifications") || strings.Contains(r.URL.Path, "/widget/update/") ||
			r.URL.Path == "/api/notify")
}

// name returns what people would call the client: its key's name, else the program, else,
// of a browser, whose User-Agent names many, the address.
func (c visitor) name() string {
	program, _, _ := strings.Cut(c.agent, "/")
	program, _, _ = strings.Cut(program, " ")
	if program == "Mozilla" {
		program = ""
	}
	return strings.ToValidUTF8(cmp.Or(c.key, program, c.address.String()), "")
}

// last returns who has sent a message last.
func (cs *clients) last() rest.Messenger {
	cs.mu.Lock()
	defer cs.mu.Unlock()
	return cs.sent
}

// enter makes the entry of a client, and room for it.
func (cs *clients) enter(c visitor, now time.Time) *visits {
	if len(cs.seen) >= maxClients {
		var oldest visitor
		for o, v := range cs.seen {
			if was := cs.seen[oldest]; was == nil || v.last.Before(was.last) {
				oldest = o
			}
		}
		delete(cs.seen, oldest)
	}
	c.agent = strings.Clone(c.agent) // without the rest of the header
	v := &visits{first: now}
	cs.seen[c] = v
	return v
}

// wireClient is a client in the answer.
type wireClient struct {
	Address string `json:"address"`
	Agent   string `json:"agent"` // User-Agent, cut
	Key     string `json:"key"`   // its name; empty: the device's own
	Polls   uint64 `json:"polls"` // requests that read
	Sends   uint64 `json:"sends"` // requests that change something
	First   string `json:"first"`
	Last    string `json:"last"`
}

// list returns the clients, the last seen first.
func (cs *clients) list() []wireClient {
	cs.mu.Lock()
	defer cs.mu.Unlock()
	all := []wireClient{}
	for c, v := range cs.seen {
		all = append(all, wireClient{c.address.String(), c.agent, c.key, v.polls, v.sends, stamp(v.first), stamp(v.last)})
	}
	slices.SortFunc(all, func(a, b wireClient) int {
		return cmp.Or(strings.Compare(b.Last, a.Last), strings.Compare(a.Address, b.Address),
			strings.Compare(a.Agent, b.Agent), strings.Compare(a.Key, b.Key))
	})
	return all
}

func stamp(t time.Time) string { return t.UTC().Format(time.RFC3339) }

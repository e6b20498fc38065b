// SPDX-License-Identifier: Apache-2.0

package others

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"net/netip"
	"net/url"
	"slices"
	"strings"
	"sync"
	"time"

	"golang.org/x/time/rate"

	"github.com/ledpost/ledpost/internal/applet"
	"github.com/ledpost/ledpost/internal/bounded"
	"github.com/ledpost/ledpost/internal/webfetch"
)

// Hosts returns the hosts that the app will probably ask, sorted: of the gallery's those that its card names, of
// others those whose addresses stand in the program.
func (p Program) Hosts() []string {
	if p.card != nil {
		return p.card
	}
	return applet.Hosts(p.Files)
}

// Limits of the answers that are kept.
const (
	maxKept   = 2 << 20 // bytes
	maxTTL    = time.Hour
	maxHeader = 16 << 10        // bytes of an answer's header; of a longer one the type alone is told
	fetching  = 8 * time.Second // for one request
)

// How much is read of the network for all apps together: so much at once, and then so much a second.
const (
	mostBytes      = 4 << 20
	bytesPerSecond = 256 << 10
)

// Net asks the network for apps. Make one with [NewNet]; any goroutine may use it.
type Net struct {
	web   *webfetch.Client // nil = there is no network
	bytes *rate.Limiter

	mu   sync.Mutex
	kept map[[sha256.Size]byte]kept
	size int // bytes of kept
}

// kept is an answer that will do until a time.
type kept struct {
	answer applet.Answer
	body   []byte
	until  time.Time
}

// NewNet returns a network that reaches what the rules of web allow; web nil = nothing at all.
func NewNet(web *webfetch.Client) *Net {
	return &Net{web: web, kept: map[[sha256.Size]byte]kept{}, bytes: rate.NewLimiter(bytesPerSecond, mostBytes)}
}

// For returns what answers the requests of an app with that permit.
func (n *Net) For(p Permit) applet.Fetcher {
	return func(ctx context.Context, f applet.Fetch, body []byte) (applet.Answer, []byte) {
		answer, got, err := n.ask(ctx, p, f, body)
		if err != nil {
			return applet.Answer{Error: err.Error()}, nil
		}
		return answer, got
	}
}

// ask answers a request from the answers that it keeps, or else from the network.
func (n *Net) ask(ctx context.Context, p Permit, f applet.Fetch, body []byte) (applet.Answer, []byte, error) {
	if n.web == nil {
		return applet.Answer{}, nil, errors.New("there is no network")
	}
	u, err := url.Parse(f.URL)
	if err != nil {
		return applet.Answer{}, nil, webfetch.Quiet(err)
	}
	if err := allowed(u, p); err != nil {
		return applet.Answer{}, nil, err
	}
	key, ttl := keyOf(p, f, body), min(time.Duration(min(max(f.TTL, 0), 1<<20))*time.Second, maxTTL)
	if k, ok := n.look(key); ok {
		return k.answer, k.body, nil
	}
	answer, got, err := n.fetch(ctx, p, f, body)
	if err == nil && ttl > 0 && answer.Status < 300 {
		n.keep(key, kept{answer, got, time.Now().Add(ttl)})
	}
	return answer, got, err
}

// keyOf returns under what an answer is kept: for one app, as long as the owner says nothing new about it.
func keyOf(p Permit, f applet.Fetch, body []byte) [sha256.Size]byte {
	h := sha256.New()
	fmt.Fprintf(h, "%q %q %q %q %q", p.App, p.Allowed, f.Method, f.URL, body)
	for _, name := range slices.Sorted(maps.Keys(f.Header)) {
		fmt.Fprintf(h, " %q %q", name, f.Header[name])
	}
	return [sha256.Size]byte(h.Sum(nil))
}

func (n *Net) look(key [sha256.Size]byte) (kept, bool) {
	n.mu.Lock()
	defer n.mu.Unlock()
	k, ok := n.kept[key]
	return k, ok && time.Now().Before(k.until)
}

// keep keeps an answer, in place of those that end first.
func (n *Net) keep(key [sha256.Size]byte, k kept) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.forget(key)
	n.kept[key] = k
	n.size += k.bytes()
	for n.size > maxKept {
		first := slices.MinFunc(slices.Collect(maps.Keys(n.kept)), func(a, b [sha256.Size]byte) int {
			return cmp.Compare(n.kept[a].until.UnixNano(), n.kept[b].until.UnixNano())
		})
		n.forget(first)
	}
}

func (n *Net) forget(key [sha256.Size]byte) {
	if k, ok := n.kept[key]; ok {
		n.size -= k.bytes()
		delete(n.kept, key)
	}
}

// bytes is about what k takes.
func (k kept) bytes() int { return len(k.body) + maxHeader }

// fetch asks the network.
func (n *Net) fetch(ctx context.Context, p Permit, f applet.Fetch, body []byte) (
	a applet.Answer, got []byte, err error,
) {
	ctx, cancel := context.WithTimeout(ctx, fetching)
	defer cancel()
	req, err := request(ctx, f, body)
	if err != nil {
		return a, nil, webfetch.Quiet(err)
	}
	client := n.web.Asking(p.connects).Paced(n.bytes)
	follow := client.CheckRedirect
	client.CheckRedirect = func(req *http.Request, via []*http.Request) error {
		return cmp.Or(follow(req, via), allowed(req.URL, p))
	}
	resp, err := client.Do(req)
	if err != nil {
		return a, nil, webfetch.Quiet(err)
	}
	defer resp.Body.Close()
	if resp.StatusCode < http.StatusOK { // of 101 the body is the connection, which no context ends
		return a, nil, errors.New("the server sends no answer of HTTP")
	}
	stop := context.AfterFunc(ctx, func() { resp.Body.Close() })
	defer stop()
	got, err = bounded.Read(resp.Body, applet.MaxReceive)
	return applet.Answer{Status: resp.StatusCode, Header: told(resp.Header)}, got, err
}

// request returns the request that an app wants. It asks for no other protocol.
func request(ctx context.Context, f applet.Fetch, body []byte) (*http.Request, error) {
	req, err := http.NewRequestWithContext(ctx, f.Method, f.URL, bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	for name, values := range f.Header {
		for _, v := range values {
			req.Header.Add(name, v)
		}
	}
	if req.Header.Get("User-Agent") == "" {
		req.Header.Set("User-Agent", "ledpost")
	}
	for _, name := range []string{"Host", "Upgrade", "Connection"} {
		req.Header.Del(name)
	}
	return req, nil
}

// told returns what an app learns of the header of an answer.
func told(h http.Header) http.Header {
	size := 0
	for name, values := range h {
		size += len(name) + len(strings.Join(values, ""))
	}
	if size > maxHeader {
		return http.Header{"Content-Type": h.Values("Content-Type")[:min(1, len(h.Values("Content-Type")))]}
	}
	return h
}

// allowed reports why an app may not ask u, as far as that can be known before anybody looks for its host; nil = it
// may.
func allowed(u *url.URL, p Permit) error {
	at, err := applet.PlaceOf(u)
	if err != nil {
		return err
	}
	return p.known(at)
}

// connects is the [webfetch.Permit] of the app.
func (p Permit) connects(addr string, ip netip.Addr, local bool) error {
	at, err := applet.PlaceOf(&url.URL{Scheme: "http", Host: addr})
	if err != nil {
		return err
	}
	if local {
		at.Address = ip
	}
	return p.may(at)
}

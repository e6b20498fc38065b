// SPDX-License-Identifier: Apache-2.0

// Package webfetch asks web servers for small documents whose URLs come from
// settings. Nothing about them is trusted: neither where they lead, nor how large or
// how slow the answer is. Errors never contain the URL, which may be a secret.
package webfetch

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"net"
	"net/http"
	"net/url"
	"runtime"
	"slices"
	"time"

	"golang.org/x/time/rate"

	"github.com/ledpost/ledpost/internal/bounded"
	"github.com/ledpost/ledpost/internal/budget"
	"github.com/ledpost/ledpost/internal/pace"
)

// Limits of a request.
const (
	ConnectTimeout = 5 * time.Second  // name, TCP and, once more, TLS
	AnswerTimeout  = 10 * time.Second // to the header of the answer
	MaxTime        = 30 * time.Second // in all
	MaxRedirects   = 5
)

// InBrowser reports whether this is the demo, which runs in a page. There a transport without a dialer asks the browser,
// which has rules of its own. For any header but Accept it first asks the server, and most do not answer that.
const InBrowser = runtime.GOOS == "js"

// ErrTooLarge is returned for an answer above the limit of its request.
var ErrTooLarge = errors.New("the answer is too large")

// ErrLate is returned for answers that are not complete after MaxTime.
var ErrLate = fmt.Errorf("no complete answer within %v", MaxTime)

// Config says what may be asked, and through what. The zero value works.
type Config struct {
	Allow    []string       // see ParseRules
	Resolver *net.Resolver  // nil = net.DefaultResolver
	Memory   *budget.Budget // what answers are taken from; nil = no bounds
	// Dial replaces the network, and the check of addresses with it: for tests.
	Dial func(ctx context.Context, network, addr string) (net.Conn, error)
}

// Client sends requests. Any goroutine may use it.
type Client struct {
	cfg   Config
	rules Rules
	http  *http.Client
}

// New returns a client, or an error that names the faulty entry of Allow.
func New(cfg Config) (*Client, error) {
	rules, err := ParseRules(cfg.Allow)
	if err != nil {
		return nil, err
	}
	return newClient(cfg, rules), nil
}

func newClient(cfg Config, rules Rules) *Client {
	c := &Client{cfg: cfg, rules: rules}
	transport := &http.Transport{
		Proxy:                  nil, // a proxy would dial where we may not
		DialContext:            c.dial,
		TLSHandshakeTimeout:    ConnectTimeout,
		ResponseHeaderTimeout:  AnswerTimeout,
		MaxResponseHeaderBytes: 64 << 10,
		DisableKeepAlives:      true, // so every request checks its address
	}
	if InBrowser {
		transport.DialContext = nil
	}
	c.http = &http.Client{
		Transport:     transport,
		CheckRedirect: func(req *http.Request, via []*http.Request) error { return checkRedirect(req, via, nil) },
	}
	return c
}

// How much is read of one connection: the largest document, a calendar, and as much again for
// its envelope, at once, and then so much a second. What unpacks to nothing would keep a core busy.
const (
	mostBytes      = 16 << 20
	bytesPerSecond = 512 << 10
)

func (c *Client) dial(ctx context.Context, network, addr string) (conn net.Conn, err error) {
	if c.cfg.Dial != nil {
		conn, err = c.cfg.Dial(ctx, network, addr)
	} else {
		conn, err = c.rules.Dial(ctx, c.cfg.Resolver, network, addr)
	}
	if err != nil {
		return nil, err
	}
	return pace.Conn(conn, rate.NewLimiter(bytesPerSecond, mostBytes)), nil
}

// Trusting returns a client that also reaches the host of a URL which comes from
// the configuration file, wherever that leads.
func (c *Client) Trusting(rawURL string) *Client {
	u, err := url.Parse(rawURL)
	if err != nil || u.Hostname() == "" {
		return c
	}
	rules := c.rules
	rules.hosts = append(slices.Clip(rules.hosts), canonical(u.Hostname()))
	return newClient(c.cfg, rules)
}

// Asking returns a client for requests that somebody else has thought of: of the connections that the rules of c
// allow, it makes those that may allows, too.
func (c *Client) Asking(may Permit) *Client {
	return newClient(c.cfg, Rules{prefixes: c.rules.prefixes, may: may})
}

// HTTP returns the underlying client, for more than single requests: it follows
// the same rules, but has no limit of time and size. It must not be changed.
func (c *Client) HTTP() *http.Client { return c.http }

// Paced is HTTP for a server that sends for as long as it likes: all connections together are
// read no faster than bytes lets them.
func (c *Client) Paced(bytes *rate.Limiter) *http.Client {
	transport := c.http.Transport.(*http.Transport).Clone()
	transport.DialContext = func(ctx context.Context, network, addr string) (net.Conn, error) {
		conn, err := c.dial(ctx, network, addr)
		if err != nil {
			return nil, err
		}
		return pace.Conn(conn, bytes), nil
	}
	return &http.Client{Transport: transport, CheckRedirect: c.http.CheckRedirect}
}

// Request is the wanted request.
type Request struct {
	URL    string            // http or https
	Accept string            // the media types that are understood; "" = any
	Header map[string]string // more of the header, such as a token: for the host of URL only
	Have   Version           // of what the caller already has, from the last answer; zero = nothing
	Max    int64             // bytes of the answer, decompressed
}

// Version is how servers recognize that a document has not changed (RFC 9110, 13.1).
// The zero value matches no address.
type Version struct {
	ETag     string `json:"etag,omitempty"`
	Modified string `json:"modified,omitempty"` // Last-Modified as it came
}

// Answer is a complete answer with status 200, or the news that nothing has changed. It
// holds its part of the memory for such answers until Close.
type Answer struct {
	Body    []byte // nil with Same
	Header  http.Header
	Version Version // for the next Request
	Same    bool    // the server says that Have is still the newest (304)

	share *budget.Share
}

// Close gives back the memory that the answer holds: nobody may read Body any more.
func (a *Answer) Close() { a.share.Release() }

// StatusError is returned for an answer that is neither 200 nor 304.
type StatusError struct {
	Code  int
	After time.Duration // how long the server asks to wait (Retry-After); 0 = it does not say
}

func (e *StatusError) Error() string {
	return fmt.Sprintf("the server answers %d %s", e.Code, http.StatusText(e.Code))
}

// Failed returns the error for such an answer.
func Failed(resp *http.Response) *StatusError {
	return &StatusError{Code: resp.StatusCode, After: retryAfter(resp.Header.Get("Retry-After"))}
}

// Get asks for a document and returns it whole; the answer must be closed. It gives up
// after MaxTime, or when ctx ends.
func (c *Client) Get(ctx context.Context, r Request) (*Answer, error) {
	ctx, cancel := context.WithTimeoutCause(ctx, MaxTime, ErrLate)
	defer cancel()
	req, err := r.request(ctx)
	if err != nil {
		return nil, err
	}
	client := *c.http
	client.CheckRedirect = func(req *http.Request, via []*http.Request) error { return checkRedirect(req, via, r.Header) }
	resp, err := client.Do(req)
	if err != nil {
		return nil, because(ctx, err)
	}
	defer resp.Body.Close()
	return r.answer(ctx, resp, c.cfg.Memory.Hold())
}

func (r *Request) request(ctx context.Context) (*http.Request, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, r.URL, nil)
	if err != nil {
		return nil, Quiet(err)
	}
	if err := CheckURL(req.URL); err != nil {
		return nil, err
	}
	for name, value := range map[string]string{
		"User-Agent": "ledpost", "Accept": r.Accept, "If-None-Match": r.Have.ETag, "If-Modified-Since": r.Have.Modified,
	} {
		if value != "" && (!InBrowser || name == "Accept") {
			req.Header.Set(name, value)
		}
	}
	for name, value := range r.Header {
		req.Header.Set(name, value)
	}
	return req, nil
}

// answer reads resp, for which share takes what it needs.
func (r *Request) answer(ctx context.Context, resp *http.Response, share *budget.Share) (*Answer, error) {
	a := &Answer{Header: resp.Header, share: share,
		Version: Version{ETag: resp.Header.Get("ETag"), Modified: resp.Header.Get("Last-Modified")}}
	switch {
	case resp.StatusCode == http.StatusNotModified && r.Have != Version{}:
		a.Same, a.Version = true, r.Have
		return a, nil
	case resp.StatusCode != http.StatusOK:
		return nil, Failed(resp)
	case resp.ContentLength > r.Max:
		return nil, ErrTooLarge
	}
	var err error
	a.Body, err = bounded.Read(share.Reader(resp.Body, 1), r.Max)
	if err == nil {
		runtime.AddCleanup(a, func(s *budget.Share) { s.Release() }, share) // of one that nobody closes
		return a, nil
	}
	share.Release()
	if errors.Is(err, bounded.ErrTooLarge) {
		return nil, ErrTooLarge
	}
	return nil, because(ctx, err)
}

// firstRetry is how long after the first failure a source is asked again, if it
// is not asked more often anyway.
const firstRetry = 10 * time.Second

// Pace says when to ask a source again: after Every, or sooner after a failure
// and then twice as late each time. Each wait is up to a tenth longer than that,
// so that devices which started together do not ask together. For one goroutine.
type Pace struct {
	Every time.Duration // after an answer
	Most  time.Duration // after many failures; 0 = Every, but at least 5 min

	failures int
}

// Next records the result of a request, err nil for an answer, and returns how
// long to wait. A server that asks for more time gets it.
func (p *Pace) Next(err error) time.Duration {
	if err == nil {
		p.failures = 0
		return later(p.Every)
	}
	wait, most := min(p.Every, firstRetry), p.Most
	if most == 0 {
		most = max(p.Every, 5*time.Minute)
	}
	for range p.failures {
		wait = min(2*wait, most)
	}
	if p.failures++; p.failures > 30 {
		p.failures = 30 // doubled so often, anything is at most
	}
	var status *StatusError
	if errors.As(err, &status) {
		wait = max(wait, status.After)
	}
	return later(wait)
}

// later is d and up to a tenth more.
func later(d time.Duration) time.Duration { return d + rand.N(d/10+1) }

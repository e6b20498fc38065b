// SPDX-License-Identifier: Apache-2.0

// Package fetch gets sounds from the network. The URL comes from whoever may
// send a notification, so nothing about the sound is trusted: not its address,
// size, speed or type.
package fetch

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"golang.org/x/time/rate"

	"github.com/ledpost/ledpost/internal/budget"
	"github.com/ledpost/ledpost/internal/pace"
	"github.com/ledpost/ledpost/internal/webfetch"
)

// Limits of a fetch.
const (
	ConnectTimeout = webfetch.ConnectTimeout // name, TCP and, once more, TLS
	ByteTimeout    = 10 * time.Second        // to the first byte, and between any two
	MaxRedirects   = 5
	MaxBytes       = 10 << 20 // of a file (docs/decisions.md 10)
	MaxTime        = 10 * time.Minute
)

// How much is read of one answer: a whole file at once, and then more than the dearest station
// sends, which is one of 48 kHz and 24 bits without compression.
const (
	mostBytes      = MaxBytes + 1<<20
	bytesPerSecond = 512 << 10
)

var (
	// ErrRefused is returned for an address from which sounds must not be
	// fetched.
	ErrRefused = webfetch.ErrRefused
	// ErrTooLarge is returned for a file larger than MaxBytes.
	ErrTooLarge = fmt.Errorf("fetch: larger than %d MiB", MaxBytes>>20)
	// ErrStalled is returned when no data has arrived for ByteTimeout.
	ErrStalled = fmt.Errorf("fetch: nothing came for %v", ByteTimeout)
)

// Config says what may be fetched, and through what.
type Config struct {
	// Allow lists hosts, addresses and CIDR prefixes that are fetched from
	// although they are loopback, this machine's own, link-local or metadata
	// addresses.
	Allow []string
	// Resolver finds addresses; nil is net.DefaultResolver.
	Resolver *net.Resolver
	// Dial replaces the network and the check of addresses, for tests.
	Dial func(ctx context.Context, network, addr string) (net.Conn, error)
}

// Client fetches. Any goroutine may use it.
type Client struct {
	http     *http.Client
	rules    webfetch.Rules
	resolver *net.Resolver
	memory   *budget.Budget // of downloads; nil = no bounds
}

// Bound lets downloads take their memory from m. To be called before the first one.
func (c *Client) Bound(m *budget.Budget) { c.memory = m }

// New returns a client, or an error that names the invalid entry of Allow.
func New(cfg Config) (*Client, error) {
	r, err := webfetch.ParseRules(cfg.Allow)
	if err != nil {
		return nil, fmt.Errorf("fetch: %w", err)
	}
	c := &Client{rules: r, resolver: cfg.Resolver}
	dial := cfg.Dial
	if dial == nil {
		dial = c.dial
	}
	transport := &http.Transport{
		Proxy: nil, // a proxy would dial where we may not
		DialContext: func(ctx context.Context, network, addr string) (net.Conn, error) {
			conn, err := dial(ctx, network, addr)
			if err != nil {
				return nil, err
			}
			return &icyConn{Conn: pace.Conn(conn, rate.NewLimiter(bytesPerSecond, mostBytes))}, nil
		},
		TLSHandshakeTimeout:    ConnectTimeout,
		ResponseHeaderTimeout:  ByteTimeout,
		MaxResponseHeaderBytes: 64 << 10,
		DisableKeepAlives:      true, // so every fetch checks its address
		DisableCompression:     true,
	}
	if webfetch.InBrowser {
		transport.DialContext = nil
	}
	c.http = &http.Client{CheckRedirect: checkRedirect, Transport: transport}
	return c, nil
}

// dial connects to addr if the rules let it.
func (c *Client) dial(ctx context.Context, network, addr string) (net.Conn, error) {
	return c.rules.Dial(ctx, c.resolver, network, addr)
}

// checkRedirect allows redirects to another sound, but lets them carry nothing
// there.
func checkRedirect(req *http.Request, via []*http.Request) error {
	if len(via) > MaxRedirects {
		return fmt.Errorf("fetch: more than %d redirects", MaxRedirects)
	}
	req.URL.User = nil
	for _, h := range []string{"Authorization", "Cookie", "Referer"} {
		req.Header.Del(h)
	}
	return webfetch.CheckURL(req.URL)
}

// A Response is an open answer. Body ends with ErrStalled when no data arrives
// for ByteTimeout; it must be closed.
type Response struct {
	URL    *url.URL // after redirects
	Type   string   // the Content-Type, lower case; "" = none
	Length int64    // -1 = unknown
	Body   io.ReadCloser
	header http.Header
}

// get asks for addr and returns the answer if its status is 200.
func (c *Client) get(ctx context.Context, addr string, icy bool) (*Response, error) {
	u, err := url.Parse(addr)
	if err != nil {
		return nil, fmt.Errorf("fetch: %w", webfetch.Quiet(err))
	}
	if err := webfetch.CheckURL(u); err != nil {
		return nil, fmt.Errorf("fetch: %w", err)
	}
	ctx, cancel := context.WithCancelCause(ctx)
	req := (&http.Request{Method: http.MethodGet, URL: u, Header: http.Header{
		"Accept": {"audio/mpeg, audio/*;q=0.9, */*;q=0.5"},
	}}).WithContext(ctx)
	if !webfetch.InBrowser {
		req.Header.Set("User-Agent", "ledpost")
		if icy {
			req.Header.Set("Icy-MetaData", "1")
		}
	}
	resp, err := c.http.Do(req)
	if err != nil {
		cancel(nil)
		return nil, fmt.Errorf("fetch: %w", webfetch.Quiet(err))
	}
	r := &Response{
		URL:    resp.Request.URL,
		Type:   strings.ToLower(resp.Header.Get("Content-Type")),
		Length: resp.ContentLength,
		Body:   newBody(ctx, cancel, resp.Body),
		header: resp.Header,
	}
	if resp.StatusCode != http.StatusOK {
		r.Body.Close()
		return nil, fmt.Errorf("fetch: the server answers %s", strconv.Quote(resp.Status))
	}
	return r, nil
}

// media is Type without parameters.
func (r *Response) media() string {
	m, _, _ := strings.Cut(r.Type, ";") // by hand: parameters may be faulty
	return strings.TrimSpace(m)
}

// body is the body of an answer; it gives up when no data arrives.
type body struct {
	io.ReadCloser
	ctx    context.Context
	cancel context.CancelCauseFunc
	stall  *time.Timer
}

func newBody(ctx context.Context, cancel context.CancelCauseFunc, rc io.ReadCloser) *body {
	b := &body{ReadCloser: rc, ctx: ctx, cancel: cancel}
	b.stall = time.AfterFunc(ByteTimeout, func() { cancel(ErrStalled) })
	b.stall.Stop()
	return b
}

// Read counts only the time that it waits for the network.
func (b *body) Read(p []byte) (int, error) {
	b.stall.Reset(ByteTimeout)
	n, err := b.ReadCloser.Read(p)
	b.stall.Stop()
	if err != nil && err != io.EOF {
		if cause := context.Cause(b.ctx); errors.Is(cause, ErrStalled) {
			return n, cause
		}
		return n, fmt.Errorf("fetch: the connection broke: %w", err)
	}
	return n, err
}

func (b *body) Close() error {
	b.stall.Stop()
	b.cancel(nil)
	return b.ReadCloser.Close()
}

// icyConn turns the status line "ICY 200 OK", with which SHOUTcast servers of
// version 1 answer, into HTTP.
type icyConn struct {
	net.Conn
	begun bool
	ahead []byte
}

func (c *icyConn) Read(p []byte) (int, error) {
	if !c.begun {
		c.begun = true
		var first [4]byte
		n, err := io.ReadFull(c.Conn, first[:])
		if c.ahead = first[:n]; string(c.ahead) == "ICY " {
			c.ahead = []byte("HTTP/1.0 ")
		}
		if n == 0 {
			return 0, err
		}
	}
	if len(c.ahead) > 0 {
		n := copy(p, c.ahead)
		c.ahead = c.ahead[n:]
		return n, nil
	}
	return c.Conn.Read(p)
}

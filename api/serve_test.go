// SPDX-License-Identifier: Apache-2.0

package api

import (
	"bufio"
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/netip"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/ledpost/ledpost/api/door"
	"github.com/ledpost/ledpost/api/rest"
	"github.com/ledpost/ledpost/api/wire"
	"github.com/ledpost/ledpost/internal/must"
)

// pipes is a listener without a network, for tests in fake time.
type pipes struct {
	next chan net.Conn
	done chan struct{}
	once sync.Once
}

func newPipes() *pipes { return &pipes{next: make(chan net.Conn), done: make(chan struct{})} }

func (p *pipes) Accept() (net.Conn, error) {
	select {
	case c := <-p.next:
		return c, nil
	case <-p.done:
		return nil, net.ErrClosed
	}
}

func (p *pipes) Close() error   { p.once.Do(func() { close(p.done) }); return nil }
func (p *pipes) Addr() net.Addr { return &net.TCPAddr{} }

// from is a connection with an address.
type from struct {
	net.Conn
	addr string
}

func (f from) RemoteAddr() net.Addr { return net.TCPAddrFromAddrPort(netip.MustParseAddrPort(f.addr)) }

// dial connects as a client of the address.
func (p *pipes) dial(addr string) net.Conn {
	client, server := net.Pipe()
	p.next <- from{server, addr}
	return client
}

// served runs a rig's server on pipes within a bubble; stop waits for it.
func served(t *testing.T, f func(*testing.T, *rig, *pipes, *pipes, context.CancelFunc)) {
	servedWith(t, nil, f)
}

// servedWith serves a story whose setup change may alter; nil = as it is.
func servedWith(t *testing.T, change func(*setup), f func(*testing.T, *rig, *pipes, *pipes, context.CancelFunc)) {
	t.Helper()
	cert := must.Get(door.LoadCert(t.TempDir(), silent))(t)
	story(t, func(s *setup) {
		s.api.Door.Cert = cert
		if change != nil {
			change(s)
		}
	}, func(t *testing.T, r *rig) {
		ctx, cancel := context.WithCancel(t.Context())
		plain, secure := newPipes(), newPipes()
		ended := make(chan error, 1)
		go func() { ended <- r.Run(ctx, plain, secure) }()
		synctest.Wait()
		f(t, r, plain, secure, cancel)
		cancel()
		must.Do(t, <-ended)
	})
}

// exchange writes text and reads one response.
func exchange(t *testing.T, c net.Conn, text string) (*http.Response, string) {
	t.Helper()
	go io.WriteString(c, text)
	resp := must.Get(http.ReadResponse(bufio.NewReader(c), nil))(t)
	body := must.Get(io.ReadAll(resp.Body))(t)
	return resp, string(body)
}

const (
	getHealth = "GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n"
	getIndex  = "GET /api/v2 HTTP/1.1\r\nHost: x\r\n" +
		"Authorization: Basic " +
		"ZGV2OjhhZGFhMGM5ODI3OGRiYjFlY2IyMThkMWMzZTExZjkzMTIzMTdiYTQ3NGFiMzM2MWY4MGMwYmQ0ZjEzYTY3NDk=\r\n\r\n"
)

// TLS is answered on both ports, plain HTTP on one.
func TestTLSOnBothPorts(t *testing.T) {
	served(t, func(t *testing.T, r *rig, plain, secure *pipes, _ context.CancelFunc) {
		for _, c := range []struct {
			name string
			port *pipes
			tls  bool
			want string // scheme in the index; "" = no answer
		}{
			{"plain on the plain port", plain, false, "http://x/"},
			{"TLS on the plain port", plain, true, "https://x/"},
			{"TLS on the secure port", secure, true, "https://x/"},
		} {
			conn := c.port.dial("192.0.2.7:1000")
			if c.tls {
				conn = tls.Client(conn, &tls.Config{InsecureSkipVerify: true, NextProtos: []string{"h2", "http/1.1"}})
			}
			if _, body := exchange(t, conn, getIndex); !strings.Contains(body, c.want) {
				t.Errorf("%s: %s", c.name, body)
			}
			if _, body := exchange(t, conn, getIndex); !strings.Contains(body, c.want) {
				t.Errorf("%s, again on the same connection: %s", c.name, body)
			}
			conn.Close()
		}
		conn := secure.dial("192.0.2.7:1000")
		go io.WriteString(conn, getHealth)
		if b, err := io.ReadAll(conn); err == nil && strings.Contains(string(b), "200") {
			t.Errorf("plain on the secure port: %q", b)
		}
		old := tls.Client(plain.dial("192.0.2.7:1000"),
			&tls.Config{InsecureSkipVerify: true, MaxVersion: tls.VersionTLS11, MinVersion: tls.VersionTLS10})
		if err := old.Handshake(); err == nil {
			t.Error("TLS 1.1 was accepted")
		}
	})
}

// TestSuitesOfTLS12: those of old clients that are still safe, and no CBC.
func TestSuitesOfTLS12(t *testing.T) {
	served(t, func(t *testing.T, r *rig, plain, secure *pipes, _ context.CancelFunc) {
		for suite, want := range map[uint16]bool{
			tls.TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256:       true, // of every TLS 1.2 client (RFC 7525, 4.2)
			tls.TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384:       true,
			tls.TLS_ECDHE_ECDSA_WITH_CHACHA20_POLY1305_SHA256: true,
			tls.TLS_ECDHE_ECDSA_WITH_AES_128_CBC_SHA:          false,
			tls.TLS_ECDHE_ECDSA_WITH_AES_256_CBC_SHA:          false,
			tls.TLS_ECDHE_ECDSA_WITH_AES_128_CBC_SHA256:       false,
		} {
			inner := secure.dial("192.0.2.7:1000")
			conn := tls.Client(inner,
				&tls.Config{InsecureSkipVerify: true, MaxVersion: tls.VersionTLS12, CipherSuites: []uint16{suite}})
			if err := conn.Handshake(); (err == nil) != want {
				t.Errorf("%s: %v", tls.CipherSuiteName(suite), err)
			}
			inner.Close()
		}
	})
}

// A client that says nothing holds up nobody, and is left after a while.
func TestTimeouts(t *testing.T) {
	served(t, func(t *testing.T, r *rig, plain, secure *pipes, _ context.CancelFunc) {
		for _, c := range []struct {
			name string
			port *pipes
			say  string
			want time.Duration
		}{
			{"nothing", plain, "", rest.ReadTimeout},
			{"nothing to TLS", secure, "", rest.ReadTimeout},
			{"half a ClientHello", plain, "\x16\x03\x01", rest.ReadTimeout},
			{"half a header", plain, "GET / HTTP/1.1\r\nHost:", rest.ReadTimeout},
			{"half a body", plain,
				strings.Replace(strings.Replace(getIndex, "GET /api/v2", "PUT /api/v2/device", 1), "\r\n\r\n",
					"\r\nContent-Length: 100\r\n\r\n{", 1), rest.ReadTimeout},
			{"one request, then nothing", plain, getHealth, time.Minute},
		} {
			conn := c.port.dial("192.0.2.7:1000")
			start := time.Now()
			go io.WriteString(conn, c.say)
			io.Copy(io.Discard, conn)
			if d := time.Since(start).Round(time.Second); d != c.want {
				t.Errorf("%s: left after %v, want %v", c.name, d, c.want)
			}
		}
	})
}

func TestSlowBodyIsTold(t *testing.T) {
	served(t, func(t *testing.T, r *rig, plain, _ *pipes, _ context.CancelFunc) {
		text := strings.Replace(strings.Replace(getIndex, "GET /api/v2", "PUT /api/v2/device", 1), "\r\n\r\n",
			"\r\nContent-Length: 100\r\n\r\n{", 1)
		resp, body := exchange(t, plain.dial("192.0.2.7:1000"), text)
		if resp.StatusCode != http.StatusRequestTimeout || !strings.Contains(body, "longer than 10s") {
			t.Errorf("%d %s", resp.StatusCode, body)
		}
	})
}

func TestHeaderLimit(t *testing.T) {
	served(t, func(t *testing.T, r *rig, plain, _ *pipes, _ context.CancelFunc) {
		for _, c := range []struct{ size, want int }{{15 << 10, 200}, {17 << 10, 431}, {31 << 10, 431}, {200 << 10, 431}} {
			head := strings.Replace(getIndex, "\r\n\r\n", "\r\nX: "+strings.Repeat("x", c.size)+"\r\n\r\n", 1)
			conn := plain.dial("192.0.2.7:1000")
			resp, body := exchange(t, conn, head)
			if resp.StatusCode != c.want {
				t.Errorf("%d bytes: %d, want %d", c.size, resp.StatusCode, c.want)
			}
			if c.want == 431 && !strings.Contains(body, "larger than 16 KiB") {
				t.Errorf("%d bytes: %s", c.size, body)
			}
			conn.Close()
		}
	})
}

func TestBodyLimit(t *testing.T) {
	served(t, func(t *testing.T, r *rig, plain, _ *pipes, _ context.CancelFunc) {
		post := strings.Replace(getIndex, "GET /api/v2", "POST /api/v2/device/notifications", 1)
		body := func(n int) string { return frameOf(`{"text":"x","pad":"` + strings.Repeat("x", n-44) + `"}`) }
		chunked := func(s string) string { return fmt.Sprintf("%x\r\n%s\r\n0\r\n\r\n", len(s), s) }
		for _, c := range []struct {
			name, head, body string
			want             int
		}{
			{"1 MiB", fmt.Sprintf("\r\nContent-Length: %d\r\n\r\n", wire.MaxBody), body(wire.MaxBody), 200},
			{"a byte more", fmt.Sprintf("\r\nContent-Length: %d\r\n\r\n", wire.MaxBody+1), body(wire.MaxBody + 1), 413},
			{"1 MiB, in chunks", "\r\nTransfer-Encoding: chunked\r\n\r\n", chunked(body(wire.MaxBody)), 200},
			{"a byte more, in chunks", "\r\nTransfer-Encoding: chunked\r\n\r\n", chunked(body(wire.MaxBody + 1)), 413},
			{"a promise of much more", "\r\nContent-Length: 9999999999\r\n\r\n", "{", 413},
		} {
			conn := plain.dial("192.0.2.7:1000")
			resp, body := exchange(t, conn, strings.Replace(post, "\r\n\r\n", c.head, 1)+c.body)
			if resp.StatusCode != c.want {
				t.Errorf("%s: %d %s, want %d", c.name, resp.StatusCode, body, c.want)
			}
			if c.want == 413 && !strings.Contains(body, "larger than 1024 KiB") {
				t.Errorf("%s: %s", c.name, body)
			}
			conn.Close()
		}
	})
}

func TestBrokenBodies(t *testing.T) {
	served(t, func(t *testing.T, r *rig, plain, _ *pipes, _ context.CancelFunc) {
		head := strings.TrimSuffix(strings.Replace(getIndex, "GET /api/v2", "PUT /api/v2/device", 1), "\r\n")
		resp, body := exchange(t, plain.dial("192.0.2.7:1000"), head+"Transfer-Encoding: chunked\r\n\r\nno chunk\r\n")
		if resp.StatusCode != http.StatusBadRequest || !strings.Contains(body, "The body is incomplete") {
			t.Errorf("%d %s", resp.StatusCode, body)
		}
	})
}

// HEAD and OPTIONS on the wire.
func TestHeadAndOptions(t *testing.T) {
	served(t, func(t *testing.T, r *rig, plain, _ *pipes, _ context.CancelFunc) {
		conn := plain.dial("192.0.2.7:1000")
		answer := func(text string) *http.Response {
			go io.WriteString(conn, text)
			resp, err := http.ReadResponse(bufio.NewReader(conn), &http.Request{Method: text[:strings.Index(text, " ")]})
			must.Do(t, err)
			return resp
		}
		head := answer(strings.Replace(getIndex, "GET", "HEAD", 1))
		if b, _ := io.ReadAll(head.Body); head.StatusCode != 200 || head.ContentLength < 100 || len(b) > 0 {
			t.Errorf("HEAD: %d, length %d, body %q", head.StatusCode, head.ContentLength, b)
		}
		for _, path := range []string{"/api/v2/device", "/nothing", "*"} {
			o := answer("OPTIONS " + path + " HTTP/1.1\r\nHost: x\r\nOrigin: http://y\r\n" +
				"Access-Control-Request-Method: PUT\r\n\r\n")
			if o.StatusCode != 204 || o.Header.Get("Access-Control-Allow-Origin") != "*" ||
				o.Header.Get("Access-Control-Allow-Headers") != "*" ||
				!strings.Contains(o.Header.Get("Access-Control-Allow-Methods"), "PUT") {
				t.Errorf("OPTIONS %s: %d %v", path, o.StatusCode, o.Header)
			}
		}
	})
}

// The end waits for a request under way, but not for a client that hangs.
func TestEndInTime(t *testing.T) {
	served(t, func(t *testing.T, r *rig, plain, _ *pipes, cancel context.CancelFunc) {
		hangs := plain.dial("192.0.2.7:1000")
		io.WriteString(hangs, "GET / HTTP/1.1\r\nHost:")
		idle := hold(t, plain, "192.0.2.7:2000", getHealth, 1)[0]
		start := time.Now()
		cancel()
		for _, c := range []net.Conn{idle, hangs} {
			if n, err := c.Read(make([]byte, 1)); err == nil {
				t.Errorf("read %d bytes after the end", n)
			}
		}
		if d := time.Since(start); d > 2*time.Second {
			t.Errorf("took %v", d)
		}
	})
}

// brokenListener cannot accept.
type brokenListener struct{ *pipes }

var errBroken = errors.New("broken")

func (brokenListener) Accept() (net.Conn, error) { return nil, errBroken }

func TestRunSaysWhyItEnded(t *testing.T) {
	r := newRig(t, nil)
	if err := r.Run(t.Context(), brokenListener{newPipes()}, nil); !errors.Is(err, errBroken) {
		t.Errorf("got %v", err)
	}
}

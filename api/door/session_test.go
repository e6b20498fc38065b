// SPDX-License-Identifier: Apache-2.0

package door

import (
	"bytes"
	"crypto/tls"
	"net"
	"net/netip"
	"testing"

	"github.com/ledpost/ledpost/internal/must"
)

// greet shakes hands with a server that names the session, and returns the ClientHello and
// the session that the server has found in it.
func greet(
	t testing.TB, server *tls.Config, client *tls.Config, session netip.Prefix,
) (hello []byte, found netip.Prefix) {
	t.Helper()
	near, far := net.Pipe()
	defer near.Close()
	r := &replay{Conn: far, first: bytes.NewReader(nil), seen: []byte{}}
	cfg := server.Clone()
	cfg.GetConfigForClient = func(*tls.ClientHelloInfo) (*tls.Config, error) {
		hello, found = bytes.Clone(r.seen), sessionOf(cfg, r.seen)
		return naming(cfg, session), nil
	}
	done := make(chan struct{})
	go func() {
		defer close(done)
		s := tls.Server(r, cfg)
		if s.Handshake() == nil {
			s.Write([]byte("x")) // after the tickets
		}
		s.Close()
	}()
	c := tls.Client(near, client)
	must.Get(c.Read(make([]byte, 1)))(t)
	near.Close()
	<-done
	return hello, found
}

// sealing returns the settings of a server with a seal of its own.
func sealing(t testing.TB, seal byte) *tls.Config {
	t.Helper()
	cert := must.Get(LoadCert(t.TempDir(), silent))(t)
	c := &tls.Config{GetCertificate: cert.Get}
	c.SetSessionTicketKeys([][32]byte{{seal}})
	return c
}

// TestSessions: a client that comes back is known by its ticket, in both versions of TLS;
// a ticket of somebody else's seal tells nothing.
func TestSessions(t *testing.T) {
	server, other := sealing(t, 1), sealing(t, 2)
	for _, version := range []uint16{tls.VersionTLS12, tls.VersionTLS13} {
		client := &tls.Config{InsecureSkipVerify: true, ServerName: "ledpost",
			ClientSessionCache: tls.NewLRUClientSessionCache(1), MaxVersion: version}
		session := newSession()
		if _, found := greet(t, server, client, session); found.IsValid() {
			t.Errorf("%x: a new client is known as %v", version, found)
		}
		hello, found := greet(t, server, client, session)
		if found != session {
			t.Errorf("%x: the session is %v, want %v", version, found, session)
		}
		for i := range hello {
			if found := sessionOf(server, hello[:i]); found.IsValid() && i < len(hello)-60 { // a binder is not looked at
				t.Errorf("%x: %d of %d bytes name a session", version, i, len(hello))
			}
		}
		if found := sessionOf(other, hello); found.IsValid() {
			t.Errorf("%x: a ticket of another seal names %v", version, found)
		}
	}
	if a, b := newSession(), newSession(); a == b || !netip.MustParsePrefix("100::/64").Contains(a.Addr()) {
		t.Errorf("sessions %v and %v", a, b)
	}
}

// FuzzTicket: whatever a client sends, the ticket is a part of it.
func FuzzTicket(f *testing.F) {
	server := sealing(f, 1)
	for _, version := range []uint16{tls.VersionTLS12, tls.VersionTLS13} {
		client := &tls.Config{InsecureSkipVerify: true, ServerName: "ledpost",
			ClientSessionCache: tls.NewLRUClientSessionCache(1), MaxVersion: version}
		greet(f, server, client, newSession())
		hello, _ := greet(f, server, client, newSession())
		f.Add(hello)
	}
	for n := range 40 { // a greeting that ends after so many bytes, as its record says, and as itself says
		greeting := append([]byte{1, 0, 0, byte(max(n-4, 0))}, make([]byte, 40)...)[:n]
		f.Add(append([]byte{recordHandshake, 3, 1, 0, byte(n)}, greeting...))
	}
	f.Fuzz(func(t *testing.T, hello []byte) {
		if ticket := ticketIn(hello); !bytes.Contains(hello, ticket) {
			t.Errorf("%x is not in %x", ticket, hello)
		}
		sessionOf(server, hello)
	})
}

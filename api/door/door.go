// SPDX-License-Identifier: Apache-2.0

// Package door lets connections in: it listens, plain and with TLS on one port,
// limits connections and handshakes fairly, and keeps the certificate. It knows no
// key and no path; a [Holder] names the owner of a connection.
package door

import (
	"crypto/tls"
	"log/slog"
	"net"
	"net/http"
	"net/netip"

	"github.com/ledpost/ledpost/internal/rate"
)

// Config configures a Door. Only Log is required.
type Config struct {
	Also        []net.Listener // more listeners that Run treats like its plain one; nil ones are ignored
	Cert        *Cert          // nil: no TLS
	FriendsFile string         // keeps the addresses that have shown a key; "" = they last as long as the door
	// Known are the holders whose addresses in that file are good; all other addresses are strangers' from now on.
	Known []Holder
	Owner func(*http.Request) bool // whether a request has shown a key of the owner; nil = no request has
	Log   *slog.Logger
}

// Door is the way in of requests. Make one with [New].
type Door struct {
	cfg        Config
	log        *slog.Logger
	conns      *conns
	peers      *peers
	handshakes *handshakes
	tls        *tls.Config // seals the tickets of all listeners; nil = no TLS
}

// New returns a door; Run opens it.
func New(cfg Config) *Door {
	if cfg.Owner == nil {
		cfg.Owner = func(*http.Request) bool { return false }
	}
	d := &Door{cfg: cfg, log: cfg.Log, conns: newConns(newFriends(cfg.FriendsFile, cfg.Log)), peers: newPeers(),
		handshakes: newHandshakes()}
	d.conns.friends.only(cfg.Known)
	d.tls = d.makeTLS()
	return d
}

// makeTLS returns the TLS settings: HTTP/1.1 only, since a WebSocket cannot begin
// on HTTP/2, and without the CBC suites of TLS 1.2, which Go still offers.
func (d *Door) makeTLS() *tls.Config {
	if d.cfg.Cert == nil {
		return nil
	}
	return &tls.Config{
		MinVersion: tls.VersionTLS12, NextProtos: []string{"http/1.1"},
		GetCertificate: d.cfg.Cert.Get,
		CipherSuites: []uint16{ // for TLS 1.2 with an ECDSA certificate
			tls.TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256,
			tls.TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384,
			tls.TLS_ECDHE_ECDSA_WITH_CHACHA20_POLY1305_SHA256,
		},
		GetConfigForClient: d.admit,
	}
}

// admit is called when a ClientHello has arrived, before anything costly is
// done.
func (d *Door) admit(hello *tls.ClientHelloInfo) (*tls.Config, error) {
	r := hello.Conn.(*replay)
	c := r.conn
	from, _ := netip.ParseAddrPort(c.RemoteAddr().String())
	who := caller{rate.Network(from.Addr()), c.peer, d.conns.friends.rank(c.peer)}
	session := sessionOf(d.tls, r.seen)
	r.seen = nil
	if rank := d.conns.sessions.rank(session); rank > Keyless {
		who.who, who.rank = session, rank
	}
	if !session.IsValid() {
		session = newSession()
	}
	c.session = session
	d.conns.step(c, true)
	err := d.handshakes.wait(c.open, who)
	d.conns.step(c, false)
	return naming(d.tls, session), err
}

// Holder says whose place a connection takes. The zero value has shown no key.
type Holder struct {
	Rank Rank
	Name string // of the key; "" = the device's own
}

// Rank orders holders: a lower rank makes way first.
type Rank int

const (
	Keyless Rank = iota // no key
	Guest               // a key of a scope other than all
	Owner               // the device's own key, and keys of scope all
)

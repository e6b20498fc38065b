// SPDX-License-Identifier: Apache-2.0

package door

import (
	"crypto/tls"
	"net/netip"

	"github.com/ledpost/ledpost/internal/rate"
)

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

package door

import (
	"crypto/tls"
	"net/netip"
)

// tls returns the TLS settings: HTTP/1.1 only, since a WebSocket cannot begin
// on HTTP/2, and without the CBC suites of TLS 1.2, which Go still offers.
func (d *Door) tls() *tls.Config {
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
	from, _ := netip.ParseAddrPort(hello.Conn.RemoteAddr().String())
	peer := d.peers.of(hello.Conn.RemoteAddr())
	return nil, d.handshakes.wait(hello.Context(), from.Addr(), peer, d.friends.has(peer))
}

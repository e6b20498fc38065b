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
)

// Config is what a Door needs. Only Log is required.
type Config struct {
	Also        []net.Listener           // more listeners that Run treats like its plain one; nil ones are ignored
	Cert        *Cert                    // nil: no TLS
	FriendsFile string                   // keeps the addresses that have shown a key; "" = they last as long as the door
	Known       []Holder                 // whose addresses in that file are good; all other addresses are strangers' from now on
	Owner       func(*http.Request) bool // whether a request has shown a key of the owner; nil = none has
	Log         *slog.Logger
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
	d := &Door{cfg: cfg, log: cfg.Log, conns: newConns(newFriends(cfg.FriendsFile, cfg.Log)), peers: newPeers(), handshakes: newHandshakes()}
	d.conns.friends.only(cfg.Known)
	d.tls = d.makeTLS()
	return d
}

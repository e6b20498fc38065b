package firmware

import (
	"errors"
	"fmt"
	"log/slog"
	"net"
	"strconv"

	"github.com/ledpost/ledpost/api/awtrix"
	"github.com/ledpost/ledpost/config"
)

// listeners are the ports at which the API is served.
type listeners struct {
	plain  net.Listener
	secure net.Listener // nil = off
	pair   net.Listener // where clients of the original ask for a key; nil = off
	awtrix net.Listener // plain, where clients of AWTRIX look for it; nil = off
}

// listen takes the ports. What it returns with an error has to be closed as well.
func listen(cfg config.HTTP) (*listeners, error) {
	l, err := &listeners{}, error(nil)
	if l.plain, err = net.Listen("tcp", cfg.Addr); err != nil {
		return l, fmt.Errorf("HTTP: %w; --http names another address", err)
	}
	if cfg.TLS == "" {
		return l, nil
	}
	if l.secure, err = net.Listen("tcp", cfg.TLS); err != nil {
		return l, fmt.Errorf("HTTPS: %w; --https names another address", err)
	}
	return l, nil
}

// listenPair takes the port of pairing. Where only this machine can reach the API
// nobody looks for it; one that cannot be had is said, and the device goes on.
func (l *listeners) listenPair(addr string, log *slog.Logger) {
	if addr == "" || l.local() {
		return
	}
	var err error
	if l.pair, err = net.Listen("tcp", addr); err != nil {
		l.pair = nil
		log.Warn("Home Assistant cannot pair by the press of a button, only with the key", "err", err)
	}
}

// listenAwtrix takes the port of the form of AWTRIX, whose clients know no other,
// as listenPair does.
func (l *listeners) listenAwtrix(cfg awtrix.Config, log *slog.Logger) {
	if !cfg.Enabled || cfg.Addr == "" || l.local() {
		return
	}
	var err error
	if l.awtrix, err = net.Listen("tcp", cfg.Addr); err != nil {
		l.awtrix = nil
		log.Warn("clients of AWTRIX find it only at the port of the API", "err", err)
	}
}

// close gives the ports back when nobody has served them. A nil l has none.
func (l *listeners) close() (err error) {
	if l == nil {
		return nil
	}
	for _, one := range []net.Listener{l.plain, l.secure, l.pair, l.awtrix} {
		if one != nil {
			err = errors.Join(err, one.Close())
		}
	}
	return err
}

// local reports whether only this machine can reach the API.
func (l *listeners) local() bool { return address(l.plain).IP.IsLoopback() }

// url is where a client on this machine finds the API, for people.
func (l *listeners) url() string {
	at := address(l.plain)
	host := at.IP.String()
	if at.IP.IsUnspecified() || at.IP.IsLoopback() {
		host = "localhost"
	}
	return "http://" + net.JoinHostPort(host, strconv.Itoa(at.Port))
}

// self is the API's address from this machine, which needs no name service.
func (l *listeners) self() string {
	at := *address(l.plain)
	if at.IP.IsUnspecified() {
		at.IP = net.IPv4(127, 0, 0, 1)
	}
	return "http://" + at.String()
}

func address(l net.Listener) *net.TCPAddr { return l.Addr().(*net.TCPAddr) }

// port returns that of l, 0 if there is none.
func port(l net.Listener) int {
	if l == nil {
		return 0
	}
	return address(l).Port
}

// SPDX-License-Identifier: Apache-2.0

package firmware

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/ledpost/ledpost/api/awtrix"
	"github.com/ledpost/ledpost/config"
	"github.com/ledpost/ledpost/hw/doctor"
)

// listeners are the ports on which the API is served.
type listeners struct {
	plain  net.Listener
	secure net.Listener // nil = off
	pair   net.Listener // where clients of the original ask for a key; nil = off
	awtrix net.Listener // plain, where clients of AWTRIX look for it; nil = off
}

// listen opens the ports. The listeners must be closed even if there is an
// error.
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

// listenPair opens the port for pairing. It is not opened if only this machine
// can reach the API, because then no client looks for it. If it cannot be
// opened, that is logged and the device goes on.
func (l *listeners) listenPair(addr string, log *slog.Logger) {
	if addr == "" || l.local() {
		return
	}
	var err error
	if l.pair, err = net.Listen("tcp", addr); err != nil {
		l.pair = nil
		lose(log, lostPairing, addr, err)
	}
}

// listenAwtrix opens the port of the AWTRIX interface, because its clients know
// no other. It follows the same rules as listenPair.
func (l *listeners) listenAwtrix(cfg awtrix.Config, log *slog.Logger) {
	if !cfg.Enabled || cfg.Addr == "" || l.local() {
		return
	}
	var err error
	if l.awtrix, err = net.Listen("tcp", cfg.Addr); err != nil {
		l.awtrix = nil
		lose(log, lostAwtrix, cfg.Addr, err)
	}
}

// close closes the ports if nothing serves them. A nil l has none.
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

// url returns where a client on this machine finds the API, for display.
func (l *listeners) url() string {
	at := address(l.plain)
	host := at.IP.String()
	if at.IP.IsUnspecified() || at.IP.IsLoopback() {
		host = "localhost"
	}
	return "http://" + net.JoinHostPort(host, strconv.Itoa(at.Port))
}

// self returns the API's address on this machine, which needs no name service.
func (l *listeners) self() string {
	at := *address(l.plain)
	if at.IP.IsUnspecified() {
		at.IP = net.IPv4(127, 0, 0, 1)
	}
	return "http://" + at.String()
}

func address(l net.Listener) *net.TCPAddr { return l.Addr().(*net.TCPAddr) }

// port returns the port of l, or 0 if l is nil.
func port(l net.Listener) int {
	if l == nil {
		return 0
	}
	return address(l).Port
}

// What is lost where a port cannot be opened.
const (
	lostPairing = "Home Assistant cannot pair by the press of a button, only with the key"
	lostAwtrix  = "clients of AWTRIX find it only at the port of the API"
)

// lose logs what is lost because a port cannot be opened, and whose it is if another
// program has it.
func lose(log *slog.Logger, lost, addr string, err error) {
	if errors.Is(err, syscall.EADDRINUSE) {
		log.Warn(lost+": the port belongs to another program", "port", portOf(addr))
		return
	}
	log.Warn(lost, "err", err)
}

func portOf(addr string) string {
	_, port, _ := net.SplitHostPort(addr)
	return port
}

// diagnosePorts returns which interfaces are lost because their port belongs to another
// program. A port that this program itself has, running as the daemon, is fine.
func diagnosePorts(ctx context.Context, cfg config.Config) (lines []doctor.Line) {
	for _, one := range []struct {
		on                       bool
		name, addr, scheme, lost string
		fix                      string
	}{
		{cfg.HTTP.TLS != "", "pairing", cfg.HTTP.Pairing, "https", lostPairing, "stop the other program, or pair with the key"},
		{cfg.Awtrix.Enabled, "awtrix", cfg.Awtrix.Addr, "http", lostAwtrix, "stop the other program, or give clients the port of the API"},
	} {
		if one.on && one.addr != "" && taken(one.addr) && !ours(ctx, one.scheme, portOf(one.addr)) {
			lines = append(lines, doctor.Line{
				Area: "network", Name: one.name, Level: doctor.Warning, Fix: one.fix,
				Text: fmt.Sprintf("port %s belongs to another program: %s", portOf(one.addr), one.lost),
			})
		}
	}
	return lines
}

// taken reports whether a program listens at addr.
func taken(addr string) bool {
	l, err := net.Listen("tcp", addr)
	if err == nil {
		l.Close()
	}
	return errors.Is(err, syscall.EADDRINUSE)
}

// ours reports whether what listens on a port of this machine is this program.
func ours(ctx context.Context, scheme, port string) bool {
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, scheme+"://127.0.0.1:"+port+"/openapi.json", nil)
	if err != nil {
		return false
	}
	transport := &http.Transport{TLSClientConfig: &tls.Config{InsecureSkipVerify: true}} // nothing secret is sent, and our certificate is our own
	defer transport.CloseIdleConnections()
	a, err := transport.RoundTrip(r)
	if err != nil {
		return false
	}
	defer a.Body.Close()
	head := make([]byte, 4<<10)
	n, _ := a.Body.Read(head)
	return a.StatusCode == http.StatusOK && strings.Contains(string(head[:n]), "ledpost")
}

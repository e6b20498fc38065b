package firmware

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"strings"
	"syscall"
	"time"

	"github.com/ledpost/ledpost/config"
	"github.com/ledpost/ledpost/hw/doctor"
)

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

// SPDX-License-Identifier: Apache-2.0

package ways

import (
	"bytes"
	"fmt"
	"io/fs"
	"log/slog"
	"net"
	"net/netip"
	"os"
	"strings"
	"syscall"
	"testing"
	"testing/fstest"

	"github.com/ledpost/ledpost/api/mqtt"
	"github.com/ledpost/ledpost/api/netinfo"
	"github.com/ledpost/ledpost/config"
	"github.com/ledpost/ledpost/hw/doctor"
	"github.com/ledpost/ledpost/internal/must"
)

// at is a listener that has the address alone.
type at struct {
	net.Listener
	addr string
}

func (a at) Addr() net.Addr {
	addr, err := net.ResolveTCPAddr("tcp", a.addr)
	if err != nil {
		panic(err)
	}
	return addr
}

func TestListenersAddresses(t *testing.T) {
	rows := []struct {
		name, addr, url, self string
		local                 bool
	}{
		{"all addresses", "0.0.0.0:8080", "http://localhost:8080", "http://127.0.0.1:8080", false},
		{"all addresses of both kinds", "[::]:8080", "http://localhost:8080", "http://127.0.0.1:8080", false},
		{"loopback", "127.0.0.1:80", "http://localhost:80", "http://127.0.0.1:80", true},
		{"one address", "192.0.2.7:80", "http://192.0.2.7:80", "http://192.0.2.7:80", false},
		{"one IPv6 address", "[2001:db8::7]:80", "http://[2001:db8::7]:80", "http://[2001:db8::7]:80", false},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			l := &Listeners{plain: at{addr: row.addr}}
			if l.URL() != row.url || l.Self() != row.self || l.Local() != row.local {
				t.Errorf("%s, %s, local %v; want %s, %s, %v", l.URL(), l.Self(), l.Local(), row.url, row.self, row.local)
			}
		})
	}
	for _, row := range []struct{ name, addr, ip, want string }{
		{"all addresses", "0.0.0.0:8080", "192.0.2.5", "192.0.2.5:8080"},
		{"the usual port", "0.0.0.0:80", "192.0.2.5", "192.0.2.5"},
		{"no network", "0.0.0.0:8080", "0.0.0.0", ""},
		{"one address", "192.0.2.7:8080", "192.0.2.5", "192.0.2.7:8080"},
	} {
		l := &Listeners{plain: at{addr: row.addr}}
		if got := l.Reachable(netinfo.Wifi{IP: netip.MustParseAddr(row.ip)}); got != row.want {
			t.Errorf("%s: found at %q, want %q", row.name, got, row.want)
		}
	}
	must.Equal(t, port(nil), 0, "no listener has a port")
}

// machine is the part of the kernel's files about one socket of a port, beside that of the
// API's port 8080, which process 100 of user 33 has.
func machine(table string, port, state string, user, pid int) fs.FS {
	line := func(port, state string, user, inode int) string {
		return fmt.Sprintf("   0: 00000000:%s 00000000:0000 %s 00000000:00000000 00:00000000 00000000 %d 0 %d 1 00 100 0\n",
			port, state, user, inode)
	}
	root := fstest.MapFS{
		"proc/net/tcp":  {Data: []byte("  sl  local_address rem_address\n" + line("1F90", "0A", 33, 7))},
		"proc/100/comm": {Data: []byte("ledpost\n")}, "proc/100/fd/3": {Mode: fs.ModeSymlink, Data: []byte("socket:[7]")},
	}
	own := ""
	if f := root["proc/net/"+table]; f != nil {
		own = string(f.Data)
	}
	root["proc/net/"+table] = &fstest.MapFile{Data: []byte(own + line(port, state, user, 8))}
	if pid != 0 {
		at := fmt.Sprintf("proc/%d/", pid)
		root[at+"comm"] = &fstest.MapFile{Data: []byte("nginx\n")}
		root[at+"fd/9"] = &fstest.MapFile{Mode: fs.ModeSymlink, Data: []byte("socket:[8]")}
	}
	return root
}

// TestForeignPorts: a port of another program is told with what is lost; one of our own, a free
// one, and one that is off are not.
func TestForeignPorts(t *testing.T) {
	for _, row := range []struct {
		why, table, port, state string
		user, pid               int
		set                     func(*config.Config)
		want                    string // parts of the line, by |; "" = none
	}{
		{"443", "tcp6", "01BB", "0A", 0, 200, nil,
			"pairing|port 443 belongs to another program (nginx, process 200)|Home Assistant"},
		{"80 with AWTRIX", "tcp", "0050", "0A", 0, 200, func(c *config.Config) { c.Awtrix.Enabled = true },
			"awtrix|port 80|AWTRIX"},
		{"80 without AWTRIX", "tcp", "0050", "0A", 0, 200, nil, ""},
		{"9999", "udp", "270F", "07", 0, 200, nil, "lmsp|port 9999|cannot stream"},
		{"9999 of a second device of the same user", "udp", "270F", "07", 33, 200, nil, "lmsp|port 9999"},
		{"9999 of somebody whom only root sees", "udp", "270F", "07", 0, 0, nil, "port 9999 belongs to another program: "},
		{"DDP", "udp6", "0FD0", "07", 0, 200, func(c *config.Config) { c.Stream.DDP = true },
			"DDP|port 4048|DDP receives nothing"},
		{"sACN", "udp", "15C0", "07", 0, 200, func(c *config.Config) { c.Stream.SACN = true }, "sACN|port 5568"},
		{"Art-Net", "udp", "1936", "07", 0, 200, func(c *config.Config) { c.Stream.ArtNet = true }, "Art-Net|port 6454"},
		{"the daemon", "udp", "270F", "07", 33, 100, nil, ""},
		{"the daemon, whom only root sees", "udp", "270F", "07", 33, 0, nil, ""},
		{"a connection", "tcp", "01BB", "01", 0, 200, nil, ""},
		{"TCP on a port of UDP", "tcp", "270F", "0A", 0, 200, nil, ""},
		{"nobody", "udp", "AAAA", "07", 0, 200, nil, ""},
		{"pairing is off", "tcp", "01BB", "0A", 0, 200, func(c *config.Config) { c.HTTP.Pairing = "" }, ""},
		{"HTTPS is off", "tcp", "01BB", "0A", 0, 200, func(c *config.Config) { c.HTTP.TLS = "" }, ""},
		{"only this machine reaches it", "tcp", "01BB", "0A", 0,
			200, func(c *config.Config) { c.HTTP.Addr = "127.0.0.1:8080" }, ""},
	} {
		cfg := config.Default()
		if row.set != nil {
			row.set(&cfg)
		}
		lines := DiagnosePorts(cfg, machine(row.table, row.port, row.state, row.user, row.pid))
		if (len(lines) == 1) != (row.want != "") || len(lines) > 1 {
			t.Errorf("%s: %+v", row.why, lines)
			continue
		}
		for _, part := range strings.Split(row.want, "|") {
			if len(lines) == 1 &&
				(!strings.Contains(lines[0].Name+" "+lines[0].Text, part) || lines[0].Fix == "" ||
					lines[0].Level != doctor.Warning) {
				t.Errorf("%s: %+v, want %q", row.why, lines[0], part)
			}
		}
	}
}

func TestLose(t *testing.T) {
	var out strings.Builder
	lose(slog.New(slog.NewTextHandler(&out, nil)), lostPairing, ":443",
		&net.OpError{Op: "listen", Err: syscall.EADDRINUSE})
	if text := out.String(); !strings.Contains(text, "another program") || !strings.Contains(text, "port=443") ||
		!strings.Contains(text, "pair") {
		t.Error(text)
	}
}

// TestTroubleshootingQuotes: the guide has the doctor's words about a port and a broker that
// is away.
func TestTroubleshootingQuotes(t *testing.T) {
	guide := must.Get(os.ReadFile("../../docs/troubleshooting.md"))(t)
	const broker = "tcp://127.0.0.1:1"
	for why, lines := range map[string][]doctor.Line{
		"another program has the port": DiagnosePorts(config.Default(), machine("tcp6", "01BB", "0A", 0, 200)),
		"the broker is away":           DiagnoseMQTT(t.Context(), mqtt.Config{Broker: broker}),
	} {
		var said bytes.Buffer
		_ = doctor.WriteText(&said, lines)
		for line := range strings.Lines(strings.ReplaceAll(said.String(), broker, "tcp://homeassistant.local:1883")) {
			if !strings.Contains(string(guide), line) {
				t.Errorf("%s: the guide lacks %q", why, line)
			}
		}
		if said.Len() == 0 {
			t.Errorf("%s: the doctor says nothing", why)
		}
	}
}

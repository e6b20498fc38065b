// SPDX-License-Identifier: Apache-2.0

//go:build linux

package mdns

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"log/slog"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/ledpost/ledpost/internal/eventually"
	"github.com/ledpost/ledpost/internal/must"
	"github.com/ledpost/ledpost/internal/netns"
	"github.com/ledpost/ledpost/internal/testtool"
)

// TestMain lets the test binary be the device in a network namespace.
func TestMain(m *testing.M) {
	if name := os.Getenv("MDNS_TEST_DEVICE"); name != "" {
		d := kitchen
		d.Name = name
		a := New(d, slog.New(slog.NewTextHandler(os.Stdout, nil)))
		a.poll = 200 * time.Millisecond
		ctx, stop := context.WithCancel(context.Background())
		go func() {
			_, _ = io.Copy(io.Discard, os.Stdin) // closed by the test at its end
			stop()
		}()
		_ = a.Run(ctx)
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// A host is a network namespace with a system bus of its own.
type host struct {
	netns.Host
	t   *testing.T
	dir string
}

// newHosts returns two hosts joined by a cable.
func newHosts(t *testing.T) (device, client host) {
	t.Helper()
	for _, tool := range []string{"unshare", "dbus-daemon", "avahi-daemon", "avahi-browse"} {
		testtool.Find(t, tool)
	}
	device, client = host{netns.NewHost(t, "mdev"), t, t.TempDir()}, host{netns.NewHost(t, "mcli"), t, t.TempDir()}
	client.ip("link add v0 type veth peer name v0 netns " + string(device.Host))
	for i, h := range []host{device, client} {
		h.ip(fmt.Sprintf("addr add 192.0.2.%d/24 dev v0", i+1), "link set v0 up", "link set lo up")
	}
	return device, client
}

func (h host) ip(lines ...string) {
	h.t.Helper()
	h.IP(h.t, lines...)
}

func (h host) bus() string { return "unix:path=" + filepath.Join(h.dir, "bus") }

// command runs on the host, with its bus as the system's and a /run of its own.
func (h host) command(program string, args ...string) *exec.Cmd {
	script := `mount -t tmpfs tmpfs /run && exec "$0" "$@"`
	cmd := h.Command(append([]string{"unshare", "--mount", "sh", "-c", script, program}, args...)...)
	cmd.Env = append(os.Environ(), "DBUS_SYSTEM_BUS_ADDRESS="+h.bus())
	return cmd
}

// start runs a program until the test ends or it is stopped.
func (h host) start(program string, args ...string) (stop func()) {
	h.t.Helper()
	cmd := h.command(program, args...)
	var said strings.Builder
	cmd.Stdout, cmd.Stderr = &said, &said
	must.Do(h.t, cmd.Start())
	stopped := false
	stop = func() {
		if stopped {
			return
		}
		stopped = true
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
		if h.t.Failed() {
			h.t.Logf("%s: %s", program, said.String())
		}
	}
	h.t.Cleanup(stop)
	return stop
}

// startBus starts a system bus that allows everything.
func (h host) startBus() {
	h.t.Helper()
	conf := filepath.Join(h.dir, "bus.conf")
	text := fmt.Sprintf(`<busconfig><type>system</type><listen>%s</listen><auth>EXTERNAL</auth><policy context="default">
		<allow send_destination="*" eavesdrop="true"/><allow eavesdrop="true"/><allow own="*"/><allow user="*"/></policy></busconfig>`, h.bus())
	must.Do(h.t, os.WriteFile(conf, []byte(text), 0o600))
	h.start("dbus-daemon", "--nofork", "--nopidfile", "--config-file="+conf)
	eventually.True(h.t, "the bus is there", func() bool {
		conn, err := net.Dial("unix", filepath.Join(h.dir, "bus"))
		if err == nil {
			conn.Close()
		}
		return err == nil
	})
}

// startAvahi starts avahi-daemon on the host's bus, which makes of it what it
// would be on Raspberry Pi OS.
func (h host) startAvahi() (stop func()) {
	h.t.Helper()
	conf := filepath.Join(h.dir, "avahi.conf")
	text := "[server]\nhost-name=" + string(h.Host) + "\nallow-interfaces=v0\nuse-ipv6=no\nenable-dbus=yes\n[rlimits]\n"
	must.Do(h.t, os.WriteFile(conf, []byte(text), 0o600))
	return h.start("avahi-daemon", "-f", conf, "--no-drop-root", "--no-chroot", "--no-rlimits")
}

// startDevice runs an Advertiser on the host; goodbye lets it end in order.
func (h host) startDevice(name string) (goodbye func(), log func() string) {
	h.t.Helper()
	cmd := h.command(os.Args[0])
	cmd.Env = append(cmd.Env, "MDNS_TEST_DEVICE="+name)
	in := must.Get(cmd.StdinPipe())(h.t)
	path := filepath.Join(h.t.TempDir(), "log")
	out := must.Get(os.Create(path))(h.t)
	cmd.Stdout, cmd.Stderr = out, out
	must.Do(h.t, cmd.Start())
	log = func() string {
		text, _ := os.ReadFile(path)
		return string(text)
	}
	ended := false
	goodbye = func() {
		if ended {
			return
		}
		ended = true
		in.Close()
		_ = cmd.Wait()
		out.Close()
		if h.t.Failed() {
			h.t.Log(log())
		}
	}
	h.t.Cleanup(goodbye)
	return goodbye, log
}

// found returns what avahi-browse resolves on the host, a line an entry:
// address, port, name, text.
func (h host) found(kind string) string {
	cmd := h.command("avahi-browse", "--resolve", "--parsable", "--terminate", "--no-db-lookup", kind)
	text, err := cmd.Output()
	if err != nil {
		return ""
	}
	var all strings.Builder
	for lines := bufio.NewScanner(strings.NewReader(string(text))); lines.Scan(); {
		if f := strings.SplitN(lines.Text(), ";", 10); len(f) == 10 && f[0] == "=" && f[2] == "IPv4" {
			fmt.Fprintln(&all, f[7], f[8], f[3], f[9])
		}
	}
	return all.String()
}

// has waits until the host finds an entry with all of the words.
func (h host) has(what, kind string, words ...string) {
	h.t.Helper()
	last := ""
	eventually.True(h.t, what, func() bool {
		last = h.found(kind)
		return !slices.ContainsFunc(words, func(w string) bool { return !strings.Contains(last, w) })
	})
}

// gone waits until the host finds nothing of the kind.
func (h host) gone(what, kind string) {
	h.t.Helper()
	eventually.True(h.t, what, func() bool { return h.found(kind) == "" })
}

var lametric = []string{"4343", `"id=17"`, `"md=sa8"`, `"ss=1"`, `nm=`}

// TestWithoutAvahi is an image without it, as a container has: the responder is
// this program's, the client on the other end of the cable is avahi's.
func TestWithoutAvahi(t *testing.T) {
	device, client := newHosts(t)
	client.startBus()
	client.startAvahi()
	goodbye, _ := device.startDevice("kitchen")
	client.has("the API is found", "_lametric-api._tcp", append(lametric, "192.0.2.1 ", "kitchen")...)
	client.has("and the page", "_http._tcp", "192.0.2.1 8080 kitchen", `"path=/"`)
	device.ip("addr add 192.0.2.9/24 dev v0", "addr del 192.0.2.1/24 dev v0", "addr replace 192.0.2.9/24 dev v0")
	client.has("at its new address", "_lametric-api._tcp", "192.0.2.9 ")
	goodbye()
	client.gone("it says goodbye", "_lametric-api._tcp")
}

// TestWithAvahi is Raspberry Pi OS: avahi-daemon announces, and what it is not
// there for this program does itself.
func TestWithAvahi(t *testing.T) {
	device, client := newHosts(t)
	device.startBus()
	client.startBus()
	client.startAvahi()
	stop := device.startAvahi()
	goodbye, log := device.startDevice("Living room")
	by := func(who string, times int) func() bool {
		return func() bool {
			return strings.Count(log(), `by="`+who) >= times || strings.Count(log(), "by="+who) >= times
		}
	}
	eventually.True(t, "avahi-daemon announces it", by("avahi-daemon", 1))
	client.has("the API is found", "_lametric-api._tcp", append(lametric, "192.0.2.1 ")...)
	stop()
	eventually.True(t, "avahi-daemon has gone: the program does it", by("this program", 1))
	device.startAvahi()
	eventually.True(t, "it is back and does it again", by("avahi-daemon", 2))
	client.has("the API is still found", "_lametric-api._tcp", lametric...)
	goodbye()
	client.gone("it says goodbye", "_lametric-api._tcp")
}

// TestTwoOfOneName: of two devices that their owners gave one name, one is found
// under another.
func TestTwoOfOneName(t *testing.T) {
	device, client := newHosts(t)
	device.startBus()
	client.startBus()
	client.startAvahi()
	device.startAvahi()
	_, first := client.startDevice("clock")
	eventually.True(t, "the first is announced", func() bool { return strings.Contains(first(), "by=avahi-daemon") })
	_, second := device.startDevice("clock")
	// Mostly the second gives way; where its probes were late, the first does.
	eventually.True(t, "one of them under another name", func() bool {
		return strings.Contains(first()+second(), `name="clock #2"`)
	})
}

// SPDX-License-Identifier: Apache-2.0

package stream

import (
	"bytes"
	"context"
	"encoding/json"
	"image"
	"log/slog"
	"net"
	"net/netip"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/ledpost/ledpost/device"
	"github.com/ledpost/ledpost/internal/eventually"
	"github.com/ledpost/ledpost/internal/memtest"
	"github.com/ledpost/ledpost/internal/must"
	"github.com/ledpost/ledpost/render"
)

// listener is the device: it keeps what it was told.
type listener struct {
	mu    sync.Mutex
	heard []device.Sender
}

func (l *listener) SetStream(_ context.Context, w render.Widget, from device.Sender) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if (w == nil) != (from == device.Sender{}) {
		panic("a stream without a sender")
	}
	l.heard = append(l.heard, from)
	return nil
}

func (l *listener) last() (device.Sender, int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if len(l.heard) == 0 {
		return device.Sender{}, 0
	}
	return l.heard[len(l.heard)-1], len(l.heard)
}

func newServer(dev Device, opts Options) *Server {
	live := render.NewLive(image.Pt(4, 2), func() {})
	return New(dev, live, opts, About{"kitchen", "1.2.3"}, slog.New(slog.DiscardHandler))
}

// TestDeviceIsTold: once when a stream begins, once when it is silent.
func TestDeviceIsTold(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		dev := &listener{}
		s := newServer(dev, Options{Hold: 3 * time.Second})
		stop, _ := running(t, s.tell)
		expect := func(what string, want device.Sender, times int) {
			t.Helper()
			synctest.Wait()
			if got, n := dev.last(); got != want || n != times {
				t.Errorf("%s: told %v as the %d. thing, want %v as the %d.", what, got, n, want, times)
			}
		}
		packet := ddpPacket(0x41, 0, 0x0B, 1, 0, fill(8, 255, 0, 0))
		for range 10 {
			_, _ = s.handle(ddpName, packet, anna, netip.Addr{}, time.Now())
			time.Sleep(time.Second)
		}
		expect("it streams", device.Sender{Protocol: "ddp", Address: "192.168.1.10"}, 1)
		time.Sleep(2*time.Second - time.Millisecond)
		expect("just before it is over", device.Sender{Protocol: "ddp", Address: "192.168.1.10"}, 1)
		time.Sleep(20 * time.Millisecond)
		expect("silent", device.Sender{}, 2)

		id := s.packets.begin(time.Now())
		_ = s.packets.lmsp(lmspPacket(id, 0, area(0, 0, 1, 1, fill(1, 1, 2, 3))), bert, time.Now())
		expect("with a key", device.Sender{Protocol: "lmsp", Address: "192.168.1.11"}, 3)
		s.End()
		expect("stopped", device.Sender{}, 4)
		stop()
	})
}

// running calls run until stop is called, which returns when run has: then done is closed.
func running(t *testing.T, run func(context.Context)) (stop func(), done chan struct{}) {
	ctx, cancel := context.WithCancel(t.Context())
	done = make(chan struct{})
	go func() {
		defer close(done)
		run(ctx)
	}()
	return func() { cancel(); <-done }, done
}

// runs calls Run.
func (s *Server) runs(ctx context.Context) { _ = s.Run(ctx) }

// TestOverUDP: packets through a real socket reach the panel.
func TestOverUDP(t *testing.T) {
	dev := &listener{}
	s := newServer(dev, Options{DDP: true})
	for name := range s.ports {
		s.ports[name] = freePort(t)
	}
	stop, _ := running(t, s.runs)
	defer stop()
	eventually.True(t, "LMSP has a port", func() bool { return s.Port() == s.ports[lmspName] })
	other, err := net.ListenUDP("udp4", &net.UDPAddr{Port: s.ports[lmspName]})
	if err == nil {
		t.Error("LMSP has not the port that it was given")
		other.Close()
	}
	conn := dial(t, s.ports[ddpName])
	eventually.True(t, "the device is told", func() bool {
		_, _ = conn.Write(ddpPacket(0x41, 0, 0x0B, 1, 0, fill(8, 255, 0, 0)))
		from, _ := dev.last()
		return from.Protocol == "ddp"
	})
	m := image.NewRGBA(image.Rect(0, 0, 4, 2))
	eventually.True(t, "the picture is there", func() bool {
		s.live.Draw(m, image.Point{}, 0)
		return m.RGBAAt(3, 1).R == 255
	})
	// xLights asks before it lists a device.
	_, _ = conn.Write(ddpPacket(0x42, 0, 0, ddpStatus, 0, nil))
	answer := make([]byte, 2048)
	_ = conn.SetReadDeadline(time.Now().Add(30 * time.Second))
	n, err := conn.Read(answer)
	must.Do(t, err)
	var said struct {
		Status struct {
			Man, Mod, Ver string
			Push          bool
		}
	}
	if err := json.Unmarshal(answer[10:n], &said); err != nil || said.Status.Man != "ledpost" ||
		said.Status.Ver != "1.2.3" || !said.Status.Push {
		t.Errorf("%q: %v", answer[:n], err)
	}
	for _, c := range s.Counts() {
		if c.Protocol == "ddp" && c.Outcome == "shown" && c.Packets == 0 {
			t.Error("packets are not counted")
		}
	}
}

// ended is a device that is no more.
type ended struct{}

func (ended) SetStream(context.Context, render.Widget, device.Sender) error { return context.Canceled }

// TestRunEnds: with its context, however the goroutines' turns fall, and with the
// device. The ports are free after it.
func TestRunEnds(t *testing.T) {
	run := func(dev Device) (s *Server, stop func(), done chan struct{}) {
		s = newServer(dev, Options{DDP: true, ArtNet: true, SACN: true})
		for name := range s.ports {
			s.ports[name] = freePort(t)
		}
		stop, done = running(t, s.runs)
		return s, stop, done
	}
	t.Run("context", func(t *testing.T) {
		for range 20 {
			s, stop, _ := run(&listener{})
			eventually.True(t, "LMSP has a port", func() bool { return s.Port() == s.ports[lmspName] })
			stop()
		}
	})
	t.Run("device", func(t *testing.T) {
		s, stop, done := run(ended{})
		defer stop()
		conn := dial(t, s.ports[ddpName])
		eventually.True(t, "it ends", func() bool {
			_, _ = conn.Write(ddpPacket(0x41, 0, 0x0B, 1, 0, fill(8, 255, 0, 0)))
			select {
			case <-done:
				return true
			default:
				return false
			}
		})
	})
}

func freePort(t *testing.T) int {
	t.Helper()
	conn := must.Get(net.ListenUDP("udp4", &net.UDPAddr{IP: net.IPv4(127, 0, 0, 1)}))(t)
	defer conn.Close()
	return conn.LocalAddr().(*net.UDPAddr).Port
}

func dial(t *testing.T, port int) *net.UDPConn {
	t.Helper()
	conn := must.Get(net.DialUDP("udp4", nil, &net.UDPAddr{IP: net.IPv4(127, 0, 0, 1), Port: port}))(t)
	t.Cleanup(func() { conn.Close() })
	return conn
}

// TestAnswers: small ones, few, and to those who may send only.
func TestAnswers(t *testing.T) {
	s := newServer(&listener{}, Options{DDP: true, ArtNet: true, Universe: 300})
	local := netip.MustParseAddr("127.0.0.1")
	poll := append([]byte("Art-Net\x00\x00\x20"), make([]byte, 12)...)
	reply, _ := s.handle(artnetName, poll, local, netip.Addr{}, noon)
	if len(reply) != 239 || !bytes.Equal(reply[:10], []byte("Art-Net\x00\x00\x21")) {
		t.Fatalf("ArtPollReply: % x", reply)
	}
	if !bytes.Equal(reply[10:14], []byte{127, 0, 0, 1}) ||
		!bytes.HasPrefix(reply[44:], []byte("ledpost 1.2.3 kitchen\x00")) {
		t.Errorf("address % x, name %q", reply[10:14], reply[44:107])
	}
	// Universe 300 is 299 from 0: net 1, sub-net 2, universe 11 (299 = 1<<8 + 2<<4 + 11).
	if reply[18] != 1 || reply[19] != 2 || reply[190] != 11 {
		t.Errorf("universe %d.%d.%d, want 1.2.11", reply[18], reply[19], reply[190])
	}
	for name, row := range map[string]struct {
		protocol string
		packet   []byte
		from     string
		answered bool
	}{
		"status":                    {ddpName, ddpPacket(0x42, 0, 0, ddpStatus, 0, nil), "127.0.0.1", true},
		"configuration":             {ddpName, ddpPacket(0x42, 0, 0, ddpConfig, 0, nil), "127.0.0.1", true},
		"of something else":         {ddpName, ddpPacket(0x42, 0, 0, ddpDisplay, 0, nil), "127.0.0.1", false},
		"an answer, not a question": {ddpName, ddpPacket(0x46, 0, 0, ddpStatus, 0, nil), "127.0.0.1", false},
		"status, from afar":         {ddpName, ddpPacket(0x42, 0, 0, ddpStatus, 0, nil), "203.0.113.1", false},
		"a poll of 10 bytes":        {artnetName, poll[:10], "127.0.0.2", false},
		"a poll of 13 bytes":        {artnetName, poll[:13], "127.0.0.2", false},
		"the shortest poll":         {artnetName, poll[:14], "127.0.0.2", true},
		"a poll from afar":          {artnetName, poll, "203.0.113.1", false},
	} {
		answer, _ := s.handle(row.protocol, row.packet, netip.MustParseAddr(row.from), netip.Addr{}, noon)
		if (answer != nil) != row.answered || len(answer) > maxAnswer {
			t.Errorf("%s: %d bytes", name, len(answer))
		}
	}
	q := &quota{}
	take := func(n byte, t time.Time) bool { return q.take(netip.AddrFrom4([4]byte{10, 0, 0, n}), t) }
	for i := range 5 {
		if ok := take(1, noon); ok != (i < answersOne) {
			t.Errorf("answer %d to one address: %v", i, ok)
		}
	}
	total := answersOne
	for n := byte(2); n < 200; n++ {
		if take(n, noon) {
			total++
		}
	}
	if total != answersTotal || len(q.one) > answersTotal+1 {
		t.Errorf("%d answers in a second, %d addresses kept", total, len(q.one))
	}
	if !take(1, noon.Add(time.Second)) {
		t.Error("the next second has none")
	}
}

// TestRefusedAnswer: one over the limit is not even made, as it asks the system for
// all its addresses.
func TestRefusedAnswer(t *testing.T) {
	s := newServer(&listener{}, Options{DDP: true, ArtNet: true})
	poll := append([]byte("Art-Net\x00\x00\x20"), make([]byte, 12)...)
	query := ddpPacket(0x42, 0, 0, ddpStatus, 0, nil)
	for range answersOne {
		if answer, _ := s.handle(artnetName, poll, anna, netip.Addr{}, noon); answer == nil {
			t.Error("no answer within the limit")
		}
	}
	for name, packet := range map[string][]byte{artnetName: poll, ddpName: query} {
		var answer []byte
		n := testing.AllocsPerRun(10, func() { answer, _ = s.handle(name, packet, anna, netip.Addr{}, noon) })
		if answer != nil || n != 0 {
			t.Errorf("%s: an answer of %d bytes, %v allocations", name, len(answer), n)
		}
	}
}

// TestPorts: a poll is answered with the universes that the panel has, as a
// controller sends no other.
func TestPorts(t *testing.T) {
	for _, row := range []struct {
		name  string
		size  image.Point
		first int // of the configuration, from 1
		want  []byte
	}{
		{"one universe", image.Pt(4, 2), 1, []byte{0}},
		{"the original's size has two", image.Pt(37, 8), 1, []byte{0, 1}},
		{"not from zero", image.Pt(37, 8), 8, []byte{7, 8}},
		{"the next is of another sub-net", image.Pt(37, 8), 16, []byte{15}},
		{"more than an answer has room for", image.Pt(64, 64), 1, []byte{0, 1, 2, 3}},
	} {
		s := New(&listener{}, render.NewLive(row.size, func() {}), Options{ArtNet: true, Universe: row.first},
			About{"kitchen", "1"}, slog.New(slog.DiscardHandler))
		r := s.pollReply(netip.Addr{}, netip.MustParseAddr("127.0.0.1"))
		n := len(row.want)
		if r[173] != byte(n) || !bytes.Equal(r[190:190+n], row.want) || r[174+n-1] != 0x80 || n < 4 && r[174+n] != 0 {
			t.Errorf("%s: %d ports, types % x, universes % x", row.name, r[173], r[174:178], r[190:194])
		}
	}
}

func TestOptions(t *testing.T) {
	for _, o := range []Options{{Universe: -1}, {Universe: 64000}, {Hold: -1}, {Hold: 2 * time.Hour},
		{Address: netip.MustParseAddr("::1")}, {Address: netip.MustParseAddr("239.255.0.1")}} {
		if o.Check() == nil {
			t.Errorf("%+v is allowed", o)
		}
	}
	must.Do(t, (Options{}).Check())
	if s := newServer(&listener{}, Options{}); len(s.ports) != 1 || s.Port() != 9999 {
		t.Errorf("by default %v are open", s.ports)
	}
}

// TestAddress: two devices of one machine receive on the same ports at addresses of their own.
func TestAddress(t *testing.T) {
	port := freePort(t)
	at := []string{"127.0.0.1", "127.0.0.2"}
	var devices []*listener
	for _, address := range at {
		dev := &listener{}
		s := newServer(dev, Options{DDP: true, Address: netip.MustParseAddr(address)})
		s.ports[ddpName], s.ports[lmspName] = port, freePort(t)
		stop, _ := running(t, s.runs)
		defer stop()
		devices = append(devices, dev)
	}
	for i, address := range at {
		conn := must.Get(net.Dial("udp4", net.JoinHostPort(address, strconv.Itoa(port))))(t)
		defer conn.Close()
		eventually.True(t, "the device is told", func() bool {
			_, _ = conn.Write(ddpPacket(0x41, 0, 0x0B, 1, 0, fill(8, 255, 0, 0)))
			_, told := devices[i].last()
			return told > 0
		})
		for _, other := range devices[i+1:] {
			if _, told := other.last(); told > 0 {
				t.Error("the other device is told, too")
			}
		}
	}
}

// FuzzPacket: whatever comes over UDP costs little and changes nothing but the
// picture.
func FuzzPacket(f *testing.F) {
	id := SessionID{1}
	f.Add(lmspPacket(id, 0, area(0, 0, 4, 2, fill(8, 1, 2, 3))))
	f.Add(lmspPacket(id, encodingPNG, area(0, 0, 4, 2, encoded(f, encodingPNG, 4, 2))))
	f.Add(lmspPacket(id, encodingJPEG, area(0, 0, 4, 2, encoded(f, encodingJPEG, 4, 2))))
	f.Add(lmspPacket(id, encodingGIF, area(0, 0, 4, 2, encoded(f, encodingGIF, 4, 2))))
	f.Add(ddpPacket(0x41, 0, 0x0B, 1, 0, fill(8, 1, 2, 3)))
	f.Add(artnetPacket(1, 0, fill(8, 1, 2, 3)))
	f.Add(sacnPacket(1, 100, 1, 0, 1, fill(8, 1, 2, 3)))
	f.Fuzz(func(t *testing.T, packet []byte) {
		if len(packet) > maxPacket {
			return
		}
		s := newServer(&listener{}, Options{})
		s.packets.session, s.packets.started = id, noon
		// A decoder's tables and buffers; a PNG's filter rows and inflater.
		memtest.AtMost(t, 1<<20+16*len(packet), func() {
			for _, name := range []string{lmspName, ddpName, artnetName, sacnName} {
				answer, _ := s.handle(name, packet, anna, netip.Addr{}, noon)
				if len(answer) > maxAnswer {
					t.Errorf("%s: an answer of %d bytes", name, len(answer))
				}
				s.packets.arbiter.taken = false
			}
		})
		for i := 3; i < len(s.packets.canvas.Pix); i += 4 {
			if s.packets.canvas.Pix[i] != 255 {
				t.Fatal("the canvas is not opaque")
			}
		}
	})
}

// TestRefusedAddress: the first one is logged, once.
func TestRefusedAddress(t *testing.T) {
	var out bytes.Buffer
	conn := must.Get(net.ListenUDP("udp4", &net.UDPAddr{IP: net.IPv4(127, 0, 0, 1)}))(t)
	elsewhere := Network{netip.MustParsePrefix("203.0.113.0/24")}
	s := New(nil, render.NewLive(image.Pt(4, 2), func() {}), Options{DDP: true, Allow: []Network{elsewhere}}, About{},
		slog.New(slog.NewTextHandler(&out, nil)))
	var reading sync.WaitGroup
	reading.Go(func() { s.receive(ddpName, conn) })
	for range 3 {
		must.Get(conn.WriteTo(ddpPacket(0x41, 0, 1, 1, 0, fill(1, 1, 1, 1)), conn.LocalAddr()))(t)
	}
	eventually.True(t, "all are counted", func() bool {
		return slices.Contains(s.Counts(), Count{ddpName, "address", 3})
	})
	conn.Close()
	reading.Wait()
	if text := out.String(); strings.Count(text, "refused") != 1 || !strings.Contains(text, "address=127.0.0.1") {
		t.Errorf("%s", text)
	}
}

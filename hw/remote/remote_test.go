// SPDX-License-Identifier: Apache-2.0

package remote

import (
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"errors"
	"image"
	"image/color"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/ledpost/ledpost/hw/panel"
	"github.com/ledpost/ledpost/hw/pixel"
	"github.com/ledpost/ledpost/internal/eventually"
	"github.com/ledpost/ledpost/internal/keyerr"
	"github.com/ledpost/ledpost/internal/must"
)

// nobody says that no address is this machine's: the stand-ins are on it.
func nobody(netip.Addr) bool { return false }

// standIn is what a panel shows, by its protocol.
type standIn struct {
	mu       sync.Mutex
	shown    []color.RGBA
	pictures int
	commands []string
	wrong    string // the first breach of the protocol
}

func (s *standIn) show(pix []color.RGBA) { s.shown, s.pictures = pix, s.pictures+1 }

// at returns the colour of a pixel, and how many pictures there were.
func (s *standIn) at(i int) (color.RGBA, int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if i >= len(s.shown) {
		return color.RGBA{}, s.pictures
	}
	return s.shown[i], s.pictures
}

// receive is a receiver of DDP on a port of its own, written by 3waylabs.com/ddp.
func receive(t *testing.T, pixels int) (*standIn, string) {
	t.Helper()
	conn := must.Get(net.ListenPacket("udp", "127.0.0.1:0"))(t)
	t.Cleanup(func() { conn.Close() })
	s := &standIn{}
	go func() {
		buffer, data, before := make([]byte, 1600), make([]byte, 3*pixels), uint8(0)
		for {
			n, _, err := conn.ReadFrom(buffer)
			if err != nil {
				return
			}
			b := buffer[:n]
			s.mu.Lock()
			offset, length := int(binary.BigEndian.Uint32(b[4:])), int(binary.BigEndian.Uint16(b[8:]))
			switch {
			case b[0]&0xC0 != 0x40, b[0]&0x3E != 0:
				s.wrong = "flags"
			case b[1] < 1 || b[1] > 15 || before != 0 && b[1] != before%15+1:
				s.wrong = "sequence"
			case b[2] != 0x0B || b[3] != 1:
				s.wrong = "type or destination"
			case n != 10+length || offset+length > len(data) || length > 1440:
				s.wrong = "length"
			}
			before = b[1]
			copy(data[offset:], b[10:])
			if b[0]&1 != 0 {
				var pix []color.RGBA
				for i := 0; i < len(data); i += 3 {
					pix = append(pix, color.RGBA{data[i], data[i+1], data[i+2], 255})
				}
				s.show(pix)
			}
			s.mu.Unlock()
		}
	}()
	return s, conn.LocalAddr().String()
}

// serve is a Pixoo 64 or a clock with AWTRIX, written by their pages.
func serve(t *testing.T) (*standIn, string) {
	t.Helper()
	s, last := &standIn{}, 0
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		s.mu.Lock()
		defer s.mu.Unlock()
		switch r.Method + " " + r.URL.Path {
		case "POST /post":
			var c struct {
				Command                                      string
				PicNum, PicWidth, PicOffset, PicID, PicSpeed int
				PicData                                      string
			}
			if json.Unmarshal(body, &c) != nil {
				s.wrong = "JSON"
			}
			s.commands = append(s.commands, c.Command)
			if c.Command == "Draw/ResetHttpGifId" {
				last = 0
			}
			if c.Command == "Draw/SendHttpGif" {
				rgb, err := base64.StdEncoding.DecodeString(c.PicData)
				if err != nil || len(rgb) != 3*64*64 || c.PicNum != 1 || c.PicWidth != 64 || c.PicOffset != 0 || c.PicID <= last {
					s.wrong = "picture"
					return
				}
				last = c.PicID
				var pix []color.RGBA
				for i := 0; i < len(rgb); i += 3 {
					pix = append(pix, color.RGBA{rgb[i], rgb[i+1], rgb[i+2], 255})
				}
				s.show(pix)
			}
			io.WriteString(w, `{"error_code": 0}`)
		case "GET /api/stats":
			io.WriteString(w, `{"version":"0.98"}`)
		case "POST /api/notify/dismiss":
			s.commands = append(s.commands, "dismiss")
		case "POST /api/notify":
			var c struct {
				Hold, Stack *bool
				Draw        []map[string][5]any
			}
			if json.Unmarshal(body, &c) != nil || c.Hold == nil || !*c.Hold || c.Stack == nil || *c.Stack || len(c.Draw) != 1 {
				s.wrong = "notification"
				return
			}
			db := c.Draw[0]["db"]
			colours, _ := db[4].([]any)
			if len(colours) != 32*8 || db[0] != 0.0 || db[1] != 0.0 || db[2] != 32.0 || db[3] != 8.0 {
				s.wrong = "bitmap"
				return
			}
			var pix []color.RGBA
			for _, v := range colours {
				n := uint32(v.(float64))
				pix = append(pix, color.RGBA{uint8(n >> 16), uint8(n >> 8), uint8(n), 255})
			}
			s.show(pix)
		default:
			s.wrong = r.Method + " " + r.URL.Path
			w.WriteHeader(http.StatusNotFound)
		}
	}))
	t.Cleanup(server.Close)
	return s, strings.TrimPrefix(server.URL, "http://")
}

// TestPanels: each protocol shows every pixel of a picture, and a later, darker one.
func TestPanels(t *testing.T) {
	wled, wledAt := receive(t, 32*32)
	divoom, divoomAt := serve(t)
	clock, clockAt := serve(t)
	for _, c := range []struct {
		name  string
		there *standIn
		keys  panel.Driver
	}{
		{"ddp", wled, DDPConfig{Hosts{[]string{wledAt}, nobody}, pixel.Size{X: 32, Y: 32}}},
		{"pixoo64", divoom, Pixoo64Config{Hosts{[]string{divoomAt}, nobody}}},
		{"awtrix", clock, AWTRIXConfig{Hosts{[]string{clockAt}, nobody}}},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			plan := must.Get(c.keys.Plan())(t)
			p := must.Get(plan.Open())(t)
			m := image.NewRGBA(p.Bounds())
			for i := range m.Pix {
				m.Pix[i] = uint8(i*7 + i/256)
			}
			for _, level := range []float64{1, 0.5} {
				p.SetBrightness(level)
				p.Draw(p.Bounds(), m, image.Point{})
				last := len(m.Pix)/4 - 1
				eventually.True(t, "the picture is shown", func() bool {
					got, _ := c.there.at(last)
					return got == dark(m.Pix[4*last:], level)
				})
				for i := range last {
					if got, _ := c.there.at(i); got != dark(m.Pix[4*i:], level) {
						t.Fatalf("pixel %d is %v, want %v", i, got, dark(m.Pix[4*i:], level))
					}
				}
			}
			if s := p.(panel.Sending); !s.SendsTo(netip.MustParseAddr("127.0.0.1")) ||
				s.SendsTo(netip.MustParseAddr("127.0.0.2")) {
				t.Error("it does not know where it sends to")
			}
			must.Do(t, p.Close())
			if c.name != "awtrix" {
				eventually.True(t, "it is dark when closed", func() bool {
					got, _ := c.there.at(5)
					return got == color.RGBA{A: 255}
				})
			}
			c.there.mu.Lock()
			defer c.there.mu.Unlock()
			must.Equal(t, c.there.wrong, "", "against the protocol")
			if c.name == "awtrix" && c.there.commands[len(c.there.commands)-1] != "dismiss" {
				t.Error("the clock was not given back")
			}
		})
	}
}

// dark is a pixel of a picture at a brightness.
func dark(p []uint8, level float64) color.RGBA {
	of := func(v uint8) uint8 { return uint8(float64(v) * level) }
	return color.RGBA{of(p[0]), of(p[1]), of(p[2]), 255}
}

// TestOnlyTheNewest: pictures that come faster than the panel bears are left out, and
// drawing waits for nothing, also while the panel does not answer.
func TestOnlyTheNewest(t *testing.T) {
	hold := make(chan struct{})
	var mu sync.Mutex
	var firsts []string
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/api/notify" {
			return
		}
		body, _ := io.ReadAll(r.Body)
		_, list, _ := strings.Cut(string(body), "32,8,[")
		first, _, _ := strings.Cut(list, ",")
		mu.Lock()
		firsts = append(firsts, first)
		mu.Unlock()
		<-hold
	}))
	release := sync.OnceFunc(func() { close(hold) })
	defer server.Close()
	defer release()
	fast := overAWTRIX
	fast.every = time.Millisecond
	p := open(image.Pt(32, 8), Hosts{[]string{strings.TrimPrefix(server.URL, "http://")}, nobody}, fast)
	m := image.NewRGBA(p.Bounds())
	draw := func(blue uint8) {
		m.Pix[2] = blue
		must.Do(t, p.Draw(m.Rect, m, image.Point{}))
	}
	draw(1)
	eventually.True(t, "the first picture is sent", func() bool { mu.Lock(); defer mu.Unlock(); return len(firsts) == 1 })
	for blue := range 100 { // the panel has not answered yet
		draw(uint8(blue + 2))
	}
	if n := testing.AllocsPerRun(100, func() { draw(101) }); n > 0.5 {
		t.Errorf("%v allocations a Draw", n)
	}
	release()
	eventually.True(t, "the newest picture is sent", func() bool { mu.Lock(); defer mu.Unlock(); return len(firsts) >= 2 })
	must.Do(t, p.Close())
	mu.Lock()
	defer mu.Unlock()
	if firsts[0] != "1" || firsts[1] != "101" {
		t.Errorf("sent %v, want the first and the newest", firsts)
	}
}

// TestNeverToItself: by address, by name, and after a name has moved.
func TestNeverToItself(t *testing.T) {
	for _, host := range []string{"127.0.0.1", "localhost", "[::1]:4048", "0.0.0.0", "224.0.0.1", "255.255.255.255"} {
		for name, keys := range map[string]panel.Driver{
			"ddp":     DDPConfig{Hosts{Hosts: []string{host}}, pixel.Size{X: 8, Y: 8}},
			"pixoo64": Pixoo64Config{Hosts{Hosts: []string{host}}}, "awtrix": AWTRIXConfig{Hosts{Hosts: []string{host}}},
		} {
			plan := must.Get(keys.Plan())(t)
			p := must.Get(plan.Open())(t)
			must.Do(t, p.Draw(p.Bounds(), image.Black, image.Point{}))
			var away []panel.Away
			eventually.True(t, name+" to "+host+" is refused", func() bool {
				away = p.(panel.Sending).Away()
				return len(away) == 1
			})
			if away[0].Host != host || !errors.Is(away[0].Err, ErrSelf) {
				t.Errorf("%s to %s: %v", name, host, away)
			}
			if err := p.Close(); !errors.Is(err, ErrSelf) {
				t.Errorf("%s says goodbye to %s: %v", name, host, err)
			}
		}
	}
	addrs, _ := net.InterfaceAddrs()
	for _, a := range addrs {
		if p, err := netip.ParsePrefix(a.String()); err == nil && !Own(p.Addr()) {
			t.Errorf("%v is not its own", p.Addr())
		}
	}
	if Own(netip.MustParseAddr("192.0.2.1")) {
		t.Error("another's address is its own")
	}
}

// TestAddressesOfAll: the last and the first address of each network are no panel's.
func TestAddressesOfAll(t *testing.T) {
	var own []net.Addr
	for _, cidr := range []string{"192.168.1.5/24", "10.1.2.3/20", "172.16.0.0/31", "198.51.100.7/32", "fe80::1/64"} {
		ip, network, err := net.ParseCIDR(cidr)
		must.Do(t, err)
		own = append(own, &net.IPNet{IP: ip, Mask: network.Mask})
	}
	for _, tt := range []struct {
		why, addr string
		want      bool
	}{
		{"the last one of a /24", "192.168.1.255", true},
		{"the first one of a /24", "192.168.1.0", true},
		{"a machine", "192.168.1.254", false},
		{"another network's last one cannot be known", "192.168.2.255", false},
		{"the last one of a /20", "10.1.15.255", true},
		{"in the middle of a /20", "10.1.2.255", false},
		{"a network of two has none", "172.16.0.1", false},
		{"a network of one has none", "198.51.100.7", false},
		{"IPv6 has none", "fe80::ffff:ffff:ffff:ffff", false},
	} {
		must.Equal(t, ofAll(netip.MustParseAddr(tt.addr), own), tt.want, tt.why, tt.addr)
	}
}

// TestRefusals: which key is wrong.
func TestRefusals(t *testing.T) {
	one := []string{"panel.local"}
	for _, c := range []struct {
		why, key string
		keys     panel.Driver
	}{
		{"no hosts", "hosts", AWTRIXConfig{}},
		{"too many hosts", "hosts", AWTRIXConfig{Hosts{Hosts: make([]string, maxHosts+1)}}},
		{"an address of a page", "hosts", Pixoo64Config{Hosts{Hosts: []string{"http://panel.local/"}}}},
		{"an empty host", "hosts", Pixoo64Config{Hosts{Hosts: []string{""}}}},
		{"one host twice", "hosts", AWTRIXConfig{Hosts{Hosts: []string{"a", "A"}}}},
		{"no size", "size", DDPConfig{Hosts: Hosts{Hosts: one}}},
		{"a size that is too large", "size", DDPConfig{Hosts{Hosts: one}, pixel.Size{X: 128, Y: 64}}},
	} {
		if _, err := c.keys.Plan(); err == nil || keyerr.Key(err) != c.key {
			t.Errorf("%s: %v", c.why, err)
		}
	}
}

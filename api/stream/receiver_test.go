// SPDX-License-Identifier: Apache-2.0

package stream

import (
	"errors"
	"image"
	"log/slog"
	"net/netip"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/ledpost/ledpost/internal/must"
	"github.com/ledpost/ledpost/internal/pixtest"
	"github.com/ledpost/ledpost/internal/scans"
	"github.com/ledpost/ledpost/render"
)

var (
	anna = netip.MustParseAddr("192.168.1.10")
	bert = netip.MustParseAddr("192.168.1.11")
	noon = time.Date(2027, 1, 31, 12, 0, 0, 0, time.UTC)
)

// screen keeps the last frame and counts them.
type screen struct {
	m *image.RGBA
	n int
}

func (s *screen) Give(m image.Image) {
	s.n++
	src := m.(*image.RGBA)
	s.m = image.NewRGBA(src.Rect)
	copy(s.m.Pix, src.Pix)
}

// rig is a receiver of a panel of 4 by 2 pixels.
type rig struct {
	*receiver
	t *testing.T
	screen
	id SessionID
}

func newRig(t *testing.T) *rig {
	r := &rig{t: t}
	r.receiver = newReceiver(image.Pt(4, 2), Options{Hold: 5 * time.Second}, &r.screen)
	r.id = r.begin(noon)
	return r
}

// send takes a packet of any protocol as the server would.
func (r *rig) send(protocol string, packet []byte, from netip.Addr, at time.Duration) error {
	s := &Server{opts: r.opts, packets: r.receiver}
	_, err := s.handle(protocol, packet, from, netip.Addr{}, noon.Add(at))
	return err
}

// shows sends what has to be shown, and looks.
func (r *rig) shows(protocol string, packet []byte, from netip.Addr, at time.Duration, want string) {
	r.t.Helper()
	if err := r.send(protocol, packet, from, at); err != nil {
		r.t.Fatalf("%s: %v", protocol, err)
	}
	if r.m == nil {
		r.t.Fatal("nothing was shown")
	}
	pixtest.Equal(r.t, r.m, want)
}

func (r *rig) drops(protocol string, packet []byte, from netip.Addr, at time.Duration, want error) {
	r.t.Helper()
	before := r.n
	if err := r.send(protocol, packet, from, at); !errors.Is(err, want) {
		r.t.Errorf("error %v, want %v", err, want)
	}
	if r.n != before {
		r.t.Error("it was shown")
	}
}

func TestLMSP(t *testing.T) {
	r := newRig(t)
	r.shows(lmspName, lmspPacket(r.id, 0, area(0, 0, 4, 2, fill(8, 255, 0, 0))), anna, 0, "RRRR\nRRRR")
	r.shows(lmspName, lmspPacket(r.id, 0, area(1, 0, 2, 1, fill(2, 0, 255, 0)), area(3, 1, 1, 1, fill(1, 0, 0, 255))),
		anna, 0, "RGGR\nRRRB")
}

// TestLMSPSenders: what senders in the world get wrong, and what is wrong.
func TestLMSPSenders(t *testing.T) {
	one := func(encoding uint8, data []byte, length int) []byte {
		return lmspPacket(newRig(t).id, encoding, lmspTestArea{image.Rect(0, 0, 4, 2), data, length})
	}
	red := fill(8, 255, 0, 0)
	plain := encoded(t, encodingJPEG, 4, 2)
	marks := "\xff\xfe\x00\x2a" + strings.Repeat("\xff\xda", scans.Most) // in a comment
	scanned := slices.Concat(plain[:2], []byte(marks), plain[2:])
	for name, row := range map[string]struct {
		packet []byte
		change func(p []byte) []byte
		err    error
	}{
		"reserved bytes are filled":      {one(0, red, -1), func(p []byte) []byte { p[23], p[25] = 1, 9; return p }, nil},
		"two bytes behind the data":      {one(0, red, -1), func(p []byte) []byte { return append(p, 0, 0) }, nil},
		"PNG with the length of pixels":  {one(encodingPNG, encoded(t, encodingPNG, 4, 2), 24), nil, nil},
		"JPEG with the length of pixels": {one(encodingJPEG, encoded(t, encodingJPEG, 4, 2), 24), nil, nil},
		"GIF":                            {one(encodingGIF, encoded(t, encodingGIF, 4, 2), -1), nil, nil},
		"another session":                {one(0, red, -1), func(p []byte) []byte { p[6] ^= 1; return p }, errSession},
		"another protocol":               {one(0, red, -1), func(p []byte) []byte { p[0] = 'L'; return p }, errForeign},
		"another version":                {one(0, red, -1), func(p []byte) []byte { p[4] = 2; return p }, errForeign},
		"an encoding there is not":       {one(4, red, -1), nil, errForeign},
		"no area":                        {one(0, red, -1), func(p []byte) []byte { p[24] = 0; return p }, errForeign},
		"missing area":                   {one(0, red, -1), func(p []byte) []byte { p[24] = 2; return p }, errShort},
		"cut off in the header":          {one(0, red, -1), func(p []byte) []byte { return p[:20] }, errShort},
		"cut off in the data":            {one(0, red, -1), func(p []byte) []byte { return p[:len(p)-1] }, errShort},
		"wider than the canvas":          {one(0, red, -1), func(p []byte) []byte { p[26] = 1; return p }, errOutside},
		"no size":                        {one(0, red, -1), func(p []byte) []byte { p[30] = 0; return p }, errOutside},
		"a JPEG of many scans":           {one(encodingJPEG, scanned, -1), nil, errEncoding},
		"a PNG of another size":          {one(encodingPNG, encoded(t, encodingPNG, 4, 3), -1), nil, errOutside},
		"a PNG that says it is huge":     {one(encodingPNG, encoded(t, encodingPNG, 30000, 1), -1), nil, errOutside},
		"no PNG":                         {one(encodingPNG, red, -1), nil, errEncoding},
		"a PNG that is cut off in itself": {one(encodingPNG, encoded(t, encodingPNG, 4, 2), -1), func(p []byte) []byte {
			return p[:len(p)-20]
		}, errEncoding},
	} {
		t.Run(name, func(t *testing.T) {
			r := newRig(t)
			p := row.packet
			copy(p[6:], r.id[:])
			if row.change != nil {
				p = row.change(p)
			}
			if row.err != nil {
				r.drops(lmspName, p, anna, 0, row.err)
				return
			}
			must.Do(t, r.send(lmspName, p, anna, 0))
			// JPEG's red is not quite red.
			if c := r.m.RGBAAt(3, 1); c.R < 240 || c.G > 16 {
				t.Errorf("the last pixel is %v", c)
			}
		})
	}
}

// TestSession: from whom, and for how long.
func TestSession(t *testing.T) {
	pixels := area(0, 0, 4, 2, fill(8, 255, 0, 0))
	r := newRig(t)
	r.drops(lmspName, lmspPacket(SessionID{}, 0, pixels), anna, 0, errSession)
	r.shows(lmspName, lmspPacket(r.id, 0, pixels), anna, 0, "RRRR\nRRRR")
	r.drops(lmspName, lmspPacket(r.id, 0, pixels), bert, 0, errSession)
	if !r.receiving(noon.Add(silence - 1)) {
		t.Error("it has ended before 10 s of silence")
	}
	if r.receiving(noon.Add(silence)) {
		t.Error("10 s of silence do not end it")
	}
	r.drops(lmspName, lmspPacket(r.id, 0, pixels), anna, silence, errSession)

	next := r.begin(noon)
	r.drops(lmspName, lmspPacket(r.id, 0, pixels), anna, 0, errSession)
	r.shows(lmspName, lmspPacket(next, 0, pixels), bert, 0, "RRRR\nRRRR")
	r.end()
	r.drops(lmspName, lmspPacket(next, 0, pixels), bert, 0, errSession)
	r.drops(lmspName, lmspPacket(SessionID{}, 0, pixels), bert, 0, errSession)

	if r.begin(noon); r.receiving(noon.Add(silence)) {
		t.Error("a session that nobody uses is open for ever")
	}
}

func TestDDP(t *testing.T) {
	const push, none = 0x41, 0x40
	red, green := fill(1, 255, 0, 0), fill(1, 0, 255, 0)
	r := newRig(t)
	r.shows(ddpName, ddpPacket(none, 0, 0x0B, 1, 0, red), anna, 0, "R...\n....")
	r.shows(ddpName, ddpPacket(none, 0, 0x0B, 1, 15, green), anna, 0, "R...\n.G..")
	r.shows(ddpName, ddpPacket(push, 0, 0x0B, 1, 3, red), anna, 0, "RR..\n.G..")
	if err := r.send(ddpName, ddpPacket(none, 0, 0x0B, 1, 6, red), anna, 0); err != nil || r.n != 3 {
		t.Errorf("who pushes is shown without it: %v, %d frames", err, r.n)
	}
	r.shows(ddpName, ddpPacket(push, 0, 0x0B, 1, 0, nil), anna, 0, "RRR.\n.G..")
	r.shows(ddpName, ddpPacket(push, 0, 0x01, 255, 9, red), anna, 0, "RRRR\n.G..")
	r.shows(ddpName, ddpPacket(push, 0, 0x1B, 1, 16, []byte{0, 0, 255, 0}), anna, 0, "RRRR\nBG..")
	timecode := ddpPacket(push|0x10, 0, 0x0B, 1, 18, green)
	timecode = append(timecode[:10:10], append([]byte{1, 2, 3, 4}, timecode[10:]...)...)
	r.shows(ddpName, timecode, anna, 0, "RRRR\nBGG.")
	for name, row := range map[string]struct {
		packet []byte
		err    error
	}{
		"another version":    {ddpPacket(0x81, 0, 0x0B, 1, 0, red), errForeign},
		"cut off":            {ddpPacket(push, 0, 0x0B, 1, 0, red)[:12], errShort},
		"no header":          {[]byte{0x41}, errShort},
		"beyond the canvas":  {ddpPacket(push, 0, 0x0B, 1, 24, red), errOutside},
		"far beyond":         {ddpPacket(push, 0, 0x0B, 1, 0xfffffff0, red), errOutside},
		"between two pixels": {ddpPacket(push, 0, 0x0B, 1, 1, red), errOutside},
		"for DMX":            {ddpPacket(push, 0, 0x0B, 254, 0, red), errIgnored},
		"an answer":          {ddpPacket(push|4, 0, 0x0B, 1, 0, red), errIgnored},
		"of its storage":     {ddpPacket(push|8, 0, 0x0B, 1, 0, red), errIgnored},
	} {
		t.Run(name, func(t *testing.T) { r.drops(ddpName, row.packet, anna, 0, row.err) })
	}
}

func TestDMX(t *testing.T) {
	red := fill(1, 255, 0, 0)
	long := append(fill(170, 0, 0, 255), 9, 9) // 512 channels
	r := newRig(t)
	r.shows(artnetName, artnetPacket(0, 0, red), anna, 0, "R...\n....")
	r.shows(artnetName, artnetPacket(0, 0, long), anna, 0, "BBBB\nBBBB")
	r.drops(artnetName, artnetPacket(0, 1, red), anna, 0, errOutside)
	r.drops(artnetName, artnetPacket(0, 0, long)[:30], anna, 0, errShort)
	r.drops(artnetName, []byte("Art-Net\x00\x00\x97"), anna, 0, errIgnored)
	r.drops(artnetName, []byte("Art-Nat\x00\x00\x50"), anna, 0, errForeign)
	r.drops(artnetName, []byte("Art-Net\x00"), anna, 0, errShort)

	r = newRig(t)
	r.shows(sacnName, sacnPacket(1, 100, 1, 0, 1, red), anna, 0, "R...\n....")
	r.drops(sacnName, sacnPacket(1, 100, 2, 0, 0, red), anna, 0, errOutside)
	r.drops(sacnName, sacnPacket(1, 100, 2, 0, 2, red), anna, 0, errOutside)
	r.drops(sacnName, sacnPacket(1, 100, 2, sacnPreview, 1, red), anna, 0, errIgnored)
	r.drops(sacnName, sacnPacket(1, 201, 2, 0, 1, red), anna, 0, errIgnored)
	r.drops(sacnName, sacnPacket(1, 100, 2, 0, 1, red)[:126], anna, 0, errShort)
	r.drops(sacnName, sacnPacket(1, 100, 2, 0, 1, red)[:50], anna, 0, errShort)
	r.drops(sacnName, []byte("no"), anna, 0, errForeign)
	startcode := sacnPacket(1, 100, 2, 0, 1, red)
	startcode[125] = 0xdd
	r.drops(sacnName, startcode, anna, 0, errIgnored)
}

// TestUniverses: the second begins with pixel 170, and universe is the first's
// number, as each protocol counts.
func TestUniverses(t *testing.T) {
	s := &screen{}
	r := newReceiver(image.Pt(180, 1), Options{Universe: 7}, s)
	server := &Server{opts: r.opts, packets: r}
	for _, row := range []struct {
		protocol string
		packet   []byte
		x        int
		err      error
	}{
		{artnetName, artnetPacket(0, 6, fill(1, 255, 0, 0)), 0, nil},
		{artnetName, artnetPacket(0, 7, fill(1, 255, 0, 0)), 170, nil},
		{artnetName, artnetPacket(0, 5, fill(1, 255, 0, 0)), 0, errOutside},
		{artnetName, artnetPacket(0, 8, fill(1, 255, 0, 0)), 0, errOutside},
	} {
		_, err := server.handle(row.protocol, row.packet, anna, netip.Addr{}, noon)
		r.flush(noon.Add(gatherFor)) // the other universe does not come
		if !errors.Is(err, row.err) || err == nil && s.m.RGBAAt(row.x, 0).R != 255 {
			t.Errorf("universe %d: %v", row.packet[14], err)
		}
	}
	r = newReceiver(image.Pt(180, 1), Options{Universe: 7}, s)
	server.packets = r
	_, err := server.handle(sacnName, sacnPacket(1, 100, 1, 0, 8, fill(1, 0, 255, 0)), anna, netip.Addr{}, noon)
	if r.flush(noon.Add(gatherFor)); err != nil || s.m.RGBAAt(170, 0).G != 255 {
		t.Errorf("sACN universe 8: %v", err)
	}
}

// TestOrder: what was overtaken is not shown, duplicates neither, and a jump is
// taken for a sender that began again.
func TestOrder(t *testing.T) {
	red := fill(1, 255, 0, 0)
	ddp := func(n uint8) []byte { return ddpPacket(0x40, n, 0, 1, 0, red) }
	artnet := func(n uint8) []byte { return artnetPacket(n, 0, red) }
	sacn := func(n uint8) []byte { return sacnPacket(1, 100, n, 0, 1, red) }
	for name, row := range map[string]struct {
		protocol string
		packet   func(sequence uint8) []byte
		first    uint8
		then     uint8
		late     bool
	}{
		"DDP, next":                    {ddpName, ddp, 4, 5, false},
		"DDP, overtaken":               {ddpName, ddp, 5, 4, true},
		"DDP, around":                  {ddpName, ddp, 15, 1, false},
		"DDP, overtaken around":        {ddpName, ddp, 1, 15, true},
		"DDP, a second piece of one":   {ddpName, ddp, 5, 5, false},
		"DDP, not counted":             {ddpName, ddp, 5, 0, false},
		"Art-Net, next":                {artnetName, artnet, 4, 5, false},
		"Art-Net, overtaken":           {artnetName, artnet, 5, 4, true},
		"Art-Net, around":              {artnetName, artnet, 255, 1, false},
		"Art-Net, not counted":         {artnetName, artnet, 5, 0, false},
		"sACN, next":                   {sacnName, sacn, 4, 5, false},
		"sACN, twice":                  {sacnName, sacn, 5, 5, true},
		"sACN, around":                 {sacnName, sacn, 255, 0, false},
		"sACN, 19 behind":              {sacnName, sacn, 100, 81, true},
		"sACN, 20 behind: begun again": {sacnName, sacn, 100, 80, false},
	} {
		t.Run(name, func(t *testing.T) {
			r := newRig(t)
			must.Do(t, r.send(row.protocol, row.packet(row.first), anna, 0))
			if err := r.send(row.protocol, row.packet(row.then), anna, 0); errors.Is(err, errLate) != row.late {
				t.Errorf("%d after %d: %v", row.then, row.first, err)
			}
		})
	}
}

// TestOneSender: who has the panel, and who gets it.
func TestOneSender(t *testing.T) {
	red, green := fill(8, 255, 0, 0), fill(1, 0, 255, 0)
	byDDP := func(data []byte) []byte { return ddpPacket(0x41, 0, 0x0B, 1, 0, data) }

	t.Run("the first keeps it until it is silent", func(t *testing.T) {
		r := newRig(t)
		r.shows(ddpName, byDDP(red), anna, 0, "RRRR\nRRRR")
		r.drops(ddpName, byDDP(green), bert, 5*time.Second-1, errBusy)
		r.drops(artnetName, artnetPacket(0, 0, green), anna, time.Second, errBusy)
		r.shows(ddpName, byDDP(green), bert, 5*time.Second, "G...\n....") // on black, not on another's
	})
	t.Run("a key takes it from who has none", func(t *testing.T) {
		r := newRig(t)
		r.shows(ddpName, byDDP(red), anna, 0, "RRRR\nRRRR")
		r.shows(lmspName, lmspPacket(r.id, 0, area(0, 0, 1, 1, green)), bert, 0, "G...\n....")
		r.drops(ddpName, byDDP(red), anna, 9*time.Second, errBusy)
		r.shows(ddpName, byDDP(red), anna, 10*time.Second, "RRRR\nRRRR")
	})
	t.Run("a higher priority takes it, an equal one not", func(t *testing.T) {
		r := newRig(t)
		r.shows(sacnName, sacnPacket(1, 100, 1, 0, 1, red), anna, 0, "RRRR\nRRRR")
		r.drops(sacnName, sacnPacket(2, 100, 1, 0, 1, green), bert, 0, errBusy)
		r.shows(sacnName, sacnPacket(2, 101, 1, 0, 1, green), bert, 0, "G...\n....")
		r.drops(sacnName, sacnPacket(1, 100, 2, 0, 1, red), anna, 0, errBusy)
	})
	t.Run("a goodbye frees it, another's not", func(t *testing.T) {
		r := newRig(t)
		r.shows(sacnName, sacnPacket(1, 100, 1, 0, 1, red), anna, 0, "RRRR\nRRRR")
		_ = r.send(sacnName, sacnPacket(2, 100, 1, sacnTerminated, 1, nil), bert, 0)
		r.drops(ddpName, byDDP(green), bert, 0, errBusy)
		_ = r.send(sacnName, sacnPacket(1, 100, 2, sacnTerminated, 1, nil), anna, 0)
		r.shows(ddpName, byDDP(green), bert, 0, "G...\n....")
	})
	t.Run("pixels outside the panel take nothing", func(t *testing.T) {
		r := newRig(t)
		r.drops(ddpName, ddpPacket(0x41, 0, 0x0B, 1, 300, red), anna, 0, errOutside)
		r.drops(artnetName, artnetPacket(0, 9, red), anna, 0, errOutside)
		r.shows(ddpName, byDDP(green), bert, 0, "G...\n....")
	})
}

func TestAllowed(t *testing.T) {
	only := Options{Allow: []Network{{netip.MustParsePrefix("203.0.113.7/32")}}}
	for _, row := range []struct {
		opts Options
		addr string
		want bool
	}{
		{Options{}, "192.168.1.2", true},
		{Options{}, "::ffff:192.168.1.2", true},
		{Options{}, "169.254.3.4", true},
		{Options{}, "127.0.0.1", true},
		{Options{}, "203.0.113.7", false},
		{only, "203.0.113.7", true},
		{only, "192.168.1.2", false},
	} {
		if got := row.opts.allows(netip.MustParseAddr(row.addr)); got != row.want {
			t.Errorf("%s by %v: %v", row.addr, row.opts.Allow, got)
		}
	}
	r := newRig(t)
	r.drops(ddpName, ddpPacket(0x41, 0, 0x0B, 1, 0, fill(1, 255, 0, 0)), netip.MustParseAddr("203.0.113.7"), 0, errAddress)
}

// TestPicturesThatComeBack: two devices that are each other's panel.
func TestPicturesThatComeBack(t *testing.T) {
	var log strings.Builder
	s := New(nil, render.NewLive(image.Pt(8, 8), func() {}), Options{DDP: true}, About{},
		slog.New(slog.NewTextHandler(&log, nil)))
	s.Refuse(func(a netip.Addr) bool { return a == anna })
	packet := ddpPacket(0x41, 0, 0x0B, 1, 0, fill(1, 255, 0, 0))
	for range 3 {
		if _, err := s.handle(ddpName, packet, anna, netip.Addr{}, noon); err != errLoop {
			t.Errorf("what comes back: %v", err)
		}
	}
	if _, err := s.handle(ddpName, packet, bert, netip.Addr{}, noon); err != nil {
		t.Errorf("what another sends: %v", err)
	}
	if n := strings.Count(log.String(), "sends pictures back"); n != 1 {
		t.Errorf("told %d times:\n%s", n, log.String())
	}
}

// TestNetworks: an address alone is one, too.
func TestNetworks(t *testing.T) {
	for text, want := range map[string]string{
		"192.168.1.0/24": "192.168.1.0/24", "192.168.1.7": "192.168.1.7/32", "fd00::1": "fd00::1/128",
		"192.168.1": "", "192.168.1.0/33": "", "fe80::1%eth0/64": "", "": "",
	} {
		var n Network
		if err := n.UnmarshalText([]byte(text)); (err == nil) != (want != "") || want != "" && n.String() != want {
			t.Errorf("%q is %v, %v; want %q", text, n, err, want)
		}
	}
}

// TestRawPacketsAllocateNothing: 60 a second on a board of 512 MB.
func TestRawPacketsAllocateNothing(t *testing.T) {
	r := newReceiver(image.Pt(64, 64), Options{}, discard{})
	id := r.begin(noon)
	pixels := fill(64*64, 1, 2, 3)
	s := &Server{opts: r.opts, packets: r}
	for name, packet := range map[string][]byte{
		lmspName: lmspPacket(id, 0, area(0, 0, 64, 64, pixels)),
		ddpName:  ddpPacket(0x41, 0, 0x0B, 1, 0, pixels[:1440]),
	} {
		if n := testing.AllocsPerRun(100, func() {
			if _, err := s.handle(name, packet, anna, netip.Addr{}, noon); err != nil && err != errBusy {
				t.Fatal(err)
			}
		}); n != 0 {
			t.Errorf("%s: %v allocations a packet", name, n)
		}
	}
}

type discard struct{}

func (discard) Give(image.Image) {}

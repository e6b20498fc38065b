// SPDX-License-Identifier: Apache-2.0

package stream

import (
	"encoding/binary"
	"image"
	"net/netip"
	"testing"
	"time"
)

// wall is a receiver of 64×64 pixels: 25 universes, the last one not full.
type wall struct {
	*receiver
	t     *testing.T
	shown []*image.RGBA
}

func (w *wall) Give(m image.Image) {
	src := m.(*image.RGBA)
	c := image.NewRGBA(src.Rect)
	copy(c.Pix, src.Pix)
	w.shown = append(w.shown, c)
}

const wallUniverses = 25

func newWall(t *testing.T) *wall {
	w := &wall{t: t}
	w.receiver = newReceiver(image.Pt(64, 64), Options{Hold: 5 * time.Second}, w)
	return w
}

func (w *wall) send(protocol string, packet []byte, at time.Duration, want error) {
	w.t.Helper()
	s := &Server{opts: w.opts, packets: w.receiver}
	if _, err := s.handle(protocol, packet, anna, netip.Addr{}, noon.Add(at)); err != want {
		w.t.Fatalf("%v: %v", at, err)
	}
}

// levels returns which levels a picture has in its universes.
func levels(m *image.RGBA) (all [wallUniverses]byte) {
	for i := range all {
		all[i] = m.Pix[4*universePixels*i]
	}
	return all
}

// whole returns the level of a picture that is all of one; 0 if it is torn.
func whole(m *image.RGBA) byte {
	for i := 0; i < len(m.Pix); i += 4 {
		if m.Pix[i] != m.Pix[0] {
			return 0
		}
	}
	return m.Pix[0]
}

// frame sends the universes of one picture; those in lost do not come.
func (w *wall) frame(protocol string, level byte, on int, at time.Duration, lost ...int) {
	w.t.Helper()
	for u := range wallUniverses {
		if len(lost) > 0 && lost[0] == u {
			lost = lost[1:]
			continue
		}
		data := fill(universePixels, level, level, level)
		packet := artnetPacket(level, u, data)
		if protocol == sacnName {
			packet = sacnPacket(1, 100, level, 0, u+1, data)
			binary.BigEndian.PutUint16(packet[109:], uint16(on))
		}
		w.send(protocol, packet, at+time.Duration(u)*100*time.Microsecond, nil)
	}
}

// artSyncPacket is Art-Net's word that a picture is complete.
func artSyncPacket() []byte { return append([]byte("Art-Net\x00\x00\x52"), 0, 14, 0, 0) }

// sacnSyncPacket is that of E1.31, table 4-2.
func sacnSyncPacket(source byte, universe int) []byte {
	p := make([]byte, 49)
	copy(p, acnName)
	p[21], p[43] = vectorRootMore, vectorFrameSync
	copy(p[22:], sacnPacket(source, 100, 0, 0, 1, nil)[22:38])
	binary.BigEndian.PutUint16(p[45:], uint16(universe))
	return p
}

// complete wants so many pictures, none of them torn, in their order.
func (w *wall) complete(why string, n int) {
	w.t.Helper()
	last := byte(0)
	for _, m := range w.shown {
		level := whole(m)
		if level <= last {
			w.t.Errorf("%s: a picture of levels %v after %d", why, levels(m), last)
		}
		last = level
	}
	if len(w.shown) != n {
		w.t.Errorf("%s: %d pictures, want %d", why, len(w.shown), n)
	}
}

// TestWallWithoutSync: a picture changes when all its universes have come.
func TestWallWithoutSync(t *testing.T) {
	for _, protocol := range []string{artnetName, sacnName} {
		w := newWall(t)
		for i := range 40 {
			w.frame(protocol, byte(i+1), 0, time.Duration(i)*25*time.Millisecond)
		}
		w.complete(protocol, 40)
	}
}

// TestWallWithSync: once a sync has come, nothing shows before the next one.
func TestWallWithSync(t *testing.T) {
	const on = 7962
	for protocol, sync := range map[string][]byte{artnetName: artSyncPacket(), sacnName: sacnSyncPacket(1, on)} {
		w := newWall(t)
		for i := range 40 {
			at := time.Duration(i) * 25 * time.Millisecond
			w.frame(protocol, byte(i+1), on, at)
			before := len(w.shown)
			if i > 0 && before != i {
				t.Fatalf("%s: picture %d shows before its sync", protocol, i)
			}
			w.send(protocol, sync, at+10*time.Millisecond, nil)
		}
		w.complete(protocol, 40)
	}
}

// TestWallSyncOfOthers: the sync of another source, of another universe, or from nobody who streams
// changes nothing.
func TestWallSyncOfOthers(t *testing.T) {
	w := newWall(t)
	w.send(artnetName, artSyncPacket(), 0, errIgnored)
	w.frame(sacnName, 1, 7962, 0)
	w.send(sacnName, sacnSyncPacket(2, 7962), time.Millisecond, errIgnored)
	w.send(sacnName, sacnSyncPacket(1, 7963), time.Millisecond, errIgnored)
	w.send(sacnName, sacnSyncPacket(1, 0), time.Millisecond, errIgnored)
	w.send(artnetName, artSyncPacket(), time.Millisecond, errIgnored)
	if w.gathering.waits(noon.Add(time.Millisecond)) {
		t.Error("it waits for a sync")
	}
	if on := <-w.syncs; on != 7962 {
		t.Errorf("listens for universe %d", on)
	}
}

// TestWallSyncEnds: a sender that has said nothing for 4 s is one that says nothing.
func TestWallSyncEnds(t *testing.T) {
	w := newWall(t)
	w.frame(artnetName, 1, 0, 0)
	w.send(artnetName, artSyncPacket(), 5*time.Millisecond, nil)
	w.frame(artnetName, 2, 0, time.Second)
	if len(w.shown) != 1 {
		t.Fatal("shown without its sync")
	}
	w.flush(noon.Add(3 * time.Second))
	if len(w.shown) != 1 {
		t.Fatal("shown while a sync may come")
	}
	w.flush(noon.Add(4100 * time.Millisecond))
	w.frame(artnetName, 3, 0, 4200*time.Millisecond)
	w.complete("after the last sync", 3)
}

// TestWallLosses: universes that are lost keep their last pixels, and the rest changes at once.
func TestWallLosses(t *testing.T) {
	for _, sync := range []bool{false, true} {
		w := newWall(t)
		for i := range 44 {
			at := time.Duration(i) * 25 * time.Millisecond
			var lost []int
			if i > 3 {
				lost = []int{(i - 4) % wallUniverses}
			}
			w.frame(artnetName, byte(i+1), 0, at, lost...)
			if sync && i%7 != 3 { // one of the syncs is lost now and then, too
				w.send(artnetName, artSyncPacket(), at+10*time.Millisecond, nil)
			}
		}
		w.flush(noon.Add(10 * time.Second))
		if n := len(w.shown); n < 35 || n > 44 {
			t.Errorf("sync %v: %d pictures of 44", sync, n)
		}
		for i, m := range w.shown {
			all := levels(m)
			newest := byte(0)
			for _, l := range all {
				newest = max(newest, l)
			}
			behind := 0
			for _, l := range all {
				if l != newest {
					behind++
				}
			}
			if behind > 1 {
				t.Errorf("sync %v: picture %d is torn: %v", sync, i, all)
			}
		}
	}
}

// TestWallWaits: a part of a picture shows 50 ms after its first packet, at the latest.
func TestWallWaits(t *testing.T) {
	w := newWall(t)
	w.send(artnetName, artnetPacket(1, 3, fill(universePixels, 9, 9, 9)), 0, nil)
	w.flush(noon.Add(49 * time.Millisecond))
	if len(w.shown) != 0 {
		t.Error("too early")
	}
	w.flush(noon.Add(50 * time.Millisecond))
	if len(w.shown) != 1 || levels(w.shown[0])[3] != 9 {
		t.Error("not shown")
	}
	w.flush(noon.Add(time.Second))
	if len(w.shown) != 1 {
		t.Error("shown again")
	}
}

// TestWallDDP: a picture in several packets changes at its push, with its time code, or with its last
// pixel.
func TestWallDDP(t *testing.T) {
	const part = 64 * 64 * 3 / 4
	for _, row := range []struct {
		why       string
		push      bool
		code      bool
		firstOnly bool // the last packets are lost
	}{{"push", true, false, false}, {"time code", false, true, false}, {"neither", false, false, false},
		{"neither, and the last is lost", false, false, true}, {"both", true, true, false}} {
		w := newWall(t)
		for i := range 20 {
			for k := range 4 {
				if row.firstOnly && k == 3 {
					continue
				}
				flags := uint8(0x40)
				if row.push && k == 3 {
					flags |= ddpPush
				}
				packet := ddpPacket(flags, 0, 1, ddpDisplay, uint32(k*part), fill(part/3, byte(i+1), 0, 0))
				if row.code {
					packet[0] |= ddpTimecode
					packet = append(packet[:10:10], append([]byte{0, 0, 1, byte(i)}, packet[10:]...)...)
				}
				w.send(ddpName, packet, time.Duration(i)*25*time.Millisecond, nil)
			}
		}
		if row.firstOnly {
			if n := len(w.shown); n != 19 {
				t.Errorf("%s: %d pictures", row.why, n)
			}
			continue
		}
		w.complete(row.why, 20)
	}
}

// TestLostSACN: a source that has been silent for 2.5 s no longer keeps another one away.
func TestLostSACN(t *testing.T) {
	w := newWall(t)
	packet := func(source, priority byte) []byte {
		return sacnPacket(source, priority, 0, 0, 1, fill(1, source, 0, 0))
	}
	w.send(sacnName, packet(1, 200), 0, nil)
	w.send(sacnName, packet(2, 100), 2400*time.Millisecond, errBusy)
	w.send(sacnName, packet(2, 100), 2500*time.Millisecond, nil)
	w.send(sacnName, packet(1, 200), 2600*time.Millisecond, nil)
	if _, until, taken := w.owner(noon.Add(6 * time.Second)); !taken || until != noon.Add(7600*time.Millisecond) {
		t.Errorf("%v until %v: what came stays for hold", taken, until)
	}
}

func TestWallAllocatesNothing(t *testing.T) {
	r := newReceiver(image.Pt(64, 64), Options{}, discard{})
	data := fill(universePixels, 1, 2, 3)
	packets := make([][]byte, wallUniverses)
	for u := range packets {
		packets[u] = artnetPacket(0, u, data)
	}
	s := &Server{opts: r.opts, packets: r}
	if n := testing.AllocsPerRun(100, func() {
		for _, p := range packets {
			_, _ = s.handle(artnetName, p, anna, netip.Addr{}, noon)
		}
		_, _ = s.handle(artnetName, artSyncOnce, anna, netip.Addr{}, noon)
	}); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

var artSyncOnce = artSyncPacket()

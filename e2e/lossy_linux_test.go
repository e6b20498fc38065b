// SPDX-License-Identifier: Apache-2.0

package e2e

import (
	be "encoding/binary"
	"image"
	"math/rand/v2"
	"net"
	"testing"
	"time"

	"github.com/ledpost/ledpost/e2e/rig"
	"github.com/ledpost/ledpost/internal/eventually"
	"github.com/ledpost/ledpost/internal/must"
	"github.com/ledpost/ledpost/internal/netns"
)

// lossy is a bad network: of the packets that it is given it loses some, sends
// some twice, and holds some back until at most four others have come. (DDP counts
// to 15: what is later than seven pictures looks like the future.)
type lossy struct {
	net.Conn
	dice *rand.Rand
	held [][]byte
	age  int // packets since the oldest of held
}

func (l *lossy) send(packet []byte) {
	if len(l.held) > 0 {
		l.age++
	}
	if l.age == 4 || l.dice.IntN(4) == 0 {
		defer l.flush()
	}
	switch n := l.dice.IntN(100); {
	case n < 10:
		return
	case n < 30:
		l.held = append(l.held, packet)
		return
	case n < 40:
		l.Write(packet)
	}
	l.Write(packet)
}

// flush lets go what is held back, the youngest first.
func (l *lossy) flush() {
	for i := range l.held {
		l.Write(l.held[len(l.held)-1-i])
	}
	l.held, l.age = nil, 0
}

// TestStreamOverABadNetwork streams from another host pictures that become
// brighter, over a network that loses, doubles and reorders: the panel never goes
// back to a picture older than the one it shows, and ends with the last.
func TestStreamOverABadNetwork(t *testing.T) {
	if testing.Short() {
		t.Skip("it takes a quarter of a minute")
	}
	if !netns.Own(t) {
		return
	}
	host := netns.Neighbour(t)
	r := rig.Launch(t, nil, rig.Configured(t, "[stream]\nddp = true\nsacn = true\nhold = \"1s\"\n")...)
	r.Call("PUT", "/api/v2/device/display", `{"brightness":100,"brightness_mode":"manual"}`, nil)
	for _, row := range []struct {
		name, port string
		packets    func(frame int, shade byte) [][]byte
	}{
		{"ddp", "4048", func(frame int, shade byte) [][]byte { return [][]byte{ddpFrame(frame, shade)} }},
		{"sacn", "5568", func(frame int, shade byte) [][]byte {
			return [][]byte{sacnFrame(frame, 1, 170, shade), sacnFrame(frame, 2, 126, shade)}
		}},
	} {
		t.Run(row.name, func(t *testing.T) {
			l := &lossy{dice: rand.New(rand.NewPCG(1, 2))}
			must.Do(t, host.Do(func() (err error) {
				l.Conn, err = net.Dial("udp", net.JoinHostPort(netns.Address, row.port))
				return err
			}))
			defer l.Close()
			eventually.True(t, "nobody streams", func() bool { return sender(t, r) == "" })
			shown := [2]uint32{} // of a pixel of each universe
			for frame := range 240 {
				for _, p := range row.packets(frame, byte(frame)) {
					l.send(p)
				}
				if time.Sleep(time.Second / 60); frame%4 != 0 {
					continue
				}
				for i, p := range []image.Point{{0, 0}, {36, 7}} {
					red, green, _, _ := r.Frame().At(p.X, p.Y).RGBA()
					if green != 0 || red > uint32(frame)*0x101 {
						continue // the clock or what was before, as no picture of the stream is so bright yet
					}
					if red < shown[i] {
						t.Errorf("frame %d: pixel %v goes back from %#x to %#x", frame, p, shown[i], red)
					}
					shown[i] = red
				}
			}
			l.flush()
			eventually.True(t, "the last picture is there", func() bool {
				for _, p := range row.packets(240, 255) {
					l.Write(p)
				}
				m := r.Frame()
				first, _, _, _ := m.At(0, 0).RGBA()
				last, _, _, _ := m.At(36, 7).RGBA()
				return first > 0xf000 && last > 0xf000
			})
		})
	}
}

// ddpFrame is a picture of 37×8 red pixels in one packet, with its number.
func ddpFrame(frame int, shade byte) []byte {
	data := reds(296, shade)
	p := make([]byte, 10, 10+len(data))
	p[0], p[1], p[2], p[3] = 0x41, byte(1+frame%15), 0x0B, 1
	be.BigEndian.PutUint16(p[8:], uint16(len(data)))
	return append(p, data...)
}

// sacnFrame is a universe of so many red pixels (E1.31, tables 4-1 to 4-3).
func sacnFrame(frame, universe, pixels int, shade byte) []byte {
	data := reds(pixels, shade)
	p := make([]byte, 126, 126+len(data))
	copy(p, "\x00\x10\x00\x00ASC-E1.17\x00\x00\x00")
	be.BigEndian.PutUint32(p[18:], 4)
	copy(p[22:38], "a sender's CID..")
	be.BigEndian.PutUint32(p[40:], 2)
	p[108], p[111], p[117] = 100, byte(frame), 2
	be.BigEndian.PutUint16(p[113:], uint16(universe))
	be.BigEndian.PutUint16(p[123:], uint16(len(data)+1))
	return append(p, data...)
}

func reds(pixels int, shade byte) []byte {
	data := make([]byte, 3*pixels)
	for i := 0; i < len(data); i += 3 {
		data[i] = shade
	}
	return data
}

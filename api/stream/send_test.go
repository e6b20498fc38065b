// SPDX-License-Identifier: Apache-2.0

package stream

import (
	"errors"
	"image"
	"image/color"
	"net/netip"
	"testing"

	"github.com/ledpost/ledpost/internal/must"
)

// link is a cable without loss: what is written on it is received.
type link struct {
	r        *receiver
	protocol string
	packets  int
	longest  int
}

func (l *link) Write(packet []byte) (int, error) {
	l.packets++
	l.longest = max(l.longest, len(packet))
	s := &Server{opts: l.r.opts, packets: l.r}
	_, err := s.handle(l.protocol, packet, anna, netip.Addr{}, noon)
	return len(packet), err
}

// chequered is a picture in which no two neighbours are alike.
func chequered(size image.Point) *image.RGBA {
	m := image.NewRGBA(image.Rectangle{Max: size}.Add(image.Pt(3, 1)))
	for i := range size.X * size.Y {
		m.SetRGBA(3+i%size.X, 1+i/size.X, color.RGBA{uint8(i), uint8(i >> 8), uint8(7 * i), 255})
	}
	return m
}

// TestSend: what is sent is what is shown, also where it takes several packets.
func TestSend(t *testing.T) {
	for _, size := range []image.Point{{37, 8}, {64, 32}, {1, 1}, {512, 4}} {
		for name, sender := range map[string]func(l *link, id SessionID) func(*image.RGBA) error{
			lmspName: func(l *link, id SessionID) func(*image.RGBA) error {
				return (&LMSPSender{out: l, id: id}).Send
			},
			ddpName: func(l *link, _ SessionID) func(*image.RGBA) error { return NewDDPSender(l).Send },
		} {
			shown := &screen{}
			l := &link{r: newReceiver(size, Options{}, shown), protocol: name}
			send := sender(l, l.r.begin(noon))
			for range 20 { // around DDP's sequence numbers
				if err := send(chequered(size)); err != nil {
					t.Fatalf("%s, %v: %v", name, size, err)
				}
			}
			want := chequered(size)
			for i := 0; i < len(want.Pix); i++ {
				if shown.m.Pix[i] != want.Pix[i] {
					t.Fatalf("%s, %v: byte %d is %d, want %d", name, size, i, shown.m.Pix[i], want.Pix[i])
				}
			}
			if l.longest > 1472 && size.X <= maxData/3 {
				t.Errorf("%s, %v: a packet of %d bytes is cut on Ethernet", name, size, l.longest)
			}
		}
	}
}

func TestSessionOfSender(t *testing.T) {
	for _, bad := range []string{"", "00", "zz891aa891ab4f8e8a1a16eb319b00f3", "a2891aa891ab4f8e8a1a16eb319b00f3ff"} {
		if _, err := NewLMSPSender(nil, bad); err == nil {
			t.Errorf("%q is a session", bad)
		}
	}
}

func TestSendFails(t *testing.T) {
	broken := errors.New("no route")
	s := must.Get(NewLMSPSender(failing{broken}, "a2891aa891ab4f8e8a1a16eb319b00f3"))(t)
	if err := s.Send(chequered(image.Pt(2, 2))); !errors.Is(err, broken) {
		t.Error(err)
	}
	if err := NewDDPSender(failing{broken}).Send(chequered(image.Pt(2, 2))); !errors.Is(err, broken) {
		t.Error(err)
	}
}

type failing struct{ err error }

func (f failing) Write([]byte) (int, error) { return 0, f.err }

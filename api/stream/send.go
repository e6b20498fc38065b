// SPDX-License-Identifier: Apache-2.0

package stream

import (
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"image"
	"io"
)

// maxData is the most data that a sender puts into a packet. With all headers
// the packet stays below the 1,500 bytes of Ethernet, so that it is not split
// into fragments, one of which might get lost. It is also DDP's own limit.
const maxData = 1440

// An LMSPSender sends pictures to the session of a device. It must not be used
// from two goroutines at once.
type LMSPSender struct {
	out    io.Writer // a UDP connection: one packet per Write
	id     SessionID
	packet []byte
}

// NewLMSPSender returns a sender for a session given as 32 hex digits.
func NewLMSPSender(out io.Writer, session string) (*LMSPSender, error) {
	id, err := hex.DecodeString(session)
	if err != nil || len(id) != len(SessionID{}) {
		return nil, fmt.Errorf("stream: session %.40q is not 32 hex digits", session)
	}
	return &LMSPSender{out: out, id: SessionID(id)}, nil
}

// Send sends m with as many rows in a packet as fit. The device shows each
// packet when it arrives.
func (s *LMSPSender) Send(m *image.RGBA) error {
	size := m.Rect.Size()
	rows := max(1, maxData/(3*size.X))
	for y := 0; y < size.Y; y += rows {
		h := min(rows, size.Y-y)
		s.packet = append(append(append(s.packet[:0], "lmsp\x01\x00"...), s.id[:]...), encodingRaw, 0, 1, 0)
		for _, v := range []int{0, y, size.X, h, 3 * size.X * h} {
			s.packet = binary.LittleEndian.AppendUint16(s.packet, uint16(v))
		}
		s.packet = appendRGB(s.packet, m, y, y+h)
		if _, err := s.out.Write(s.packet); err != nil {
			return fmt.Errorf("stream: %w", err)
		}
	}
	return nil
}

// A DDPSender sends pictures to a display that understands DDP. It must not be
// used from two goroutines at once.
type DDPSender struct {
	out      io.Writer // a UDP connection: one packet per Write
	sequence uint8
	pixels   []byte
	packet   []byte
}

// NewDDPSender returns a sender.
func NewDDPSender(out io.Writer) *DDPSender { return &DDPSender{out: out} }

// Send sends m in packets of 480 pixels. The last packet makes the display show
// them.
func (s *DDPSender) Send(m *image.RGBA) error {
	s.pixels = appendRGB(s.pixels[:0], m, 0, m.Rect.Dy())
	// 1 to 15: 0 says that there are no sequence numbers.
	s.sequence = s.sequence%15 + 1
	for at := 0; at < len(s.pixels); at += maxData {
		data := s.pixels[at:min(at+maxData, len(s.pixels))]
		flags := uint8(0x40)
		if at+len(data) == len(s.pixels) {
			flags |= ddpPush
		}
		s.packet = append(s.packet[:0], flags, s.sequence, 0x0B, ddpDisplay)
		s.packet = binary.BigEndian.AppendUint32(s.packet, uint32(at))
		s.packet = binary.BigEndian.AppendUint16(s.packet, uint16(len(data)))
		if _, err := s.out.Write(append(s.packet, data...)); err != nil {
			return fmt.Errorf("stream: %w", err)
		}
	}
	return nil
}

// appendRGB appends the rows of m with from <= y < to.
func appendRGB(b []byte, m *image.RGBA, from, to int) []byte {
	for y := m.Rect.Min.Y + from; y < m.Rect.Min.Y+to; y++ {
		for x := m.Rect.Min.X; x < m.Rect.Max.X; x++ {
			p := m.Pix[m.PixOffset(x, y):]
			b = append(b, p[0], p[1], p[2])
		}
	}
	return b
}

// SPDX-License-Identifier: Apache-2.0

package max7219

import (
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/ledpost/ledpost/hw/bus"
	"github.com/ledpost/ledpost/hw/refresh"
	"periph.io/x/conn/v3/physic"
	"periph.io/x/conn/v3/spi"
)

// grayBackend shows frames in the refresher process.
type grayBackend struct {
	params   GrayParams
	port     spi.PortCloser
	conn     spi.Conn
	control  [3][]byte // test, decode, scan limit
	packets  []spi.Packet
	next     time.Duration // when the next plane is due, by refresh.Now
	healed   time.Duration
	off      []byte
	darkRows [8][]byte
}

// OpenGray opens the chain in the refresher process; see refresh.Opener.
func OpenGray(raw []byte) (refresh.Backend, error) {
	var p GrayParams
	if err := json.Unmarshal(raw, &p); err != nil {
		return nil, fmt.Errorf("max7219: %w", err)
	}
	if p.Modules < 1 || p.Modules > maxModules || p.Planes < 2 || p.Planes > 3 || p.Each < time.Millisecond ||
		p.Each > time.Second {
		return nil, fmt.Errorf("max7219: parameters %+v", p)
	}
	port, err := bus.OpenSPI(p.Port)
	if err != nil {
		return nil, fmt.Errorf("max7219: %w", err)
	}
	b, err := newGrayBackend(p, port)
	if err != nil {
		return nil, errors.Join(err, port.Close())
	}
	return b, nil
}

func newGrayBackend(p GrayParams, port spi.PortCloser) (*grayBackend, error) {
	c, err := port.Connect(physic.Frequency(p.Speed), spi.Mode0, 8)
	if err != nil {
		return nil, fmt.Errorf("max7219: %w", err)
	}
	n := p.Modules
	b := &grayBackend{
		params: p, port: port, conn: c,
		control: [3][]byte{register(regTest, 0, n), register(regDecode, 0, n), register(regScanLimit, 7, n)},
		packets: make([]spi.Packet, 0, 13),
		off:     register(regShutdown, 0, n),
		healed:  -bus.HealEvery,
	}
	for d := range b.darkRows {
		b.darkRows[d] = register(regDigit0+byte(d), 0, n)
	}
	return b, nil
}

// Refresh implements refresh.Backend: one round of the planes, each one message.
func (b *grayBackend) Refresh(frame []byte) error {
	now := refresh.Now()
	if now-b.next > b.params.Each {
		b.next = now // the first round, or one that came much too late
	}
	for plane := range b.params.Planes {
		if err := b.conn.TxPackets(b.sequence(frame, plane, now)); err != nil {
			return fmt.Errorf("max7219: %w", err)
		}
		b.next += b.params.Each
		refresh.SleepUntil(b.next)
	}
	return nil
}

// sequence is the packets for a plane: its intensity and digits; in a round's
// first also shutdown, and every two seconds the other control registers.
func (b *grayBackend) sequence(frame []byte, plane int, now time.Duration) []spi.Packet {
	p := b.packets[:0]
	if plane == 0 && now-b.healed >= bus.HealEvery {
		b.healed = now
		for _, row := range b.control {
			p = append(p, spi.Packet{W: row})
		}
	}
	for row := range rowsOfPlane {
		p = append(p, spi.Packet{W: b.params.row(frame, plane, row)})
	}
	if plane == 0 {
		p = append(p, spi.Packet{W: b.params.row(frame, b.params.Planes, 0)})
	}
	return p
}

// Blank implements refresh.Backend.
func (b *grayBackend) Blank() error {
	p := b.packets[:0]
	for _, row := range b.darkRows {
		p = append(p, spi.Packet{W: row})
	}
	return errors.Join(b.conn.TxPackets(append(p, spi.Packet{W: b.off})), b.port.Close())
}

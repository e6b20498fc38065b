// SPDX-License-Identifier: Apache-2.0

package max7219

import (
	"errors"
	"fmt"
	"image"
	"image/draw"
	"time"

	"github.com/ledpost/ledpost/hw/bus"
	"github.com/ledpost/ledpost/hw/pixel"
	"periph.io/x/conn/v3/physic"
	"periph.io/x/conn/v3/spi"
)

// Dev is an open chain. Only one goroutine may use it.
type Dev struct {
	// Immutable.
	port spi.PortCloser
	conn spi.Conn
	geo  geometry
	lit  thresholds
	// Mutable.
	canvas *image.RGBA
	cells  []uint64
	next   frame // what the chain shall show
	sent   frame // what it was sent
	// The control registers: rows to send, and the last values of the rows that vary.
	test, decode, scan   []byte
	intensity, shutdown  []byte
	sentLevel, sentAwake byte
	packets              []spi.Packet
	healed               time.Time // when everything was last sent
	valid                bool      // sent is what the chain has
}

// New connects to the chain on port and lights it up dark. It owns port from
// then on, even if it fails.
func New(port spi.PortCloser, cfg Config) (*Dev, error) {
	g, err := cfg.resolve()
	if err == nil && cfg.gray() {
		err = fmt.Errorf("max7219: %d levels need the refresher process", cfg.Levels)
	}
	if err != nil {
		return nil, errors.Join(err, port.Close())
	}
	return openResolved(port, cfg, g)
}

// openResolved is New for a resolved Config.
func openResolved(port spi.PortCloser, cfg Config, g geometry) (*Dev, error) {
	d, err := connect(port, cfg, g)
	if err != nil {
		return nil, errors.Join(err, port.Close())
	}
	return d, nil
}

func connect(port spi.PortCloser, cfg Config, g geometry) (*Dev, error) {
	c, err := port.Connect(physic.Frequency(cfg.Speed), spi.Mode0, 8)
	if err != nil {
		return nil, fmt.Errorf("max7219: %w", err)
	}
	d := newDev(port, c, g, cfg)
	return d, d.Refresh()
}

func newDev(port spi.PortCloser, c spi.Conn, g geometry, cfg Config) *Dev {
	n := len(g.modules)
	d := &Dev{
		port: port, conn: c, geo: g, lit: newThresholds(cfg.Threshold),
		canvas: image.NewRGBA(image.Rectangle{Max: g.size}),
		cells:  make([]uint64, n), next: newFrame(n), sent: newFrame(n),
		test: register(regTest, 0, n), decode: register(regDecode, 0, n), scan: register(regScanLimit, 7, n),
		intensity: register(regIntensity, 15, n), shutdown: register(regShutdown, 1, n),
		packets: make([]spi.Packet, 0, 13),
	}
	if cfg.Dither {
		d.lit = orderedDither()
	}
	return d
}

// Bounds implements hw.Panel.
func (d *Dev) Bounds() image.Rectangle { return d.canvas.Rect }

// SetBrightness implements hw.Panel: one of 16 intensities, or shutdown at 0.
func (d *Dev) SetBrightness(level float64) error {
	awake := byte(0)
	if level > 0 {
		awake = 1
		setValue(d.intensity, intensity(pixel.Light(level)))
	}
	setValue(d.shutdown, awake)
	return nil
}

// Draw implements hw.Panel: one message on the bus with the rows that changed,
// or none.
func (d *Dev) Draw(r image.Rectangle, src image.Image, sp image.Point) error {
	draw.Draw(d.canvas, r, src, sp, draw.Src)
	d.lit.cells(d.canvas, d.geo.leds.X/8, d.cells)
	d.geo.encode(d.cells, &d.next)
	if !d.valid || time.Since(d.healed) >= bus.HealEvery {
		return d.Refresh()
	}
	return d.send(d.changes())
}

// RefreshAfter implements hw.Refresher: it counts from when everything was sent,
// since a Draw may have sent little of it.
func (d *Dev) RefreshAfter() time.Duration {
	return max(time.Until(d.healed.Add(bus.HealEvery)), time.Millisecond)
}

// Refresh implements hw.Refresher: it sends every register, so that a chain that
// lost some heals.
func (d *Dev) Refresh() error {
	d.valid = false
	p := d.packets[:0]
	p = append(p, spi.Packet{W: d.test}, spi.Packet{W: d.decode}, spi.Packet{W: d.scan}, spi.Packet{W: d.intensity})
	for i := range d.next.row {
		p = append(p, spi.Packet{W: d.next.row[i]})
	}
	if err := d.send(append(p, spi.Packet{W: d.shutdown})); err != nil {
		return err
	}
	d.healed = time.Now()
	return nil
}

// changes are the rows that differ from the last ones sent.
func (d *Dev) changes() []spi.Packet {
	p := d.packets[:0]
	if d.intensity[1] != d.sentLevel {
		p = append(p, spi.Packet{W: d.intensity})
	}
	for i, row := range d.next.row {
		if string(row) != string(d.sent.row[i]) {
			p = append(p, spi.Packet{W: row})
		}
	}
	if d.shutdown[1] != d.sentAwake {
		p = append(p, spi.Packet{W: d.shutdown})
	}
	return p
}

// send sends the packets in one message; after each the chips latch their part,
// since CS rises. It notes what the chain has then.
func (d *Dev) send(p []spi.Packet) error {
	if len(p) == 0 {
		return nil
	}
	d.valid = false
	if err := d.conn.TxPackets(p); err != nil {
		return fmt.Errorf("max7219: %w", err)
	}
	for i, row := range d.next.row {
		copy(d.sent.row[i], row)
	}
	d.sentLevel, d.sentAwake = d.intensity[1], d.shutdown[1]
	d.valid = true
	return nil
}

// Close implements hw.Panel: the chips are shut down, with dark rows, so that a chip
// that wakes up again shows nothing.
func (d *Dev) Close() error {
	for _, row := range d.next.row {
		setValue(row, 0)
	}
	setValue(d.shutdown, 0)
	return errors.Join(d.Refresh(), d.port.Close())
}

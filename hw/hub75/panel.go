// SPDX-License-Identifier: Apache-2.0

package hub75

import (
	"cmp"
	"errors"
	"fmt"
	"image"
	"image/draw"
	"os"
	"strings"
	"time"

	"github.com/ledpost/ledpost/hw/bus"
	"github.com/ledpost/ledpost/hw/gpiomem"
	"github.com/ledpost/ledpost/hw/pixel"
	"github.com/ledpost/ledpost/hw/refresh"
	"github.com/ledpost/ledpost/internal/keyerr"
)

// A sink takes frames: the refresher process, or a recording.
type sink interface {
	Back() []byte
	Publish() error
	Close() error
}

// Panel is the panels as one picture. Only one goroutine may use it, except for
// Note and Stats.
type Panel struct {
	process *refresh.Process // nil without one
	encoder *encoder
	sink    sink
	canvas  *image.RGBA
	level   float64 // brightness asked for
	packed  float64 // brightness of the encoder's tables
}

// Open opens the panels: it starts the refresher process, or with GPIO "vcd:…"
// a recording. The program's main function must hand [refresh.Command] to
// [refresh.Main] with [Backends].
func Open(c Config) (*Panel, error) {
	g, pins, err := resolve(&c)
	if err != nil {
		return nil, err
	}
	return openResolved(&c, g, pins)
}

// openResolved is Open for a resolved Config.
func openResolved(c *Config, g *geometry, pins Pins) (*Panel, error) {
	if path, ok := strings.CutPrefix(c.GPIO, "vcd:"); ok {
		c.choose(g, pins, gpiomem.Board{}, 1)
		return openRecording(c, g, pins, path)
	}
	board, err := gpiomem.FindBoard(os.DirFS("/"))
	if err != nil {
		return nil, fmt.Errorf("hub75: %w", err)
	}
	if err := c.fits(&pins, board); err != nil {
		return nil, err
	}
	limits := cmp.Or(c.Limits, refresh.Usual())
	if c.Refresh == 0 {
		return open(c, g, newWire(c, g, pins, board), limits)
	}
	return c.atRate(g, pins, board, func(w wire) (*Panel, time.Duration, error) {
		p, err := open(c, g, w, limits)
		if err != nil {
			return nil, 0, err
		}
		return p, p.measured(limits.Ready), nil
	})
}

// resolve completes a Config and returns its fault.
func resolve(c *Config) (*geometry, Pins, error) {
	if err := c.checkRefresh(); err != nil {
		return nil, Pins{}, err
	}
	c.setDefaults()
	if err := c.check(); err != nil {
		return nil, Pins{}, err
	}
	pins, err := wiringNamed(c.Wiring)
	if err != nil {
		return nil, Pins{}, err
	}
	if n := pins.chains(); c.Parallel > n {
		return nil, Pins{}, keyerr.New("parallel",
			"hub75: parallel is %d, the wiring %s has %d: regular has 3, and compute-module has 6", c.Parallel, c.Wiring, n)
	}
	if c.Backend == "pio" {
		if err := c.fits(&pins, gpiomem.Board{Model: "Raspberry Pi 5"}); err != nil {
			return nil, Pins{}, err
		}
	}
	if _, wired := gpiomem.PWMFunction(pins.OE); c.Pulses == "pwm" && !wired {
		return nil, Pins{}, keyerr.New("pulses",
			"hub75: pulses = \"pwm\" needs the light (OE) on GPIO 18 or 12, the wiring %s has it on %d: "+
				"bridge GPIO 4 and 18 and write wiring = \"adafruit-hat-pwm\", or write pulses = \"timed\"", c.Wiring, pins.OE)
	}
	g, err := newGeometry(c)
	if err == nil && pins.Lines != 0 && g.lines > pins.Lines {
		err = keyerr.New("wiring", "hub75: these panels want %d address lines, the table wiring has %d", g.lines, pins.Lines)
	}
	if err == nil && c.Init != "" && g.width < 16 { // chips with registers of 16 bits take a clock for each
		err = keyerr.New("init", "hub75: init is for chips with 16 columns, a chain has %d", g.width)
	}
	return g, pins, err
}

// open starts the refresher that the board wants.
func open(c *Config, g *geometry, w wire, l refresh.Limits) (*Panel, error) {
	how := drives()[w.Kind]
	e := how.encoder(c, g, &w, pixel.NewDither(how.atMost(&w)))
	p, err := l.Ask(w.Kind, w, 4*e.frameSize())
	if err != nil {
		return nil, err
	}
	return newPanel(e, p), nil
}

// wordEncoder packs frames for registers: a column is a word of all lines.
func wordEncoder(c *Config, g *geometry, w *wire, d pixel.Dither) *encoder {
	return newEncoder(c, g, &w.Pins, d)
}

// streamEncoder packs frames for PIO: columns of few lines, or words that carry the row
// that is lit meanwhile and the light off.
func streamEncoder(c *Config, g *geometry, w *wire, d pixel.Dither) *encoder {
	e := newEncoder(c, g, &w.Pins, d)
	if p := w.packing(); p != nil {
		e.packed = newPacker(p, &e.words[0])
		return e
	}
	for address, steps := range w.selections() {
		e.idle[address] = steps[len(steps)-1] | 1<<w.Pins.OE
	}
	return e
}

func newPanel(e *encoder, s sink) *Panel {
	process, _ := s.(*refresh.Process)
	return &Panel{process: process, encoder: e, sink: s, canvas: image.NewRGBA(image.Rectangle{Max: e.geometry.size}),
		level: 1, packed: 1}
}

// Bounds is the size of the picture.
func (p *Panel) Bounds() image.Rectangle { return p.canvas.Rect }

// SetBrightness takes the perceived brightness, 0 to 1, for the next Draw.
func (p *Panel) SetBrightness(level float64) error {
	p.level = min(max(level, 0), 1)
	return nil
}

// Draw shows the part of src that begins at sp in the rectangle r, from the next
// refresh on. It does not wait for the panel, and allocates nothing when src is
// an *image.RGBA. The error is why the panel shows nothing any more.
func (p *Panel) Draw(r image.Rectangle, src image.Image, sp image.Point) error {
	back := p.sink.Back()
	if back == nil {
		return errClosed
	}
	draw.Draw(p.canvas, r, src, sp, draw.Src)
	if p.level != p.packed {
		p.encoder.setBrightness(p.level)
		p.packed = p.level
	}
	p.encoder.pack(words(back), p.canvas)
	return p.sink.Publish()
}

// checkEvery is how soon the end of a refresher is noticed, and how often whether it
// hangs is looked at.
const checkEvery = time.Second

// RefreshAfter implements hw.Refresher: when to look whether the refresher
// process is still there, or to record a refresh of a picture that stands still.
func (p *Panel) RefreshAfter() time.Duration {
	if p.process == nil {
		return bus.HealEvery
	}
	return checkEvery
}

// Refresh implements hw.Refresher. The refresher process shows the picture again
// by itself, and sets up the panels' chips; the error is why it does not any more,
// a refresh.ErrStopped.
func (p *Panel) Refresh() error {
	switch {
	case p.sink.Back() == nil:
		return errClosed
	case p.process == nil:
		return p.sink.Publish()
	}
	return p.process.Err()
}

// Stats are the refresher's measurements, and whether there is one. Any goroutine
// may ask.
func (p *Panel) Stats() (stats refresh.Stats, ok bool) {
	if p.process == nil {
		return refresh.Stats{}, false
	}
	return p.process.Stats(), true
}

// Note says what the refresher lacks to be on time, empty if nothing. Any
// goroutine may ask.
func (p *Panel) Note() string {
	if p.process == nil {
		return ""
	}
	return p.process.Note()
}

// Close blanks the panel and ends the refresher.
func (p *Panel) Close() error {
	err := p.sink.Close()
	p.sink = closed{}
	return err
}

// closed is the sink of a closed panel.
type closed struct{}

var errClosed = errors.New("hub75: the panel is closed")

func (closed) Back() []byte   { return nil }
func (closed) Publish() error { return errClosed }
func (closed) Close() error   { return nil }

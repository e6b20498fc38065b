// SPDX-License-Identifier: Apache-2.0

package max7219

import (
	"errors"
	"fmt"
	"image"
	"image/draw"
	"math"
	"time"

	"github.com/ledpost/ledpost/hw/bus"
	"github.com/ledpost/ledpost/hw/pixel"
	"github.com/ledpost/ledpost/hw/refresh"
	"github.com/ledpost/ledpost/internal/srgb"
	"periph.io/x/conn/v3/physic"
)

// Shades of gray are planes of the picture shown one after the other, each as
// long as the others but with a different intensity, about twice the
// intensity of the plane before. A plane must last longer than some three scans of the chip (800 Hz
// typical), else the two beat visibly; a round must be over in some 10 ms.

// weights are the intensities of the planes, the brightest set first: each set
// is one step of brightness. Their duty cycles, 2n+1, are close to 1:2:4.
func weights(planes int) [][]byte {
	if planes == 2 {
		return [][]byte{{7, 15}, {5, 11}, {4, 9}, {3, 7}, {2, 5}, {1, 3}, {0, 1}}
	}
	return [][]byte{{3, 7, 14}, {2, 5, 11}, {1, 3, 7}, {0, 1, 3}}
}

// planesOf is the number of planes for 4 or 8 levels, and how long one lasts.
func planesOf(levels int) (planes int, each time.Duration) {
	if levels == 4 {
		return 2, 5 * time.Millisecond
	}
	return 3, 4 * time.Millisecond
}

// planeLasts is how long a plane has until the next one.
func (c *Config) planeLasts() time.Duration {
	_, each := planesOf(c.Levels)
	return each
}

// planeTakes is how long sending one takes: its rows and the shutdown register,
// of two bytes a module, with 10 µs of CS between.
func (c *Config) planeTakes() time.Duration {
	row := time.Duration(16*c.Modules) * physic.Frequency(c.Speed).Period()
	return (rowsOfPlane + 1) * (row + 10*time.Microsecond)
}

// duties is the light of a set of intensities: of each plane, and of all.
func duties(set []byte) (total float64) {
	for _, n := range set {
		total += float64(2*int(n) + 1)
	}
	return total
}

// GrayParams describe a chain to the refresher.
type GrayParams struct {
	Port    string        `json:"port"`
	Speed   bus.Speed     `json:"speed"`
	Modules int           `json:"modules"`
	Planes  int           `json:"planes"`
	Each    time.Duration `json:"each"` // how long a plane lasts
}

// rowsOfPlane are the rows sent for a plane: intensity and eight digits.
const rowsOfPlane = 9

// grayParams returns them for a Config that is resolved.
func (c Config) grayParams() GrayParams {
	p := GrayParams{Port: c.Port, Speed: c.Speed, Modules: c.Modules}
	p.Planes, p.Each = planesOf(c.Levels)
	return p
}

// FrameSize is the size in bytes of a frame in shared memory: the rows of each
// plane, and one of the shutdown register.
func (p GrayParams) FrameSize() int { return (p.Planes*rowsOfPlane + 1) * 2 * p.Modules }

// row is a row of a frame: 0 is the intensity of a plane, 1 to 8 its digits; 0
// of the plane after the last is the shutdown register.
func (p GrayParams) row(frame []byte, plane, row int) []byte {
	n := 2 * p.Modules
	at := (plane*rowsOfPlane + row) * n
	return frame[at : at+n : at+n]
}

// publisher takes frames to the chain; a *refresh.Process is one.
type publisher interface {
	Back() []byte
	Publish() error
	Err() error // why nothing is shown any more
	Stats() refresh.Stats
	Note() string
	Close() error
}

// Gray is a chain that shows 4 or 8 levels. Only one goroutine may use it,
// except for Stats and Note.
type Gray struct {
	// Immutable.
	out    publisher // nothing is published once closed is set
	params GrayParams
	geo    geometry
	sets   [][]byte     // intensities, by brightness
	least  uint32       // luma times 256 above which a pixel is at least level 1
	bayer  [8][8]uint16 // the addition to the fraction of a level, in 256ths
	// Mutable.
	closed bool
	canvas *image.RGBA
	lut    [256]uint16 // luma to level, in 256ths
	cells  [3][]uint64 // by plane
	frames [3]frame
	set    []byte // intensities
	awake  byte
}

func startRefresher(p GrayParams) (publisher, error) {
	if _, recorded := bus.OnSPI(p.Port).Recorded(); recorded {
		return recordGray(p)
	}
	return refresh.Usual().Start("max7219", p, p.FrameSize())
}

// startGray starts what refreshes a chain of 4 or 8 levels; cfg is resolved.
func startGray(cfg Config, geo geometry, start func(GrayParams) (publisher, error)) (_ *Gray, err error) {
	p := cfg.grayParams()
	g := &Gray{
		params: p, geo: geo, sets: weights(p.Planes), least: uint32(cfg.Threshold * 255 * 256),
		canvas: image.NewRGBA(image.Rectangle{Max: geo.size}),
	}
	for i := range g.cells {
		g.cells[i] = make([]uint64, cfg.Modules)
		g.frames[i] = newFrame(cfg.Modules)
	}
	for i := range 64 {
		g.bayer[i/8][i%8] = 128
		if cfg.Dither {
			g.bayer[i/8][i%8] = uint16(bayer(i%8, i/8)*4 + 2)
		}
	}
	g.SetBrightness(1)
	if g.out, err = start(p); err != nil {
		return nil, fmt.Errorf("max7219: %w", err)
	}
	if err := g.Draw(image.Rectangle{}, image.Black, image.Point{}); err != nil {
		return nil, errors.Join(err, g.Close())
	}
	return g, nil
}

// Bounds implements hw.Panel.
func (g *Gray) Bounds() image.Rectangle { return g.canvas.Rect }

// SetBrightness implements hw.Panel: the set of intensities whose light is
// nearest, by ratio, and dark at 0.
func (g *Gray) SetBrightness(level float64) error {
	g.awake = 0
	if !(level > 0) {
		return nil
	}
	g.awake = 1
	want := math.Log(pixel.Light(level) * duties(g.sets[0]))
	best := math.Inf(1)
	for _, s := range g.sets {
		if d := math.Abs(math.Log(duties(s)) - want); d < best {
			best, g.set = d, s
		}
	}
	g.levels()
	return nil
}

// levels fills the table from luma to level for the intensities that are set.
func (g *Gray) levels() {
	for luma := range g.lut {
		light := srgb.Light(float64(luma)/255) * duties(g.set)
		level, below := 0, 0.0
		for level+1 < 1<<len(g.set) && g.duty(level+1) <= light {
			level++
			below = g.duty(level)
		}
		g.lut[luma] = uint16(level << 8)
		if level+1 < 1<<len(g.set) {
			g.lut[luma] += uint16(255 * (light - below) / (g.duty(level+1) - below))
		}
	}
}

// duty returns what the planes of a level give, in units of a duty cycle.
func (g *Gray) duty(level int) (sum float64) {
	for plane, n := range g.set {
		if level>>plane&1 == 1 {
			sum += float64(2*int(n) + 1)
		}
	}
	return sum
}

// Draw implements hw.Panel. It does not wait for the bus: the refresher shows
// the frame from its next round on.
func (g *Gray) Draw(r image.Rectangle, src image.Image, sp image.Point) error {
	if g.closed {
		return errClosed
	}
	draw.Draw(g.canvas, r, src, sp, draw.Src)
	g.planes()
	frame := g.out.Back()
	for plane := range g.params.Planes {
		g.geo.encode(g.cells[plane], &g.frames[plane])
		fill(g.params.row(frame, plane, 0), regIntensity, g.set[plane])
		for d, row := range g.frames[plane].row {
			copy(g.params.row(frame, plane, 1+d), row)
		}
	}
	fill(g.params.row(frame, g.params.Planes, 0), regShutdown, g.awake)
	return g.out.Publish()
}

// errClosed is what a closed chain answers with: its memory is gone.
var errClosed = errors.New("max7219: the panel is closed")

// checkEvery is how soon the end of the refresher process is noticed.
const checkEvery = time.Second

// RefreshAfter implements hw.Refresher.
func (g *Gray) RefreshAfter() time.Duration { return checkEvery }

// Refresh implements hw.Refresher. The refresher process sends the picture again
// by itself; the error is why it does not any more, a refresh.ErrStopped.
func (g *Gray) Refresh() error {
	if g.closed {
		return errClosed
	}
	return g.out.Err()
}

// Stats implements hw.Refreshed. Any goroutine may ask.
func (g *Gray) Stats() (refresh.Stats, bool) { return g.out.Stats(), true }

// Note implements hw.Refreshed. Any goroutine may ask.
func (g *Gray) Note() string { return g.out.Note() }

// fill makes a row that sets one register of all modules.
func fill(row []byte, reg, value byte) {
	for i := 0; i < len(row); i += 2 {
		row[i], row[i+1] = reg, value
	}
}

// planes puts the bits of the pixels' levels into cells.
func (g *Gray) planes() {
	for plane := range g.cells {
		clear(g.cells[plane])
	}
	cols := g.geo.leds.X / 8
	for y := range g.geo.size.Y {
		row := g.canvas.Pix[y*g.canvas.Stride:]
		for x := range g.geo.size.X {
			level := uint64(g.level(x, y, row[4*x], row[4*x+1], row[4*x+2]))
			at, bit := y/8*cols+x/8, y%8*8+7-x%8
			for plane := range g.params.Planes {
				g.cells[plane][at] |= level >> plane & 1 << bit
			}
		}
	}
}

func (g *Gray) level(x, y int, red, green, blue uint8) uint16 {
	luma := lumaR*uint32(red) + lumaG*uint32(green) + lumaB*uint32(blue)
	level := (g.lut[luma>>8] + g.bayer[y&7][x&7]) >> 8
	if level == 0 && luma > g.least {
		return 1
	}
	return level
}

// Close implements hw.Panel: the refresher shuts the chips down and ends.
func (g *Gray) Close() error {
	g.closed = true
	return g.out.Close()
}

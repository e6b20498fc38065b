package hw

import (
	"cmp"
	"errors"
	"fmt"
	"image"
	"maps"
	"strings"
	"sync"
	"time"

	"github.com/ledpost/ledpost/hw/bus"
	"github.com/ledpost/ledpost/hw/refresh"
	"github.com/ledpost/ledpost/internal/fault"
)

// CompositeConfig describes a panel made of others, drawn as one picture: the
// original has 8×8 in colour beside 29×8 in one. What no part covers is not
// shown.
type CompositeConfig struct {
	Parts []Part `toml:"part"`
}

// Part is one panel and where its top left corner is in the picture.
type Part struct {
	At    image.Point
	Panel PanelConfig
}

// maxParts bounds a composite.
const maxParts = 16

// UnmarshalTOML reads "at" and leaves the other keys to the panel.
func (p *Part) UnmarshalTOML(v any) error {
	table, ok := v.(map[string]any)
	if !ok {
		return errors.New("want a table")
	}
	var at struct {
		At [2]int `toml:"at"`
	}
	rest := maps.Clone(table)
	var wrong error
	if v, ok := table["at"]; ok {
		wrong = decodeStrict(map[string]any{"at": v}, "part", &at)
		delete(rest, "at")
	}
	p.At = image.Pt(at.At[0], at.At[1])
	err := p.Panel.UnmarshalTOML(rest)
	p.Panel.fault = errors.Join(wrong, p.Panel.fault)
	return err
}

// check returns the size of the whole and the kind, or what is wrong.
func (c CompositeConfig) check() (size image.Point, kind Kind, err error) {
	if len(c.Parts) < 1 || len(c.Parts) > maxParts {
		return size, "", fault.New("part", "composite: %d parts, want [[panel.part]] 1 to %d times", len(c.Parts), maxParts)
	}
	var taken []image.Rectangle
	for i, part := range c.Parts {
		key := fmt.Sprintf("part.%d", i+1)
		r, k, err := part.check()
		if err != nil {
			return size, "", fault.In(key, fmt.Errorf("part %d: %w", i+1, err))
		}
		for j, other := range taken {
			if r.Overlaps(other) {
				return size, "", fault.New(key+".at", "part %d covers some of part %d", i+1, j+1)
			}
		}
		if err := cmp.Or(c.share(i), c.sharePins(i)); err != nil {
			return size, "", fault.In(key, err)
		}
		taken = append(taken, r)
		size = image.Pt(max(size.X, r.Max.X), max(size.Y, r.Max.Y))
		if kind != "" && kind != k {
			k = Mixed
		}
		kind = k
	}
	return size, kind, nil
}

// share reports whether part i may be on its bus beside the parts before it.
func (c CompositeConfig) share(i int) error {
	mine := c.Parts[i].Panel.wires()
	for j, other := range c.Parts[:i] {
		theirs := other.Panel.wires()
		switch {
		case mine.bus == "" || mine.bus != theirs.bus:
		case mine.alone || theirs.alone:
			return fault.New("port", "parts %d and %d are both on %s, where a strip sees what is sent to the other: give it a bus of its own", j+1, i+1, mine.bus)
		case mine.chip == theirs.chip:
			return fault.New("port", "parts %d and %d are both on %s, chip select %d", j+1, i+1, mine.bus, mine.chip)
		}
	}
	return nil
}

// wires are what a panel hangs on: a bus, empty if it shares none, a chip select
// or address, and whether it is a strip that has neither.
type wires struct {
	bus   string
	chip  int
	alone bool
}

func (c PanelConfig) wires() wires {
	port, alone := "", false
	switch c.Driver {
	case "max7219":
		port = c.MAX7219.Port
	case "ws2812":
		port, alone = c.WS2812.Port, true
	case "apa102":
		port, alone = c.APA102.Port, true
	case "unicornhd":
		port = c.UnicornHD.Port
	case "ssd1306":
		return wires{bus: cmp.Or(c.SSD1306.Port, "I2C1"), chip: cmp.Or(c.SSD1306.Address, 0x3C)}
	default:
		return wires{}
	}
	n, chip, err := bus.SPIName(cmp.Or(port, "SPI0.0"))
	if err != nil {
		return wires{bus: port} // a recording: a file for each
	}
	return wires{fmt.Sprintf("SPI%d", n), chip, alone}
}

// check returns the rectangle that the part covers, or what is wrong.
func (p Part) check() (image.Rectangle, Kind, error) {
	if p.Panel.fault != nil {
		return image.Rectangle{}, "", p.Panel.fault
	}
	if p.Panel.Driver == "composite" || p.Panel.Driver == "none" || p.Panel.Driver == "" {
		return image.Rectangle{}, "", fault.New("driver", "driver %q cannot be a part", p.Panel.Driver)
	}
	if p.At.X < 0 || p.At.Y < 0 || p.At.X > 4096 || p.At.Y > 4096 {
		return image.Rectangle{}, "", fault.New("at", "at %d, %d: want 0 to 4096", p.At.X, p.At.Y)
	}
	size, kind, err := p.Panel.Check()
	return image.Rectangle{p.At, p.At.Add(size)}, kind, err
}

// composite is an open composite. It is for one goroutine.
type composite struct {
	size  image.Point
	parts []part
}

// part is an open part.
type part struct {
	Panel
	at  image.Rectangle
	due time.Time // when it wants its Refresh; zero for not at all
}

func openComposite(cfg CompositeConfig) (Panel, Kind, error) {
	size, kind, err := cfg.check()
	if err != nil {
		return nil, "", err
	}
	c := &composite{size: size}
	for i, p := range cfg.Parts {
		panel, _, err := openPanel(p.Panel)
		if err != nil {
			return nil, "", errors.Join(fmt.Errorf("part %d: %w", i+1, err), c.Close())
		}
		c.parts = append(c.parts, part{Panel: panel, at: panel.Bounds().Add(p.At)})
	}
	return c, kind, nil
}

// Bounds implements Panel.
func (c *composite) Bounds() image.Rectangle { return image.Rectangle{Max: c.size} }

// SetBrightness implements Panel.
func (c *composite) SetBrightness(level float64) error {
	for i := range c.parts {
		if err := c.parts[i].SetBrightness(level); err != nil {
			return err
		}
	}
	return nil
}

// Draw implements Panel. Every part gets its piece, also after one has failed.
func (c *composite) Draw(r image.Rectangle, src image.Image, sp image.Point) error {
	var failed error
	for i := range c.parts {
		p := &c.parts[i]
		piece := r.Intersect(p.at)
		// A part whose piece is empty may have a new brightness to show.
		if err := p.Panel.Draw(piece.Sub(p.at.Min), src, sp.Add(piece.Min.Sub(r.Min))); err != nil && failed == nil {
			failed = err
		}
		p.plan()
	}
	return failed
}

// plan notes when the part wants its next Refresh.
func (p *part) plan() {
	p.due = time.Time{}
	if r, ok := p.Panel.(Refresher); ok {
		if after := r.RefreshAfter(); after > 0 {
			p.due = time.Now().Add(after)
		}
	}
}

// RefreshAfter implements Refresher: until the first part is due.
func (c *composite) RefreshAfter() (after time.Duration) {
	for i := range c.parts {
		if due := c.parts[i].due; !due.IsZero() {
			// Never 0, which would be never.
			if d := max(time.Until(due), time.Microsecond); after == 0 || d < after {
				after = d
			}
		}
	}
	return after
}

// Refresh implements Refresher for the parts that are due.
func (c *composite) Refresh() error {
	now := time.Now()
	var failed error
	for i := range c.parts {
		p := &c.parts[i]
		if p.due.IsZero() || p.due.After(now) {
			continue
		}
		if err := p.Panel.(Refresher).Refresh(); err != nil && failed == nil {
			failed = err
		}
		p.plan()
	}
	return failed
}

// Power implements PowerMeter: the sum of the parts and the strongest dimming.
func (c *composite) Power() (watts, scale float64) {
	scale = 1
	for i := range c.parts {
		if m, ok := c.parts[i].Panel.(PowerMeter); ok {
			w, s := m.Power()
			watts, scale = watts+w, min(scale, s)
		}
	}
	return watts, scale
}

// Stats implements Refreshed: those of the slowest part, with the worst lateness
// of all.
func (c *composite) Stats() (worst refresh.Stats, ok bool) {
	for i := range c.parts {
		r, has := c.parts[i].Panel.(Refreshed)
		if !has {
			continue
		}
		s, has := r.Stats()
		if !has {
			continue
		}
		late := max(worst.Late, s.Late)
		if !ok || s.Hz < worst.Hz {
			worst = s
		}
		worst.Late, ok = late, true
	}
	return worst, ok
}

// Note implements Refreshed: the notes of all parts.
func (c *composite) Note() string {
	var notes []string
	for i := range c.parts {
		if r, ok := c.parts[i].Panel.(Refreshed); ok && r.Note() != "" {
			notes = append(notes, fmt.Sprintf("part %d: %s", i+1, r.Note()))
		}
	}
	return strings.Join(notes, "; ")
}

// Close implements Panel. The parts close side by side: one may wait for its
// refresher.
func (c *composite) Close() error {
	errs := make([]error, len(c.parts))
	var all sync.WaitGroup
	for i := range c.parts {
		all.Go(func() { errs[i] = c.parts[i].Panel.Close() })
	}
	all.Wait()
	return errors.Join(errs...)
}

package display

import (
	"bytes"
	"fmt"
	"image"
	"io"
	"testing"
	"time"

	"github.com/ledpost/ledpost/hw"
	"github.com/ledpost/ledpost/hw/apa102"
	"github.com/ledpost/ledpost/hw/hub75"
	"github.com/ledpost/ledpost/hw/max7219"
	"github.com/ledpost/ledpost/hw/pixel"
	"github.com/ledpost/ledpost/hw/ssd1306"
	"github.com/ledpost/ledpost/hw/st7789"
	"github.com/ledpost/ledpost/hw/vcd"
	"github.com/ledpost/ledpost/hw/ws2812"
)

// configs are the panels, as a program describes them.
func configs(t *testing.T) map[string]hw.PanelConfig {
	strip := pixel.Layout{Width: 16, Height: 8}
	return map[string]hw.PanelConfig{
		"max7219":   hw.NewPanelConfig("max7219", &max7219.Config{Modules: 4}),
		"hub75":     hw.NewPanelConfig("hub75", &hub75.Config{Rows: 16, Cols: 32, Planes: 6}),
		"ws2812":    hw.NewPanelConfig("ws2812", &ws2812.Config{Layout: strip}),
		"apa102":    hw.NewPanelConfig("apa102", &apa102.Config{Layout: strip}),
		"unicornhd": hw.NewPanelConfig("unicornhd", nil),
		"ssd1306":   hw.NewPanelConfig("ssd1306", &ssd1306.Config{Size: pixel.Size{X: 64, Y: 32}}),
		"ssd1322":   hw.NewPanelConfig("ssd1322", nil),
		"st7789":    hw.NewPanelConfig("st7789", &st7789.Config{Size: pixel.Size{X: 16, Y: 8}, Pitch: 3}),
		"ht16k33":   hw.NewPanelConfig("ht16k33", nil),
		"tm1640":    hw.NewPanelConfig("tm1640", nil),
		"is31fl":    hw.NewPanelConfig("is31fl", nil),
		"lametric":  hw.NewPanelConfig("lametric", nil),
		"composite": hw.NewPanelConfig("composite", &hw.CompositeConfig{Parts: []hw.Part{
			{Panel: hw.NewPanelConfig("ws2812", &ws2812.Config{Port: "SPI1.0", Layout: pixel.Layout{Width: 8, Height: 8}})},
			{At: image.Pt(8, 0), Panel: hw.NewPanelConfig("max7219", &max7219.Config{Modules: 1})},
		}}),
	}
}

// mirrored swaps left and right.
func mirrored(m *image.RGBA) *image.RGBA {
	out := image.NewRGBA(m.Rect)
	for y := range m.Rect.Dy() {
		for x := range m.Rect.Dx() {
			out.SetRGBA(m.Rect.Dx()-1-x, y, m.RGBAAt(x, y))
		}
	}
	return out
}

// exchanged swaps a lit pixel and a dark one.
func exchanged(m *image.RGBA) *image.RGBA {
	out := image.NewRGBA(m.Rect)
	copy(out.Pix, m.Pix)
	var lit, dark image.Point
	for i := range m.Rect.Dx() * m.Rect.Dy() {
		if p := image.Pt(i%m.Rect.Dx(), i/m.Rect.Dx()); m.RGBAAt(p.X, p.Y).R > 0 {
			lit = p
		} else {
			dark = p
		}
	}
	out.SetRGBA(lit.X, lit.Y, m.RGBAAt(dark.X, dark.Y))
	out.SetRGBA(dark.X, dark.Y, m.RGBAAt(lit.X, lit.Y))
	return out
}

// first names the first pixel that differs, as messages do.
func first(a, b *image.RGBA) string {
	for i := range a.Rect.Dx() * a.Rect.Dy() {
		if x, y := i%a.Rect.Dx(), i/a.Rect.Dx(); a.RGBAAt(x, y) != b.RGBAAt(x, y) {
			return fmt.Sprintf("pixel (%d, %d) shows", x, y)
		}
	}
	return "no pixel differs"
}

// oneBitLate gives every line of data the level that it had at the clock before, as a
// chip has it that samples at the wrong edge. In a message of I²C the bits of the payload
// are late; of a strip with a clock those of the colours, since it finds the beginning of
// an LED by itself; of one without, a frame begins with one bit more.
func oneBitLate(t *testing.T, chip string, dump []byte) []byte {
	t.Helper()
	d, err := vcd.NewReader(bytes.NewReader(dump))
	if err != nil {
		t.Fatal(err)
	}
	var lines []vcd.Line
	for _, name := range d.Lines() {
		lines = append(lines, vcd.Line{Name: name, High: name == "CS" || name == "SCL" || name == "SDA" || name == "OE"})
	}
	var out bytes.Buffer
	w, err := vcd.NewWriter(&out, lines...)
	if err != nil {
		t.Fatal(err)
	}
	m := mutation{chip: chip}
	for i, name := range d.Lines() {
		switch name {
		case "CLK":
			m.clock = i
			m.scl = chip == "tm1640" // messages begin as those of I²C
		case "SCL":
			m.scl = true
			m.clock = i
		case "MOSI", "SDA", "R1", "G1", "B1", "R2", "G2", "B2":
			m.data |= 1 << i
			m.line = i
		}
	}
	for {
		at, levels, err := d.Next()
		if err == io.EOF {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		if chip != "ws2812" {
			levels = m.next(levels)
		} else if m.begins(at, levels) { // a bit of 0 before the first one
			w.Set(at-1300*time.Nanosecond, m.line, true)
			w.Set(at-900*time.Nanosecond, m.line, false)
		}
		for i := range lines {
			if chip == "ws2812" && i != m.line {
				continue // whose edges leave no time for the bit
			}
			w.Set(at, i, levels>>i&1 == 1)
		}
		m.end = at
	}
	w.Set(m.end+time.Millisecond, m.clock, true)
	w.Set(m.end+2*time.Millisecond, m.clock, false)
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// mutation delays the lines of data by a clock.
type mutation struct {
	chip      string
	clock     int
	data      uint64
	scl       bool
	was, held uint64 // levels of all lines; the data of the clock before
	now       uint64 // the data of this clock
	bits      int    // of a message of I²C
	zeros     int    // that follow one another
	end       time.Duration
	fell      time.Duration // when the data of a strip did
	line      int           // a line of data
}

// next returns the levels that a late chip sees.
func (m *mutation) next(levels uint64) uint64 {
	rose := levels>>m.clock&1 == 1 && m.was>>m.clock&1 == 0
	started := m.scl && levels>>m.clock&1 == 1 && m.was>>m.clock&1 == 1 && (levels^m.was)&m.data != 0
	m.was = levels
	if started {
		m.bits = 0
	}
	if rose {
		m.bits++
		if m.zeros++; levels&m.data != 0 {
			m.zeros = 0
		}
		if m.zeros >= 32 && !m.scl {
			m.bits = 0
		}
		m.held, m.now = m.now, levels&m.data
	}
	return m.late(levels, rose)
}

// late replaces the data of this instant.
func (m *mutation) late(levels uint64, rose bool) uint64 {
	high := levels>>m.clock&1 == 1
	if m.chip == "tm1640" { // its first byte is a command, and 16 of the picture follow
		if rose && m.bits > 8 && m.bits <= 8+16*8 {
			return levels&^m.data | m.held
		}
		return levels
	}
	if !high || m.chip == "apa102" && (m.bits+31)%32 < 8 || m.scl && (m.bits <= 18 || m.bits%9 == 0 || !rose) {
		return levels
	}
	return levels&^m.data | m.held
}

// begins reports whether a frame of a strip without a clock begins, after a rest.
func (m *mutation) begins(at time.Duration, levels uint64) bool {
	high, was := levels&m.data != 0, m.was&m.data != 0
	m.was = levels
	if was && !high {
		m.fell = at
	}
	return high && !was && at-m.fell > 200*time.Microsecond
}

// Package apps has the apps of the device itself: what is seen when no
// notification is there.
package apps

import (
	"image"
	"image/color"
	"image/draw"
	"time"

	"github.com/ledpost/ledpost/device"
	"github.com/ledpost/ledpost/fonts"
	"github.com/ledpost/ledpost/render"
)

// ClockConfig is the [clock] table. The zero value is a 24 h clock.
type ClockConfig struct {
	Hours   int  `toml:"hours"`   // 24 or 12; 0 = 24
	Seconds bool `toml:"seconds"` // shown where there is room
	Week    bool `toml:"week"`    // a row of seven dashes below, today's bright
}

// Clock shows the time. It is the ground state and the screensaver's widget.
type Clock struct {
	cfg   ClockConfig
	size  image.Point
	face  *fonts.Face
	judge device.WallClock
	zone  *time.Location
	color color.RGBA

	minute string // that view is for
	view   device.View
}

// ClockPackage is the name that clients know the clock by (decisions 6).
const ClockPackage = "com.lametric.clock"

// NewClock returns a clock for a panel of the given size, white until SetColor.
func NewClock(cfg ClockConfig, size image.Point, set *fonts.Set, judge device.WallClock, zone *time.Location) *Clock {
	c := &Clock{cfg: cfg, size: size, judge: judge, zone: zone, color: color.RGBA{255, 255, 255, 255}}
	c.face = set.Clock
	if !c.fits(c.face) {
		c.face = set.Normal // narrower digits, of one width too
	}
	for k := 2; c.fits(set.Clock.Scale(k)) && k <= fonts.MaxScale; k++ {
		c.face = set.Clock.Scale(k)
	}
	return c
}

// fits tells whether the widest time can be shown in f.
func (c *Clock) fits(f *fonts.Face) bool {
	return f.Width(c.sample()) <= c.size.X && f.Height() <= c.size.Y
}

func (c *Clock) sample() string {
	if c.cfg.Seconds {
		return "00:00:00"
	}
	return "00:00"
}

// Name is the clock's package.
func (c *Clock) Name() string { return ClockPackage }

// SetColor makes ink the colour of the digits and of today.
func (c *Clock) SetColor(ink color.RGBA) { c.color, c.minute = ink, "" }

// View is the time at now; it asks to be looked at again when the next minute,
// or second, begins. The colon blinks by itself.
func (c *Clock) View(now time.Time) (v device.View, again time.Time) {
	local := now.In(c.zone)
	step := time.Minute
	if c.cfg.Seconds {
		step = time.Second
	}
	again = now.Add(step - time.Duration(local.Second())*time.Second%step - time.Duration(local.Nanosecond())%step)
	text := c.text(now, local)
	if key := text + local.Weekday().String(); key != c.minute {
		c.minute = key
		c.view = device.View{Root: c.picture(text, local.Weekday()), Start: now.Add(-time.Duration(local.Nanosecond()))}
	}
	return c.view, again
}

// text is what the clock says; dashes while the wall clock is implausible.
func (c *Clock) text(now, local time.Time) string {
	layout := "15:04"
	if c.cfg.Hours == 12 {
		layout = "3:04"
	}
	if c.cfg.Seconds {
		layout += ":05"
	}
	if !c.judge.Plausible(now) {
		return "--:--"
	}
	return local.Format(layout)
}

// picture draws text twice, with the colon bright and dim.
func (c *Clock) picture(text string, day time.Weekday) render.Widget {
	bright, dim := c.draw(text, c.color, day), c.draw(text, shade(c.color, 4), day)
	if c.cfg.Seconds {
		return &render.Still{Image: bright}
	}
	return render.NewAnimation([]*image.RGBA{bright, dim}, []time.Duration{time.Second, time.Second}, 0)
}

func (c *Clock) draw(text string, colon color.RGBA, day time.Weekday) *image.RGBA {
	var spans []fonts.Span
	for _, r := range text {
		ink := c.color
		if r == ':' {
			ink = colon
		}
		spans = append(spans, fonts.Span{Text: string(r), Color: ink})
	}
	line := c.face.Line(spans).Image
	m := image.NewRGBA(image.Rectangle{Max: c.size})
	room := c.size.Y
	if c.week() {
		room -= c.weekRows()
		c.drawWeek(m, day)
	}
	at := image.Pt((c.size.X-line.Rect.Dx())/2, (room-line.Rect.Dy()+1)/2)
	draw.Draw(m, line.Rect.Add(at), line, image.Point{}, draw.Over)
	return m
}

// week tells whether the row of days is wanted and has room.
func (c *Clock) week() bool {
	return c.cfg.Week && c.face.Cap()+c.weekRows() <= c.size.Y
}

// weekRows is the height of the row of days with the dark row above it.
func (c *Clock) weekRows() int { return 2 * max(1, c.size.Y/16) }

// drawWeek draws Monday to Sunday along the bottom.
func (c *Clock) drawWeek(m *image.RGBA, today time.Weekday) {
	width := (c.size.X+1)/7 - 1
	left := (c.size.X - 7*(width+1) + 1) / 2
	for i := range 7 {
		ink := shade(c.color, 5)
		if time.Weekday((i+1)%7) == today {
			ink = c.color
		}
		x := left + i*(width+1)
		dash := image.Rect(x, c.size.Y-c.weekRows()/2, x+width, c.size.Y)
		draw.Draw(m, dash, image.NewUniform(ink), image.Point{}, draw.Src)
	}
}

// shade is c at a part of its brightness.
func shade(c color.RGBA, part uint8) color.RGBA {
	return color.RGBA{c.R / part, c.G / part, c.B / part, c.A}
}

package apps

import (
	"encoding/json"
	"fmt"
	"image/color"
	"time"
	_ "time/tzdata" // for the zone of a widget, on machines that have no zone files

	"github.com/ledpost/ledpost/device"
	"github.com/ledpost/ledpost/device/note"
	"github.com/ledpost/ledpost/device/paint"
)

// ClockPackage is the name that clients know the clock by (docs/decisions.md 6).
const ClockPackage = "com.lametric.clock"

// ClockWidget is the id of the first clock, the same on every device
// (docs/decisions.md 5, screensaver.widget).
const ClockWidget = "08b8eac21074f8f7e5a29f2855ba8060"

// ClockConfig is the [clock] table, and the settings of a clock. The zero value
// is a 24 h clock in the device's zone and colour.
type ClockConfig struct {
	Hours   int    `toml:"hours" json:"hours,omitempty"`     // 24 or 12; 0 = 24
	Seconds bool   `toml:"seconds" json:"seconds,omitempty"` // shown where there is room
	Week    bool   `toml:"week" json:"week,omitempty"`       // a row of seven dashes below, today's bright
	Color   string `toml:"-" json:"color,omitempty"`         // #RRGGBB; "" = of the device's text
	Zone    string `toml:"-" json:"zone,omitempty"`          // Europe/Berlin; "" = the device's
}

// Clock shows the time, each of its widgets in a zone of its own.
type Clock struct {
	env   Env
	look  paint.Look
	dials []*dial
	views map[string]device.View
}

// newClock is the clock's factory; it keeps nothing.
func newClock(env Env, _ json.RawMessage, _ int) device.App { return NewClock(env) }

// NewClock returns a clock that has no widgets until Configure.
func NewClock(env Env) *Clock {
	return &Clock{env: env, look: paint.Look{TextColor: note.Color{R: 255, G: 255, B: 255, Set: true}}, views: map[string]device.View{}}
}

// About is part of device.App.
func (c *Clock) About() device.About {
	return device.About{
		Package: ClockPackage, Title: "Clock", Vendor: "ledpost", Version: "1.0.0", Code: 1,
		Settings: device.Schema{Properties: []device.Property{
			{Name: "hours", Schema: device.Schema{Type: "integer", Title: "Hours", Description: "12 or 24", Min: 12, Max: 24, Default: 24}},
			{Name: "seconds", Schema: device.Schema{Type: "boolean", Title: "Seconds", Description: "Shown where there is room", Default: false}},
			{Name: "week", Schema: device.Schema{Type: "boolean", Title: "Days of the week", Description: "Seven dashes below, where there is room", Default: false}},
			{Name: "color", Schema: device.Schema{Type: "string", Title: "Colour", Description: "That of the device's text unless it is set", Format: "color"}},
			{Name: "zone", Schema: device.Schema{Type: "string", Title: "Time zone", Description: "Such as Europe/Berlin; the device's unless it is set", Format: "timezone", MaxLen: 64}},
		}},
	}
}

// Configure is part of device.Configurer.
func (c *Clock) Configure(widgets []device.WidgetSettings) error {
	var dials []*dial
	for i, w := range widgets {
		d, err := c.dial(w)
		if err != nil {
			err.Field = fmt.Sprintf("[%d].settings.%s", i, err.Field)
			return err
		}
		dials = append(dials, d)
	}
	c.dials = dials
	clear(c.views)
	return nil
}

// dial makes the clock of a widget; an error names the setting.
func (c *Clock) dial(w device.WidgetSettings) (*dial, *note.InvalidError) {
	d := &dial{id: w.ID, zone: c.env.Zone}
	if err := json.Unmarshal(w.Settings, &d.cfg); err != nil && len(w.Settings) > 0 {
		return nil, &note.InvalidError{Field: "hours", Reason: err.Error()} // not of what fits the schema
	}
	if h := d.cfg.Hours; h != 0 && h != 12 && h != 24 {
		return nil, &note.InvalidError{Field: "hours", Reason: fmt.Sprintf("%d, want 24 or 12", h)}
	}
	if d.cfg.Zone != "" {
		zone, err := time.LoadLocation(d.cfg.Zone)
		if err != nil {
			return nil, &note.InvalidError{Field: "zone", Reason: fmt.Sprintf("there is no zone %q", d.cfg.Zone)}
		}
		d.zone = zone
	}
	d.face = newClockFace(c.env.Fonts, c.env.Size, d.cfg)
	return d, nil
}

// SetLook is part of device.Styler.
func (c *Clock) SetLook(l paint.Look) {
	c.look = l
	for _, d := range c.dials {
		d.key = ""
	}
}

// Step is part of device.App. It asks to be stepped again when the next minute,
// or second, begins; the colon blinks by itself.
func (c *Clock) Step(now time.Time) device.Now {
	out := device.Now{Views: c.views}
	for _, d := range c.dials {
		view, again := d.view(now, c.env.Clock.Plausible(now), c.ink(d))
		c.views[d.id] = view
		if out.Again.IsZero() || again.Before(out.Again) {
			out.Again = again
		}
	}
	return out
}

// Do is part of device.App: the clock has no actions.
func (c *Clock) Do(string, string, device.Args, time.Time) error { return nil }

// ink is the colour of a dial's digits.
func (c *Clock) ink(d *dial) color.RGBA {
	ink := c.look.TextColor
	if own, err := note.ParseColor(d.cfg.Color); err == nil && own.Set {
		ink = own
	}
	return color.RGBA{ink.R, ink.G, ink.B, 255}
}

// dial is the clock of one widget.
type dial struct {
	id   string
	cfg  ClockConfig
	zone *time.Location
	face *clockFace

	key  string // what shown is for; "" = nothing is drawn yet
	seen device.View
}

// view is the time at now, and when it is another.
func (d *dial) view(now time.Time, plausible bool, ink color.RGBA) (v device.View, again time.Time) {
	local := now.In(d.zone)
	step := time.Minute
	if d.face.seconds {
		step = time.Second
	}
	again = now.Add(step - time.Duration(local.Second())*time.Second%step - time.Duration(local.Nanosecond())%step)
	fields := d.fields(local)
	if !plausible {
		fields = fields[:2]
		fields[0], fields[1] = "--", "--"
	}
	if key := fmt.Sprint(fields, local.Weekday(), ink); key != d.key {
		d.key = key
		start := now.Add(-time.Duration(local.Nanosecond()) - time.Duration(local.Second()%4)*time.Second)
		d.seen = device.View{Root: d.face.picture(fields, local.Weekday(), ink), Start: start}
	}
	return d.seen, again
}

// fields are hours, minutes, and seconds if they are shown.
func (d *dial) fields(local time.Time) []string {
	hours := "15"
	if d.cfg.Hours == 12 {
		hours = "3"
	}
	fields := []string{local.Format(hours), local.Format("04")}
	if d.face.seconds {
		fields = append(fields, local.Format("05"))
	}
	return fields
}

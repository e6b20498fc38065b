// SPDX-License-Identifier: Apache-2.0

package clock

import (
	"fmt"
	"image"
	"slices"
	"time"

	"github.com/ledpost/ledpost/apps/clock/face"
	"github.com/ledpost/ledpost/device/note"
	"github.com/ledpost/ledpost/icons"
)

// maxIcon is the maximum length of the icon setting, in characters: enough for an
// animated GIF of 8×8 as a data URI.
const maxIcon = 16 << 10

// Config is the [clock] table, and the settings of a clock. The zero value
// is a 24 h clock in the device's zone and colour.
type Config struct {
	Hours   int    `toml:"hours" json:"hours,omitempty"`     // 24 or 12; 0 = as of the region, whose default [clock] says
	Seconds bool   `toml:"seconds" json:"seconds,omitempty"` // shown where there is room
	Week    bool   `toml:"week" json:"week,omitempty"`       // a row of seven dashes below, today's bright
	Color   string `toml:"-" json:"color,omitempty"`         // #RRGGBB; "" = the device's text colour
	Zone    string `toml:"-" json:"zone,omitempty"`          // Europe/Berlin; "" = the device's

	Face     string `toml:"-" json:"face,omitempty"`     // one of face.Choices; "" = plain
	Accent   string `toml:"-" json:"accent,omitempty"`   // #RRGGBB of everything beside the digits; "" = the face's
	Zone2    string `toml:"-" json:"zone2,omitempty"`    // of the face zones; "" = UTC
	Icon     string `toml:"-" json:"icon,omitempty"`     // of the face icon: a number, a name or a data URI
	Language string `toml:"-" json:"language,omitempty"` // of the date and of the face words; "" = as of the region

	Background string `toml:"-" json:"background,omitempty"` // behind the face, one of face.Backgrounds; "" = none
	Behind     string `toml:"-" json:"behind,omitempty"`     // the id of a widget behind the face, in place of Background
	Progress   string `toml:"-" json:"progress,omitempty"`   // the id of a widget, whose progress is a bar below the face
	Landscape  string `toml:"-" json:"landscape,omitempty"`  // of a window, one of window.Lands; "" = the first
	Still      bool   `toml:"-" json:"still,omitempty"`      // what lies behind the face does not move

	Living []string `toml:"-" json:"living,omitempty"` // what it shows of its day, of livings

	Alarms []AlarmConfig `toml:"-" json:"alarms,omitempty"` // up to maxAlarms
}

// On returns c as a new clock has it on a panel of that size: where the digits are large enough
// for a gradient, and the LEDs have colours, the face with one; with the fireworks of a new year.
func (c Config) On(size image.Point, monochrome bool) Config {
	if c.Living == nil {
		c.Living = []string{newYear}
	}
	if c.Face == "" && size.X >= 48 && size.Y >= 24 && !monochrome {
		c.Face = "gradient"
	}
	return c
}

// Check returns the error in settings that fit the schema.
func (c *Config) Check() error {
	if h := c.Hours; h != 0 && h != 12 && h != 24 {
		return note.Invalid("hours", "%d, want 24 or 12", h)
	}
	if c.Background != "" && !slices.Contains(face.Backgrounds(), c.Background) {
		return note.Invalid("background", "%q is no background", c.Background)
	}
	if _, err := icons.Parse(c.Icon); err != nil && c.Icon != "" {
		return note.Invalid("icon", "%v", err)
	}
	for i := range c.Alarms {
		if err := c.Alarms[i].check(fmt.Sprintf("alarms[%d].", i)); err != nil {
			return err
		}
	}
	for _, zone := range [...]struct{ setting, name string }{{"zone", c.Zone}, {"zone2", c.Zone2}} {
		if _, err := time.LoadLocation(zone.name); err != nil {
			return note.Invalid(zone.setting, "there is no zone %q", zone.name)
		}
	}
	return nil
}

// face returns the wishes for the face.
func (c Config) face() face.Options {
	if c.Behind != "" {
		c.Background = ""
	}
	return face.Options{
		Name: c.Face, Seconds: c.Seconds, Week: c.Week, OwnInk: c.Color != "",
		Zones: [2]string{c.Zone, c.Zone2}, Icon: c.Icon, Language: c.Language,
		Background: c.Background, Landscape: c.Landscape, Still: c.Still,
	}
}

// plain returns the wishes for the face that shows while the time is unknown: the time alone.
func (c *Config) plain() face.Options { return face.Options{Seconds: c.Seconds, Week: c.Week} }

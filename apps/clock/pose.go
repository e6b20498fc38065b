// SPDX-License-Identifier: Apache-2.0

package clock

import (
	"slices"
	"time"

	"github.com/ledpost/ledpost/apps/clock/face"
	"github.com/ledpost/ledpost/apps/kit"
	"github.com/ledpost/ledpost/device"
	"github.com/ledpost/ledpost/render"
)

// posedSunrise is how long a sunrise takes to be looked at.
const posedSunrise = 6 * time.Second

// Pose implements [device.Poser] for the setting face, and for sunrise: the light of an alarm at a time
// of the day, in seconds.
func (c *Clock) Pose(setting, value string) render.Widget {
	if at, err := device.ParseTimeOfDay(value); setting == "sunrise" && err == nil {
		return c.poseSunrise(at)
	}
	names, _ := face.Choices()
	if setting != "face" || !slices.Contains(names, value) {
		return nil
	}
	o := face.Options{Name: value, Icon: "status-alarm-clock", Week: value == names[0],
		Zones: [2]string{"America/Lima", "Europe/Rome"}}
	return face.New(c.Env, o).Picture(face.Posed(kit.InkOf(c.Look, "")))
}

func (c *Clock) poseSunrise(at device.TimeOfDay) render.Widget {
	m := face.Posed(kit.InkOf(c.Look, ""))
	day := m.Local.Truncate(24 * time.Hour)
	m.Local, m.Hours = day.Add(time.Duration(at)), c.Region.WithDefaults().Hours
	light := newSunrise(c.Env, posedSunrise, 0)
	return light.before(m, face.New(c.Env, new(Config).plain()).Picture)
}

// SPDX-License-Identifier: Apache-2.0

package clock

import (
	"slices"

	"github.com/ledpost/ledpost/apps/clock/face"
	"github.com/ledpost/ledpost/apps/kit"
	"github.com/ledpost/ledpost/render"
)

// Pose implements [device.Poser] for the setting face.
func (c *Clock) Pose(setting, value string) render.Widget {
	names, _ := face.Choices()
	if setting != "face" || !slices.Contains(names, value) {
		return nil
	}
	o := face.Options{Name: value, Icon: "status-alarm-clock", Week: value == names[0],
		Zones: [2]string{"America/Lima", "Europe/Rome"}}
	return face.New(c.env, o).Picture(face.Posed(kit.InkOf(c.look, "")))
}

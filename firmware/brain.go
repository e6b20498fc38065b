// SPDX-License-Identifier: Apache-2.0

package firmware

import (
	"time"

	"github.com/ledpost/ledpost/apps"
	"github.com/ledpost/ledpost/apps/custom"
	"github.com/ledpost/ledpost/apps/kit"
	"github.com/ledpost/ledpost/config"
	"github.com/ledpost/ledpost/device"
	"github.com/ledpost/ledpost/device/paint"
	"github.com/ledpost/ledpost/fonts"
	"github.com/ledpost/ledpost/hw"
	"github.com/ledpost/ledpost/icons"
	"github.com/ledpost/ledpost/internal/boot"
	"github.com/ledpost/ledpost/internal/budget"
	"github.com/ledpost/ledpost/internal/webfetch"
)

// openMedia loads what messages are made of: fonts and icons.
func (a *appliance) openMedia() {
	size, err := a.hardware.Size(), error(nil)
	if a.faces, err = fonts.Open(fonts.Options{Extra: a.Config.Fonts.Extra, Rows: size.Y}); err != nil {
		a.Log.Warn("some fonts cannot be used and are left out", "err", err)
	}
	a.Config.Icons.Dir, a.Config.Icons.Size = a.Dir, 8*paint.IconScale(size.X, size.Y)
	a.icons = icons.New(a.Config.Icons, a.Log)
	a.icons.Bound(a.memory.Guests)
}

// connectDevice makes the device's brain and its apps.
func (a *appliance) connectDevice() {
	saved, size, sound := a.data.saved, a.hardware.Size(), a.hardware.Sound()
	saved.Identity.Name = a.Config.Name
	a.clock = newClock(saved.At, a.Log)
	env := kit.Env{Size: size, Fonts: a.faces, Icons: a.icons, Clock: a.clock.WallClock, Zone: a.Config.Location(),
		Web: newWeb(a.Config, a.memory), Memory: a.memory.Guests,
		Weather: a.Config.Weather, Heard: sound.Heard(), Levels: sound.Levels, Dir: a.Dir, Boot: boot.ID(), Feeds: &a.feeds.Feeds,
		Monochrome: a.hardware.Kind() == hw.Monochrome}
	a.apps = apps.All(env, saved.Apps)
	if a.Config.Awtrix.Enabled {
		a.awtrix = custom.New(env, saved.Apps[custom.Package].Keep, saved.Apps[custom.Package].Version)
		a.apps.Apps = append(a.apps.Apps, a.awtrix)
	}
	first := apps.First(a.Config.Clock.On(size, env.Monochrome), a.Config.Apps.Dwell)
	a.device = device.New(device.Config{
		Width: size.X, Height: size.Y, PanelType: string(a.hardware.Kind()), Audio: a.hardware.Audible,
		Limits: a.Config.Limits, RefuseWhenHidden: a.Config.Compat.RefuseWhenHidden, Look: a.Config.Text,
		Light: a.Config.Brightness, LightSimulated: a.hardware.LightMade(),
		Quiet: a.Config.Audio.QuietHours(), Absence: a.Config.Presence.Absence(),
		LongPress: time.Duration(a.Config.Input.Timing.Long),
		Apps:      a.apps.Apps, Widgets: first, Schedule: a.Config.Apps.Blocks(),
		Fonts: a.faces, Icons: a.icons, Location: a.Config.Location(), Clock: a.clock.WallClock,
	}, saved, device.Edges{Screen: a.hardware.Loop(), Speaker: sound, Keeper: a.data.store})
}

// newWeb returns the client with which apps fetch data.
func newWeb(cfg config.Config, m budget.Parts) *webfetch.Client {
	c, err := webfetch.New(webfetch.Config{Allow: cfg.Audio.Allow, Memory: m.Guests})
	if err != nil { // cannot happen with a configuration that was checked
		c, _ = webfetch.New(webfetch.Config{Memory: m.Guests})
	}
	return c
}

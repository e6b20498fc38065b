// SPDX-License-Identifier: Apache-2.0

package apptest

import (
	"bytes"
	"image"
	"slices"
	"time"

	"github.com/ledpost/ledpost/apps/kit"
	"github.com/ledpost/ledpost/device"
	"github.com/ledpost/ledpost/device/note"
	"github.com/ledpost/ledpost/device/paint"
	"github.com/ledpost/ledpost/icons"
)

// follows checks that an app which has drawn before follows each change from outside: it
// looks like an app that was never given anything else.
func (c *checker) follows() {
	most := c.richest() // its times are the longest
	for _, s := range c.taken {
		c.follow("settings", panels[0], given{settings: most}, given{settings: s})
	}
	quick := most
	for _, s := range slices.Backward(c.taken) {
		if len(s.names) == len(most.names) {
			quick = s
		}
	}
	for _, size := range []image.Point{panels[0], {64, 32}} {
		for _, s := range []sample{sampleOf(nil), quick} {
			c.follow("fewer widgets", size, given{settings: s, two: true}, given{settings: s})
			c.follow("a look", size, given{settings: s, green: true}, given{settings: s})
			c.follow("a region", size, given{settings: s, german: true}, given{settings: s})
			if _, ok := c.fresh(size, nil).(device.Refresher); ok { // the icons of others are built in
				c.follow("icons", size, given{settings: s, iconless: true}, given{settings: s})
			}
		}
	}
	_, styled := c.fresh(panels[0], nil).(device.Styler)
	same := func(s sample) bool {
		return alike(c.led(panels[0], given{settings: s, green: true}), c.led(panels[0], given{settings: s}), panels[0])
	}
	if styled && !slices.ContainsFunc(c.taken, func(s sample) bool { return !same(s) }) {
		c.bad("follows", "no picture is another one in another look")
	}
}

// given is all that an app is given from outside.
type given struct {
	settings sample
	two      bool // are its widgets; the second one has no settings
	green    bool // is its look, which scrolls and changes pictures in another way too
	german   bool // is its region, with 12 hours
	iconless bool // no icon has arrived
}

// follow compares an app that is led from one state to another with one that begins there.
func (c *checker) follow(what string, size image.Point, begin, end given) {
	if changed, fresh := c.led(size, begin, end), c.led(size, end); !alike(changed, fresh, size) {
		c.bad("follows", "%s: %v: after a change to %s it looks other than from the beginning", end.settings.raw, size, what)
	}
}

// alike reports whether two states of an app look the same, at first and while texts scroll and
// one picture replaces another.
func alike(a, b device.Now, size image.Point) bool {
	for id, view := range b.Views {
		for _, after := range []time.Duration{0, 5} {
			at := Noon.Add(after*time.Second + 100*time.Millisecond)
			if !bytes.Equal(Drawn(a.Views[id], size, at).Pix, Drawn(view, size, at).Pix) {
				return false
			}
		}
	}
	return len(a.Views) == len(b.Views)
}

// led gives an app one thing after another, and returns how it wants to be at last.
func (c *checker) led(size image.Point, all ...given) (out device.Now) {
	icons := &lateIcons{all: c.env(size).Icons}
	env := c.env(size)
	env.Icons = icons
	app := c.app.New(env, nil, c.about.Code)
	for i, is := range all {
		c.give(app, icons, is, all[max(i-1, 0)], i == 0)
		out = c.steady(app, Noon)
	}
	return out
}

// give tells an app what has changed since was, or all at first.
func (c *checker) give(app device.App, icons *lateIcons, is, was given, first bool) {
	if a, ok := app.(device.Styler); ok && (first || is.green != was.green) {
		look := kit.PlainLook
		if is.green {
			look.TextColor, look.ScrollSpeed, look.Transition = note.Color{G: 250, Set: true}, 47, paint.SlideTransition
		}
		a.SetLook(look)
	}
	if a, ok := app.(device.Localizer); ok && (first || is.german != was.german) {
		region := device.Region{}
		if is.german {
			region = device.Region{Language: "de", Hours: 12, Temperature: "F", Date: "ymd", FirstDay: "sun"}
		}
		a.SetRegion(region.WithDefaults())
	}
	if icons.missing = is.iconless; is.iconless != was.iconless {
		if a, ok := app.(device.Refresher); ok {
			a.Refresh()
		}
	}
	if first || is.two != was.two || string(is.settings.raw) != string(was.settings.raw) {
		list := []sample{is.settings, sampleOf(nil)}
		if !is.two {
			list = list[:1]
		}
		if err := configure(app, list...); err != nil {
			c.bad("settings", "%s: accepted before, and refused later: %v", is.settings.raw, err)
		}
	}
	if first {
		c.feed(app)
	}
}

// lateIcons has blank icons while the true ones are missing.
type lateIcons struct {
	all     paint.IconSource
	missing bool
}

// Icon implements [paint.IconSource].
func (l *lateIcons) Icon(ref icons.Ref) *icons.Icon {
	if l.missing {
		return BlankIcons{}.Icon(ref)
	}
	return l.all.Icon(ref)
}

// SPDX-License-Identifier: Apache-2.0

// Package dice is an app that rolls a die.
package dice

import (
	"encoding/json"
	"math/rand/v2"
	"strconv"
	"time"

	"github.com/ledpost/ledpost/apps/kit"
	"github.com/ledpost/ledpost/device"
	"github.com/ledpost/ledpost/device/paint"
	"github.com/ledpost/ledpost/device/typeset"
)

// App is the die, for the table of apps.
var App = kit.App{Package: "com.example.dice", New: New}

// Dice shows the last roll of each of its widgets.
type Dice struct {
	env   kit.Env
	look  paint.Look
	rolls map[string]int         // 1 to 6, by widget
	kept  map[string]int         // of widgets before the restart
	views map[string]device.View // drawn since the last change
}

// New is the factory of the die. Its widgets show the rolls that it kept.
func New(env kit.Env, kept json.RawMessage, _ int) device.App {
	d := &Dice{env: env, look: kit.PlainLook, rolls: map[string]int{}, views: map[string]device.View{}}
	_ = json.Unmarshal(kept, &d.kept) // none, or of another version: every die shows 1
	return d
}

// About implements [device.App].
func (d *Dice) About() device.About {
	return device.About{
		Package: App.Package, Title: "Dice", Vendor: "example", Version: "1.0.0", Code: 1,
		Actions: []device.Action{{ID: "dice.roll"}},
	}
}

// Configure implements [device.Configurer].
func (d *Dice) Configure(list []device.WidgetSettings) error {
	before := d.rolls
	d.rolls = map[string]int{}
	for _, w := range list {
		d.rolls[w.ID] = min(max(1, before[w.ID], d.kept[w.ID]), 6)
	}
	d.kept = nil
	clear(d.views)
	return nil
}

// SetLook implements [device.Styler].
func (d *Dice) SetLook(l paint.Look) { d.look = l; clear(d.views) }

// Do implements [device.App]: its one action rolls.
func (d *Dice) Do(widget, _ string, _ device.Args, _ time.Time) error {
	if d.rolls[widget] == 0 {
		return device.ErrNoWidget
	}
	d.rolls[widget] = 1 + rand.IntN(6)
	delete(d.views, widget)
	return nil
}

// Press implements [device.Presser]: the action button rolls too.
func (d *Dice) Press(widget string, b device.Button, now time.Time) bool {
	return b == device.ButtonAction && d.Do(widget, "dice.roll", nil, now) == nil
}

// Step implements [device.App].
func (d *Dice) Step(now time.Time) device.Now {
	sheet := kit.NewSheet(d.env, d.look)
	for id, roll := range d.rolls {
		if _, drawn := d.views[id]; !drawn {
			number := kit.Say(typeset.Head, d.look.TextColor.Opaque(), strconv.Itoa(roll))
			card := kit.Card{Icon: sheet.Icon("sport-dice"), Lines: []typeset.Line{number}}
			d.views[id] = device.View{Root: kit.Pages(sheet.Steps(card)), Start: now}
		}
	}
	return device.Now{Views: d.views, Keep: kit.Kept(d.rolls)}
}

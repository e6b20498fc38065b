// SPDX-License-Identifier: Apache-2.0

// Package board is an app that shows several things at once on panels of 64×32 and more:
// the time stays, beside it the weather, and below what comes next, what sounds, and values.
// It asks no server: it shows what other widgets have to say.
package board

import (
	"encoding/json"
	"time"

	"github.com/ledpost/ledpost/apps/kit"
	"github.com/ledpost/ledpost/device"
)

// Package is the app of the board.
const Package = "com.ledpost.board"

// App is the board, for the table of apps.
var App = kit.App{Package: Package, New: New}

// Settings is the settings of a board. The zero value takes what there is.
type Settings struct {
	Clock  string `json:"clock,omitempty"`  // id of the widget whose zone and hours the time has; "" = the first clock
	Corner string `json:"corner,omitempty"` // id of the widget beside the time; "" = the weather
	Line   string `json:"line,omitempty"`   // id of the widget below; "" = all that have something to say
}

// Board shows the time, and what other widgets have to say.
type Board struct {
	kit.Distant
	boards []*widget
}

// New is the factory of the board app; it keeps nothing.
func New(env kit.Env, _ json.RawMessage, _ int) device.App {
	b := &Board{Distant: kit.Distant{Base: kit.NewBase(env)}}
	b.Redraw = func() {
		for _, w := range b.boards {
			w.drawn = ""
		}
	}
	return b
}

// About implements [device.App].
func (b *Board) About() device.About {
	of := func(name, title, description string) device.Property {
		return device.Property{Name: name,
			Schema: device.Schema{Type: "string", Title: title, Description: description, Format: "widget", MaxLen: 64}}
	}
	return kit.About(Package, "Board", []device.Property{
		of("clock", "Clock", "Whose zone, hours and colour the time has; the first clock unless it is set"),
		of("corner", "Corner", "Beside the time; the weather unless it is set"),
		of("line", "Line", "Below the time; all that have something to say unless it is set"),
	})
}

// Configure implements [device.Configurer].
func (b *Board) Configure(list []device.WidgetSettings) error {
	return kit.Arrange(&b.boards, b.Views, list, func(w device.WidgetSettings, cfg Settings) *widget {
		return &widget{id: w.ID, cfg: cfg}
	})
}

// saidFor is how long a board says what a press has done.
const saidFor = 4 * time.Second

// Hold implements [device.Holder]: as on a clock, a long press of the action button skips the
// next alarm once, and says so; another takes that back.
func (b *Board) Hold(id string, button device.Button, now time.Time) {
	skip := b.Env.Shared.Skip
	if button != device.ButtonAction || skip == nil || planOf(b.Env.Size) == nil {
		return
	}
	for _, w := range b.boards {
		if w.id != id {
			continue
		}
		if at, word := skip(now); at != "" {
			w.said = entry{icon: kit.Builtin("status-alarm-clock"), lead: word, text: at, ink: amber}
			w.until = now.Add(saidFor)
		}
	}
}

// Step implements [device.App]. The board is drawn again each minute, and when another
// widget has something else to say.
func (b *Board) Step(now time.Time) device.Now {
	sheet := kit.NewSheet(b.Env, b.Look)
	again := now.Truncate(time.Minute).Add(time.Minute)
	for _, w := range b.boards {
		b.Views[w.id] = w.view(b, sheet, now)
		if now.Before(w.until) {
			again = kit.Soonest(again, w.until)
		}
	}
	return device.Now{Views: b.Views, Again: again}
}

// SPDX-License-Identifier: Apache-2.0

// Package effects is an app that plays moving pictures one after another. As the widget of
// the screensaver it is a screensaver.
package effects

import (
	"cmp"
	"encoding/json"
	"fmt"
	"image"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/ledpost/ledpost/apps/kit"
	"github.com/ledpost/ledpost/device"
	"github.com/ledpost/ledpost/device/note"
	"github.com/ledpost/ledpost/device/typeset"
	"github.com/ledpost/ledpost/render"
	"github.com/ledpost/ledpost/render/effects"
)

// Package is the app of effects.
const Package = "com.ledpost.effects"

// App is the effects, for the table of apps.
var App = kit.App{Package: Package, New: New}

// Settings are the settings of a widget. The zero value plays all effects, each for half a minute.
type Settings struct {
	Effects []string `json:"effects,omitempty"` // names of backgrounds, in order; none = all
	Seconds int      `json:"seconds,omitempty"` // of each; 0 = 30
	Shuffle bool     `json:"shuffle,omitempty"` // in another order after each change and restart
}

const defaultSeconds = 30

// Check returns an error that names what is no background.
func (c *Settings) Check() error {
	for n, name := range c.Effects {
		if !slices.Contains(effects.Backgrounds(), name) {
			return note.Invalid(fmt.Sprintf("effects[%d]", n), "%q is not one of %s",
				kit.Short(name, 32), strings.Join(effects.Backgrounds(), ", "))
		}
	}
	return nil
}

// Effects plays effects.
type Effects struct{ kit.Static[Settings] }

// New is the factory of the app; it keeps nothing.
func New(env kit.Env, _ json.RawMessage, _ int) device.App {
	return &Effects{kit.Static[Settings]{Base: kit.NewBase(env)}}
}

// About implements [device.App].
func (e *Effects) About() device.About {
	return kit.About(Package, "Effects", []device.Property{
		{Name: "effects", Schema: device.Schema{
			Type: "array", Title: "Effects", Description: "Names of backgrounds, such as aurora; all unless some are set",
			Items: &device.Schema{Type: "string", MaxLen: 32, Format: "effect"},
		}},
		{Name: "seconds", Schema: device.Schema{Type: "integer", Title: "Time shown", Description: "Of each effect",
			Format: "duration", Min: 5, Max: device.MaxSeconds, Default: defaultSeconds}},
		{Name: "shuffle", Schema: device.Schema{Type: "boolean", Title: "In any order", Default: false}},
	})
}

// SetRegion implements [device.Localizer]: an effect has no words, and goes on.
func (e *Effects) SetRegion(device.Region) {}

// Step implements [device.App].
func (e *Effects) Step(now time.Time) device.Now {
	e.Draw(func(_ string, cfg Settings) device.View { return device.View{Root: e.list(cfg, now), Start: now} })
	return device.Now{Views: e.Views}
}

// list returns the effects of a widget in turn, for ever.
func (e *Effects) list(cfg Settings, now time.Time) render.Widget {
	names := slices.Clone(cfg.Effects)
	if len(names) == 0 {
		names = slices.Clone(effects.Backgrounds())
	}
	if cfg.Shuffle {
		order := rand.New(rand.NewPCG(uint64(now.UnixNano()), 0)) // the same at the same time
		order.Shuffle(len(names), func(i, j int) { names[i], names[j] = names[j], names[i] })
	}
	each := cmp.Or(time.Duration(cfg.Seconds)*time.Second, defaultSeconds*time.Second)
	var steps []render.Step
	for _, name := range names {
		page := &typeset.Page{Stack: render.Stack{Bounds: e.Env.Size}}
		page.Put(typeset.Picture, later(name, e.Env.Size), image.Point{})
		steps = append(steps, render.Step{Widget: page, For: each})
	}
	return render.NewSequence(render.Step{}, 0, e.Look.Transition.Render(), steps...)
}

// unmade is an effect that is made when it is first drawn: to make all of them takes a Zero
// as long as the rest of its start.
type unmade struct {
	size   image.Point
	effect func() render.Widget
}

// later returns the background of that name, which there is: [Settings.Check] has seen it.
func later(name string, size image.Point) *unmade {
	return &unmade{size, sync.OnceValue(func() render.Widget {
		w, _ := effects.NewBackground(name, size)
		return w
	})}
}

func (u *unmade) Size() image.Point { return u.size }

func (u *unmade) Period() time.Duration { return u.effect().Period() }

// Next is when the effect looks different, for [render.Next].
func (u *unmade) Next(t time.Duration) time.Duration { return render.Next(u.effect(), t) }

func (u *unmade) Draw(dst *image.RGBA, p image.Point, t time.Duration) { u.effect().Draw(dst, p, t) }

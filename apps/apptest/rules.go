// SPDX-License-Identifier: Apache-2.0

package apptest

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"image"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/ledpost/ledpost/device"
	"github.com/ledpost/ledpost/device/typeset"
	"github.com/ledpost/ledpost/render"
)

// declares checks what About says.
func (c *checker) declares() {
	a := &c.about
	if a.Package != c.app.Package || a.Title == "" || a.Vendor == "" || a.Version == "" || a.Code < 1 {
		c.bad("about", "%q %q of %q, version %q, %d: something is missing, or the table calls it otherwise",
			a.Package, a.Title, a.Vendor, a.Version, a.Code)
	}
	if again := c.fresh(panels[1], nil).About(); !reflect.DeepEqual(again, *a) {
		c.bad("about", "on another panel it is %+v, want %+v", again, *a)
	}
	if _, err := json.Marshal(a.Settings); err != nil {
		c.bad("about", "the settings are no schema: %v", err)
	}
	c.ranges("settings", &a.Settings)
	seen := map[string]bool{}
	for _, action := range a.Actions {
		names := []string{action.ID}
		for _, p := range action.Params {
			names = append(names, action.ID+" "+p.Name)
			if _, err := regexp.Compile(p.Format); err != nil {
				c.bad("about", "%s: %s: %v", action.ID, p.Name, err)
			}
		}
		for _, name := range names {
			if seen[name] {
				c.bad("about", "%s is declared twice", name)
			}
			seen[name] = true
		}
	}
}

// ranges looks for ranges that leave no choice.
func (c *checker) ranges(at string, s *device.Schema) {
	if s.Min >= s.Max && (s.Min != 0 || s.Max != 0) {
		c.bad("about", "%s: the range %v to %v", at, s.Min, s.Max)
	}
	for i := range s.Properties {
		c.ranges(at+"."+s.Properties[i].Name, &s.Properties[i].Schema)
	}
	for _, inner := range []*device.Schema{s.Items, s.Values} {
		if inner != nil {
			c.ranges(at+"[]", inner)
		}
	}
}

// configures offers every sample to the second of two widgets.
func (c *checker) configures() {
	app := c.fresh(panels[0], nil)
	none, accepted := sampleOf(nil), map[string]bool{}
	if err := configure(app, none, none); err != nil {
		c.bad("settings", "none are refused: %v", err)
		return
	}
	for _, s := range samples(&c.about.Settings) {
		if c.offer(app, s) {
			c.taken = append(c.taken, s)
			for _, name := range s.names {
				accepted[name] = true
			}
		}
	}
	for _, p := range c.about.Settings.Properties {
		if !accepted[p.Name] {
			c.bad("settings", "%s: no value of %v is accepted", p.Name, values(&p.Schema))
		}
	}
	for _, s := range singles(&c.about.Settings, faulty) {
		if c.offer(app, s) {
			c.bad("refusal", "%s is accepted", s.raw)
		}
	}
}

// offer configures an app with a sample, and reports whether it was accepted. An error
// has to name a setting and to change nothing.
func (c *checker) offer(app device.App, s sample) bool {
	before := told(c.steady(app, Noon))
	err := configure(app, sampleOf(nil), s)
	if err == nil {
		c.steady(app, Noon)
		return true
	}
	named := fields(err)
	for _, f := range named {
		rest, ok := strings.CutPrefix(f, "[1].settings.")
		name := rest[:len(rest)-len(strings.TrimLeft(rest, "abcdefghijklmnopqrstuvwxyz0123456789_"))]
		if !ok || !slices.ContainsFunc(c.about.Settings.Properties, func(p device.Property) bool { return p.Name == name }) {
			named = nil
		}
	}
	if named == nil {
		c.bad("refusal", "%s: the error %q does not name its setting as [1].settings.NAME", s.raw, err)
	}
	if after := told(c.steady(app, Noon)); after != before {
		c.bad("refusal", "%s: refused with %q, and yet it has changed\n%s\nto\n%s", s.raw, err, before, after)
	}
	return false
}

// draws looks at the pictures of every sample on every panel.
func (c *checker) draws() {
	for _, size := range panels {
		for _, s := range c.taken {
			app := c.fresh(size, nil)
			out := c.shown(app, s)
			if len(out.Views) == 0 {
				c.bad("picture", "%s: no picture", s.raw)
			}
			for _, v := range out.Views {
				c.inside(string(s.raw), v.Root, size)
				if scrolls(v.Root) && !v.Anew {
					c.bad("picture", "%s on %v: a text scrolls, and the view does not begin with the turn of its widget", s.raw, size)
				}
			}
			if out.Alert.View.Root != nil {
				c.inside("the alert", out.Alert.View.Root, size)
			}
		}
		c.poses(size)
	}
}

// poses looks at the pictures by which people choose.
func (c *checker) poses(size image.Point) {
	app, ok := c.fresh(size, nil).(device.Poser)
	for _, p := range c.about.Settings.Properties {
		if p.Schema.Format != "pictured" {
			continue
		}
		for _, v := range p.Schema.Enum {
			if !ok {
				c.bad("picture", "%s is declared as pictured, and there is no Pose", p.Name)
				return
			}
			c.inside(p.Name+" "+v, app.Pose(p.Name, v), size)
		}
	}
}

// inside draws a round of w in the middle of a larger picture.
func (c *checker) inside(what string, w render.Widget, size image.Point) {
	if v := reflect.ValueOf(w); v.Kind() != reflect.Pointer || v.IsNil() || w.Size() != size {
		c.bad("picture", "%s on %v: %T is no pointer to a picture of that size", what, size, w)
		return
	}
	const margin, looks = 3, 8
	panel := image.Rectangle{Max: size}.Add(image.Pt(margin, margin))
	m := image.NewRGBA(panel.Inset(-margin))
	for i := range looks {
		at := w.Period() * time.Duration(i) / looks
		render.Clear(m)
		w.Draw(m, panel.Min, at)
		for j := 0; j < len(m.Pix); j += 4 {
			if p := image.Pt(j/4%m.Rect.Dx(), j/4/m.Rect.Dx()); m.Pix[j]|m.Pix[j+1]|m.Pix[j+2] != 0 && !p.In(panel) {
				c.bad("picture", "%s on %v at %v: %v is lit, beyond the panel", what, size, at, p.Sub(panel.Min))
				return
			}
		}
	}
}

// scrolls reports whether a part of w is a text that scrolls.
func scrolls(w render.Widget) bool {
	var layers []render.Layer
	switch w := w.(type) {
	case *render.Marquee:
		return true
	case *render.Stack:
		layers = w.Layers
	case *typeset.Page:
		layers = w.Layers
	case *render.Sequence:
		for at := time.Duration(0); at < w.Period(); at += time.Second {
			if page, _ := w.Showing(at); scrolls(page) {
				return true
			}
		}
	}
	return slices.ContainsFunc(layers, func(l render.Layer) bool { return scrolls(l.Widget) })
}

// richest returns the accepted settings that set most.
func (c *checker) richest() (best sample) {
	for _, s := range c.taken {
		if len(s.names) >= len(best.names) {
			best = s
		}
	}
	return best
}

// acts performs every action with every kind of arguments.
func (c *checker) acts() {
	for _, action := range c.about.Actions {
		for _, args := range arguments(action) {
			for _, s := range []sample{sampleOf(nil), c.richest()} {
				if action.Check(args) == nil {
					c.act(action, args, s)
				}
			}
		}
	}
}

// act performs one action. An error has to name a parameter and to change nothing;
// settings that the app changes have to be those that it accepts.
func (c *checker) act(action device.Action, args device.Args, s sample) {
	app := c.fresh(panels[0], nil)
	before := told(c.shown(app, s))
	if err := app.Do("elsewhere", action.ID, args, Noon); !errors.Is(err, device.ErrNoWidget) {
		c.bad("action", "%s on a widget that there is not: %v", action.ID, err)
	}
	err := app.Do("a", action.ID, args, Noon)
	out := c.steady(app, Noon)
	for _, f := range fields(err) {
		name, ok := strings.CutPrefix(f, "params.")
		if f != "id" && !(ok && slices.ContainsFunc(action.Params, func(p device.Param) bool { return p.Name == name })) {
			c.bad("action", "%s %v: the error %q names no parameter", action.ID, args, err)
		}
	}
	if err != nil && (fields(err) == nil || told(out) != before) {
		c.bad("action", "%s %v: the error %q names nothing, or something has changed", action.ID, args, err)
	}
	for id, settings := range out.Settings {
		if id != "a" || configure(app, sample{raw: settings}) != nil {
			c.bad("action", "%s %v: the settings %s that it wants for %q are refused", action.ID, args, settings, id)
		}
		if c.steady(app, Noon).Settings != nil {
			c.bad("action", "%s %v: it has the settings that it wants, and wants them again", action.ID, args)
		}
	}
}

// presses presses every button.
func (c *checker) presses() {
	app := c.fresh(panels[0], nil)
	p, ok := app.(device.Presser)
	if !ok {
		return
	}
	c.shown(app, c.richest())
	for _, widget := range []string{"a", "", "elsewhere"} {
		for _, b := range []device.Button{device.ButtonAction, device.ButtonLeft, device.ButtonRight,
			device.ButtonVolumeUp, device.ButtonVolumeDown} {
			p.Press(widget, b, Noon)
			c.steady(app, Noon)
		}
	}
}

// maxKeep is how much the device keeps of an app, bytes.
const maxKeep = 128 << 10

// keeps restarts the app after each action: it shows and wants the same, and what it
// cannot read harms nothing.
func (c *checker) keeps() {
	c.restart("nothing", func(device.App) {})
	for _, action := range c.about.Actions {
		for _, args := range arguments(action) {
			if action.Check(args) == nil {
				c.restart(fmt.Sprint(action.ID, " ", args), func(app device.App) { _ = app.Do("a", action.ID, args, Noon) })
			}
		}
	}
	for _, kept := range []string{`7`, `"x"`, `[]`, `[7]`, `null`, `{"a":7}`, `{"a":{}}`, `{"a":null}`, `{`} {
		c.shown(c.fresh(panels[0], []byte(kept)), c.richest())
	}
}

// restart compares an app after does with one made from what it kept.
func (c *checker) restart(what string, does func(device.App)) {
	for _, s := range []sample{sampleOf(nil), c.richest()} {
		c.restartWith(what, s, does)
	}
}

func (c *checker) restartWith(what string, s sample, does func(device.App)) {
	app := c.fresh(panels[0], nil)
	c.shown(app, s)
	does(app)
	first := c.steady(app, Noon)
	keep, before := bytes.Clone(first.Keep), Drawn(first.Views["a"], panels[0], Noon)
	if keep != nil && !json.Valid(keep) || len(keep) > maxKeep {
		c.bad("keep", "after %s it is no JSON, or %d bytes, of which at most %d are kept: %.100s", what, len(keep),
			maxKeep, keep)
	}
	soon := time.Second
	if !first.Again.IsZero() {
		soon = min(soon, first.Again.Sub(Noon)/2)
	}
	if later := app.Step(Noon.Add(soon)).Keep; !bytes.Equal(later, keep) {
		c.bad("keep", "after %s it changes by the time alone, from %s to %s", what, keep, later)
	}
	again := c.fresh(panels[0], keep)
	if err := configure(again, s); err != nil {
		c.bad("keep", "after %s and a restart: %v", what, err)
		return
	}
	second := c.steady(again, Noon)
	if (second.Keep == nil) != (keep == nil) || second.Alert.Key != first.Alert.Key {
		c.bad("keep", "after %s it keeps %s, which a restart makes %s", what, keep, second.Keep)
	}
	_, pushes := again.(device.Pusher) // of which the sender decides whether it stays
	_, senses := again.(device.Senser) // which begins with the next reading
	if !pushes && !senses && !bytes.Equal(Drawn(second.Views["a"], panels[0], Noon).Pix, before.Pix) {
		c.bad("keep", "after %s a restart changes the picture", what)
	}
}

// runs checks that the work of a Runner ends with its context, and not before.
func (c *checker) runs() {
	synctest.Test(c.t, func(t *testing.T) {
		app := c.fresh(panels[0], nil)
		r, ok := app.(device.Runner)
		if !ok {
			return
		}
		_ = configure(app, c.richest())
		ctx, cancel := context.WithCancel(t.Context())
		done := make(chan error, 1)
		go func() {
			done <- r.Run(ctx, func(ctx context.Context, f func(time.Time)) error { f(time.Now()); return ctx.Err() })
		}()
		time.Sleep(time.Minute)
		select {
		case err := <-done:
			c.bad("run", "it ends by itself: %v", err)
			cancel()
			return
		default:
		}
		cancel()
		<-done // where it goes on, the bubble reports the deadlock
	})
}

// SPDX-License-Identifier: Apache-2.0

package apptest

import (
	"context"
	"encoding/json"
	"errors"
	"image"
	"image/color"
	"strings"
	"testing"
	"time"

	"github.com/ledpost/ledpost/apps/kit"
	"github.com/ledpost/ledpost/device"
	"github.com/ledpost/ledpost/device/note"
	"github.com/ledpost/ledpost/device/paint"
	"github.com/ledpost/ledpost/render"
)

// model is a small app that keeps the contract but for its flaw.
type model struct {
	flaw    string
	size    image.Point
	widgets map[string]modelSettings
	drawn   map[string]device.View
	beats   int // that it has counted; kept
	look    paint.Look
	wants   map[string]json.RawMessage
}

type modelSettings struct {
	Zone string `json:"zone,omitempty"`
	Bar  bool   `json:"bar,omitempty"`
}

func modelOf(flaw string) kit.App {
	return kit.App{Package: "com.example.model", New: func(env kit.Env, kept json.RawMessage, _ int) device.App {
		m := &model{flaw: flaw, size: env.Size, drawn: map[string]device.View{}}
		if flaw != "forgets" && json.Unmarshal(kept, &m.beats) != nil {
			m.beats = 0
		}
		return m
	}}
}

func (m *model) About() device.About {
	a := device.About{
		Package: "com.example.model", Title: "Model", Vendor: "ledpost", Version: "1.0.0", Code: 1,
		Actions: []device.Action{{ID: "model.beat", Params: []device.Param{{Name: "times", Type: device.IntParam}}}},
		Settings: device.Schema{Properties: []device.Property{
			{Name: "zone", Schema: device.Schema{Type: "string", Format: "timezone"}},
			{Name: "bar", Schema: device.Schema{Type: "boolean"}},
		}},
	}
	switch m.flaw {
	case "has another name":
		a.Package = "com.example.other"
	case "declares twice":
		a.Actions = append(a.Actions, a.Actions...)
	case "leaves no choice":
		a.Settings.Properties[1].Schema = device.Schema{Type: "number", Min: 9, Max: 9}
	case "has no title":
		a.Title = ""
	case "has no vendor":
		a.Vendor = ""
	case "has no version":
		a.Version = ""
	case "has no code":
		a.Code = 0
	case "changes its title":
		a.Title += m.size.String()
	}
	return a
}

func (m *model) Configure(list []device.WidgetSettings) error {
	next := map[string]modelSettings{}
	for i, w := range list {
		var s modelSettings
		if err := kit.ReadSettings(i, w, &s); err != nil {
			return err
		}
		if m.flaw == "changes and refuses" {
			m.beats++
		}
		_, err := time.LoadLocation(s.Zone)
		switch {
		case m.flaw == "wants settings" && i == 0 && len(list) == 2 && s.Zone == "":
			return note.Invalid("[0].settings.zone", "is missing")
		case m.flaw == "takes no zone" && s.Zone != "":
			return note.Invalid("[1].settings.zone", "not here")
		case m.flaw == "accepts all" || err == nil:
		case m.flaw == "names nothing":
			return err
		case m.flaw == "names another":
			return note.Invalid("[1].settings.place", "%v", err)
		default:
			return note.Invalid("["+string(rune('0'+i))+"].settings.zone", "%v", err)
		}
		if m.flaw == "has its way" && s.Zone != "" {
			m.wants = map[string]json.RawMessage{w.ID: json.RawMessage(`{"bar":true}`)}
		} else {
			m.wants = nil
		}
		next[w.ID] = s
	}
	m.widgets = next
	if m.flaw != "shows old settings" {
		clear(m.drawn)
	}
	return nil
}

func (m *model) SetLook(l paint.Look) {
	if m.flaw != "has its own look" {
		m.look = l
	}
	if m.flaw != "shows an old look" {
		clear(m.drawn)
	}
}

func (m *model) Do(widget, _ string, args device.Args, _ time.Time) error {
	if _, ok := m.widgets[widget]; !ok && m.flaw != "acts on any widget" {
		return device.ErrNoWidget
	}
	times, _ := args.Int("times")
	if times < 0 || times > 100 {
		switch m.flaw {
		case "acts and refuses":
			m.beats++
		case "names no parameter":
			return note.Invalid("params.beats", "%d", times)
		case "says why to nobody":
			return errors.New("no")
		}
		return note.Invalid("params.times", "%d, want 0 to 100", times)
	}
	m.beats += times
	switch m.flaw {
	case "wants what it refuses":
		m.wants = map[string]json.RawMessage{widget: json.RawMessage(`{"zone":"Mars/Olympus"}`)}
	}
	clear(m.drawn)
	return nil
}

func (m *model) Step(now time.Time) device.Now {
	out := device.Now{Views: m.drawn, Settings: m.wants, Again: now.Add(time.Minute)}
	for id := range m.widgets {
		if m.drawn[id].Root == nil || m.flaw == "draws at each step" {
			m.drawn[id] = device.View{Root: m.picture(m.widgets[id].Bar), Start: now}
		}
	}
	if m.beats > 0 {
		out.Keep, _ = json.Marshal(m.beats)
	}
	switch m.flaw {
	case "counts its steps":
		m.beats++
	case "looks back":
		out.Again = now.Add(-time.Second)
	case "shows nothing":
		out.Views = nil
	case "keeps no JSON":
		out.Keep = []byte("beats")
	case "keeps the time":
		out.Keep, _ = json.Marshal(now.Unix())
	case "keeps too much":
		out.Keep = []byte(`"` + strings.Repeat("x", maxKeep) + `"`)
	}
	return out
}

// picture is a row of as many pixels as there were beats, below a bar where one is set.
func (m *model) picture(bar bool) render.Widget {
	size := m.size
	if m.flaw == "is too small" {
		size.Y--
	}
	still := &render.Still{Image: image.NewRGBA(image.Rectangle{Max: size})}
	for x := range min(max(m.beats, 0)+1, size.X) {
		still.Image.Set(x, 0, m.look.TextColor.Opaque())
	}
	for y := range 4 {
		if bar {
			still.Image.Set(0, y, color.White)
		}
	}
	switch m.flaw {
	case "draws beside the panel":
		return &beside{still}
	case "scrolls from its middle":
		text := &render.Marquee{Image: image.NewRGBA(image.Rect(0, 0, 100, 5)), Width: size.X}
		return &render.Stack{Bounds: size, Layers: []render.Layer{{Widget: text}}}
	}
	return still
}

// beside draws a pixel below its size.
type beside struct{ *render.Still }

func (b *beside) Draw(dst *image.RGBA, p image.Point, t time.Duration) {
	b.Still.Draw(dst, p, t)
	dst.Set(p.X, p.Y+b.Size().Y, color.White)
}

func (m *model) Push(string, []note.Frame, time.Time) error {
	if m.flaw == "takes no frames" {
		return errors.New("no")
	}
	return nil
}

func (m *model) Press(string, device.Button, time.Time) bool {
	if m.flaw == "stumbles over a button" {
		m.flaw = "draws at each step"
	}
	return false
}

func (m *model) Run(ctx context.Context, _ device.Post) error {
	if m.flaw != "ends by itself" {
		<-ctx.Done()
	}
	return nil
}

// TestCheckNotices each breach of the contract, by the name of its rule.
func TestCheckNotices(t *testing.T) {
	for flaw, rule := range map[string]string{
		"has another name": "about", "declares twice": "about", "leaves no choice": "about", "changes its title": "about",
		"has no title": "about", "has no vendor": "about", "has no version": "about", "has no code": "about",
		"draws at each step": "step", "counts its steps": "step", "looks back": "step", "stumbles over a button": "step",
		"wants settings": "settings", "takes no zone": "settings", "has its way": "settings",
		"accepts all": "refusal", "names nothing": "refusal", "names another": "refusal", "changes and refuses": "refusal",
		"shows nothing": "picture", "is too small": "picture", "draws beside the panel": "picture",
		"scrolls from its middle": "picture",
		"acts on any widget":      "action", "acts and refuses": "action", "names no parameter": "action",
		"says why to nobody": "action", "wants what it refuses": "action",
		"forgets": "keep", "keeps no JSON": "keep", "keeps the time": "keep", "keeps too much": "keep",
		"shows old settings": "follows", "shows an old look": "follows", "has its own look": "follows",
		"takes no frames": "push", "ends by itself": "run",
	} {
		t.Run(flaw, func(t *testing.T) {
			all := strings.Join(Faults(t, modelOf(flaw)), "\n")
			if !strings.HasPrefix(all, rule+": ") && !strings.Contains(all, "\n"+rule+": ") {
				t.Errorf("no fault of %q is found, but %q", rule, all)
			}
		})
	}
}

// TestCheckAccepts an app that keeps the contract.
func TestCheckAccepts(t *testing.T) { Check(t, modelOf("")) }

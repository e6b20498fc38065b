// SPDX-License-Identifier: Apache-2.0

package live

import (
	"context"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"image"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/ledpost/ledpost/api/rest"
	"github.com/ledpost/ledpost/api/wire"
	"github.com/ledpost/ledpost/device"
	"github.com/ledpost/ledpost/internal/applet"
	"github.com/ledpost/ledpost/render"
	"github.com/ledpost/ledpost/render/record"
)

// Scripts is the own apps of a device. Any goroutine calls it. Errors are answers of package rest.
type Scripts interface {
	Names() []string // sorted
	Script(name string) (source []byte, hosts []string, err error)
	Put(name string, source []byte) error
	Delete(name string) error
}

// Drawer draws an own app that is not kept. Errors are answers of package rest, or a *ScriptError.
type Drawer interface {
	// Try returns what a panel shows of an app, and how long one pass of it takes; 0 = it stands still.
	Try(ctx context.Context, t Tried) (w render.Widget, pass time.Duration, err error)
	// Ask returns what an app says about its settings; nil = it has none.
	Ask(ctx context.Context, of Subject, q Question) (json.RawMessage, error)
}

// Subject is an app that is asked: a kept one by its name, or else a program.
type Subject struct {
	App    string // as a widget has it in its settings; "" = Source
	Source []byte
}

// Question is what a form asks the app whose settings it shows. The zero Question asks for the schema.
type Question struct {
	Handler  string            // of the schema, which answers with options or a schema; "" = the schema itself
	Typed    string            // what somebody has typed or chosen so far
	Settings map[string]string // the rest of the form
}

// Tried is an app to try.
type Tried struct {
	Source   []byte
	Settings map[string]string
	Size     image.Point    // of the panel
	Name     string         // of a kept app whose hosts it may ask; "" = none
	Allow    []applet.Place // more of them

	Print func(applet.Printed) // takes what the app prints, also one that fails; nil = nobody wants it
}

// ScriptError is a fault in an app.
type ScriptError struct {
	Line, Column int // from 1; 0 = unknown
	Message      string
	Asks         []applet.Place // what it asks for, and why it drew nothing; nil = the fault is another one
	Nothing      bool           // it has nothing to show now, which is no fault of its program
}

func (e *ScriptError) Error() string { return e.Message }

// scripts is the room of own apps.
type scripts struct {
	live     *Live
	kept     Scripts
	drawer   Drawer
	consents Consents
	pack     string        // of the app whose widgets show apps
	trying   chan struct{} // has room for one: an app that is tried has megabytes of pictures
}

// Scripts returns the room of own apps, which widgets of pkg show.
func (l *Live) Scripts(kept Scripts, drawer Drawer, consents Consents, pkg string) *scripts {
	return &scripts{l, kept, drawer, consents, pkg, make(chan struct{}, 1)}
}

// Endpoints lists, changes and tries.
func (m *scripts) Endpoints() []rest.Endpoint {
	const get, put, post, del = http.MethodGet, http.MethodPut, http.MethodPost, http.MethodDelete
	type methods = rest.Methods
	return []rest.Endpoint{
		{Path: "/live/scripts", Control: true, Methods: methods{get: m.list}},
		{Path: "/live/scripts/{name}", Private: true, Methods: methods{get: m.get, put: m.put, del: m.delete}},
		{Path: "/live/scripts/try", Methods: methods{post: m.try}},
		{Path: "/live/scripts/form", Methods: methods{post: m.form}},
		{Path: "/live/consent", Control: true, Methods: methods{get: m.questions}},
		{Path: "/live/consent/{app}", Methods: methods{get: m.consent, post: m.answer}},
	}
}

// wireScript is an own app. Source and Schema are absent in a list.
type wireScript struct {
	Name   string          `json:"name"`
	Hosts  []string        `json:"hosts"`
	Source string          `json:"source,omitempty"`
	Schema json.RawMessage `json:"schema,omitempty"`
}

func (m *scripts) list(w http.ResponseWriter, _ *http.Request) error {
	out := []wireScript{}
	for _, name := range m.kept.Names() {
		if _, hosts, err := m.kept.Script(name); err == nil { // else it has just gone
			out = append(out, wireScript{Name: name, Hosts: hosts})
		}
	}
	return rest.WriteJSON(w, http.StatusOK, map[string]any{"scripts": out})
}

// get answers with an app, and its settings if they can be told now.
func (m *scripts) get(w http.ResponseWriter, r *http.Request) error {
	name := r.PathValue("name")
	source, hosts, err := m.kept.Script(name)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(r.Context(), probeTime)
	defer cancel()
	schema, _ := m.drawer.Ask(ctx, Subject{App: name}, Question{}) // an app that is not finished can be read, too
	return rest.WriteJSON(w, http.StatusOK, wireScript{name, hosts, string(source), schema})
}

func (m *scripts) put(w http.ResponseWriter, r *http.Request) error {
	var body struct {
		Source wire.Word `json:"source"`
	}
	if err := rest.ReadJSON(w, r, &body); err != nil {
		return err
	}
	source, err := sourceOf(body.Source)
	if err != nil {
		return err
	}
	name := r.PathValue("name")
	if err := m.kept.Put(name, source); err != nil {
		return err
	}
	_, hosts, err := m.kept.Script(name)
	if err != nil {
		return err
	}
	return rest.WriteChanged(w, r, wireScript{Name: name, Hosts: hosts})
}

func (m *scripts) delete(w http.ResponseWriter, r *http.Request) error {
	return rest.WriteDone(w, m.kept.Delete(r.PathValue("name")))
}

// sourceOf returns the program of a request.
func sourceOf(sent wire.Word) ([]byte, error) {
	var f wire.Faults
	if !f.Need("source", sent.Value) {
		return nil, f.Err()
	}
	return []byte(sent.Text), nil
}

// wireScriptTry is an app to try.
type wireScriptTry struct {
	Source   wire.Word    `json:"source"`
	Settings wire.Members `json:"settings"`
	Size     wire.Word    `json:"size"`
	Name     wire.Word    `json:"name"`
	Allow    placeList    `json:"allow"`
	Print    wire.Boolean `json:"print"`
}

// try answers with a GIF of an app, alone or beside what the app prints, or with its fault and the place of it. Nothing
// is kept.
func (m *scripts) try(w http.ResponseWriter, r *http.Request) error {
	var body wireScriptTry
	if err := rest.ReadJSON(w, r, &body); err != nil {
		return err
	}
	wanted, err := body.read(m.live.cfg.Device)
	if err != nil {
		return err
	}
	if err := m.live.sketch(w, r); err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(r.Context(), probeTime)
	defer cancel()
	select {
	case m.trying <- struct{}{}:
		defer func() { <-m.trying }()
	case <-ctx.Done():
		return ctx.Err()
	}
	var printed []applet.Printed
	if body.Print.On {
		printed = []applet.Printed{}
		wanted.Print = func(p applet.Printed) { printed = append(printed, p) }
	}
	root, pass, err := m.drawer.Try(ctx, wanted)
	if err != nil {
		return failedScript(w, err, printed...)
	}
	length := min(max(pass, time.Second), sketchLength)
	file, _, err := m.live.recorded(r, func(context.Context) (film, error) {
		return film{root, record.Options{
			Size: wanted.Size, Length: length, FPS: sketchFPS, Colors: 256, Pixels: sketchPixels,
		}}, nil
	})
	if err != nil {
		return err
	}
	if printed == nil {
		return rest.WriteFile(w, "image/gif", file)
	}
	return rest.WriteJSON(w, http.StatusOK, struct {
		Picture []byte           `json:"picture"`
		Printed []applet.Printed `json:"printed"`
	}{file, printed})
}

// form answers with the settings of an app, or with what one of their handlers says.
func (m *scripts) form(w http.ResponseWriter, r *http.Request) error {
	var body struct {
		App      wire.Word    `json:"app"`
		Widget   wire.Word    `json:"widget"`
		Source   wire.Word    `json:"source"`
		Settings wire.Members `json:"settings"`
		Handler  wire.Word    `json:"handler"`
		Typed    wire.Word    `json:"typed"`
	}
	if err := rest.ReadJSON(w, r, &body); err != nil {
		return err
	}
	var f wire.Faults
	f.Check("app", body.App.Value)
	f.Check("widget", body.Widget.Value)
	f.Check("handler", body.Handler.Value)
	f.Check("typed", body.Typed.Value)
	of := Subject{App: body.App.Text}
	if of.App == "" {
		source, err := sourceOf(body.Source)
		if err != nil {
			return err
		}
		of.Source = source
	}
	q := Question{Handler: body.Handler.Text, Typed: body.Typed.Text, Settings: settingsOf(&f, body.Settings)}
	if err := f.Err(); err != nil {
		return err
	}
	if err := m.live.sketch(w, r); err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(r.Context(), probeTime)
	defer cancel()
	said, err := m.drawer.Ask(ctx, of, q)
	if err != nil {
		return failedScript(w, err)
	}
	if q.Handler != "" {
		return rest.WriteJSON(w, http.StatusOK, map[string]json.RawMessage{"answer": said})
	}
	out := struct {
		Schema json.RawMessage   `json:"schema"`
		Chosen map[string]string `json:"chosen,omitempty"`
	}{Schema: said}
	if id := body.Widget.Text; id != "" && of.App != "" {
		kept, err := m.live.cfg.Device.Kept(ctx, m.pack, id)
		if err != nil {
			return rest.Refuse(http.StatusNotFound, "Widget not found")
		}
		out.Chosen = chosen(of.App, said, kept.Settings)
	}
	return rest.WriteJSON(w, http.StatusOK, out)
}

// chosen returns those settings of a widget that can be no secret: one of the options that the schema of app lists, a
// switch, or a colour. It returns none if the widget shows another app.
func chosen(app string, schema, settings json.RawMessage) map[string]string {
	var declared struct {
		Schema []struct {
			ID, Type string
			Options  []struct{ Value string }
		}
	}
	var has map[string]string
	if json.Unmarshal(schema, &declared) != nil || json.Unmarshal(settings, &has) != nil || has["app"] != app {
		return nil
	}
	out := map[string]string{}
	for _, field := range declared.Schema {
		value, told := has[field.ID], false
		switch field.Type {
		case "dropdown", "radio":
			told = slices.Contains(field.Options, struct{ Value string }{value})
		case "onoff":
			told = value == "true" || value == "false"
		case "color":
			_, err := hex.DecodeString(strings.TrimPrefix(value, "#"))
			told = len(value) == len("#RRGGBB") && value[0] == '#' && err == nil
		}
		if told {
			out[field.ID] = value
		}
	}
	return out
}

// settingsOf returns the settings of a request.
func settingsOf(f *wire.Faults, sent wire.Members) (settings map[string]string) {
	if f.Check("settings", sent.Value) && json.Unmarshal(sent.JSON(), &settings) != nil {
		f.Add("settings", "want strings")
	}
	return settings
}

// failedScript answers with the fault of an app, and what that has printed.
func failedScript(w http.ResponseWriter, err error, printed ...applet.Printed) error {
	var bad *ScriptError
	if !errors.As(err, &bad) {
		return err
	}
	return rest.WriteJSON(w, http.StatusBadRequest, struct {
		rest.Failed
		Line    int              `json:"line,omitempty"`
		Column  int              `json:"column,omitempty"`
		Asks    []applet.Place   `json:"asks,omitempty"`
		Nothing bool             `json:"nothing,omitempty"`
		Printed []applet.Printed `json:"printed,omitempty"`
	}{rest.Failure(bad.Message), bad.Line, bad.Column, bad.Asks, bad.Nothing, printed})
}

// Sizes of a panel that an app is tried on.
const (
	minTry  = 8
	maxTryX = 256
	maxTryY = 64
)

// read returns what is to be tried; the size of d's panel without one.
func (t *wireScriptTry) read(d *device.Device) (out Tried, err error) {
	if out.Source, err = sourceOf(t.Source); err != nil {
		return out, err
	}
	var f wire.Faults
	out.Settings = settingsOf(&f, t.Settings)
	if f.Check("name", t.Name.Value) {
		out.Name = t.Name.Text
	}
	out.Allow = t.Allow.read(&f, "allow")
	f.Check("print", t.Print.Value)
	out.Size = d.Size()
	if f.Check("size", t.Size.Value) && t.Size.Set {
		x, y, _ := strings.Cut(t.Size.Text, "x")
		out.Size.X, _ = strconv.Atoi(x) // 0 is too small
		if out.Size.Y, _ = strconv.Atoi(y); !out.Size.In(image.Rect(minTry, minTry, maxTryX+1, maxTryY+1)) {
			f.Add("size", fmt.Sprintf("%s, want %dx%d to %dx%d", wire.Excerpt([]byte(strconv.Quote(t.Size.Text))),
				minTry, minTry, maxTryX, maxTryY))
		}
	}
	return out, f.Err()
}

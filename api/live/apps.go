// SPDX-License-Identifier: Apache-2.0

package live

import (
	"encoding/json"
	"image"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/ledpost/ledpost/api/rest"
	"github.com/ledpost/ledpost/api/wire"
	"github.com/ledpost/ledpost/device"
	"github.com/ledpost/ledpost/render/enlarge"
)

// wireWidget is a widget in the list that clients edit (docs/decisions.md 12).
type wireWidget struct {
	Package  string          `json:"package"`
	Widget   string          `json:"widget"`
	Title    string          `json:"title"`
	Visible  bool            `json:"visible"`
	Seconds  int             `json:"seconds"`
	Settings json.RawMessage `json:"settings"`
	Says     string          `json:"says,omitempty"` // what its data come to, in a line
	// when an alarm of a clock rings next, by that clock, or a countdown ends
	Rings string `json:"rings,omitempty"`
}

func widgetObject(w device.WidgetSettings) wireWidget {
	return wireWidget{Package: w.Package, Widget: w.ID, Title: w.Title, Visible: w.Visible, Seconds: w.Seconds,
		Settings: w.Settings}
}

func widgetObjects(list []device.WidgetSettings) []wireWidget {
	out := make([]wireWidget, len(list))
	for i, w := range list {
		out[i] = widgetObject(w)
	}
	return out
}

func (l *Live) getLiveApps(w http.ResponseWriter, r *http.Request) error {
	ctx, done := rest.Patience(r)
	defer done()
	list, err := l.cfg.Device.Apps(ctx)
	if err != nil {
		return err
	}
	says, err := l.cfg.Device.Says(ctx)
	if err != nil {
		return err
	}
	return rest.WriteHeld(w, func() any {
		out := widgetObjects(l.opened(r, list))
		for i, w := range out {
			said := says[w.Widget]
			out[i].Says = said.Line
			if !said.Rings.IsZero() {
				out[i].Rings = said.Rings.Format(time.RFC3339)
			}
		}
		return out
	})
}

// opened returns the list with whole addresses in the settings if the key of the
// request may see the secrets in them: only a key of scope all.
func (l *Live) opened(r *http.Request, list []device.WidgetSettings) []device.WidgetSettings {
	if !l.cfg.Keys.SeesAll(r) {
		return list
	}
	open, err := rest.Call(r, l.cfg.Device.OpenApps)
	if err != nil { // the list without secrets is right, too
		return list
	}
	out := slices.Clone(list)
	for i, w := range out {
		if at := slices.IndexFunc(open, func(o device.WidgetSettings) bool { return o.ID == w.ID }); at >= 0 {
			out[i].Settings = open[at].Settings
		}
	}
	return out
}

// widgetChange is an item of the list as clients send it back. Absent fields
// stay unchanged.
type widgetChange struct {
	Widget   wire.Word    `json:"widget"`
	Title    wire.Word    `json:"title"`
	Visible  wire.Boolean `json:"visible"`
	Seconds  wire.Integer `json:"seconds"`
	Settings wire.Members `json:"settings"`
}

func (l *Live) putLiveApps(w http.ResponseWriter, r *http.Request) error {
	var body wire.List[wire.Object[widgetChange]]
	if err := rest.ReadArray(w, r, &body, device.MaxWidgets); err != nil {
		return err
	}
	ctx, done := rest.Patience(r)
	defer done()
	change := func(now []device.WidgetSettings) ([]device.WidgetSettings, error) { return patched(body.Items, now) }
	after, err := l.cfg.Device.ChangeApps(ctx, l.cfg.Keys.SeesAll(r), change)
	if err != nil {
		return err
	}
	return rest.WriteChanged(w, r, widgetObjects(l.opened(r, after)))
}

// patched returns the list now with the changes of items.
func patched(items []wire.Object[widgetChange], now []device.WidgetSettings) ([]device.WidgetSettings, error) {
	var f wire.Faults
	next := []device.WidgetSettings{}
	for at, it := range wire.Objects(&f, "", items) {
		next = append(next, it.over(&f, at, now))
	}
	return next, f.Err()
}

// over returns the widget of now with the changes of c.
func (c *widgetChange) over(f *wire.Faults, at string, now []device.WidgetSettings) (out device.WidgetSettings) {
	f.Check(at+".widget", c.Widget.Value)
	for _, w := range now {
		if w.ID == c.Widget.Text {
			out = w
		}
	}
	out.ID = c.Widget.Text
	if f.Check(at+".title", c.Title.Value) {
		out.Title = c.Title.Text
	}
	if f.Check(at+".visible", c.Visible.Value) {
		out.Visible = c.Visible.On
	}
	if f.Check(at+".seconds", c.Seconds.Value) {
		out.Seconds = c.Seconds.Int
	}
	if f.Check(at+".settings", c.Settings.Value) {
		out.Settings = c.Settings.JSON()
	}
	return out
}

func (l *Live) postLiveApp(w http.ResponseWriter, r *http.Request) error {
	var body struct {
		Package  wire.Word    `json:"package"`
		Settings wire.Members `json:"settings"`
	}
	if err := rest.ReadJSON(w, r, &body); err != nil {
		return err
	}
	if !body.Package.Set {
		return wire.Missing("package")
	}
	var f wire.Faults
	f.Check("package", body.Package.Value)
	f.Check("settings", body.Settings.Value)
	if err := f.Err(); err != nil {
		return err
	}
	ctx, done := rest.Patience(r)
	defer done()
	added, err := l.cfg.Device.AddWidget(ctx, body.Package.Text, body.Settings.JSON())
	if err != nil {
		return err
	}
	return rest.WriteJSON(w, http.StatusCreated, widgetObject(l.opened(r, []device.WidgetSettings{added})[0]))
}

// getWidgetPicture answers with the picture that a widget would show now:
// /live/apps/ID.png.
func (l *Live) getWidgetPicture(w http.ResponseWriter, r *http.Request) error {
	id, isPicture := strings.CutSuffix(r.PathValue("widget"), ".png")
	if !isPicture {
		return device.ErrNoWidget
	}
	return l.writePicture(w, r, func(scale int) (*image.RGBA, error) {
		ctx, done := rest.Patience(r)
		defer done()
		picture, err := l.cfg.Device.Snapshot(ctx, id)
		if err != nil {
			return nil, err
		}
		return enlarge.Squares(picture, scale), nil
	})
}

func (l *Live) deleteLiveApp(w http.ResponseWriter, r *http.Request) error {
	ctx, done := rest.Patience(r)
	defer done()
	return rest.WriteDone(w, l.cfg.Device.RemoveWidget(ctx, r.PathValue("widget")))
}

// wireKind is an app that widgets can be created from.
type wireKind struct {
	Package  string        `json:"package"`
	Title    string        `json:"title"`
	Settings device.Schema `json:"settings"` // JSON Schema
}

func (l *Live) getCatalogue(w http.ResponseWriter, r *http.Request) error {
	out := []wireKind{}
	for _, a := range l.cfg.Device.Catalogue() {
		out = append(out, wireKind{a.Package, a.Title, a.Settings})
	}
	return rest.WriteLarge(w, r, out)
}

// SPDX-License-Identifier: Apache-2.0

package lametric

import (
	"fmt"
	"net/http"
	"slices"

	"github.com/ledpost/ledpost/api/rest"
	"github.com/ledpost/ledpost/api/wire"
	"github.com/ledpost/ledpost/device"
)

// wireApp is an app in the list (docs/decisions.md 6).
type wireApp struct {
	Package     string                    `json:"package"`
	Title       string                    `json:"title"`
	Vendor      string                    `json:"vendor"`
	Version     string                    `json:"version"`
	VersionCode string                    `json:"version_code"` // digits
	Actions     map[string]wireParams     `json:"actions"`
	Triggers    struct{}                  `json:"triggers"`
	Widgets     map[string]wireListWidget `json:"widgets"`
}

// wireParams are an action's parameters by name.
type wireParams map[string]wireParam

type wireParam struct {
	DataType string `json:"data_type"` // bool, int or string: openHAB knows no other types
	Name     string `json:"name"`
	Required bool   `json:"required"`
	Format   string `json:"format,omitempty"`
}

type wireListWidget struct {
	Index    int    `json:"index"` // its position in the list of all widgets
	Package  string `json:"package"`
	Visible  bool   `json:"visible"`
	Settings struct {
		Title string `json:"_title"`
	} `json:"settings"`
}

// appObject returns an app with the widgets that belong to it.
func appObject(a device.About, widgets []device.WidgetSettings) wireApp {
	out := wireApp{
		Package: a.Package, Title: a.Title, Vendor: a.Vendor, Version: a.Version, VersionCode: fmt.Sprint(a.Code),
		Actions: map[string]wireParams{}, Widgets: map[string]wireListWidget{},
	}
	for _, action := range a.Actions {
		params := wireParams{}
		for _, p := range action.Params {
			params[p.Name] = wireParam{p.Type.String(), p.Name, p.Required, p.Format}
		}
		out.Actions[action.ID] = params
	}
	for i, w := range widgets {
		if w.Package == a.Package {
			one := wireListWidget{Index: i, Package: w.Package, Visible: w.Visible}
			one.Settings.Title = w.Title
			out.Widgets[w.ID] = one
		}
	}
	return out
}

func (o *Original) getApps(w http.ResponseWriter, r *http.Request) error {
	widgets, err := rest.Call(r, o.cfg.Device.Apps)
	if err != nil {
		return err
	}
	all := map[string]wireApp{}
	for _, a := range o.cfg.Device.Catalogue() {
		one := appObject(a, widgets)
		if a.Guest && len(one.Widgets) == 0 {
			continue // clients take the first widget of each app
		}
		all[a.Package] = one
	}
	return rest.WriteLarge(w, r, all)
}

func (o *Original) getApp(w http.ResponseWriter, r *http.Request) error {
	about, err := o.about(r.PathValue("package"))
	if err != nil {
		return err
	}
	widgets, err := rest.Call(r, o.cfg.Device.Apps)
	if err != nil {
		return err
	}
	return rest.WriteHeld(w, func() any { return appObject(about, widgets) })
}

// about finds an app by its package name.
func (o *Original) about(pkg string) (device.About, error) {
	all := o.cfg.Device.Catalogue()
	i := slices.IndexFunc(all, func(a device.About) bool { return a.Package == pkg })
	if i < 0 {
		return device.About{}, device.ErrNoApp
	}
	return all[i], nil
}

// isWidget reports whether there is a widget of that id.
func (o *Original) isWidget(r *http.Request, id string) bool {
	all, _ := rest.Call(r, o.cfg.Device.Apps) // of a device that has stopped: none
	return slices.ContainsFunc(all, func(w device.WidgetSettings) bool { return w.ID == id })
}

// nothing is the data of an answer that carries no data.
type nothing struct{}

func (o *Original) nextApp(w http.ResponseWriter, r *http.Request) error {
	ctx, done := rest.Patience(r)
	defer done()
	return o.switched(w, r, o.cfg.Device.Next(ctx))
}

func (o *Original) prevApp(w http.ResponseWriter, r *http.Request) error {
	ctx, done := rest.Patience(r)
	defer done()
	return o.switched(w, r, o.cfg.Device.Prev(ctx))
}

func (o *Original) activateWidget(w http.ResponseWriter, r *http.Request) error {
	ctx, done := rest.Patience(r)
	defer done()
	return o.switched(w, r, o.cfg.Device.Activate(ctx, r.PathValue("package"), r.PathValue("widget")))
}

func (o *Original) switched(w http.ResponseWriter, r *http.Request, err error) error {
	if err != nil {
		return err
	}
	return rest.WriteChanged(w, r, nothing{})
}

// actionCall is the body of an action.
type actionCall struct {
	ID         wire.Word    `json:"id"`
	Params     wire.Members `json:"params"`
	Parameters wire.Members `json:"parameters"` // the name that lametric-py uses
	Activate   wire.Boolean `json:"activate"`
}

func (o *Original) postAction(w http.ResponseWriter, r *http.Request) error {
	about, err := o.about(r.PathValue("package"))
	if err != nil {
		return err
	}
	var body actionCall
	if err := rest.ReadJSON(w, r, &body); err != nil {
		return err
	}
	var f wire.Faults
	if !body.ID.Set {
		return wire.Missing("id")
	}
	f.Check("id", body.ID.Value)
	f.Check("activate", body.Activate.Value)
	params := body.Params
	if !params.Set {
		params = body.Parameters
	}
	f.Check("params", params.Value)
	if err := f.Err(); err != nil {
		return err
	}
	action, err := about.Action(body.ID.Text)
	if err != nil {
		return err
	}
	args := params.Args(&f, action)
	if err := f.Err(); err != nil {
		return err
	}
	show := !body.Activate.Set || body.Activate.On
	ctx, done := rest.Patience(r)
	defer done()
	return o.switched(w, r, o.cfg.Device.Do(ctx, about.Package, r.PathValue("widget"), action.ID, args, show))
}

// updateWidget pushes frames to one widget, or to all widgets of a package. The index
// names the path with an id alone, which may be a widget's.
func (o *Original) updateWidget(w http.ResponseWriter, r *http.Request) error {
	pkg, widget := r.PathValue("package"), r.PathValue("widget")
	if _, err := o.about(pkg); err != nil {
		if widget != "" || !o.isWidget(r, pkg) {
			return err
		}
		pkg, widget = "", pkg
	}
	body, err := rest.ReadBody(w, r)
	if err != nil {
		return err
	}
	ctx, done := rest.Patience(r)
	defer done()
	if err := wire.PutFrames(ctx, o.cfg.Device, pkg, widget, body); err != nil {
		return err
	}
	return rest.WriteSuccess(w, struct {
		Message string `json:"message"`
	}{"ok"})
}

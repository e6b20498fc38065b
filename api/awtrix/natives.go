// SPDX-License-Identifier: Apache-2.0

package awtrix

import (
	"cmp"
	"context"
	"encoding/json"
	"strings"

	"github.com/ledpost/ledpost/api/wire"
	"github.com/ledpost/ledpost/device"
)

// natives are the settings of the original's own apps besides the clock: whether they show, and
// their colours; black stands for the colour of the text.
type natives struct {
	Date        wire.Boolean `json:"DAT"`
	Temperature wire.Boolean `json:"TEMP"`
	Humidity    wire.Boolean `json:"HUM"`

	DateColor        color `json:"DATE_COL"`
	TemperatureColor color `json:"TEMP_COL"`
	HumidityColor    color `json:"HUM_COL"`
}

// native is one of these apps: a widget of ours.
type native struct {
	name, pkg   string
	settings    string // of a new widget
	shows, tint string // the keys of its settings
	wants       func(*natives) (wire.Boolean, color)
}

var nativeApps = []native{
	{"Date", dateApp, `{}`, "DAT", "DATE_COL", func(n *natives) (wire.Boolean, color) { return n.Date, n.DateColor }},
	{"Temperature", roomApp, `{"show":"temperature"}`, "TEMP", "TEMP_COL",
		func(n *natives) (wire.Boolean, color) { return n.Temperature, n.TemperatureColor }},
	{"Humidity", roomApp, `{"show":"humidity"}`, "HUM", "HUM_COL",
		func(n *natives) (wire.Boolean, color) { return n.Humidity, n.HumidityColor }},
}

// nameOf returns the name under which clients know a widget.
func nameOf(w *device.WidgetSettings) string {
	if w.Package == roomApp {
		var set struct{ Show string }
		_ = json.Unmarshal(w.Settings, &set) // valid, since the app declares them
		switch set.Show {
		case "temperature":
			return "Temperature"
		case "humidity":
			return "Humidity"
		}
	}
	return cmp.Or(nativeNames[w.Package], w.Title)
}

// setNatives shows, hides and colours these apps. One that there is not is made when it is to
// show, or to have a colour, which it keeps while it is hidden.
func (s *Server) setNatives(ctx context.Context, o *options) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, n := range nativeApps {
		if show, tint := n.wants(&o.natives); good(show.Value) || tint.Set {
			if err := s.setNative(ctx, n, show, tint); err != nil {
				return err
			}
		}
	}
	return nil
}

func (s *Server) setNative(ctx context.Context, n native, show wire.Boolean, tint color) error {
	all, err := s.apps(ctx)
	if err != nil {
		return err
	}
	w, there := find(all, n.pkg, n.name)
	switch {
	case there:
	case !tint.Set && !show.On:
		return nil
	default:
		if w, err = s.dev.AddWidget(ctx, n.pkg, json.RawMessage(n.settings)); err != nil {
			return err
		}
		w.Seconds, w.Visible = usual(all), false
	}
	if good(show.Value) {
		w.Visible = show.On
	}
	if tint.Set {
		set := map[string]any{}
		_ = json.Unmarshal(w.Settings, &set) // valid, since the app declares them
		delete(set, "color")
		if number(tint.Color) != 0 {
			set["color"] = tint.Color.String()
		}
		if w.Settings, err = json.Marshal(set); err != nil {
			return err
		}
	}
	_, err = s.dev.SetWidget(ctx, w)
	return err
}

// nativeSettings returns whether these apps show, and their colours.
func nativeSettings(all []app) map[string]any {
	out := map[string]any{"BAT": false}
	for _, n := range nativeApps {
		w, _ := find(all, n.pkg, n.name)
		var set struct{ Color string }
		_ = json.Unmarshal(w.Settings, &set) // nothing without a widget
		out[n.shows], out[n.tint] = w.Visible, number(colorOfText(set.Color))
	}
	return out
}

// dateFormats are the orders of a date as the original writes them.
var dateFormats = []struct{ order, format string }{{"dmy", "%d.%m.%y"}, {"mdy", "%m/%d/%y"}, {"ymd", "%y-%m-%d"}}

// orderOf returns the order of a date's format, "" if it has no day or no month.
func orderOf(format string) string {
	day, month, year := strings.Index(format, "%d"), strings.Index(format, "%m"),
		strings.Index(strings.ToLower(format), "%y")
	switch {
	case day < 0 || month < 0:
		return ""
	case year >= 0 && year < min(day, month):
		return "ymd"
	case month < day:
		return "mdy"
	}
	return "dmy"
}

// setDate sets the order of dates by the original's format.
func (o *options) setDate(format string, p *device.RegionPatch) {
	order := orderOf(format)
	for _, f := range dateFormats {
		if f.order == order {
			p.Date = &order
			if format != f.format {
				o.refused.part("DFORMAT", "shows as %s: the order alone counts", f.format)
			}
			return
		}
	}
	o.refused.all("DFORMAT", "%q has no %%d and %%m", wire.Short(format))
}

// setRegion sets how the device writes weeks, temperatures and dates.
func (s *Server) setRegion(ctx context.Context, o *options) error {
	var p device.RegionPatch
	pick := func(b wire.Boolean, to **string, on, off string) {
		if !good(b.Value) {
			return
		}
		if *to = &off; b.On {
			*to = &on
		}
	}
	pick(o.Monday, &p.FirstDay, "mon", "sun")
	pick(o.Celsius, &p.Temperature, "C", "F")
	if f := o.DateFormat; good(f.Value) {
		o.setDate(f.Text, &p)
	}
	if p == (device.RegionPatch{}) {
		return nil
	}
	_, err := s.dev.SetRegion(ctx, p)
	return err
}

// regionSettings returns how the device writes weeks, temperatures and dates.
func (s *Server) regionSettings(ctx context.Context) (map[string]any, error) {
	r, err := s.dev.Region(ctx)
	out := map[string]any{"SOM": r.FirstDay == "mon", "CEL": r.Temperature == "C"}
	for _, f := range dateFormats {
		if f.order == r.Date {
			out["DFORMAT"] = f.format
		}
	}
	return out, err
}

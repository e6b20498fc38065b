// SPDX-License-Identifier: Apache-2.0

package wire

import (
	"context"

	"github.com/ledpost/ledpost/device"
	"github.com/ledpost/ledpost/internal/enum"
)

// Night is one switch for screensaver, quiet hours, and their look; its times follow a
// clock in the room.
type Night struct {
	When       string   `json:"when"`
	From       string   `json:"from"`
	To         string   `json:"to"`
	Brightness int      `json:"brightness"`
	Color      string   `json:"color"`
	Widget     string   `json:"widget"`
	Active     bool     `json:"active"`
	Tonight    *tonight `json:"tonight"`
}

// tonight is the night that holds or is next.
type tonight struct {
	From string `json:"from"`
	To   string `json:"to"`
}

// NightOf returns the night as a GET answers it.
func NightOf(n device.NightNow) Night {
	out := Night{n.When.String(), n.From.String(), n.To.String(), n.Brightness, n.Color.String(), n.Widget, n.Active, nil}
	if w := n.Tonight; w != nil {
		out.Tonight = &tonight{w.Start.String(), w.End.String()}
	}
	return out
}

// PutNight changes the night.
func PutNight(ctx context.Context, d *device.Device, body []byte) (device.NightNow, error) {
	var p struct {
		When       Word    `json:"when"`
		From       Word    `json:"from"`
		To         Word    `json:"to"`
		Brightness Integer `json:"brightness"`
		Color      Word    `json:"color"`
		Widget     Label   `json:"widget"`
	}
	if err := Decode(body, &p); err != nil {
		return device.NightNow{}, err
	}
	var f Faults
	var patch device.NightPatch
	if w, ok := Choice(&f, "when", p.When, enum.Read[device.NightWhen]); ok {
		patch.When = &w
	}
	if t, ok := Choice(&f, "from", p.From, device.ParseTimeOfDay); ok {
		patch.From = &t
	}
	if t, ok := Choice(&f, "to", p.To, device.ParseTimeOfDay); ok {
		patch.To = &t
	}
	if f.Check("brightness", p.Brightness.Value) {
		patch.Brightness = &p.Brightness.Int
	}
	if c := ReadColor(&f, "color", p.Color); c.Set {
		patch.Color = &c
	}
	if f.Check("widget", p.Widget.Value) {
		patch.Widget = &p.Widget.Text
	}
	if f.Err() != nil {
		f.Rest(patch.Validate())
		return device.NightNow{}, f.Err()
	}
	now, err := d.SetNight(ctx, patch)
	return now, f.Explain(err)
}

// Quiet are the quiet hours; its times follow a clock in the room.
type Quiet struct {
	Enabled bool   `json:"enabled"`
	Start   string `json:"start"`
	End     string `json:"end"`
	Volume  int    `json:"volume"`
	Active  bool   `json:"active"`
}

// QuietOf returns the quiet hours as a GET answers them.
func QuietOf(q device.QuietHours) Quiet {
	return Quiet{q.Enabled, q.Start.String(), q.End.String(), q.Volume, q.Active}
}

// PutQuiet changes the quiet hours.
func PutQuiet(ctx context.Context, d *device.Device, body []byte) (device.QuietHours, error) {
	var p struct {
		Enabled Boolean `json:"enabled"`
		Start   Word    `json:"start"`
		End     Word    `json:"end"`
		Volume  Integer `json:"volume"`
	}
	if err := Decode(body, &p); err != nil {
		return device.QuietHours{}, err
	}
	var f Faults
	var patch device.QuietPatch
	if f.Check("enabled", p.Enabled.Value) {
		patch.Enabled = &p.Enabled.On
	}
	if t, ok := Choice(&f, "start", p.Start, device.ParseTimeOfDay); ok {
		patch.Start = &t
	}
	if t, ok := Choice(&f, "end", p.End, device.ParseTimeOfDay); ok {
		patch.End = &t
	}
	if f.Check("volume", p.Volume.Value) {
		patch.Volume = &p.Volume.Int
	}
	if f.Err() != nil {
		f.Rest(patch.Validate())
		return device.QuietHours{}, f.Err()
	}
	now, err := d.SetQuietHours(ctx, patch)
	return now, f.Explain(err)
}

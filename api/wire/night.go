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
	patch.When = picked(&f, "when", p.When, enum.Read[device.NightWhen])
	patch.From = picked(&f, "from", p.From, device.ParseTimeOfDay)
	patch.To = picked(&f, "to", p.To, device.ParseTimeOfDay)
	patch.Brightness = usable(&f, "brightness", p.Brightness.Value, &p.Brightness.Int)
	if c := ReadColor(&f, "color", p.Color); c.Set {
		patch.Color = &c
	}
	patch.Widget = usable(&f, "widget", p.Widget.Value, &p.Widget.Text)
	return applied(ctx, &f, patch, patch.Validate, d.SetNight)
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
	patch.Enabled = usable(&f, "enabled", p.Enabled.Value, &p.Enabled.On)
	patch.Start = picked(&f, "start", p.Start, device.ParseTimeOfDay)
	patch.End = picked(&f, "end", p.End, device.ParseTimeOfDay)
	patch.Volume = usable(&f, "volume", p.Volume.Value, &p.Volume.Int)
	return applied(ctx, &f, patch, patch.Validate, d.SetQuietHours)
}

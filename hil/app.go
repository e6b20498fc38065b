// SPDX-License-Identifier: Apache-2.0

package hil

import (
	"bytes"
	"encoding/json"
	"maps"
	"path/filepath"
	"strings"
	"time"

	"github.com/ledpost/ledpost/internal/bounded"
)

// How long an own app may take.
const (
	appTime    = 20 * time.Second // until the device has drawn it
	showTime   = 5 * time.Second  // until what is drawn shows
	settleTime = 2 * time.Second  // until a picture that does not move stands still
	stillTime  = 300 * time.Millisecond
)

// App sends an own app to the device, the program in the file (docs/own-apps.md), adds it with those settings, and
// shows it. It returns when the panel shows what the app has drawn, and a picture that does not move stands still;
// [Device.Picture] has it then. The program ledpost-apps must be in the path of the device. An app that fails, or that
// has nothing to show, ends the test.
func (d *Device) App(file string, settings map[string]string) {
	d.t.Helper()
	source, err := bounded.ReadFile(file, maxProgram)
	if err != nil {
		d.t.Fatalf("hil: %v", err)
	}
	name := strings.TrimSuffix(filepath.Base(file), ".star")
	d.call("PUT", "/live/scripts/"+name, string(mustJSON(map[string]string{"source": string(source)})))
	all := map[string]string{"app": name}
	maps.Copy(all, settings)
	var added struct{ Widget string }
	answer := d.call("POST", "/live/apps", string(mustJSON(map[string]any{"package": othersApp, "settings": all})))
	if err := json.Unmarshal(answer, &added); err != nil {
		d.t.Fatalf("hil: POST /live/apps: %v", err)
	}
	d.drawn(name, added.Widget)
	d.call("PUT", "/api/v2/device/apps/"+othersApp+"/widgets/"+added.Widget+"/activate", "")
	d.settle(name, added.Widget)
}

const (
	othersApp  = "com.ledpost.others"
	maxProgram = 256 << 10 // bytes
)

// mustJSON writes what can always be written.
func mustJSON(v any) []byte {
	text, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	return text
}

// drawn waits until the app of a widget has been drawn: until then the widget says its name, and afterwards, if the
// app fails, why.
func (d *Device) drawn(name, widget string) {
	d.t.Helper()
	says := name
	for end := time.Now().Add(appTime); says == name; time.Sleep(lookEvery) {
		if time.Now().After(end) {
			d.t.Fatalf("hil: %s is not drawn after %v", name, appTime)
		}
		var all []struct{ Widget, Says string }
		if err := json.Unmarshal(d.call("GET", "/live/apps", ""), &all); err != nil {
			d.t.Fatalf("hil: GET /live/apps: %v", err)
		}
		for _, w := range all {
			if w.Widget == widget {
				says = w.Says
			}
		}
	}
	if says != "" {
		d.t.Fatalf("hil: %s", says)
	}
}

// settle waits until the device shows a widget, and its picture stands still or does not do so.
func (d *Device) settle(name, widget string) {
	d.t.Helper()
	var last []byte
	since, shown := time.Time{}, time.Time{}
	for end := time.Now().Add(showTime); ; time.Sleep(lookEvery) {
		var status struct{ Showing struct{ Widget string } }
		if err := json.Unmarshal(d.call("GET", "/live/status", ""), &status); err != nil {
			d.t.Fatalf("hil: GET /live/status: %v", err)
		}
		now := time.Now()
		if status.Showing.Widget != widget {
			if now.After(end) {
				d.t.Fatalf("hil: %s does not show: it has nothing to show, or something else is in front", name)
			}
			continue
		}
		if shown.IsZero() {
			shown = now
		}
		if m := d.Picture().Pix; !bytes.Equal(m, last) {
			last, since = m, now
		}
		if now.Sub(since) > stillTime || now.Sub(shown) > settleTime {
			return
		}
	}
}

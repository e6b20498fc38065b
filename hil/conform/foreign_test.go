// SPDX-License-Identifier: Apache-2.0

package conform_test

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"github.com/ledpost/ledpost/hil/conform"
	"github.com/ledpost/ledpost/internal/must"
)

// TestLaMetric: devices as LaMetric's documentation and captures have them fail nothing;
// where they differ from this program it is told, and what they lack is not asked.
func TestLaMetric(t *testing.T) {
	for _, row := range []struct {
		why     string
		device  *lametric
		profile string
		skipped string // a reason of at least one
	}{
		{"2.1", &lametric{version: "2.1.0"}, "", "streaming came with version 2.3 of the API, the device has 2.1.0"},
		{"2.3", &lametric{version: "2.3.0"}, "", "the profile lametric-2.3 does not have this program's own API"},
		{"2.3, with a profile", &lametric{version: "2.3.1"}, "lametric-2.3", "the device's index has no widget_update_url"},
		{"Sky", &lametric{version: "2.3.0", model: "sa5", silent: true}, "", "the device's index has no audio_url"},
	} {
		t.Run(row.why, func(t *testing.T) {
			config := row.device.start(t)
			config.Profile = row.profile
			all, err := conform.Run(t.Context(), config)
			must.Do(t, err)
			why := false
			for _, r := range all {
				if r.Fault != "" {
					t.Errorf("%s: %s", r.Name(), r.Fault)
				}
				why = why || r.Skipped == row.skipped
			}
			if !why {
				t.Errorf("nothing is skipped because %s", row.skipped)
			}
			counts := conform.Count(all)
			if counts.Held < 35 || counts.Differ < 10 {
				t.Errorf("%+v", counts)
			}
		})
	}
}

// foreignFaults are twenty that LaMetric's documentation does not allow.
var foreignFaults = []fault{
	{"Index: the version is one of the profile", `^GET /api/v2 `, instead(`"2.3.0"`, `"two"`)},
	{"Index: it lists audio", `^GET /api/v2 `, instead(`"audio_url"`, `"sound_url"`)},
	{"Index: it lists Wi-Fi", `^GET /api/v2/device/wifi `, status(500)},
	{"Addresses, JSON: answers are JSON", `^GET /api/v2/device `, func(a *answer) {
		a.head.Set("Content-Type",
			"text/html")
	}},
	{"Authentication, Basic: dev and the key", `^ANON GET /api/v2/device `, status(200)},
	{"Authentication, Basic: every path needs it", `^ANON PUT /api/v2/device/audio `, status(200)},
	{"Priorities, info: is the default", `^GET .*/notifications `, instead(`"priority":"info"`, `"priority":"low"`)},
	{"Priorities, warning: interrupts info", `^POST .*"warning"`, status(500)},
	{"Priorities, critical: interrupts info", `^GET .*/current `, instead(`"id":"`, `"id":"9`)},
	{"Life of a notification, Queued: the answer has the id", `^POST .*"hello"`, instead(`"success"`, `"done"`)},
	{"Life of a notification, Removed: DELETE of a waiting notification", `^DELETE .*/notifications/[0-9]+ `,
		instead(`true`, `false`)},
	{"Life of a notification, Listed: higher priority first, with its type", `^GET .*/notifications `, instead(`external`,
		`internal`)},
	{"Life of a notification, Frames: simple, goal and chart", `^GET .*/notifications/`, instead(`"goalData"`, `"goal"`)},
	{"Life of a notification, Icons: numbers, with a letter, and data", `^POST .*"icon":120\}`, status(400)},
	{"Life of a notification, Lead-in: none, info, alert", `"icon_type":"bell"`, status(201)},
	{"Display settings, Brightness: within 0 and 100", `^PUT .*"brightness":101`, status(200)},
	{"Display settings, Screensaver: when dark", `^PUT .*"when_dark"`, instead(`"when_dark":{"enabled":true`,
		`"when_dark":{"enabled":false`)},
	{"Streaming, Session: opened, told, closed", `^GET .*/stream `, instead(`"receiving"`, `"idle"`)},
	{"Device settings, Modes: the four of them", `^PUT .*"mode":"schedule"`, status(400)},
	{"Device settings, Fields: only these", `fields=id,mode `, instead(`"id"`, `"name":"x","id"`)},
}

// TestForeignFaults: each fault of a LaMetric fails the statement about it, and the run
// goes on to its end.
func TestForeignFaults(t *testing.T) {
	whole := 0
	for _, f := range foreignFaults {
		t.Run(f.row, func(t *testing.T) {
			config := (&lametric{version: "2.3.0", fault: f}).start(t)
			config.Profile = "lametric-2.3"
			all, err := conform.Run(t.Context(), config)
			must.Do(t, err)
			var failed []string
			for _, r := range all {
				if r.Fault != "" {
					failed = append(failed, r.Name())
				}
			}
			if !slices.Contains(failed, f.row) || len(failed) > 12 {
				t.Errorf("fails: %s", strings.Join(failed, "\n"))
			}
			if whole = max(whole, len(all)); len(all) < whole {
				t.Errorf("%d statements, of others %d", len(all), whole)
			}
		})
	}
}

// TestArchive: what was captured is judged as the device was, without one and without
// waiting, and keeps nothing of its owner.
func TestArchive(t *testing.T) {
	for _, f := range []fault{{}, foreignFaults[17]} {
		config := (&lametric{version: "2.3.0", fault: f}).start(t)
		archive := conform.Record(&config)
		want := must.Get(conform.Run(t.Context(), config))(t)
		var out bytes.Buffer
		must.Do(t, archive.Write(&out))
		for _, secret := range []string{standInKey, "AA:BB:CC:DD:EE:FF", "192.168.1.11", "A LaMetric", `"Home"`,
			"SA150000000000W00BS9",
			"LM1234", "12345"} {
			if strings.Contains(out.String(), secret) {
				t.Errorf("the archive has %q", secret)
			}
		}
		again := must.Get(conform.ReadArchive(&out))(t)
		got := must.Get(conform.Run(t.Context(), again))(t)
		for i, r := range got {
			if w := want[i]; r.Name() != w.Name() || (r.Fault == "") != (w.Fault == "") || (r.Differs == "") != (w.Differs == "") ||
				(r.Skipped == "") != (w.Skipped == "") {
				t.Errorf("%s: %q %q %q, with the device %q %q %q", r.Name(), r.Fault, r.Differs, r.Skipped, w.Fault, w.Differs,
					w.Skipped)
			}
		}
		if len(got) != len(want) {
			t.Errorf("%d results, with the device %d", len(got), len(want))
		}
	}
	for _, text := range []string{"", "{}", "[]", `{"ledpost_conform":2}`} {
		if _, err := conform.ReadArchive(strings.NewReader(text)); err == nil {
			t.Errorf("%q is an archive", text)
		}
	}
}

// TestOldArchive: what an archive does not have is not tried.
func TestOldArchive(t *testing.T) {
	l := &lametric{version: "2.1.0"}
	config := l.start(t)
	archive := conform.Record(&config)
	must.Get(conform.Run(t.Context(), config))(t)
	var out bytes.Buffer
	must.Do(t, archive.Write(&out))
	old := strings.ReplaceAll(out.String(), `"at": "Device settings, Modes`, `"at": "Another`)
	all := must.Get(conform.Run(t.Context(), must.Get(conform.ReadArchive(strings.NewReader(old)))(t)))(t)
	found := false
	for _, r := range all {
		if r.Fault != "" {
			t.Errorf("%s: %s", r.Name(), r.Fault)
		}
		found = found || r.At == "Device settings, Modes" && strings.Contains(r.Skipped, "archive")
	}
	if !found {
		t.Error("the statement that is missing was tried")
	}
}

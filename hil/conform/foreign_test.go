// SPDX-License-Identifier: Apache-2.0

package conform_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/ledpost/ledpost/hil/conform"
	"github.com/ledpost/ledpost/internal/must"
)

// TestLaMetric: devices as LaMetric's documentation and captures have them fail nothing; where they differ from this
// program it is told, and what they lack is not asked. The captures are those of demetriek (tests/fixtures) and of Home
// Assistant (tests/components/lametric/fixtures), as patches of one of them.
func TestLaMetric(t *testing.T) {
	const (
		sa8 = `"model":"sa8","os_version":"3.2.6","mode":"manual","audio":{"available":true,"volume":46},
			"bluetooth":{"low_energy":null,"mac":"AA:BB:CC:DD:EE:FF","pairable":false},`
		evening = `{"display":{"screensaver":{"modes":{"time_based":{"start_time":"20:00:00","end_time":"04:00:00"}}}}}`
		noTimes = `"time_based":{"enabled":false,"local_start_time":null,"start_time":null}`
		dark    = `"screensaver":{"enabled":true,"widget":"1_com.lametric.clock","modes":{` + noTimes +
			`,"when_dark":{"enabled":true}}}`
		sky = `{"model":"sa5","os_version":"3.0.13","mode":"manual","bluetooth":{"active":true},` +
			`"display":{"on":true,"brightness":66,` +
			`"brightness_mode":"manual","width":64,"screensaver":{"enabled":true,"widget":"","modes":{` + noTimes +
			`,"when_dark":null,"screen_off":{"enabled":false}}}}}`
	)
	for _, row := range []struct {
		why     string
		device  *lametric
		profile string
		least   int    // statements that hold
		skipped string // a reason of at least one
		differs string // a statement; "" = whichever
	}{
		{"2.0", &lametric{version: "2.0.0", patch: `{"mode":"manual"}`}, "", 25,
			"settings of the screensaver came with version 2.1.0 of the API, the device has 2.0.0", ""},
		{"2.0 by 405", &lametric{version: "2.0.0", unknown: 405}, "", 25,
			"setting the mode came with version 2.3.1 of the API, the device has 2.0.0", ""},
		{"2.1 by 405", &lametric{version: "2.1.0", unknown: 405}, "lametric-2.1", 25,
			"setting the mode came with version 2.3.1 of the API, the device has 2.1.0", ""},
		{"2.3.0 in kiosk mode", &lametric{version: "2.3.0", patch: `{"mode":"kiosk"}`}, "", 15,
			`the device stays in a state of mode "kiosk", which holds notifications back`, ""},
		{"times of a screensaver only with its switch", &lametric{version: "2.3.1", whole: true, patch: evening},
			"", 30, "", ""},
		{"no screensaver of a whole day", &lametric{version: "2.3.1", patch: evening,
			fault: fault{"", `"end_time":"23:59:59"`, refuses}},
			"", 30, `the device cannot be prepared: PUT /api/v2/device/display: 400 no`, ""},
		{"2.2", &lametric{version: "2.2.0", unknown: 501}, "", 25, "", "Index: the version is one of the profile"},
		{"2.4 and 2.5 have all of 2.3", &lametric{version: "2.5.0"}, "", 35, "",
			"Index: the version is one of the profile"},
		{"an error for what is gone", &lametric{version: "2.3.1", gone: 200}, "", 30, "", "Errors, Form: messages"},
		{"a refusal for what is gone", &lametric{version: "2.3.1", gone: 400}, "", 30, "", ""},
		{"a queue of four", &lametric{version: "2.3.1", queues: 4}, "", 30, "", ""},
		{"a range without limits", &lametric{version: "2.3.1", narrow: true,
			patch: `{"display":{"brightness":80,"brightness_limit":null,"brightness_range":{"min":10,"max":90}},` +
				`"audio":{"volume":80,"volume_limit":null,"volume_range":{"min":60,"max":90}}}`},
			"", 30, "", "Display settings, Brightness: within 0 and 100"},
		{"2.1", &lametric{version: "2.1.0"}, "", 30, "streaming came with version 2.3 of the API, the device has 2.1.0", ""},
		{"2.3", &lametric{version: "2.3.0"}, "", 30, "the profile lametric-2.3 does not have this program's own API", ""},
		{"2.3, with a profile", &lametric{version: "2.3.1"}, "lametric-2.3", 30, "the device's display has no on", ""},
		{"device2: on a schedule", &lametric{version: "2.2.0",
			patch: `{"mode":"schedule","wifi":{"encryption":null,"strength":null}}`},
			"", 30, "", "Index: the version is one of the profile"},
		{"device_lm37x8: 2.3.9", &lametric{version: "2.3.0",
			patch: `{"mode":"manual","os_version":"2.3.9","display":{` + dark + `}}`},
			"", 30, "the device's display has no on", ""},
		{"device_sa8, api_sa8", &lametric{version: "2.4.0", at: "https://127.0.0.2:4343",
			patch: `{` + sa8 + `"display":{"on":true,` + dark + `}}`}, "", 30, "", "Index: the version is one of the profile"},
		{"device3: with an update", &lametric{version: "2.3.0", at: "https://127.0.0.2:4343",
			patch: `{` + sa8 + `"update_available":{"version":"3.2.1"},"display":{"on":true,` + dark + `}}`}, "", 30, "", ""},
		{"display_set_screensaver: with times", &lametric{version: "2.3.1",
			patch: `{"display":{"screensaver":{"enabled":true,` +
				`"modes":{"time_based":{"enabled":true,"end_time":"07:00:00","local_end_time":"09:00:00",` +
				`"start_time":"23:00:00"}}}}}`},
			"", 30, "", "4, kiosk mode: only critical"},
		{"computer_powered: a limit of 76 %", &lametric{version: "2.3.0", narrow: true, patch: `{` + sa8 +
			`"display":{"on":true,"brightness":75,"brightness_mode":"manual",` +
			`"brightness_limit":{"max":76,"min":2},` + dark + `}}`},
			"", 30, "", "Display settings, Brightness: within 0 and 100"},
		{"a limit of volume below 50", &lametric{version: "2.3.0", narrow: true,
			patch: `{"audio":{"volume":20,"volume_limit":{"max":30}}}`},
			"", 30, "", "Authentication, Basic: every path needs it"},
		{"device_wifi_connecting", &lametric{version: "2.3.0",
			patch: `{"mode":"manual","wifi":{"active":null,"address":null,"essid":null,` +
				`"ip":null,"netmask":null,"strength":18}}`}, "", 30, "", ""},
		{"device_no_screensaver: 1.7.2", &lametric{version: "2.0.0",
			patch:   `{"os_version":"1.7.2","display":{"screensaver":null}}`,
			without: []string{"apps_list_url"}}, "", 30, "the device has no screensaver with times",
			"Index: the version is one of the profile"},
		{"device_sky", &lametric{version: "2.3.0", patch: sky}, "", 30, "the device's screensaver has no when_dark", ""},
		{"device_sa5_bluetooth_unavailable", &lametric{version: "2.3.0",
			patch: `{"model":"sa5","os_version":"3.2.7","mode":"manual",` +
				`"audio":{"available":false,"volume":null,"volume_limit":null,"volume_range":null},` +
				`"bluetooth":{"available":false,"name":null},` +
				`"display":{"on":true,"height":16,"width":16,"type":"full_rgb","screensaver":null}}`}, "", 25,
			"the device says that it has no audio", ""},
		{"Sky without a loudspeaker", &lametric{version: "2.3.0", patch: `{"model":"sa5","audio":null}`,
			without: []string{"audio_url"}},
			"sky", 25, "the device's index has no audio_url", ""},
		{"no audio", &lametric{version: "2.3.0", patch: `{"audio":null}`, without: []string{"audio_url"}}, "", 25, "",
			"Index: it lists audio"},
		{"no Bluetooth", &lametric{version: "2.3.0", patch: `{"bluetooth":null}`, without: []string{"bluetooth_url"}},
			"", 25, "", "Index: it lists Bluetooth"},
		{"an index of notifications alone", &lametric{version: "2.3.0", without: []string{"audio_url", "bluetooth_url",
			"wifi_url", "apps_list_url", "display_url", "stream_url", "widget_update_url"}},
			"", 20, "the device's index has no display_url", ""},
		{"an index of 2.0", &lametric{version: "2.3.1", without: []string{"apps_list_url", "stream_url"}}, "lametric-2.3",
			30, "the device's index has no stream_url", "Index: it lists streaming"},
		{"nothing takes notifications back", &lametric{version: "2.3.0", without: []string{"concrete_notification_url"}},
			"", 10, "the device's index has no concrete_notification_url", ""},
		{"ids that are numbers", &lametric{version: "2.1.0", numbers: true}, "", 20, "",
			"Life of a notification, Queued: the answer has the id"},
		{"ids that are words", &lametric{version: "2.3.1", prefix: "c0ffee-"}, "", 30, "", "4, id: rises, never again"},
		{"a key that reads", &lametric{version: "2.3.1", readOnly: true}, "", 8, "the key may only read", ""},
		{"a key that reads 2.0", &lametric{version: "2.0.0", readOnly: true}, "", 8, "the key may only read", ""},
		{"no charset", &lametric{version: "2.3.0", media: "application/json"}, "", 30, "",
			"Addresses, JSON: answers are JSON"},
		{"no version", &lametric{version: "beta"}, "", 25, "", "Index: the version is one of the profile"},
		{"2.10 comes after 2.3", &lametric{version: "2.10.0"}, "", 35, "", "Index: the version is one of the profile"},
		{"2.3.10 has the mode of 2.3.1", &lametric{version: "2.3.10"}, "lametric-2.3", 35, "", ""},
		{"2.3.1 before its release", &lametric{version: "2.3.1-rc2"}, "", 35, "", ""},
		{"a later one", &lametric{version: "3.0.0"}, "", 30, "", "Index: the version is one of the profile"},
	} {
		for _, loud := range []bool{false, true} {
			t.Run(fmt.Sprintf("%s, loud: %v", row.why, loud), func(t *testing.T) {
				config := row.device.start(t)
				config.Profile, config.Loud = row.profile, loud
				before := row.device.looks()
				all, err := conform.Run(t.Context(), config)
				must.Do(t, err)
				why, differs := row.skipped == "", row.differs == ""
				for _, r := range all {
					if r.Verdict == conform.Failed {
						t.Errorf("%s: %s", r.Name(), r.Why)
					}
					why = why || r.Verdict == conform.Skipped && r.Why == row.skipped
					differs = differs || r.Name() == row.differs && r.Verdict == conform.Differs
				}
				if !why || !differs {
					t.Errorf("skipped because %q: %v; %q differs: %v", row.skipped, why, row.differs, differs)
				}
				if counts := conform.Count(all); counts.Held < row.least {
					t.Errorf("%+v", counts)
				}
				if after := row.device.looks(); after != before {
					t.Errorf("it was %s\nand is %s", before, after)
				}
			})
		}
	}
}

// page says that an answer is a page.
func page(a *answer) { a.head.Set("Content-Type", "text/html") }

// refuses is a device that refuses.
func refuses(a *answer) { a.status, a.body = 400, "no" }

// TestPutsBack: a device is and shows what it did, wherever a run is interrupted, and whichever request fails.
func TestPutsBack(t *testing.T) {
	const used = `{"mode":"manual","audio":{"volume":7},"display":{"on":false,"brightness":33,"brightness_mode":"manual",
		"screensaver":{"enabled":true,"modes":{"when_dark":{"enabled":false},"time_based":{"enabled":true,
		"start_time":"21:00:00","end_time":"05:30:00"}}}}}`
	for at := 20; ; at += 67 {
		whole := false
		for _, interrupt := range []bool{true, false} {
			device := &lametric{version: "2.3.1", patch: used}
			config := device.start(t)
			before, n := device.looks(), 0
			ctx, stop := context.WithCancel(t.Context())
			config.Client.Transport = tripper(func(r *http.Request) (*http.Response, error) {
				if n++; n == at && interrupt {
					stop()
				} else if n == at {
					return losses["500"].RoundTrip(r)
				}
				return device.RoundTrip(r)
			})
			_, err := conform.Run(ctx, config)
			whole = n < at
			if ctx.Err() == nil && err != nil {
				t.Errorf("%d fails: %v", at, err)
			}
			if stop(); device.looks() != before {
				t.Errorf("%d, interrupted: %v: it was %s\nand is %s", at, interrupt, before, device.looks())
			}
		}
		if whole {
			return
		}
	}
}

// empty is an object without fields.
func empty(a *answer) { a.body = "{}" }

// backwards turns a list round.
func backwards(a *answer) {
	var items []json.RawMessage
	if json.Unmarshal([]byte(a.body), &items) == nil {
		slices.Reverse(items)
		turned, _ := json.Marshal(items)
		a.body = string(turned)
	}
}

// foreignFaults are those that LaMetric's documentation does not allow.
var foreignFaults = []fault{
	{"Index: the version is one of the profile", `^GET /api/v2 `, instead(`"2.3.1"`, `"two"`)},
	{"Index: it lists audio", `^GET /api/v2 `, instead(`"audio_url"`, `"sound_url"`)},
	{"Index: it lists Wi-Fi", `^GET /api/v2/device/wifi `, status(500)},
	{"Addresses, JSON: answers are JSON", `^GET /api/v2/device `, page},
	{"Authentication, Basic: dev and the key", `^ANON GET /api/v2/device `, status(200)},
	{"Authentication, Basic: every path needs it", `^ANON PUT /api/v2/device/audio `, status(200)},
	{"Priorities, info: is the default", `^GET .*/notifications `, instead(`"priority":"info"`, `"priority":"low"`)},
	{"Priorities, warning: interrupts info", `^POST .*"warning"`, status(500)},
	{"Priorities, critical: interrupts info", `^GET .*/current `, instead(`"id":"`, `"id":"9`)},
	{"Life of a notification, Queued: the answer has the id", `^POST .*"hello"`, instead(`"success"`, `"done"`)},
	{"Life of a notification, Removed: DELETE of a waiting notification", `^DELETE .*/notifications/[0-9]+ `,
		instead(`true`, `false`)},
	{"Life of a notification, Listed: higher priority first, with its type", `^GET .*/notifications `,
		instead(`external`, `internal`)},
	{"Life of a notification, Frames: simple, goal and chart", `^GET .*/notifications/`, instead(`"goalData"`, `"goal"`)},
	{"Life of a notification, Icons: numbers, with a letter, and data", `^POST .*"icon":120\}`, status(400)},
	{"Life of a notification, Lead-in: none, info, alert", `"icon_type":"bell"`, status(201)},
	{"Display settings, Brightness: within 0 and 100", `^PUT .*"brightness":101`, status(200)},
	{"Display settings, Screensaver: when dark", `^PUT .*"when_dark"`,
		instead(`"when_dark":{"enabled":true`, `"when_dark":{"enabled":false`)},
	{"Streaming, Session: opened, told, closed", `^GET .*/stream `, instead(`"receiving"`, `"idle"`)},
	{"Device settings, Modes: the four of them", `^PUT .*"mode":"schedule"`, status(400)},
	{"Device settings, Fields: only these", `fields=id,mode `, instead(`"id"`, `"name":"x","id"`)},
	{"Authentication, Basic: dev and the key", `^WRONG `, status(200)},
	{"Authentication, Basic: dev and the key", `^ANON GET /api/v2/device `, status(403)},
	{"Life of a notification, Listed: higher priority first, with its type", `^GET .*/notifications `, backwards},
	{"Life of a notification, Listed: higher priority first, with its type", `^GET .*/notifications `,
		instead(`"priority":"warning"`, `"priority":"info"`)},
	{"Device settings, Fields: of the display", `^GET .*/display `, empty},
	{"Device settings, Fields: of the display", `^GET .*/display `, instead(`"width"`, `"columns"`)},
	{"Device settings, Fields: of the audio", `^GET .*/audio `, empty},
	{"Device settings, Fields: of the Wi-Fi", `^GET .*/wifi `, empty},
	{"Device settings, Fields: of Bluetooth", `^GET .*/bluetooth `, empty},
	{"Display settings, Automatic: is switched on and off", `^PUT .*/display `, instead(`"success"`, `"done"`)},
	{"Display settings, Automatic: is switched on and off", `^PUT .*/display `, instead(`"path"`, `"at"`)},
	{"Audio settings, Volume: is kept", `^PUT .*/audio `, instead(`"success"`, `"done"`)},
	{"Audio settings, Volume: is kept", `^PUT .*/audio `, instead(`"path"`, `"at"`)},
	{"Life of a notification, Stays: no other cycles are told where none were sent", `^GET .*/notifications/[0-9]+ `,
		instead(`"cycles":1`, `"cycles":2`)},
}

// TestForeignFaults: each fault of a LaMetric fails the statement about it, and the run
// goes on to its end.
func TestForeignFaults(t *testing.T) {
	whole := 0
	for _, f := range foreignFaults {
		t.Run(f.row, func(t *testing.T) {
			config := (&lametric{version: "2.3.1", fault: f}).start(t)
			config.Profile = "lametric-2.3"
			all, err := conform.Run(t.Context(), config)
			must.Do(t, err)
			var failed []string
			for _, r := range all {
				if r.Verdict == conform.Failed {
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

// TestSettingFaults: a setting that a device refuses, or answers and does not keep, fails its statement, also where
// others about it cannot be asked; so does whatever is open without a key.
func TestSettingFaults(t *testing.T) {
	const (
		times = `{"display":{"screensaver":{"modes":{"time_based":{"start_time":"20:00:00","end_time":"04:00:00"}}}}}`
		from  = "Display settings, Screensaver: from one time to another"
		start = "Display settings, Screensaver: from another time"
		auto  = "Display settings, Automatic: is switched on and off"
		open  = "Authentication, Basic: every path needs it"
		read  = `^GET /api/v2/device/display `

		volume = "Audio settings, Volume: is kept"
	)
	again := func(field, value string) func(*answer) { // it is what it was
		is := `"` + field + `":`
		return func(a *answer) { a.body = regexp.MustCompile(is+`[^,}]*`).ReplaceAllString(a.body, is+value) }
	}
	for _, row := range []struct {
		why    string
		device *lametric
		fault  fault
	}{
		{"times are refused", &lametric{patch: times}, fault{from, `^PUT .*"end_time":"11:`, refuses}},
		{"second times are refused", &lametric{patch: times}, fault{from, `^PUT .*"end_time":"12:`, refuses}},
		{"the start is lost", &lametric{patch: times}, fault{from, read, again("start_time", `"20:00:00"`)}},
		{"the start is always 21", &lametric{patch: times}, fault{from, read, again("start_time", `"21:00:00"`)}},
		{"the end is lost", &lametric{patch: times}, fault{from, read, again("end_time", `"04:00:00"`)}},
		{"the mode is lost", &lametric{patch: times}, fault{from, read, instead(`"time_based":{"enabled":true`,
			`"time_based":{"enabled":false`)}},
		{"the mode is refused", &lametric{patch: times}, fault{from, `^PUT .*"mode":"time_based"`, refuses}},
		{"seconds are lost", &lametric{patch: times}, fault{from, read, instead(`"22:15:30"`, `"22:15:00"`)}},
		{"the start is refused, where there is no end", &lametric{}, fault{start, `^PUT .*"start_time"`, refuses}},
		{"the start is lost, where there is no end", &lametric{}, fault{start, read, again("start_time", `"00:00:39"`)}},
		{"the darkness is lost", &lametric{}, fault{"Display settings, Screensaver: when dark", read,
			instead(`"when_dark":{"enabled":true`, `"when_dark":{"enabled":false`)}},
		{"manual is refused", &lametric{}, fault{auto, `^PUT .*"brightness_mode":"manual"`, refuses}},
		{"auto is refused", &lametric{patch: `{"display":{"brightness_mode":"manual"}}`},
			fault{auto, `^PUT .*"brightness_mode":"auto"`, refuses}},
		{"manual is lost", &lametric{}, fault{auto, read, again("brightness_mode", `"auto"`)}},
		{"auto is lost", &lametric{}, fault{auto, read, again("brightness_mode", `"manual"`)}},
		{"any brightness mode will do", &lametric{}, fault{auto, `"brightness_mode":"other"`, status(200)}},
		{"the brightness is lost", &lametric{}, fault{"Display settings, Brightness: within 0 and 100", read,
			again("brightness", "60")}},
		{"the volume is lost", &lametric{}, fault{volume, `^GET .*/audio `, again("volume", "50")}},
		{"the volume is refused", &lametric{}, fault{volume, `^PUT .*/audio `, refuses}},
		{"the mode of the device is lost", &lametric{}, fault{"Device settings, Modes: the four of them",
			`^GET /api/v2/device $`, again("mode", `"auto"`)}},
		{"open, for a key that reads", &lametric{readOnly: true}, fault{open, `^ANON GET .*/notifications `, status(200)}},
		{"open, without audio", &lametric{patch: `{"audio":null}`, without: []string{"audio_url"}},
			fault{open, `^ANON PUT .*/display `, status(200)}},
		{"open, where nothing takes notifications back", &lametric{without: []string{"concrete_notification_url"}},
			fault{open, `^ANON GET .*/audio `, status(200)}},
	} {
		t.Run(row.why, func(t *testing.T) {
			row.device.version, row.device.fault = "2.3.1", row.fault
			config := row.device.start(t)
			all, err := conform.Run(t.Context(), config)
			if err != nil && !strings.Contains(err.Error(), "not everything is as before") {
				t.Error(err)
			}
			var failed []string
			for _, r := range all {
				if r.Verdict == conform.Failed {
					failed = append(failed, r.Name())
				}
			}
			if !slices.Contains(failed, row.fault.row) || len(failed) > 8 {
				t.Errorf("fails: %s", strings.Join(failed, "\n"))
			}
		})
	}
}

// TestArchive: what was captured is judged as the device was, without one and without
// waiting, and keeps nothing of its owner.
func TestArchive(t *testing.T) {
	for _, f := range []fault{{}, foreignFaults[17]} {
		config := (&lametric{version: "2.3.1", fault: f}).start(t)
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
			if w := want[i]; r.Name() != w.Name() || r.Verdict != w.Verdict {
				t.Errorf("%s: %v %q, with the device %v %q", r.Name(), r.Verdict, r.Why, w.Verdict, w.Why)
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
	l := &lametric{version: "2.3.1"}
	config := l.start(t)
	archive := conform.Record(&config)
	must.Get(conform.Run(t.Context(), config))(t)
	var out bytes.Buffer
	must.Do(t, archive.Write(&out))
	old := strings.ReplaceAll(out.String(), `"at": "Device settings, Modes`, `"at": "Another`)
	all := must.Get(conform.Run(t.Context(), must.Get(conform.ReadArchive(strings.NewReader(old)))(t)))(t)
	found := false
	for _, r := range all {
		if r.Verdict == conform.Failed {
			t.Errorf("%s: %s", r.Name(), r.Why)
		}
		found = found || r.At == "Device settings, Modes" && r.Verdict == conform.Skipped &&
			strings.Contains(r.Why, "archive")
	}
	if !found {
		t.Error("the statement that is missing was tried")
	}
}

package e2e

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"
)

// timers are the objects of the two apps that count time, field by field.
const timers = `{
	"com.lametric.countdown": {
		"package": "com.lametric.countdown", "title": "Countdown", "vendor": "ledpost", "version": "1.0.0", "version_code": "1",
		"actions": {
			"countdown.configure": {
				"duration": {"data_type": "int", "name": "duration", "required": false},
				"start_now": {"data_type": "bool", "name": "start_now", "required": false}
			},
			"countdown.start": {}, "countdown.pause": {}, "countdown.reset": {}
		},
		"triggers": {},
		"widgets": {"COUNTDOWN": {"index": 1, "package": "com.lametric.countdown", "visible": false, "settings": {"_title": "Countdown"}}}
	},
	"com.lametric.stopwatch": {
		"package": "com.lametric.stopwatch", "title": "Stopwatch", "vendor": "ledpost", "version": "1.0.0", "version_code": "1",
		"actions": {"stopwatch.start": {}, "stopwatch.pause": {}, "stopwatch.reset": {}},
		"triggers": {},
		"widgets": {"STOPWATCH": {"index": 2, "package": "com.lametric.stopwatch", "visible": false, "settings": {"_title": "Stopwatch"}}}
	}
}`

// app is what a test reads of one.
type app struct {
	Widgets map[string]struct{ Index int }
}

// widget is the id of the only widget of a package.
func (r *running) widget(pkg string) (id string) {
	r.t.Helper()
	var a app
	r.call("GET", "/api/v2/device/apps/"+pkg, "", &a)
	for id = range a.Widgets {
	}
	return id
}

// TestTimersInTheList of a new device, field by field.
func TestTimersInTheList(t *testing.T) {
	r := launch(t, nil)
	var got, want map[string]any
	r.call("GET", "/api/v2/device/apps", "", &got)
	words := strings.NewReplacer("COUNTDOWN", r.widget("com.lametric.countdown"), "STOPWATCH", r.widget("com.lametric.stopwatch"))
	if err := json.Unmarshal([]byte(words.Replace(timers)), &want); err != nil {
		t.Fatal(err)
	}
	for pkg := range want {
		if !reflect.DeepEqual(got[pkg], want[pkg]) {
			t.Errorf("%s is told as\n%v\nwant\n%v", pkg, got[pkg], want[pkg])
		}
	}
}

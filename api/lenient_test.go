package api

import (
	"encoding/json"
	"net/http"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/ledpost/ledpost/device"
	"github.com/ledpost/ledpost/device/note"
	"github.com/ledpost/ledpost/icons"
	"github.com/ledpost/ledpost/internal/memtest"
)

func ref(t *testing.T, s string) icons.Ref {
	t.Helper()
	r, err := icons.Parse(s)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// said is a notification of one text.
func said(text string) note.Notification {
	return note.Notification{
		Lifetime: note.DefaultLifetime, Cycles: 1,
		Frames: []note.Frame{{Text: []note.Fragment{{Text: text}}}},
	}
}

// with changes n.
func with(n note.Notification, f func(*note.Notification)) note.Notification {
	f(&n)
	return n
}

// TestLeniency: what clients send, and what is understood (decisions 3).
func TestLeniency(t *testing.T) {
	icon := func(s string) note.Notification {
		return with(said(""), func(n *note.Notification) { n.Frames = []note.Frame{{Icon: ref(t, s)}} })
	}
	lifetime := func(d time.Duration) note.Notification {
		return with(said("x"), func(n *note.Notification) { n.Lifetime = d })
	}
	stands := func(d time.Duration) note.Notification {
		return with(said("x"), func(n *note.Notification) { n.Frames[0].Duration = d })
	}
	goal := with(said(""), func(n *note.Notification) {
		n.Frames = []note.Frame{{Goal: &note.Goal{Start: 0, Current: 50, End: 100, Unit: "5"}}}
	})
	for _, c := range []struct {
		name, body string
		want       note.Notification
	}{
		{"the defaults", frameOf(`{"text":"x"}`), said("x")},
		{"null is absent, everywhere", `{"priority":null,"icon_type":null,"lifetime":null,"model":{"cycles":null,"sound":null,"frames":[{"icon":null,"text":"x","goalData":null,"chartData":null,"color":null,"duration":null}]}}`, said("x")},
		{"unknown keys", `{"font":1,"model":{"index":[{}],"frames":[{"text":"x","bold":{"a":[1]}}]},"id":"5","created":"2000"}`, said("x")},
		{"a byte order mark", "\xef\xbb\xbf" + frameOf(`{"text":"x"}`), said("x")},
		{"white space around", " \n" + frameOf(`{"text":"x"}`) + "\r\n ", said("x")},

		{"lifetime", `{"lifetime":60000,"model":{"frames":[{"text":"x"}]}}`, lifetime(time.Minute)},
		{"lifeTime", `{"lifeTime":60000,"model":{"frames":[{"text":"x"}]}}`, lifetime(time.Minute)},
		{"life_time as a float", `{"life_time":1500.5,"model":{"frames":[{"text":"x"}]}}`, lifetime(1500500 * time.Microsecond)},
		{"lifetime in digits", `{"lifetime":"60000","model":{"frames":[{"text":"x"}]}}`, lifetime(time.Minute)},
		{"lifetime zero", `{"lifetime":0,"model":{"frames":[{"text":"x"}]}}`, lifetime(0)},
		{"lifetime null beside life_time", `{"lifetime":null,"life_time":60000.0,"model":{"frames":[{"text":"x"}]}}`, lifetime(time.Minute)},

		{"cycles in digits, with spaces and a fraction of zero", `{"model":{"cycles":" 3.0 ","frames":[{"text":"x"}]}}`, with(said("x"), func(n *note.Notification) { n.Cycles = 3 })},
		{"lifetime in digits, with spaces and a fraction", `{"lifetime":" 60000.0","model":{"frames":[{"text":"x"}]}}`, lifetime(time.Minute)},
		{"keys in other letters are unknown ones", `{"Priority":"critical","LIFETIME":5,"model":{"Cycles":0,"frames":[{"text":"x","COLOR":5}]}}`, said("x")},
		{"a key twice: the last one counts, alone", `{"model":{"cycles":5,"frames":[{"text":"y"}]},"model":{"frames":[{"text":"x"}]}}`, said("x")},
		{"a key with an escape", `{"mod\u0065l":{"frames":[{"text":"x"}]}}`, said("x")},
		{"an exclamation mark as bash hands it on", frameOf(`{"text":"Hello\!"}`), said("Hello!")},
		{"the same behind a backslash", frameOf(`{"text":"\\\!\\!"}`), said(`\!\!`)},
		{"cycles in digits", `{"model":{"cycles":"3","frames":[{"text":"x"}]}}`, with(said("x"), func(n *note.Notification) { n.Cycles = 3 })},
		{"cycles as a float", `{"model":{"cycles":2.0,"frames":[{"text":"x"}]}}`, with(said("x"), func(n *note.Notification) { n.Cycles = 2 })},
		{"cycles with an exponent", `{"model":{"cycles":1e2,"frames":[{"text":"x"}]}}`, with(said("x"), func(n *note.Notification) { n.Cycles = 100 })},
		{"cycles zero", `{"model":{"cycles":0,"frames":[{"text":"x"}]}}`, with(said("x"), func(n *note.Notification) { n.Cycles = 0 })},

		{"text a number, as it was written", frameOf(`{"text":21.50}`), said("21.50")},
		{"text a boolean", frameOf(`{"text":true}`), said("true")},
		{"text empty", frameOf(`{"text":""}`), said("")},
		{"text with escapes", frameOf(`{"text":"a\u00e4\n\"<&>"}`), said("aä\n\"<&>")},
		{"text of fragments", frameOf(`{"text":[{"t":"12","c":"#ff0000"},{"t":5},{"t":"%","c":null}]}`), with(said(""), func(n *note.Notification) {
			n.Frames[0].Text = []note.Fragment{{Text: "12", Color: note.Color{R: 255, Set: true}}, {Text: "5"}, {Text: "%"}}
		})},
		{"text of 1024 characters", frameOf(`{"text":"` + strings.Repeat("ä", 1024) + `"}`), said(strings.Repeat("ä", 1024))},
		{"text that is too long is cut", frameOf(`{"text":"` + strings.Repeat("ä", 1025) + `"}`), said(strings.Repeat("ä", 1023) + "…")},
		{"text that is too long in fragments is cut", frameOf(`{"text":[{"t":"` + strings.Repeat("a", 1000) + `"},{"t":"` + strings.Repeat("b", 25) + `"},{"t":"c"}]}`), with(said(strings.Repeat("a", 1000)), func(n *note.Notification) {
			n.Frames[0].Text = append(n.Frames[0].Text, note.Fragment{Text: strings.Repeat("b", 23) + "…"})
		})},
		{"fragments of 1024 characters", frameOf(`{"text":[` + strings.Repeat(`{"t":"a"},`, 1023) + `{"t":"b"}]}`), with(said("a"), func(n *note.Notification) {
			n.Frames[0].Text = append(slices.Repeat(n.Frames[0].Text, 1023), note.Fragment{Text: "b"})
		})},
		{"too many fragments are cut", frameOf(`{"text":[` + strings.Repeat(`{"t":""},`, 1024) + `{"t":"x"}]}`), with(said(""), func(n *note.Notification) {
			n.Frames[0].Text = append(slices.Repeat(n.Frames[0].Text, 1023), note.Fragment{Text: "…"})
		})},
		{"a colour", frameOf(`{"text":"x","color":"#0a0B0c"}`), with(said("x"), func(n *note.Notification) {
			n.Frames[0].Color = note.Color{R: 10, G: 11, B: 12, Set: true}
		})},
		{"a duration", frameOf(`{"text":"x","duration":2500}`), with(said("x"), func(n *note.Notification) {
			n.Frames[0].Duration = 2500 * time.Millisecond
		})},

		{"a duration that is too short is the shortest", frameOf(`{"text":"x","duration":250}`), stands(note.MinDuration)},
		{"a duration of nothing, too", frameOf(`{"text":"x","duration":0}`), stands(note.MinDuration)},
		{"a duration below nothing, too", frameOf(`{"text":"x","duration":-1e300}`), stands(note.MinDuration)},
		{"a duration that is too long is the longest", frameOf(`{"text":"x","duration":60001}`), stands(note.MaxDuration)},
		{"a duration without end, too", frameOf(`{"text":"x","duration":1e300}`), stands(note.MaxDuration)},

		{"icon a number", frameOf(`{"icon":120}`), icon("120")},
		{"icon a float", frameOf(`{"icon":120.0}`), icon("120")},
		{"icon digits", frameOf(`{"icon":"120"}`), icon("120")},
		{"icon static", frameOf(`{"icon":"i120"}`), icon("i120")},
		{"icon animated", frameOf(`{"icon":"a120"}`), icon("a120")},
		{"icon a name", frameOf(`{"icon":"weather-rain"}`), icon("weather-rain")},
		{"icon data", frameOf(`{"icon":"` + data + `"}`), icon(data)},
		{"icon empty beside text", frameOf(`{"icon":"","text":"x"}`), said("x")},

		{"goal of digits, its unit a number", frameOf(`{"goalData":{"start":"0","current":50.0,"end":"100","unit":5}}`), goal},
		{"chart of digits with spaces and fractions", frameOf(`{"chartData":[" 3","4.0"," -5.00 "]}`), with(said(""), func(n *note.Notification) {
			n.Frames = []note.Frame{{Chart: []int{3, 4, -5}}}
		})},
		{"chart of digits and floats", frameOf(`{"chartData":[1,"2",3.0,-4]}`), with(said(""), func(n *note.Notification) {
			n.Frames = []note.Frame{{Chart: []int{1, 2, 3, -4}}}
		})},

		{"zero values of a Go client", `{"priority":"","icon_type":"","model":{"frames":[{"icon":"","text":"x","color":""}],"sound":{"category":"","id":"","repeat":0}}}`, said("x")},
		{"words of nothing but spaces", `{"priority":" ","icon_type":"\t","model":{"frames":[{"text":"x"}]}}`, said("x")},
		{"an empty priority outside, one in the model", `{"priority":"","model":{"priority":"warning","frames":[{"text":"x"}]}}`, with(said("x"), func(n *note.Notification) {
			n.Priority = note.PriorityWarning
		})},
		{"enums trimmed and lowered", `{"priority":" Critical ","icon_type":"ALERT","model":{"frames":[{"text":"x"}]}}`, with(said("x"), func(n *note.Notification) {
			n.Priority, n.IconType = note.PriorityCritical, note.IconTypeAlert
		})},
		{"priority and iconType in the model", `{"model":{"priority":"warning","iconType":"info","frames":[{"text":"x"}]}}`, with(said("x"), func(n *note.Notification) {
			n.Priority, n.IconType = note.PriorityWarning, note.IconTypeInfo
		})},
		{"the outer ones win", `{"priority":"info","iconType":"none","model":{"priority":"critical","icon_type":"alert","frames":[{"text":"x"}]}}`, said("x")},
		{"the outer ones null", `{"priority":null,"icon_type":null,"model":{"priority":"critical","icon_type":"alert","frames":[{"text":"x"}]}}`, with(said("x"), func(n *note.Notification) {
			n.Priority, n.IconType = note.PriorityCritical, note.IconTypeAlert
		})},

		{"a sound", soundOf(`{"category":"Notifications","id":" CAT ","repeat":"2"}`), with(said("x"), func(n *note.Notification) {
			n.Sound = &note.Sound{Category: "notifications", ID: "cat", Repeat: 2}
		})},
		{"a sound by its id alone", soundOf(`{"id":"alarm3","category":null}`), with(said("x"), func(n *note.Notification) {
			n.Sound = &note.Sound{Category: "alarms", ID: "alarm3", Repeat: 1}
		})},
		{"a sound of nothing", soundOf(`{}`), said("x")},
		{"a sound without an id", soundOf(`{"category":"alarms","repeat":3}`), said("x")},
		{"a sound of an empty category", soundOf(`{"category":"","id":"cat"}`), with(said("x"), func(n *note.Notification) {
			n.Sound = &note.Sound{Category: "notifications", ID: "cat", Repeat: 1}
		})},
		{"a sound with an empty URL", soundOf(`{"url":"","type":"","id":"cat","fallback":{}}`), with(said("x"), func(n *note.Notification) {
			n.Sound = &note.Sound{Category: "notifications", ID: "cat", Repeat: 1}
		})},
		{"a fallback of nothing", soundOf(`{"url":"http://x/y","fallback":{"category":"","id":""}}`), with(said("x"), func(n *note.Notification) {
			n.Sound = &note.Sound{URL: "http://x/y", Repeat: 1}
		})},
		{"a sound for ever", soundOf(`{"category":"alarms","id":"alarm1","repeat":0}`), with(said("x"), func(n *note.Notification) {
			n.Sound = &note.Sound{Category: "alarms", ID: "alarm1"}
		})},
		{"a sound from the network", soundOf(`{"url":" https://example.com/a.mp3 ","type":"MP3","fallback":{"category":"alarms","id":"alarm1","x":1}}`), with(said("x"), func(n *note.Notification) {
			n.Sound = &note.Sound{
				URL: "https://example.com/a.mp3", Type: "mp3", Repeat: 1,
				Fallback: &note.Sound{Category: "alarms", ID: "alarm1", Repeat: 1},
			}
		})},
	} {
		got, err := parseNotification([]byte(c.body))
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
		} else if !reflect.DeepEqual(got, c.want) {
			t.Errorf("%s:\ngot  %+v\nwant %+v", c.name, got, c.want)
		}
	}
}

// TestLenientPuts: bodies of PUT that clients send, and the part of the answer
// that they change.
func TestLenientPuts(t *testing.T) {
	r := newRig(t, nil)
	defer r.stop()
	for _, c := range []struct{ name, target, body, want string }{
		{"nothing to change", "display", `{}`, `"brightness":60,"brightness_mode":"auto"`},
		{"everything null", "display", `{"brightness":null,"brightness_mode":null,"on":null,"screensaver":null}`, `"brightness":60`},
		{"digits", "display", `{"brightness":"70"}`, `"brightness":70`},
		{"a float", "display", `{"brightness":71.0,"brightness_mode":" MANUAL"}`, `"brightness":71,"brightness_mode":"manual"`},
		{"off with 0", "display", `{"on":0}`, `"on":false`},
		{"on with 1", "display", `{"on":1}`, `"on":true`},
		{"off with a string", "display", `{"on":"False"}`, `"on":false`},
		{"on with a string", "display", `{"on":"true"}`, `"on":true`},
		{"a time without seconds", "display", `{"screensaver":{"mode":"time_based","mode_params":{"start_time":"19:30"}}}`, `"start_time":"19:30:00"`},
		{"off with a string of 0", "display", `{"on":" 0 "}`, `"on":false`},
		{"on with a float", "display", `{"on":1.0}`, `"on":true`},
		{"empty words", "display", `{"brightness_mode":"","screensaver":{"mode":"","mode_params":{"start_time":""}}}`, `"brightness_mode":"manual"`},
		{"a time based screensaver", "display", `{"screensaver":{"enabled":true,"mode":"time_based","mode_params":{"enabled":true}}}`, `"time_based":{"enabled":true`},
		{"the mode alone, as Symcon sends it", "display", `{"screensaver":{"enabled":"true","mode":"when_dark"}}`, `"when_dark":{"enabled":true}`},
		{"the mode off, as ioBroker sends it", "display", `{"screensaver":{"enabled":true,"mode":"when_dark","mode_params":{"enabled":false}}}`, `"when_dark":{"enabled":false}`},
		{"volume with a space", "audio", `{"volume":" 34.0"}`, `"volume":34`},
		{"an empty name", "bluetooth", `{"name":""}`, `"name":"LM0001"`},
		{"volume in digits", "audio", `{"volume":"33"}`, `"volume":33`},
		{"mode in capitals", "", `{"mode":"Schedule"}`, `"mode":"schedule"`},
	} {
		w := r.do("PUT", strings.TrimSuffix("/api/v2/device/"+c.target, "/"), c.body)
		if w.Code != http.StatusOK || !strings.Contains(w.Body.String(), c.want) {
			t.Errorf("%s: %d %s, want %s", c.name, w.Code, w.Body, c.want)
		}
	}
}

// What GET gives can be sent back with PUT, and changes nothing.
func TestWholeObjectsSentBack(t *testing.T) {
	for name, change := range map[string]func(*setup){
		"as a new device": nil,
		"after the limits were lowered": func(s *setup) {
			s.dev.Limits = device.Limits{
				BrightnessRange: device.Range{Min: 10, Max: 90}, BrightnessLimit: device.Range{Min: 20, Max: 40},
				VolumeRange: device.Range{Min: 0, Max: 100}, VolumeLimit: device.Range{Min: 5, Max: 30},
			}
			s.saved.Settings.Brightness, s.saved.Settings.Volume = 100, 100
		},
	} {
		t.Run(name, func(t *testing.T) { sentBack(t, change) })
	}
}

func sentBack(t *testing.T, change func(*setup)) {
	r := newRig(t, change)
	defer r.stop()
	before := r.do("GET", "/api/v2/device", "").Body.String()
	for _, target := range []string{"/api/v2/device", "/api/v2/device/display", "/api/v2/device/audio", "/api/v2/device/bluetooth"} {
		object := r.do("GET", target, "").Body.String()
		if w := r.do("PUT", target, object); w.Code != http.StatusOK {
			t.Errorf("%s: %d %s", target, w.Code, w.Body)
		}
	}
	if after := r.do("GET", "/api/v2/device", "").Body.String(); after != before {
		t.Errorf("changed:\n%s\n%s", before, after)
	}
}

// GET device keeps its JSON; it is never old.
func TestDeviceIsNeverOld(t *testing.T) {
	r := newRig(t, nil)
	defer r.stop()
	for _, c := range []struct{ target, body, want string }{
		{"display", `{"brightness":41}`, `"brightness":41`},
		{"display", `{"on":false}`, `"on":false`},
		{"audio", `{"volume":42}`, `"volume":42`},
		{"", `{"mode":"manual"}`, `"mode":"manual"`},
		{"bluetooth", `{"active":true}`, `"active":true,"discoverable"`},
	} {
		if before := r.do("GET", "/api/v2/device", "").Body.String(); strings.Contains(before, c.want) {
			t.Errorf("%s before %s", c.want, c.body)
		}
		r.do("PUT", strings.TrimSuffix("/api/v2/device/"+c.target, "/"), c.body)
		if after := r.do("GET", "/api/v2/device", "").Body.String(); !strings.Contains(after, c.want) {
			t.Errorf("no %s after %s", c.want, c.body)
		}
	}
}

// A queued notification that is sent back as a new one is the same again.
func TestQueuedNotificationSentBack(t *testing.T) {
	r := newRig(t, nil)
	defer r.stop()
	r.do("POST", "/api/v2/device/notifications", `{"priority":"critical","icon_type":"alert","model":{"cycles":0,"sound":{"category":"alarms","id":"alarm1"},"frames":[{"icon":"a1","text":"x","duration":2000,"color":"#FF0000"},{"goalData":{"start":1,"current":2,"end":3,"unit":"m"}},{"chartData":[1,2]},{"icon":7}]}}`)
	item := func(id string) (m map[string]any) {
		json.Unmarshal(r.do("GET", "/api/v2/device/notifications/"+id, "").Body.Bytes(), &m)
		for _, moves := range []string{"id", "created", "updated", "expiration_date"} {
			delete(m, moves)
		}
		return m
	}
	r.do("POST", "/api/v2/device/notifications", r.do("GET", "/api/v2/device/notifications/1", "").Body.String())
	if first, second := item("1"), item("2"); !reflect.DeepEqual(first, second) || len(first) == 0 {
		t.Errorf("first  %v\nsecond %v", first, second)
	}
}

func FuzzNotification(f *testing.F) {
	for _, c := range bad {
		if len(c.body) < 4<<10 { // large ones slow the fuzzer down
			f.Add([]byte(c.body))
		}
	}
	f.Add([]byte(frameOf(`{"icon":"` + data + `","text":[{"t":"12","c":"#ff0000"}],"goalData":{"start":0,"current":5,"end":9}}`)))
	f.Add([]byte(`{"model":{"frames":[{"text":1e999}],"cycles":1e999},"lifetime":-1e999}`))
	f.Add([]byte("{\"model\":{\"frames\":[{\"text\":\"\xff\"}]}}"))
	f.Fuzz(func(t *testing.T, body []byte) {
		var n note.Notification
		var err error
		memtest.AtMost(t, 1<<20+1<<10*len(body), func() { n, err = parseNotification(body) })
		if err != nil {
			if messages, ok := faultsIn(err); !ok || len(messages) == 0 {
				if _, isComplaint := err.(complaint); !isComplaint {
					t.Errorf("%v is no fault of a request", err)
				}
			}
			return
		}
		if err := n.Validate(); err != nil {
			t.Errorf("accepted, yet %v", err)
		}
		it := device.Item{Notification: n}
		if _, err := encode(wireItem(&it)); err != nil {
			t.Errorf("accepted, yet not to be told: %v", err)
		}
	})
}

func FuzzDisplay(f *testing.F) {
	f.Add([]byte(`{"brightness":"5","on":1,"screensaver":{"mode":"time_based","mode_params":{"start_time":"1:2:3"}}}`))
	f.Fuzz(func(t *testing.T, body []byte) {
		memtest.AtMost(t, 256<<10+1<<10*len(body), func() {
			var p displayPatch
			if decode(body, &p) == nil {
				p.patch(new(faults))
			}
		})
	})
}

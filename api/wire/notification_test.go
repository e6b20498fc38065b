// SPDX-License-Identifier: Apache-2.0

package wire

import (
	"encoding/json"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/ledpost/ledpost/device"
	"github.com/ledpost/ledpost/device/note"
	"github.com/ledpost/ledpost/icons"
	"github.com/ledpost/ledpost/internal/memtest"
	"github.com/ledpost/ledpost/internal/must"
)

// pixel is a picture in a notification.
const pixel = `data:image/png;base64,` +

	`iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==`

// framed is a body with one frame.
func framed(frame string) string { return `{"model":{"frames":[` + frame + `]}}` }

// sounding is a body with the text x and a sound.
func sounding(sound string) string {
	return `{"model":{"frames":[{"text":"x"}],"sound":` + sound + `}}`
}

func ref(t *testing.T, s string) icons.Ref {
	t.Helper()
	return must.Get(icons.Parse(s))(t)
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

// goalOf is a notification of a goal, beside a text if there is one.
func goalOf(text string, start, current, end float64, unit string) note.Notification {
	n := said(text)
	if text == "" {
		n.Frames[0].Text = nil
	}
	n.Frames[0].Goal = &note.Goal{Start: start, Current: current, End: end, Unit: unit}
	return n
}

// TestLeniency: what clients send, and what is understood (docs/decisions.md 3).
func TestLeniency(t *testing.T) {
	icon := func(s string) note.Notification {
		return with(said(""), func(n *note.Notification) { n.Frames = []note.Frame{{Icon: ref(t, s)}} })
	}
	lifetime := func(d time.Duration) note.Notification {
		return with(said("x"), func(n *note.Notification) { n.Lifetime = d })
	}
	cycles := func(c int) note.Notification {
		return with(said("x"), func(n *note.Notification) { n.Cycles = c })
	}
	graded := func(p note.Priority, i note.IconType) note.Notification {
		return with(said("x"), func(n *note.Notification) { n.Priority, n.IconType = p, i })
	}
	sounds := func(s note.Sound) note.Notification {
		return with(said("x"), func(n *note.Notification) { n.Sound = &s })
	}
	runs := func(text ...note.Fragment) note.Notification {
		return with(said(""), func(n *note.Notification) { n.Frames[0].Text = text })
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
		{"the defaults", framed(`{"text":"x"}`), said("x")},
		{"null is absent, everywhere",
			`{"priority":null,"icon_type":null,"lifetime":null,"model":{"cycles":null,"sound":null,"frames":[{"icon":null,` +
				`"text":"x","goalData":null,"chartData":null,"color":null,"duration":null}]}}`, said("x")},
		{"null among the frames", framed(`null,{"text":"x"},null`), said("x")},
		{"null among the fragments", framed(`{"text":[null,{"t":"x"},null]}`), said("x")},
		{"unknown keys",
			`{"font":1,"model":{"index":[{}],"frames":[{"text":"x","bold":{"a":[1]}}]},"id":"5","created":"2000"}`, said("x")},
		{"a byte order mark", "\xef\xbb\xbf" + framed(`{"text":"x"}`), said("x")},
		{"white space around", " \n" + framed(`{"text":"x"}`) + "\r\n ", said("x")},

		{"lifetime", `{"lifetime":60000,"model":{"frames":[{"text":"x"}]}}`, lifetime(time.Minute)},
		{"lifeTime", `{"lifeTime":60000,"model":{"frames":[{"text":"x"}]}}`, lifetime(time.Minute)},
		{"life_time as a float", `{"life_time":1500.5,"model":{"frames":[{"text":"x"}]}}`,
			lifetime(1500500 * time.Microsecond)},
		{"lifetime in digits", `{"lifetime":"60000","model":{"frames":[{"text":"x"}]}}`, lifetime(time.Minute)},
		{"lifetime zero", `{"lifetime":0,"model":{"frames":[{"text":"x"}]}}`, lifetime(0)},
		{"lifetime null beside life_time", `{"lifetime":null,"life_time":60000.0,"model":{"frames":[{"text":"x"}]}}`,
			lifetime(time.Minute)},

		{"cycles in digits, with spaces and a fraction of zero", `{"model":{"cycles":" 3.0 ","frames":[{"text":"x"}]}}`,
			cycles(3)},
		{"lifetime in digits, with spaces and a fraction", `{"lifetime":" 60000.0","model":{"frames":[{"text":"x"}]}}`,
			lifetime(time.Minute)},
		{"keys in other letters are unknown ones",
			`{"Priority":"critical","LIFETIME":5,"model":{"Cycles":0,"frames":[{"text":"x","COLOR":5}]}}`, said("x")},
		{"a key twice: the last one counts, alone",
			`{"model":{"cycles":5,"frames":[{"text":"y"}]},"model":{"frames":[{"text":"x"}]}}`, said("x")},
		{"a key with an escape", `{"mod\u0065l":{"frames":[{"text":"x"}]}}`, said("x")},
		{"an exclamation mark as bash hands it on", framed(`{"text":"Hello\!"}`), said("Hello!")},
		{"the same behind a backslash", framed(`{"text":"\\\!\\!"}`), said(`\!\!`)},
		{"cycles in digits", `{"model":{"cycles":"3","frames":[{"text":"x"}]}}`, cycles(3)},
		{"cycles as a float", `{"model":{"cycles":2.0,"frames":[{"text":"x"}]}}`, cycles(2)},
		{"cycles with an exponent", `{"model":{"cycles":1e2,"frames":[{"text":"x"}]}}`, cycles(100)},
		{"cycles zero", `{"model":{"cycles":0,"frames":[{"text":"x"}]}}`, cycles(0)},

		{"text a number, as it was written", framed(`{"text":21.50}`), said("21.50")},
		{"text a boolean", framed(`{"text":true}`), said("true")},
		{"text empty", framed(`{"text":""}`), said("")},
		{"text with escapes", framed(`{"text":"a\u00e4\n\"<&>"}`), said("aä\n\"<&>")},
		{"text of fragments", framed(`{"text":[{"t":"12","c":"#ff0000"},{"t":5},{"t":"%","c":null}]}`),
			runs(note.Fragment{Text: "12", Color: note.Color{R: 255, Set: true}}, note.Fragment{Text: "5"},
				note.Fragment{Text: "%"})},
		{"text of 1024 characters", framed(`{"text":"` + strings.Repeat("ä", 1024) + `"}`), said(strings.Repeat("ä", 1024))},
		{"text that is too long is cut", framed(`{"text":"` + strings.Repeat("ä", 1025) + `"}`),
			said(strings.Repeat("ä", 1023) + "…")},
		{"text that is too long in fragments is cut",
			framed(`{"text":[{"t":"` + strings.Repeat("a", 1000) + `"},{"t":"` + strings.Repeat("b", 25) + `"},{"t":"c"}]}`),
			runs(note.Fragment{Text: strings.Repeat("a", 1000)}, note.Fragment{Text: strings.Repeat("b", 23) + "…"})},
		{"fragments of 1024 characters", framed(`{"text":[` + strings.Repeat(`{"t":"a"},`, 1023) + `{"t":"b"}]}`),
			runs(append(slices.Repeat([]note.Fragment{{Text: "a"}}, 1023), note.Fragment{Text: "b"})...)},
		{"too many fragments are cut", framed(`{"text":[` + strings.Repeat(`{"t":""},`, 1024) + `{"t":"x"}]}`),
			runs(append(make([]note.Fragment, 1023), note.Fragment{Text: "…"})...)},
		{"a colour", framed(`{"text":"x","color":"#0a0B0c"}`), with(said("x"), func(n *note.Notification) {
			n.Frames[0].Color = note.Color{R: 10, G: 11, B: 12, Set: true}
		})},
		{"a duration", framed(`{"text":"x","duration":2500}`), stands(2500 * time.Millisecond)},

		{"a duration that is too short is the shortest", framed(`{"text":"x","duration":250}`), stands(note.MinDuration)},
		{"a duration of nothing, too", framed(`{"text":"x","duration":0}`), stands(note.MinDuration)},
		{"a duration below nothing, too", framed(`{"text":"x","duration":-1e300}`), stands(note.MinDuration)},
		{"a duration that is too long is the longest", framed(`{"text":"x","duration":60001}`), stands(note.MaxDuration)},
		{"a duration without end, too", framed(`{"text":"x","duration":1e300}`), stands(note.MaxDuration)},

		{"icon a number", framed(`{"icon":120}`), icon("120")},
		{"icon a float", framed(`{"icon":120.0}`), icon("120")},
		{"icon digits", framed(`{"icon":"120"}`), icon("120")},
		{"icon static", framed(`{"icon":"i120"}`), icon("i120")},
		{"icon animated", framed(`{"icon":"a120"}`), icon("a120")},
		{"icon a name", framed(`{"icon":"weather-rain"}`), icon("weather-rain")},
		{"icon data", framed(`{"icon":"` + pixel + `"}`), icon(pixel)},
		{"icon empty beside text", framed(`{"icon":"","text":"x"}`), said("x")},

		{"an empty string for a number",
			`{"lifetime":"","model":{"cycles":" ","frames":[{"text":"x","duration":"","scrollSpeed":"","effectPeriod":"",` +
				`"iconOffset":"","progress":"","drawFront":""}]}}`, said("x")},
		{"an empty string for an object or a list",
			`{"model":{"sound":"","frames":[{"text":"x","goalData":"","chartData":"","colors":"","draw":"","thresholds":""}]}}`,
			said("x")},
		{"zero values of a Go client, beside a text",
			framed(`{"icon":0,"text":"x","goalData":{"start":0,"current":0.0,"end":"0","unit":""},"chartData":[]}`),
			with(said("x"), func(n *note.Notification) { n.Frames[0].Icon = ref(t, "0") })},
		{"no values of a goal at all, beside a text", framed(`{"text":"x","goalData":{}}`), said("x")},
		{"some that are zero, beside a text", framed(`{"text":"x","goalData":{"current":0}}`), said("x")},
		{"zero values beside fragments",
			framed(`{"text":[{"t":"x"}],"goalData":{"start":0,"current":0,"end":0},"chartData":[]}`), said("x")},
		{"zero values beside an empty text and an icon",
			framed(`{"icon":"a120","text":"","goalData":{"start":0,"current":0,"end":0,"unit":""},"chartData":[]}`),
			with(said(""), func(n *note.Notification) { n.Frames[0].Icon = ref(t, "a120") })},
		{"a goal that is not all zero, beside a text",
			framed(`{"text":"x","goalData":{"start":0,"current":0,"end":9,"unit":""}}`), goalOf("x", 0, 0, 9, "")},
		{"a goal with a unit, beside a text", framed(`{"text":"x","goalData":{"start":0,"current":0,"end":0,"unit":"%"}}`),
			goalOf("x", 0, 0, 0, "%")},
		{"a goal of zeros alone", framed(`{"goalData":{"start":0,"current":0,"end":0,"unit":""}}`), goalOf("", 0, 0, 0, "")},
		{"a goal that goes nowhere", framed(`{"goalData":{"start":3,"current":2,"end":3}}`), goalOf("", 3, 2, 3, "")},
		{"a goal of bytes",
			framed(`{"goalData":{"start":-9007199254740992,"current":3000000000,"end":9007199254740992,"unit":"B"}}`),
			goalOf("", -1<<53, 3e9, 1<<53, "B")},
		{"goal of digits, its unit a number", framed(`{"goalData":{"start":"0","current":50.0,"end":"100","unit":5}}`), goal},
		{"chart of digits with spaces and fractions", framed(`{"chartData":[" 3","4.0"," -5.00 "]}`),
			with(said(""), func(n *note.Notification) { n.Frames = []note.Frame{{Chart: []float64{3, 4, -5}}} })},
		{"chart of digits and floats", framed(`{"chartData":[1,"2",3.0,-4]}`), with(said(""), func(n *note.Notification) {
			n.Frames = []note.Frame{{Chart: []float64{1, 2, 3, -4}}}
		})},

		{"zero values of a Go client",
			`{"priority":"","icon_type":"","model":{"frames":[{"icon":"","text":"x","color":""}],"sound":{"category":"",` +
				`"id":"","repeat":0}}}`, said("x")},
		{"words of nothing but spaces", `{"priority":" ","icon_type":"\t","model":{"frames":[{"text":"x"}]}}`, said("x")},
		{"an empty priority outside, one in the model",
			`{"priority":"","model":{"priority":"warning","frames":[{"text":"x"}]}}`,
			graded(note.PriorityWarning, note.IconTypeNone)},
		{"enums trimmed and lowered", `{"priority":" Critical ","icon_type":"ALERT","model":{"frames":[{"text":"x"}]}}`,
			graded(note.PriorityCritical, note.IconTypeAlert)},
		{"priority and iconType in the model", `{"model":{"priority":"warning","iconType":"info","frames":[{"text":"x"}]}}`,
			graded(note.PriorityWarning, note.IconTypeInfo)},
		{"the outer ones win",
			`{"priority":"info","iconType":"none","model":{"priority":"critical","icon_type":"alert","frames":[{"text":"x"}]}}`,
			said("x")},
		{"the outer ones null",
			`{"priority":null,"icon_type":null,"model":{"priority":"critical","icon_type":"alert","frames":[{"text":"x"}]}}`,
			graded(note.PriorityCritical, note.IconTypeAlert)},

		{"a sound", sounding(`{"category":"Notifications","id":" CAT ","repeat":"2"}`),
			sounds(note.Sound{Category: "notifications", ID: "cat", Repeat: 2})},
		{"a sound by its id alone", sounding(`{"id":"alarm3","category":null}`),
			sounds(note.Sound{Category: "alarms", ID: "alarm3", Repeat: 1})},
		{"a sound of nothing", sounding(`{}`), said("x")},
		{"a sound without an id", sounding(`{"category":"alarms","repeat":3}`), said("x")},
		{"a sound of an empty category", sounding(`{"category":"","id":"cat"}`),
			sounds(note.Sound{Category: "notifications", ID: "cat", Repeat: 1})},
		{"a sound with an empty URL", sounding(`{"url":"","type":"","id":"cat","fallback":{}}`),
			sounds(note.Sound{Category: "notifications", ID: "cat", Repeat: 1})},
		{"a fallback of nothing", sounding(`{"url":"http://x/y","fallback":{"category":"","id":""}}`),
			sounds(note.Sound{URL: "http://x/y", Repeat: 1})},
		{"a sound for ever", sounding(`{"category":"alarms","id":"alarm1","repeat":0}`),
			sounds(note.Sound{Category: "alarms", ID: "alarm1"})},
		{"a sound from the network",
			sounding(`{"url":" https://example.com/a.mp3 ","type":"MP3","fallback":{"category":"alarms","id":"alarm1","x":1}}`),
			sounds(note.Sound{URL: "https://example.com/a.mp3", Type: "mp3", Repeat: 1,
				Fallback: &note.Sound{Category: "alarms", ID: "alarm1", Repeat: 1}})},
	} {
		got, err := ParseNotification([]byte(c.body))
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
		} else if !reflect.DeepEqual(got, c.want) {
			t.Errorf("%s:\ngot  %+v\nwant %+v", c.name, got, c.want)
		}
	}
}

func FuzzNotification(f *testing.F) {
	for _, body := range []string{
		`[]`, `{"model":{}}`, `{"priority":"x","icon_type":[],"lifetime":-5,"model":{"cycles":-1,"frames":[{"text":{}},{}]}}`,
		framed(`{"chartData":[1,"x",2.5,null]}`), framed(`{"goalData":{"start":"a","current":[],"end":{},"unit":[]}}`),
		framed(`{"icon":{},"text":[{"t":[],"c":"red"},5],"duration":"2s"}`),
		sounding(`{"url":7,"type":"aac","repeat":-1,"fallback":{"id":"nope"}}`), sounding(`{"category":1,"id":"nope"}`),
	} {
		f.Add([]byte(body))
	}
	f.Add([]byte(
		framed(`{"icon":"` + pixel + `","text":[{"t":"12","c":"#ff0000"}],"goalData":{"start":0,"current":5,"end":9}}`)))
	f.Add([]byte(`{"model":{"duration":5,"regions":[{"id":"a","role":"value","text":[{"t":"1"}],"unit":"°C","short":["x"]},` +
		`{"id":"b","role":"bar","value":"4","range":[0,9]},{"id":"c","role":"chart","values":[1,2]},` +
		`{"id":"d","role":"picture","icon":7},{"id":"e","role":"row","text":1,"value":2}]}}`))
	f.Add([]byte(`{"model":{"regions":[{"id":[],"role":5,"text":{},"value":{},"values":[null],"range":[1],"short":[{}]},null,7]}}`))
	f.Add([]byte(`{"model":{"frames":[{"text":1e999}],"cycles":1e999},"lifetime":-1e999}`))
	f.Add([]byte("{\"model\":{\"frames\":[{\"text\":\"\xff\"}]}}"))
	f.Fuzz(func(t *testing.T, body []byte) {
		var n note.Notification
		var err error
		memtest.AtMost(t, 1<<20+1<<10*len(body), func() { n, err = ParseNotification(body) })
		if err != nil {
			if messages, ok := Messages(err); !ok || len(messages) == 0 {
				if _, isComplaint := err.(Complaint); !isComplaint {
					t.Errorf("%v is no fault of a request", err)
				}
			}
			return
		}
		if err := n.Validate(); err != nil {
			t.Errorf("accepted, yet %v", err)
		}
		it := device.Item{Notification: n}
		if _, err := Encode(ItemOf(&it)); err != nil {
			t.Errorf("accepted, yet not to be told: %v", err)
		}
	})
}

// TestTheLastValueWins: a key that stands twice in an object has its last value, of which
// nothing is mixed with the one before; null leaves nothing of it.
func TestTheLastValueWins(t *testing.T) {
	var p struct {
		Params Members      `json:"params"`
		Text   Label        `json:"text"`
		Wait   Milliseconds `json:"wait"`
		On     Boolean      `json:"on"`
	}
	must.Do(t, Decode([]byte(
		`{"params":{"a":1},"params":{"b":2},"text":"a","text":null,"wait":5,"on":true,"wait":null,"on":null}`), &p))
	if got := string(p.Params.JSON()); got != `{"b":2}` || p.Text.Text != "" || p.Text.Set ||
		p.Wait.Duration != 0 || p.On.On || p.Wait.Set || p.On.Set {
		t.Errorf("%s and %+v", got, p)
	}
}

// TestMissingModel: a notification that says nothing is refused by the name of what it lacks.
func TestMissingModel(t *testing.T) {
	_, err := ParseNotification([]byte(`{"priority":"info"}`))
	if said, ok := Messages(err); !ok || len(said) != 1 || !strings.Contains(said[0], "model") {
		t.Errorf("%q, %v", said, err)
	}
}

// TestKinds: whatever a frame may show is read from JSON, shown as that kind, and echoed
// under the same name.
func TestKinds(t *testing.T) {
	examples := map[string]string{
		"text": `"hi"`, "goalData": `{"start":0,"current":5,"end":9,"unit":"%"}`, "chartData": `[1,2,3]`,
	}
	for _, kind := range note.Kinds() {
		example, ok := examples[kind]
		if !ok {
			t.Errorf("%s has no example here: add one", kind)
			continue
		}
		frames, err := ParseFrames([]byte(`{"frames":[{"` + kind + `":` + example + `}]}`))
		if err != nil {
			t.Errorf("%s: %v", kind, err)
			continue
		}
		echo, err := json.Marshal(frameObject(&frames[0]))
		if err != nil || !strings.Contains(string(echo), `"`+kind+`":`+example) {
			t.Errorf("%s is echoed as %s, %v", kind, echo, err)
		}
	}
	if len(examples) != len(note.Kinds()) {
		t.Errorf("%d examples of %d kinds", len(examples), len(note.Kinds()))
	}
}

// TestParseFrames: frames alone, as apps are sent them; the names of fields
// begin at the list.
func TestParseFrames(t *testing.T) {
	want := []note.Frame{{Text: []note.Fragment{{Text: "21"}}}, {Chart: []float64{1, 2}}}
	got, err := ParseFrames([]byte(`{"frames":[{"text":21,"index":0},{"chartData":["1",2.0]}],"model":5}`))
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("%+v, %v; want %+v", got, err, want)
	}
	for _, row := range []struct {
		name, body string
		want       []string
	}{
		{"no JSON", `{`, []string{"The body is not JSON: unexpected end of JSON input at offset 1"}},
		{"frames missing", `{}`, []string{"Missing required keys [frames]"}},
		{"frames of the wrong kind are not also missing", `{"frames":5}`, []string{"frames: 5, want an array"}},
		{"no frames", `{"frames":[]}`, []string{"Missing required keys [frames]"}},
		{"nothing but null", `{"frames":[null,null]}`, []string{"Missing required keys [frames]"}},
		{"every fault", `{"frames":[{"text":{}},{},{"goalData":{"start":1,"current":1,"end":1e16}}]}`, []string{
			"frames[0].text: an object, want a string", "frames[1]: has none of icon, text, goalData, chartData",
			"frames[2].goalData.end: 1e16, want a number from -9007199254740992 to 9007199254740992",
		}},
		{"the place of a fault counts null",
			`{"frames":[null,{"text":{}},null,{},{"chartData":["x"]},null,{"progress":"101"}]}`, []string{
				"frames[1].text: an object, want a string", `frames[4].chartData[0]: "x", want a number`,
				"frames[3]: has none of icon, text, goalData, chartData", `frames[6].progress: "101", want 0 to 100`,
			}},
		{"too many", `{"frames":[` + strings.Repeat(`{"text":"x"},`, 32) + `{"text":"x"}]}`,
			[]string{"frames: 33 frames, at most 32 are allowed"}},
	} {
		frames, err := ParseFrames([]byte(row.body))
		if frames != nil {
			t.Errorf("%s: %d frames beside the error", row.name, len(frames))
		}
		if got, _ := Messages(err); !slices.Equal(got, row.want) {
			t.Errorf("%s: %q, want %q", row.name, got, row.want)
		}
	}
}

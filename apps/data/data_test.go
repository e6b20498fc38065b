// SPDX-License-Identifier: Apache-2.0

package data

import (
	"encoding/json"
	"fmt"
	"image"
	"net/http"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"
	"unicode/utf8"

	"github.com/ledpost/ledpost/apps/apptest"
	"github.com/ledpost/ledpost/apps/kit"
	"github.com/ledpost/ledpost/device"
	"github.com/ledpost/ledpost/device/note"
	"github.com/ledpost/ledpost/device/paint"
	"github.com/ledpost/ledpost/internal/must"
	"github.com/ledpost/ledpost/internal/pixtest"
	"github.com/ledpost/ledpost/internal/webfetch"
	"github.com/ledpost/ledpost/render/rendertest"
)

// home is a running device with a widget of data, in fake time.
type home struct{ *apptest.Home }

// live runs f with a device that was switched off with saved, and switches it off: it
// returns what the device saved. It needs a bubble of synctest.
var live = apptest.Homes(func(h *apptest.Home) *home { return &home{h} }, apptest.Backdrop, App)

// feed is a data app beside a server, with the lock that a device's goroutine is.
type feed struct {
	*Data
	t  *testing.T
	mu sync.Mutex
}

// feeding runs f with a data app of the widgets' settings, whose requests h answers.
func feeding(t *testing.T, h http.HandlerFunc, f func(*feed), settings ...string) {
	synctest.Test(t, func(t *testing.T) {
		d := &feed{Data: dataOn(t, image.Pt(37, 8), apptest.Web(t, h), nil), t: t}
		d.set(settings...)
		apptest.Runs(t, d, &d.mu)
		f(d)
	})
}

func dataOn(t testing.TB, size image.Point, web *webfetch.Client, kept json.RawMessage) *Data {
	t.Helper()
	env := kit.Env{Size: size, Fonts: apptest.SmallFonts(t), Icons: apptest.BlankIcons{}, Zone: device.NewZone(time.UTC), Web: web}
	return New(env, kept, 1)
}

func (f *feed) set(settings ...string) {
	f.t.Helper()
	f.mu.Lock()
	defer f.mu.Unlock()
	apptest.Set(f.t, f.Data, settings...)
}

// shows fails unless the first widget shows text, dim or not.
func (f *feed) shows(want string, dim bool, why string) {
	f.t.Helper()
	synctest.Wait()
	f.mu.Lock()
	defer f.mu.Unlock()
	f.Step(time.Now())
	if got := f.items[0].shown()[0].Text[0].Text; got != want || f.items[0].stale != dim {
		f.t.Errorf("%s: %q shows, dim %v, want %q, dim %v", why, got, f.items[0].stale, want, dim)
	}
}

// TestDataPolls: every interval, later and later while it fails, and dim once it is
// stale.
func TestDataPolls(t *testing.T) {
	var mu sync.Mutex
	asked, fails := 0, false
	count := func() int { mu.Lock(); defer mu.Unlock(); return asked }
	feeding(t, func(w http.ResponseWriter, r *http.Request) {
		mu.Lock()
		defer mu.Unlock()
		if r.Header.Get("Authorization") != "Bearer x" {
			t.Errorf("asked with %v", r.Header)
		}
		if fails {
			http.Error(w, "out of order", http.StatusBadGateway)
			return
		}
		asked++
		fmt.Fprintf(w, `{"main":{"temp":20.%d}}`, asked)
	}, func(f *feed) {
		f.shows("20.1 °C", false, "at once")
		time.Sleep(8*time.Second + apptest.Moment)
		f.shows("20.2 °C", false, "after the interval and a tenth")
		mu.Lock()
		fails = true
		mu.Unlock()
		time.Sleep(20 * time.Second)
		f.shows("20.2 °C", false, "the last value stays")
		time.Sleep(12 * time.Second)
		f.shows("20.2 °C", true, "30 s after it came it is stale")
		mu.Lock()
		fails = false
		mu.Unlock()
		time.Sleep(6 * time.Minute)
		if n := count(); n < 20 || n > 50 {
			t.Errorf("%d answers in 7 minutes", n)
		}
		f.shows(fmt.Sprintf("20.%d °C", count()), false, "it works again")
	}, `{"url":"http://server/x","pointer":"/main/temp","text":"{value} °C","interval":7,`+
		`"stale":30,"headers":{"Authorization":"Bearer x"}}`)
}

// TestDataFaults are words on the widget while there is nothing else.
func TestDataFaults(t *testing.T) {
	rows := []struct{ name, settings, answer, want string }{
		{"no such member", `"pointer":"/x"`, `{}`, `the answer has no "x"`},
		{"an object", ``, `{"a":1}`, "the value is an object: add the name of one of its members to the pointer"},
		{"no JSON, no pointer", ``, "21 degrees\n", "21 degrees"},
		{"no JSON", `"pointer":"/x"`, "<html>", "the answer is not JSON"},
		{"more than one value", `"pointer":"/x"`, `{"x":1}{"x":2}`, "the answer is not JSON"},
		{"too large", ``, strings.Repeat("x", maxAnswer+1), "the answer is too large"},
		{"frames, as My Data DIY is asked for them", ``, `{"frames":[{"text":"one","icon":"i120"}]}`, "one"},
		{"frame without values", ``, `{"frames":[{"chartData":[]}]}`, "frames[0].chartData: 0 values, want 1 to 512"},
		{"within the answer", `"pointer":"/a"`, `{"a":{"frames":[{"text":"two"}]}}`, "two"},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			feeding(t, func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, row.answer) }, func(f *feed) {
				synctest.Wait()
				dim := f.items[0].fault != nil
				f.shows(row.want, dim, row.name)
			}, strings.TrimSuffix(`{"url":"http://server/x",`+row.settings, ",")+`}`)
		})
	}
}

// TestDataChanges: other settings are asked for at once, and a widget that is gone
// no more.
func TestDataChanges(t *testing.T) {
	var mu sync.Mutex
	asked := map[string]int{}
	feeding(t, func(w http.ResponseWriter, r *http.Request) {
		mu.Lock()
		defer mu.Unlock()
		asked[r.URL.Path]++
		fmt.Fprintf(w, "%q", r.URL.Path)
	}, func(f *feed) {
		f.shows("/a", false, "the first")
		f.set(`{"url":"http://server/b"}`, `{"url":"http://server/c"}`)
		f.shows("/b", false, "the second")
		f.set(`{"url":"http://server/b"}`)
		time.Sleep(5 * time.Minute)
		f.shows("/b", false, "it is asked for still")
		mu.Lock()
		defer mu.Unlock()
		if asked["/a"] != 1 || asked["/c"] != 1 || asked["/b"] < 4 || asked["/b"] > 6 {
			t.Errorf("asked %v", asked)
		}
	}, `{"url":"http://server/a"}`)
}

// TestDataUnchanged: a server that has nothing new keeps the data fresh.
func TestDataUnchanged(t *testing.T) {
	feeding(t, func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("ETag", `"1"`)
		if r.Header.Get("If-None-Match") == `"1"` {
			w.WriteHeader(http.StatusNotModified)
			return
		}
		fmt.Fprint(w, "7")
	}, func(f *feed) {
		time.Sleep(time.Hour)
		f.shows("7", false, "an hour later")
	}, `{"url":"http://server/","stale":100}`)
}

// TestDataUnchangedAfterABadAnswer: what was wrong in between is not shown when the
// server says again that nothing is new.
func TestDataUnchangedAfterABadAnswer(t *testing.T) {
	asked := 0
	feeding(t, func(w http.ResponseWriter, r *http.Request) {
		switch asked++; asked {
		case 1:
			w.Header().Set("ETag", `"1"`)
			fmt.Fprint(w, "7")
		case 2:
			fmt.Fprint(w, `{"frames":[{"text":"bad"},{}]}`)
		default:
			w.WriteHeader(http.StatusNotModified)
		}
	}, func(f *feed) {
		time.Sleep(time.Hour)
		f.shows("7", false, "an hour later")
	}, `{"url":"http://server/"}`)
}

// push sends text to widgets of the data app, "" for all.
func (h *home) push(widget, text string) {
	h.T.Helper()
	h.Must(h.Push(h.T.Context(), Package, widget, []note.Frame{{Text: []note.Fragment{{Text: text}}}}))
}

// data is the panel while the data widget shows.
func (h *home) data() string {
	h.T.Helper()
	h.Must(h.Activate(h.T.Context(), Package, ""))
	return pixtest.String(apptest.Drawn(device.View{Root: h.Scene().Root}, image.Pt(37, 8), time.Time{}))
}

// TestDataPushedSurvivesRestart, also a power cut, in which the state is as it was
// last saved.
func TestDataPushedSurvivesRestart(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var before string
		saved := live(t, device.Fresh(), func(h *home) {
			empty := h.data()
			h.push("", "12 kW")
			h.push("", "34 kW")
			if before = h.data(); before == empty {
				t.Error("what is pushed does not show")
			}
		})
		time.Sleep(time.Hour)
		live(t, saved, func(h *home) {
			if got := h.data(); got != before {
				t.Errorf("after a restart\n%swant\n%s", got, before)
			}
		})
	})
}

// TestDataWritesSeldom: what is pushed each second is not written each second, and
// yet in the end.
func TestDataWritesSeldom(t *testing.T) {
	d := dataOn(t, image.Pt(37, 8), nil, nil)
	apptest.Set(t, d, "")
	writes, last, now := 0, "", apptest.Noon
	step := func() {
		if keep := string(d.Step(now).Keep); keep != last {
			writes, last = writes+1, keep
		}
	}
	for i := range 600 {
		now = apptest.Noon.Add(time.Duration(i) * time.Second)
		must.Do(t, d.Push("a", []note.Frame{{Text: []note.Fragment{{Text: fmt.Sprint(i)}}}}, now))
		step()
	}
	if writes < kit.SeldomAhead || writes > kit.SeldomAhead+600/30+1 {
		t.Errorf("written %d times in 10 minutes", writes)
	}
	now = d.Step(now).Again
	step()
	if !strings.Contains(last, `"599"`) {
		t.Errorf("the last push is not kept: %s", last)
	}
	if keep := string(d.Step(now.Add(time.Hour)).Keep); keep != last {
		t.Error("it is written again though nothing has come")
	}
}

// TestDataKeepsWhatFits: the newest, not more than the device keeps.
func TestDataKeepsWhatFits(t *testing.T) {
	d := dataOn(t, image.Pt(37, 8), nil, nil)
	var widgets []device.WidgetSettings
	for i := range 64 {
		widgets = append(widgets, device.WidgetSettings{ID: fmt.Sprintf("%032x", i)})
	}
	must.Do(t, d.Configure(widgets))
	for i, w := range widgets {
		var frames []note.Frame
		for _, letter := range []string{"x", "y"} {
			frames = append(frames, note.Frame{Text: []note.Fragment{{Text: strings.Repeat(letter, 1000)}}})
		}
		must.Do(t, d.Push(w.ID, frames, apptest.Noon.Add(time.Duration(i)*time.Second)))
	}
	keep := d.Step(apptest.Noon.Add(time.Hour)).Keep
	all := readPushed(keep)
	if len(keep) > 128<<10 || len(all) < 40 || all[widgets[63].ID].Frames == nil || all[widgets[0].ID].Frames != nil {
		t.Errorf("%d bytes of %d widgets are kept", len(keep), len(all))
	}
}

// TestDataKeepsPushedAlone: what a server answered comes again after a restart.
func TestDataKeepsPushedAlone(t *testing.T) {
	polled := []note.Frame{{Text: []note.Fragment{{Text: "polled"}}}}
	for _, row := range []struct {
		why  string
		one  datum
		kept int
	}{
		{"pushed", datum{frames: polled, pushed: true}, 1},
		{"polled", datum{frames: polled}, 0},
		{"pushed, and nothing came", datum{pushed: true}, 0},
	} {
		row.one.ID, row.one.came = "a", kit.NewInstant(apptest.Noon, 0, true)
		if got := readPushed(writePushed([]*datum{&row.one})); len(got) != row.kept {
			t.Errorf("%s: %d widgets are kept", row.why, len(got))
		}
	}
}

// TestDataWithoutMemory: what it cannot read of what was kept it does without.
func TestDataWithoutMemory(t *testing.T) {
	for _, kept := range []string{
		``, `7`, `{"a":7}`, `{"a":{"frames":[]}}`, `{"a":{"frames":[{}],"came":{"wall":"2026-11-20T12:39:56Z"}}}`,
		`{"a":{"frames":[{"text":[{"t":"x"}]}]}}`,
	} {
		d := dataOn(t, image.Pt(37, 8), nil, json.RawMessage(kept))
		apptest.Set(t, d, "")
		if d.Step(apptest.Noon).Views["a"].Root == nil || d.items[0].frames != nil {
			t.Errorf("%s: want a widget that nothing was sent to", kept)
		}
	}
}

// TestDataStale: what is pushed dims after its time, and not without one.
func TestDataStale(t *testing.T) {
	for _, row := range []struct {
		name, settings string
		after          time.Duration
		dim            bool
	}{
		{"no time", `{}`, 1000 * time.Hour, false},
		{"before", `{"stale":60}`, time.Minute - 1, false},
		{"at it", `{"stale":60}`, time.Minute, true},
		{"before three intervals of a URL", `{"url":"http://a/","interval":60}`, 3*time.Minute - 1, false},
		{"at three intervals", `{"url":"http://a/","interval":60}`, 3 * time.Minute, true},
	} {
		d := dataOn(t, image.Pt(37, 8), nil, nil)
		apptest.Set(t, d, row.settings)
		must.Do(t, d.Push("a", []note.Frame{{Text: []note.Fragment{{Text: "7"}}}}, apptest.Noon))
		d.Step(apptest.Noon)
		if v := d.Step(apptest.Noon.Add(row.after)).Views["a"]; d.items[0].stale != row.dim {
			t.Errorf("%s: dim %v", row.name, d.items[0].stale)
		} else {
			rendertest.Check(t, v.Root)
		}
	}
}

// TestDataSettings that are refused, with the field.
func TestDataSettings(t *testing.T) {
	for _, row := range []struct{ name, settings, field string }{
		{"another scheme", `{"url":"file:///etc/shadow"}`, "url"},
		{"no host", `{"url":"http://"}`, "url"},
		{"no URL", `{"url":"http://%zz"}`, "url"},
		{"a pointer without a slash", `{"url":"http://a/","pointer":"a.b"}`, "pointer"},
		{"a name with a colon", `{"headers":{"a:":"b"}}`, "headers"},
		{"a value with a line end", `{"headers":{"a":"b\nc"}}`, "headers"},
		{"the host", `{"headers":{"HOST":"b"}}`, "headers"},
		{"no icon", `{"icon":"data:x"}`, "icon"},
		{"a name with a dash", `{"values":{"a-b":"/x"}}`, "values"},
		{"the name of the value", `{"values":{"value":"/x"}}`, "values"},
		{"a pointer of a value without a slash", `{"values":{"a":"x"}}`, "values.a"},
		{"a name that no value has", `{"text":"{a} {b}","values":{"a":"/x"}}`, "text"},
		{"a pointer of a chart without a slash", `{"chart":"x"}`, "chart"},
		{"a chart upside down", `{"min":2,"max":2}`, "max"},
		{"a bottom beyond all numbers", `{"min":-1e300}`, "min"},
		{"a level beyond all numbers", `{"levels":[{"from":1e300}]}`, "levels"},
	} {
		d := dataOn(t, image.Pt(37, 8), nil, nil)
		err := d.Configure([]device.WidgetSettings{{ID: "b"}, {ID: "a", Settings: json.RawMessage(row.settings)}})
		if err == nil || !strings.HasPrefix(err.Error(), "[1].settings."+row.field+": ") {
			t.Errorf("%s: %v, want a fault of %s", row.name, err, row.field)
		}
		if len(d.items) != 0 {
			t.Errorf("%s: something has changed", row.name)
		}
	}
}

// TestDataPictures: all that it may show is a widget on every panel.
func TestDataPictures(t *testing.T) {
	for _, size := range apptest.Sizes {
		d := dataOn(t, size, nil, nil)
		d.SetLook(paint.Look{})
		apptest.Set(t, d, "", `{"url":"http://a/"}`)
		for _, v := range d.Step(apptest.Noon).Views {
			rendertest.Check(t, v.Root)
		}
	}
}

// written is how the tests write.
var written = writing{kit.Env{}.Local(device.Region{}, ""), time.UTC, apptest.Noon, false}

// FuzzData reads any answer, with any pointer and template: what is shown is
// allowed in a frame, and can be drawn.
func FuzzData(f *testing.F) {
	on := dataOn(f, image.Pt(64, 32), nil, nil)
	on.SetLook(paint.Look{})
	m := image.NewRGBA(image.Rect(0, 0, 64, 32))
	f.Add([]byte(rfc), "/foo/0", "{value:1} x")
	f.Add([]byte(`{"frames":[{"text":"a"}]}`), "", "")
	f.Add([]byte(`{"frames":[{"ext":"a"}]}`), "", "")
	f.Add([]byte(`[[[[1e999]]]]`), "/0/0/0/0", "{value:9}")
	f.Add([]byte("21.5\xff"), "", strings.Repeat("{value}", 36))
	f.Add([]byte(`{"data":[{"p":1e300},{"p":-2}],"at":1795302000}`), "/data/*/p", "{a:time} {a}")
	f.Add([]byte(`["",1795302000]`), "/0", "{a} {b} {a:time}")
	f.Add([]byte(`[[9007199254740992,-9007199254740992]]`), "/0", "{b:1}")
	f.Fuzz(func(t *testing.T, body []byte, pointer, template string) {
		if len(body) > maxAnswer || len(pointer) > 1024 || len(template) > 1024 {
			return
		}
		for _, cfg := range []Config{
			{Pointer: pointer, Text: template}, {Chart: pointer, Text: template},
			{Values: map[string]string{"a": pointer, "b": "/0"}, Text: template, Trend: true, Levels: []Level{{0, "#FF0000"}}},
		} {
			p, one := poll{cfg: cfg}, datum{cfg: cfg}
			got, err := p.read(body)
			if err != nil {
				if got != nil || utf8.RuneCountInString(err.Error()) > 8<<10 {
					t.Errorf("%v, %v", got, err)
				}
				continue
			}
			one.receive(got, written, apptest.Noon, true)
			if err := note.ValidateFrames("", one.frames); err != nil {
				t.Errorf("%v", err)
			}
			if utf8.RuneCountInString(got.found) > note.MaxText {
				t.Errorf("found %d bytes", len(got.found))
			}
			one.local, one.zone = on.Env.Local(device.Region{Hours: 12}, ""), time.UTC
			one.picture(on.Painter(), false).Draw(m, image.Point{}, time.Second)
		}
	})
}

// TestDataProbe: what a widget would find, and why it would not; a widget's secret
// goes to its own host only.
func TestDataProbe(t *testing.T) {
	rows := []struct {
		name, settings, value, text, fault string
		closed                             bool // whoever asks may not see the secret parts of addresses
	}{
		{"a value", `{"url":"http://a/","pointer":"/t","text":"{value:0}°"}`, "21.46", "21°", "", false},
		{"values with names",
			`{"url":"http://a/","values":{"a":"/t"},"text":"{a:0}°"}`, `{"a":"21.46"}`, "21°", "", false},
		{"beside a value",
			`{"url":"http://a/","pointer":"/t","values":{"a":"/l/0"},"text":"{value} {a}"}`, "21.46", "21.46 1", "", false},
		{"a chart", `{"url":"http://a/","chart":"/l"}`, "3 values", "", "", false},
		{"frames", `{"url":"http://a/frames"}`, `{"frames":[{"text":"hi"}]}`, "hi", "", false},
		{"no such value", `{"url":"http://a/","pointer":"/x"}`, "", "", `pointer: the answer has no "x"`, false},
		{"no such page", `{"url":"http://a/missing"}`, "", "", "url: the server answers 404 Not Found", false},
		{"no URL", `{}`, "", "", "url: is missing", false},
		{"another scheme", `{"url":"ftp://a/"}`, "", "", `url: refused: scheme "ftp" is not http or https`, false},
		{"a malformed pointer",
			`{"url":"http://a/","pointer":"x"}`, "", "", `pointer: "x" does not begin with a slash, as /main/temp or /list/0 do`, false},
		{"too many headers",
			`{"url":"http://a/","headers":{"a":"","b":"","c":"","d":"","e":"","f":"","g":"","h":"","i":""}}`, "", "",
			"headers: 9 entries, at most 8 are allowed", false},
		{"the widget's secret", `{"url":"http://own/secret","headers":{"set":true},"widget":"a"}`, "7", "7", "", false},
		{"by one who may not see it",
			`{"url":"http://own/","headers":{"set":true},"widget":"a","pointer":"/t"}`, "21.46", "21.46", "", true},
		{"at another path, by one who may not see it",
			`{"url":"http://own/secret","headers":{"set":true},"widget":"a"}`, "", "",
			"headers: are set for another address: send them again", true},
		{"elsewhere",
			`{"url":"http://other/secret","headers":{"set":true},"widget":"a"}`, "", "",
			"headers: are set for another address: send them again", false},
		{"of another widget",
			`{"url":"http://own/secret","headers":{"set":true},"widget":"b"}`, "", "",
			"headers: are set for another address: send them again", false},
		{"its address as it was read", `{"url":"http://hidden/***","widget":"b"}`, "8", "8", "", false},
		{"of another widget",
			`{"url":"http://hidden/***","widget":"a"}`, "", "",
			"url: a part is hidden (***): send the whole address, or send it back as it was read", false},
		{"without it", `{"url":"http://own/secret"}`, "", "", "url: the server answers 403 Forbidden", false},
	}
	feeding(t, func(w http.ResponseWriter, r *http.Request) {
		switch {
		case r.URL.Path == "/secret" && r.Header.Get("X-Token") != "s3cret":
			w.WriteHeader(http.StatusForbidden)
		case r.URL.Path == "/secret":
			fmt.Fprint(w, "7")
		case r.URL.Path == "/token" && r.FormValue("t") == "TOKEN":
			fmt.Fprint(w, "8")
		case r.URL.Path == "/frames":
			fmt.Fprint(w, `{"frames":[{"text":"hi"}]}`)
		case r.URL.Path == "/missing":
			w.WriteHeader(http.StatusNotFound)
		default:
			fmt.Fprint(w, `{"t":21.46,"l":[1,2,3]}`)
		}
	}, func(f *feed) {
		for _, row := range rows {
			value, text, document, err := f.Probe(f.t.Context(), json.RawMessage(row.settings), !row.closed)
			fault := ""
			if err != nil {
				fault = err.Error()
			}
			if json.Valid(document) != (fault == "" || row.name == "no such value") {
				t.Errorf("%s: the answer is %q", row.name, document)
			}
			if value != row.value || text != row.text || fault != row.fault {
				t.Errorf("%s: %q, %q, %q, want %q, %q, %q", row.name, value, text, fault, row.value, row.text, row.fault)
			}
		}
	}, `{"url":"http://own/","headers":{"X-Token":"s3cret"}}`, `{"url":"http://u:PASS@hidden/token?t=TOKEN"}`)
}

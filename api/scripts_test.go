// SPDX-License-Identifier: Apache-2.0

package api

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"image"
	"image/gif"
	"net/http"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/ledpost/ledpost/api/live"
	"github.com/ledpost/ledpost/api/rest"
	"github.com/ledpost/ledpost/device"
	"github.com/ledpost/ledpost/internal/applet"
	"github.com/ledpost/ledpost/internal/must"
	"github.com/ledpost/ledpost/render"
)

// apps keeps own apps in memory, and draws them as a white panel.
type apps map[string]string

var errNoScript = rest.Refuse(http.StatusNotFound, "App not found")

func (a apps) Names() (names []string) {
	for name := range a {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

func (a apps) Script(name string) ([]byte, []string, error) {
	source, ok := a[name]
	if !ok {
		return nil, nil, errNoScript
	}
	return []byte(source), []string{"api.example"}, nil
}

func (a apps) Put(name string, source []byte) error { a[name] = string(source); return nil }

func (a apps) Delete(name string) error {
	if _, ok := a[name]; !ok {
		return errNoScript
	}
	delete(a, name)
	return nil
}

func (a apps) Try(_ context.Context, o live.Tried) (render.Widget, time.Duration, error) {
	switch string(o.Source) {
	case "asks":
		if o.Name != "dice" || len(o.Allow) == 0 {
			api := applet.Place{Host: "api.example"}
			return nil, 0, &live.ScriptError{Line: 2, Message: "the app asks for api.example", Asks: []applet.Place{api}}
		}
	case "nothing":
		return nil, 0, &live.ScriptError{Message: "the app has nothing to show now", Nothing: true}
	case "bad":
		return nil, 0, &live.ScriptError{Line: 3, Column: 14, Message: "no such name"}
	case "prints", "prints and fails":
		if o.Print != nil {
			o.Print(applet.Printed{Line: 2, Text: "<é>"})
		}
		if string(o.Source) != "prints" {
			return nil, 0, &live.ScriptError{Line: 3, Message: "no such name"}
		}
	case "none":
		return nil, 0, rest.Refuse(http.StatusNotImplemented, "the program ledpost-apps is not installed")
	}
	m := image.NewRGBA(image.Rectangle{Max: o.Size})
	m.Pix[0], m.Pix[3] = uint8(len(o.Settings["shade"])), 255
	return &render.Still{Image: m}, 0, nil
}

func (a apps) Ask(_ context.Context, of live.Subject, q live.Question) (json.RawMessage, error) {
	source := string(of.Source)
	if of.App != "" {
		source = a[of.App]
	}
	switch {
	case source == "":
		return nil, errNoScript
	case source == "form":
		return json.RawMessage(`{"version":"1","schema":[
			{"id":"day","type":"dropdown","options":[{"text":"Sunday","value":"sun"},{"text":"Friday","value":"fri"}]},
			{"id":"place","type":"radio","options":[{"text":"Here","value":"here"}]},{"id":"loud","type":"onoff"},
			{"id":"hue","type":"color"},{"id":"tint","type":"color"},{"id":"key","type":"text"}]}`), nil
	case source == "bad":
		return nil, &live.ScriptError{Line: 3, Message: "no such name"}
	case q.Handler != "":
		said, err := json.Marshal([]string{source, q.Handler, q.Typed, q.Settings["loud"]})
		return said, err
	}
	return json.RawMessage(`{"version":"1","schema":[]}`), nil
}

// TestScriptsForm: the settings of an app, and what their handlers say.
func TestScriptsForm(t *testing.T) {
	kept := apps{"dice": "x = 1"}
	r := newRig(t, func(s *setup) { s.scripts, s.drawer = kept, kept })
	for _, row := range []struct {
		name, body, want string
		code             int
	}{
		{"settings of a program", `{"source":"y"}`, `{"schema":{"version":"1","schema":[]}}`, 200},
		{"settings of a kept app", `{"app":"dice"}`, `{"schema":{"version":"1","schema":[]}}`, 200},
		{"a handler", `{"app":"dice","handler":"a$b","typed":"ber","settings":{"loud":"yes"}}`,
			`{"answer":["x = 1","a$b","ber","yes"]}`, 200},
		{"an app that is not there", `{"app":"none"}`, "App not found", 404},
		{"an app with a fault", `{"source":"bad"}`, `"line":3`, 400},
		{"no app", `{}`, "Missing required keys [source]", 400},
		{"settings that are no strings", `{"app":"dice","settings":{"a":1}}`, "settings: want strings", 400},
		{"a handler that is no word", `{"app":"dice","handler":{}}`, "handler: ", 400},
	} {
		wants(t, r.do("POST", "/live/scripts/form", row.body), row.code, row.want, row.name)
	}
}

// shower is the app whose widgets show apps.
type shower struct{ ground }

func (shower) About() device.About {
	return device.About{Package: "com.example.none", Title: "Guest", Settings: device.Schema{
		Properties: []device.Property{{Name: "app", Schema: device.Schema{Type: "string", MaxLen: 32}}},
		Values:     &device.Schema{Type: "string", MaxLen: 32, Secret: true}, MaxLen: 10,
	}}
}

// TestScriptsTellWhatIsChosen: of a widget's settings a form shows options, switches and colours; nothing else can be
// read, and of another app's widget nothing at all.
func TestScriptsTellWhatIsChosen(t *testing.T) {
	kept, id := apps{"week": "form", "other": "form"}, strings.Repeat("7", 32)
	r := newRig(t, func(s *setup) {
		s.scripts, s.drawer = kept, kept
		s.dev.Apps = append(s.dev.Apps, shower{})
		s.dev.Widgets = append(s.dev.Widgets, device.WidgetSettings{ID: id, Package: "com.example.none", Seconds: 20,
			Settings: json.RawMessage(`{"app":"week","day":"fri","place":"a secret","loud":"true","hue":"#ff0000",` +
				`"tint":"s3cret","key":"s3cret"}`)})
	})
	for _, row := range []struct {
		name, app, widget, want string
		code                    int
	}{
		{"its widget", "week", id, `"chosen":{"day":"fri","hue":"#ff0000","loud":"true"}}`, 200},
		{"a widget of another app", "other", id, `]}}`, 200},
		{"a widget that is not there", "week", strings.Repeat("8", 32), "Widget not found", 404},
		{"a widget of another package", "week", clockWidget.ID, "Widget not found", 404},
	} {
		body := fmt.Sprintf(`{"app":%q,"widget":%q}`, row.app, row.widget)
		wants(t, r.do("POST", "/live/scripts/form", body), row.code, row.want, row.name)
	}
}

// TestScripts: own apps are kept, listed, read and deleted.
func TestScripts(t *testing.T) {
	kept := apps{}
	r := newRig(t, func(s *setup) { s.scripts, s.drawer = kept, kept })
	for _, row := range []struct {
		name, method, path, body, want string
		code                           int
	}{
		{"no apps", "GET", "", "", `{"scripts":[]}`, 200},
		{"an app", "PUT", "/dice", `{"source":"x = 1\n"}`, `"name":"dice","hosts":["api.example"]`, 200},
		{"a list", "GET", "", "", `{"scripts":[{"name":"dice","hosts":["api.example"]}]}`, 200},
		{"the program", "GET", "/dice", "", `"source":"x = 1\n","schema":{"version":"1","schema":[]}`, 200},
		{"an app that cannot be loaded", "PUT", "/bad", `{"source":"bad"}`, `"bad"`, 200},
		{"which can be read", "GET", "/bad", "", `"source":"bad"}`, 200},
		{"no program", "PUT", "/dice", `{}`, "Missing required keys [source]", 400},
		{"a number", "PUT", "/dice", `{"source":7}`, "source: ", 400},
		{"no JSON", "PUT", "/dice", `def main():`, "", 400},
		{"another name", "GET", "/none", "", "App not found", 404},
		{"deleted", "DELETE", "/dice", "", "", 200},
		{"twice", "DELETE", "/dice", "", "App not found", 404},
		{"a path", "GET", "/a%2f..%2fb", "", "App not found", 404},
	} {
		wants(t, r.do(row.method, "/live/scripts"+row.path, row.body), row.code, row.want, row.name)
	}
}

// TestScriptsTry: a GIF, or the fault with its place.
func TestScriptsTry(t *testing.T) {
	r := newRig(t, func(s *setup) { s.scripts, s.drawer = apps{}, apps{} })
	for _, row := range []struct {
		name, body string
		size       image.Point // of the GIF
		want       string
		code       int
	}{
		{"this panel", `{"source":"x"}`, image.Pt(37, 8), "", 200},
		{"another panel", `{"source":"x","size":"128x64","settings":{"shade":"abc"}}`, image.Pt(128, 64), "", 200},
		{"a fault", `{"source":"bad"}`, image.Point{}, `{"errors":[{"message":"no such name"}],"line":3,"column":14}`, 400},
		{"nothing to show", `{"source":"nothing"}`, image.Point{}, `show now"}],"nothing":true}`, 400},
		{"a question", `{"source":"asks"}`, image.Point{},
			`"line":2,"asks":[{"host":"api.example"}]}`, 400},
		{"a question with its answer", `{"source":"asks","name":"dice","allow":[{"host":"api.example"}]}`, image.Pt(37, 8),
			"", 200},
		{"what it prints", `{"source":"prints","print":true}`, image.Point{},
			`","printed":[{"line":2,"text":"<é>"}]}`, 200},
		{"it prints nothing", `{"source":"x","print":true}`, image.Point{}, `{"picture":"R0lGODlh`, 200},
		{"it prints nothing, as a list", `{"source":"x","print":true}`, image.Point{}, `"printed":[]}`, 200},
		{"nobody asks what it prints", `{"source":"prints"}`, image.Pt(37, 8), "", 200},
		{"what one with a fault prints", `{"source":"prints and fails","print":true}`, image.Point{},
			`"line":3,"printed":[{"line":2,"text":"<é>"}]}`, 400},
		{"no truth", `{"source":"x","print":"maybe"}`, image.Point{}, "print: ", 400},
		{"no host", `{"source":"x","allow":[{"host":"a/b"}]}`, image.Point{}, "allow[0]: ", 400},
		{"no program to draw", `{"source":"none"}`, image.Point{}, "not installed", 501},
		{"no app", `{}`, image.Point{}, "Missing required keys [source]", 400},
		{"no size", `{"source":"x","size":"large"}`, image.Point{}, "size: ", 400},
		{"a size with more behind it", `{"source":"x","size":"37x8x9"}`, image.Point{}, "size: ", 400},
		{"too large a panel", `{"source":"x","size":"257x64"}`, image.Point{}, "size: ", 400},
		{"too small a panel", `{"source":"x","size":"8x-8"}`, image.Point{}, "size: ", 400},
		{"settings that are no strings", `{"source":"x","settings":{"a":[1]}}`, image.Point{}, "settings: want strings", 400},
	} {
		w := r.do("POST", "/live/scripts/try", row.body)
		wants(t, w, row.code, row.want, row.name)
		if row.code == 200 && row.want == "" {
			m := must.Get(gif.DecodeAll(bytes.NewReader(w.Body.Bytes())))(t)
			if m.Config.Width != row.size.X || m.Config.Height != row.size.Y {
				t.Errorf("%s: %d×%d", row.name, m.Config.Width, m.Config.Height)
			}
		}
	}
}

// slowApps draws an app whose picture waits, and counts how many have been drawn.
type slowApps struct {
	apps
	tries  *atomic.Int32
	picked chan struct{} // closed = pictures no longer wait
}

func (h slowApps) Try(ctx context.Context, o live.Tried) (render.Widget, time.Duration, error) {
	h.tries.Add(1)
	w, pass, err := h.apps.Try(ctx, o)
	return slowPicture{w, h.picked}, pass, err
}

type slowPicture struct {
	render.Widget
	until chan struct{}
}

func (w slowPicture) Draw(dst *image.RGBA, p image.Point, t time.Duration) {
	<-w.until
	w.Widget.Draw(dst, p, t)
}

// TestScriptsTryInTurn: of several apps that are tried at once, the pictures of one are in memory.
func TestScriptsTryInTurn(t *testing.T) {
	h := slowApps{apps: apps{}, tries: new(atomic.Int32)}
	story(t, func(s *setup) {
		h.picked = make(chan struct{})
		s.scripts, s.drawer = h.apps, h
	}, func(t *testing.T, r *rig) {
		codes := make(chan int)
		for range 3 {
			go func() { codes <- r.do("POST", "/live/scripts/try", `{"source":"x"}`).Code }()
		}
		time.Sleep(5 * time.Second)
		if n := h.tries.Load(); n != 1 {
			t.Errorf("%d apps have been drawn while the first one is recorded", n)
		}
		close(h.picked)
		for range 3 {
			if code := <-codes; code != http.StatusOK {
				t.Errorf("%d", code)
			}
		}
	})
}

// SPDX-License-Identifier: Apache-2.0

package api

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"testing/synctest"

	"github.com/ledpost/ledpost/api/keys"
	"github.com/ledpost/ledpost/api/rest"
	"github.com/ledpost/ledpost/api/scenes"
	"github.com/ledpost/ledpost/device"
	"github.com/ledpost/ledpost/icons"
	"github.com/ledpost/ledpost/internal/must"
)

// lettered is an app with an icon among its settings, a secret and a place.
type lettered struct{ ground }

func (lettered) About() device.About {
	text := device.Schema{Type: "string"}
	return device.About{Package: "com.ledpost.letters", Title: "Letters",
		Settings: device.Schema{Properties: []device.Property{
			{Name: "icon", Schema: text}, {Name: "text", Schema: text}, {Name: "app", Schema: text},
			{Name: "place", Schema: device.Schema{Type: "string", Personal: true}},
			{Name: "token", Schema: device.Schema{Type: "string", Secret: true}},
		}}}
}

// withLetters is a device of which a scene is made: it has the app, and an icon.
func withLetters(store *icons.Store) func(*setup) {
	return func(s *setup) { s.dev.Apps, s.icons = append(s.dev.Apps, lettered{}), store }
}

// TestSceneTravels: a scene of one device shows on another with its icon, without secrets
// and places; to try changes nothing, and neither does a scene with a fault.
func TestSceneTravels(t *testing.T) {
	picture, _ := base64.StdEncoding.DecodeString(strings.TrimPrefix(data, "data:image/png;base64,"))
	from, to := icons.New(icons.Config{Dir: t.TempDir()}, silent), icons.New(icons.Config{Dir: t.TempDir()}, silent)
	for _, name := range []string{"door", "unused"} {
		must.Do(t, from.Put(name, picture))
	}
	var scene string
	story(t, withLetters(from), func(t *testing.T, r *rig) {
		id := device.FirstWidget("com.ledpost.letters")
		r.do("PUT", "/live/apps", `[{"widget":"`+id+
			`","visible":true,"settings":{"icon":"door","text":"Hi","place":"Oslo","token":"s3cret"}},{"widget":"`+
			clockWidget.ID+`"}]`)
		r.do("PUT", "/live/look", `{"transition":"fade"}`)
		w := r.do("GET", "/live/scene", "")
		scene = w.Body.String()
		if w.Header().Get("Content-Disposition") != `attachment; filename="scene.json"` {
			t.Errorf("%v", w.Header())
		}
	})
	for _, secret := range []string{"s3cret", "Oslo", "token", testKey, "unused", clockWidget.ID} {
		if strings.Contains(scene, secret) {
			t.Errorf("the scene has %s: %s", secret, scene)
		}
	}
	story(t, withLetters(to), func(t *testing.T, r *rig) {
		before := r.do("GET", "/live/scene", "").Body.String()
		const apps, order, look,
			icon = `{"package":"com.ledpost.letters","title":"Letters","change":"changed","fields":["visible","settings.icon",` +
			`"settings.text"]}`, `"order":true`, `"look":["transition"]`, `"icons":["door"]`
		for _, target := range []string{"/live/scene?try=true", "/live/scene"} {
			got := r.do("POST", target, scene).Body.String()
			for _, want := range []string{apps, order, look, icon} {
				if !strings.Contains(got, want) {
					t.Errorf("%s: %s, want %s", target, got, want)
				}
			}
			synctest.Wait()
			if now := r.do("GET", "/live/scene", "").Body.String(); (now == before) != strings.Contains(target, "try") ||
				strings.Contains(target, "try") == (now == scene) {
				t.Errorf("%s: %s", target, now)
			}
		}
		if got := r.do("POST", "/live/scene?try=true", scene).Body.String(); !strings.Contains(got,
			`{"apps":[],"order":false,"look":[],"icons":[]}`) {
			t.Errorf("the same again: %s", got)
		}
		var body map[string]any
		must.Do(t, json.Unmarshal([]byte(scene), &body))
		body["icons"] = []map[string]string{{"name": "other", "data": data}}
		body["apps"].([]any)[1].(map[string]any)["seconds"] = 0
		bad, _ := json.Marshal(body)
		wants(t, r.do("POST", "/live/scene", string(bad)), 400, "apps[1].seconds: 0, want 1 to 3600", "a fault")
		if now := r.do("GET", "/live/scene", "").Body.String(); now != scene {
			t.Errorf("after a fault: %s", now)
		}
		if _, there := to.Entry(reference(t, "other")); there {
			t.Error("the icon of a refused scene stayed")
		}
	})
}

func reference(t *testing.T, name string) icons.Ref {
	t.Helper()
	return must.Get(icons.Parse(name))(t)
}

// programs is apps by others with their programs. One called full has no room.
type programs map[string]string

func (p programs) Pack(app string) (scenes.Program, bool) {
	source, there := p[app]
	return scenes.Program{App: app, Source: source}, there
}

func (p programs) Plan(one scenes.Program, taken map[string]bool) (scenes.Offer, error) {
	o := scenes.Offer{App: one.App, Name: one.App, Title: one.App, Hosts: []string{"a.example"}, State: scenes.IsUnknown}
	switch source, there := p[one.App]; {
	case one.App == "bad":
		return o, fmt.Errorf("is no name")
	case there && (one.Source == "" || one.Source == source):
		o.State = scenes.IsThere
	case there || taken[one.App]:
		o.Name, o.State = one.App+"-2", scenes.IsNew
	case one.Source != "":
		o.State = scenes.IsNew
	}
	return o, nil
}

func (p programs) Add(_ context.Context, one scenes.Program, o scenes.Offer) (func(), error) {
	if o.Name == "full" {
		return nil, rest.Refuse(http.StatusInsufficientStorage, "no room")
	}
	p[o.Name] = one.Source
	return func() { delete(p, o.Name) }, nil
}

// withPrograms is a device of which a scene has programs.
func withPrograms(store *icons.Store, p programs) func(*setup) {
	return func(s *setup) { withLetters(store)(s); s.programs = p }
}

// bringing is a scene of widgets that show these apps, with their programs and an icon.
func bringing(apps ...string) string {
	widgets, sources := []string{`{"package":"com.lametric.clock"}`}, []string{}
	for _, app := range apps {
		widgets = append(widgets,
			fmt.Sprintf(`{"package":"com.ledpost.letters","title":"%s","settings":{"app":"%[1]s"}}`, app))
		sources = append(sources, fmt.Sprintf(`{"app":"%s","source":"theirs"}`, app))
	}
	return `{"scene":1,"apps":[` + strings.Join(widgets, ",") + `],"programs":[` + strings.Join(sources, ",") +
		`],"icons":[{"name":"door","data":"` + data + `"}]}`
}

// TestSceneBringsPrograms: a program comes only by the owner's word for it, and never in place of another one; after a
// fault nothing has changed.
func TestSceneBringsPrograms(t *testing.T) {
	const left, missing = `"title":"bus","change":"left"`, `"title":"dice","change":"left"`
	for _, row := range []struct {
		why, query, scene string
		code              int
		says              string // in the answer
		has               string // the programs afterwards
		shows             string // apps of the widgets afterwards
	}{
		{"a look", "?try=true", bringing("bus"), 200, `"state":"new"`, "map[dice:mine]", "[]"},
		{"a look tells the hosts", "?try=true", bringing("bus"), 200, `"hosts":["a.example"]`, "map[dice:mine]", "[]"},
		{"a look at what is added", "?try=true&add=bus", bringing("bus"), 200, `"state":"added"`, "map[dice:mine]", "[]"},
		{"no word", "", bringing("bus"), 200, left, "map[dice:mine]", "[]"},
		{"a word for it", "?add=bus", bringing("bus"), 200, `"state":"added"`, "map[bus:theirs dice:mine]", "[bus]"},
		{"a word for one of two", "?add=bus", bringing("bus", "dice"), 200, missing, "map[bus:theirs dice:mine]", "[bus]"},
		{"the name of another", "?add=dice", bringing("dice"), 200, `"name":"dice-2"`, "map[dice:mine dice-2:theirs]",
			"[dice-2]"},
		{"one that is there", "", strings.Replace(bringing("dice"), "theirs", "mine", 1), 200, `"state":"there"`,
			"map[dice:mine]", "[dice]"},
		{"a word for what it has not", "?add=none", bringing("bus"), 400, "add: ", "map[dice:mine]", "[]"},
		{"nothing but what is left out", "",
			`{"scene":1,"apps":[{"package":"com.ledpost.letters","settings":{"app":"bus"}}]}`, 400, "apps: ",
			"map[dice:mine]", "[]"},
		{"no room", "?add=bus&add=full", bringing("bus", "full"), 507, "no room", "map[dice:mine]", "[]"},
		{"a fault of the rest", "?add=bus", strings.Replace(bringing("bus"), `"title":"bus"`, `"seconds":0`, 1), 400,
			"apps[1].seconds", "map[dice:mine]", "[]"},
		{"no name", "", bringing("bad"), 400, "apps[1].settings.app: is no name", "map[dice:mine]", "[]"},
		{"a program twice", "", bringing("bus", "bus"), 400, "programs[1]: is there twice", "map[dice:mine]", "[]"},
		{"a program without an app", "", strings.Replace(bringing("bus"), `{"app":"bus","source"`, `{"source"`, 1), 400,
			"programs[0]: want an app", "map[dice:mine]", "[]"},
		{"100 programs", "",
			strings.Replace(bringing("bus"), `"programs":[`, `"programs":[`+strings.Repeat(`{},`, 99), 1), 400,
			"programs: 100 programs", "map[dice:mine]", "[]"},
		{"too large", "", bringing(strings.Repeat("x", 1<<20)), 413, "", "map[dice:mine]", "[]"},
	} {
		store, p := icons.New(icons.Config{Dir: t.TempDir()}, silent), programs{"dice": "mine"}
		story(t, withPrograms(store, p), func(t *testing.T, r *rig) {
			w := r.do("POST", "/live/scene"+row.query, row.scene)
			wants(t, w, row.code, row.says, row.why)
			if got := fmt.Sprint(p); got != row.has {
				t.Errorf("%s: it has %s, want %s", row.why, got, row.has)
			}
			shows := []string{}
			for _, w := range must.Get(r.dev.Apps(t.Context()))(t) {
				var set struct{ App string }
				if json.Unmarshal(w.Settings, &set) == nil && set.App != "" {
					shows = append(shows, set.App)
				}
			}
			if got := fmt.Sprint(shows); got != row.shows {
				t.Errorf("%s: it shows %s, want %s", row.why, got, row.shows)
			}
			own := func(e icons.Entry) bool { return e.Source == icons.User && e.Name == "door" }
			there, want := slices.ContainsFunc(store.Index(), own), row.code == 200 && !strings.Contains(row.query, "try")
			if there != want {
				t.Errorf("%s: its icon is there: %v", row.why, there)
			}
		})
	}
}

// TestSceneShowsProgramsToOwners: a key that may only read sees a scene without the programs in it.
func TestSceneShowsProgramsToOwners(t *testing.T) {
	store := icons.New(icons.Config{Dir: t.TempDir()}, silent)
	r := newRig(t, withPrograms(store, programs{"dice": "mine"}))
	id := device.FirstWidget("com.ledpost.letters")
	r.do("PUT", "/live/apps", `[{"widget":"`+id+`","settings":{"app":"dice"}},{"widget":"`+clockWidget.ID+`"}]`)
	for scope, sees := range map[keys.Scope]bool{keys.ScopeAll: true, keys.ScopeRead: false} {
		w := r.ask(as(r.made(fmt.Sprint("key", scope), scope), "GET", "/live/scene", ""))
		if w.Code != 200 || strings.Contains(w.Body.String(), `"source":"mine"`) != sees {
			t.Errorf("scope %s: %d %s", scope, w.Code, w.Body)
		}
	}
	if w := r.ask(as(r.made("bell", keys.ScopeSend), "POST", "/live/scene?add=bus", bringing("bus"))); w.Code != 403 {
		t.Errorf("a key of scope send: %d %s", w.Code, w.Body)
	}
}

// SPDX-License-Identifier: Apache-2.0

package api

import (
	"encoding/base64"
	"encoding/json"
	"strings"
	"testing"
	"testing/synctest"

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
			{Name: "icon", Schema: text}, {Name: "text", Schema: text},
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
		if w := r.do("POST", "/live/scene", string(bad)); w.Code != 400 ||
			!strings.Contains(w.Body.String(), "apps[1].seconds: 0, want 1 to 3600") {
			t.Errorf("a fault: %d %s", w.Code, w.Body)
		}
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

// SPDX-License-Identifier: Apache-2.0

package widgets

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/ledpost/ledpost/internal/must"
)

// pictured is a list whose only app has settings of every kind that matters to scenes.
func pictured(t *testing.T, settings string) (*List, Widget) {
	t.Helper()
	s := &Schema{Properties: []Property{
		{Name: "face", Schema: Schema{Type: "string"}},
		{Name: "city", Schema: Schema{Type: "string", Personal: true}},
		{Name: "url", Schema: Schema{Type: "string", Format: "uri"}},
		{Name: "key", Schema: Schema{Type: "string", Secret: true}},
		{Name: "feeds", Schema: Schema{Type: "array", Items: &Schema{Type: "string", Secret: true}}},
	}}
	l := New([]Kind{
		{Package: "app", Title: "App", Schema: s}, {Package: "other", Title: "Other", Schema: &Schema{}},
	}, nil, nil, never)
	w := l.Shown()[0]
	w.Settings = json.RawMessage(settings)
	if _, _, err := l.Change(w); err != nil {
		t.Fatal(err)
	}
	return l, w
}

// TestScene: what of the settings leaves the device, and what stays of them when a scene
// comes.
func TestScene(t *testing.T) {
	for _, row := range []struct{ why, here, leaves, comes, after string }{
		{"a setting without secrets", `{"face":"big"}`, `{"face":"big"}`, `{"face":"plain"}`, `{"face":"plain"}`},
		{"missing key becomes unset", `{"face":"big"}`, `{"face":"big"}`, `{}`, `{}`},
		{"the place stays", `{"city":"Oslo"}`, `{}`, `{"city":"Rome"}`, `{"city":"Oslo"}`},
		{"and comes with no scene", `{}`, `{}`, `{"city":"Rome"}`, `{}`},
		{"secrets stay", `{"feeds":["http://a/s3cret"],"key":"s3cret"}`, `{}`, `{}`,
			`{"feeds":["http://a/s3cret"],"key":"s3cret"}`},
		{"secrets do not come", `{"key":"s3cret"}`, `{}`, `{"key":"theirs"}`, `{"key":"s3cret"}`},
		{"a host", `{"url":"http://a"}`, `{"url":"http://a"}`, `{"url":"http://b/y"}`, `{"url":"http://b/y"}`},
		{"more of an address", `{"url":"http://a/s3cret"}`, `{}`, `{}`, `{"url":"http://a/s3cret"}`},
		{"an address with a secret", `{"url":"http://me:s3cret@a/x"}`, `{}`, `{}`, `{"url":"http://me:s3cret@a/x"}`},
		{"a secret goes to no other host", `{"key":"s3cret","url":"http://a"}`, `{"url":"http://a"}`,
			`{"url":"http://evil/x"}`, `{"url":"http://evil/x"}`},
		{"also not by its stand-in", `{"key":"s3cret","url":"http://a"}`, `{"url":"http://a"}`,
			`{"url":"http://evil/x","key":{"set":true}}`, `{"url":"http://evil/x"}`},
		{"it stays for its own host", `{"key":"s3cret","url":"http://a"}`, `{"url":"http://a"}`, `{"url":"http://a/y"}`,
			`{"key":"s3cret","url":"http://a/y"}`},
	} {
		l, w := pictured(t, row.here)
		told := l.Scene()
		if got := string(told[0].Settings); got != row.leaves || told[0].ID != "" {
			t.Errorf("%s: %s leaves, want %s", row.why, got, row.leaves)
		}
		scene := []Widget{{Package: "app", Seconds: 20, Settings: json.RawMessage(row.comes)}}
		if _, err := l.Staged("apps", scene); err != nil {
			t.Errorf("%s: %v", row.why, err)
		}
		if now, _ := l.Get(w.ID); string(now.Settings) != row.here {
			t.Errorf("%s: a try made it %s", row.why, now.Settings)
		}
		if err := l.Stage("apps", scene); err != nil {
			t.Errorf("%s: %v", row.why, err)
		}
		if now, _ := l.Get(w.ID); string(now.Settings) != row.after {
			t.Errorf("%s: it is %s, want %s", row.why, now.Settings, row.after)
		}
	}
}

// TestSceneRefers: a setting that names another widget names the same one of the scene on each device.
func TestSceneRefers(t *testing.T) {
	kinds := []Kind{
		{Package: "clock", Title: "Clock", Schema: &Schema{Properties: []Property{
			{Name: "behind", Schema: Schema{Type: "string", Format: "widget"}},
			{Name: "face", Schema: Schema{Type: "string"}},
		}}},
		{Package: "picture", Title: "Picture", Schema: &Schema{}},
	}
	from, to := New(kinds, nil, nil, never), New(kinds, nil, nil, never)
	second := must.Get(from.Add("picture", nil))(t)
	clock := from.Shown()[0]
	names := func(l *List, id, behind string) {
		t.Helper()
		w, _ := l.Get(id)
		if want := string(encode(map[string]any{"behind": behind, "face": "apps[9]"})); string(w.Settings) != want {
			t.Errorf("the clock has %s, want %s", w.Settings, want)
		}
	}
	clock.Settings = encode(map[string]any{"behind": second.ID, "face": "apps[9]"})
	if _, _, err := from.Change(clock); err != nil {
		t.Fatal(err)
	}
	scene := from.Scene()
	if got := string(scene[0].Settings); got != `{"behind":"apps[2]","face":"apps[9]"}` {
		t.Errorf("the scene has %s", got)
	}
	must.Do(t, to.Stage("apps", scene))
	if len(to.Shown()) != 3 || to.Shown()[2].ID == second.ID {
		t.Fatalf("%v", to.Shown())
	}
	names(to, clock.ID, to.Shown()[2].ID)
	must.Do(t, from.Stage("apps", scene))
	names(from, clock.ID, second.ID)
	for _, row := range []struct{ why, behind, want string }{
		{"a widget of another device", second.ID, `{}`},
		{"no place of the scene", "apps[1]", `{}`},
		{"an app that is missing here", "apps[2]", `{}`},
		{"itself", "apps[0]", string(encode(map[string]any{"behind": clock.ID}))},
		{"a widget that is here", to.Shown()[1].ID, string(encode(map[string]any{"behind": to.Shown()[1].ID}))},
		{"no text", "", `{}`},
	} {
		must.Do(t, to.Stage("apps", []Widget{
			{Package: "clock", Seconds: 20, Settings: encode(map[string]any{"behind": row.behind})},
			{Package: "", Seconds: 20}, {Package: "gone", Seconds: 20},
		}))
		if w, _ := to.Get(clock.ID); string(w.Settings) != row.want {
			t.Errorf("%s: %s, want %s", row.why, w.Settings, row.want)
		}
	}
}

// TestStage: which widgets a scene meets, and where its faults are.
func TestStage(t *testing.T) {
	l, p := two()
	own := l.Shown()
	scene := []Widget{
		{Package: "gone", Seconds: 20},
		{Package: "weather", Title: "One", Visible: true, Seconds: 5, Settings: json.RawMessage(`{"city":"Oslo"}`)},
		{Package: "weather", Title: "Two", Visible: true, Seconds: 5, Settings: json.RawMessage(`{"city":"Rome"}`)},
	}
	must.Do(t, l.Stage("apps", scene))
	all := l.All()
	if len(all) != 3 || all[0].ID != own[1].ID || all[0].Title != "One" || all[1].Title != "Two" ||
		all[2].ID != own[0].ID || all[2].Visible || len(p.has) != 2 {
		t.Errorf("%+v", all)
	}
	for _, row := range []struct {
		why, says string
		change    func(w *Widget)
	}{
		{"an app refuses it",
			"apps[2].settings.city: is not on the map", func(w *Widget) { w.Settings = json.RawMessage(`{"city":"Nowhere"}`) }},
		{"not as the app declares",
			"apps[2].settings.city: ", func(w *Widget) { w.Settings = json.RawMessage(`{"city":5}`) }},
		{"no time", "apps[2].seconds: 0, want 1 to 3600", func(w *Widget) { w.Seconds = 0 }},
		{"no object", "apps[2].settings: want an object", func(w *Widget) { w.Settings = json.RawMessage(`[]`) }},
	} {
		bad := []Widget{scene[0], scene[1], scene[2]}
		row.change(&bad[2])
		if err := l.Stage("apps", bad); err == nil || !strings.HasPrefix(err.Error(), row.says) {
			t.Errorf("%s: %v", row.why, err)
		}
		if now := l.All(); len(now) != 3 || now[1].Title != "Two" || !now[1].Equal(all[1]) || len(p.has) != 2 {
			t.Errorf("%s: it is %+v now", row.why, now)
		}
	}
	many := make([]Widget, MaxWidgets)
	for i := range many {
		many[i] = Widget{Package: "weather", Seconds: 5}
	}
	must.Fail(t, l.Stage("apps", many), "65 widgets", "too many")
}

// TestProgramsKeepTheirOwn: the settings of one program go to no other, by a scene, a backup or a change; a scene
// meets the widget of the same program.
func TestProgramsKeepTheirOwn(t *testing.T) {
	fresh := func() *List {
		l := New([]Kind{{Package: "guest", Title: "Guest", Schema: &Schema{
			Properties: []Property{{Name: "app", Schema: Schema{Type: "string"}}},
			Values:     &Schema{Type: "string", Secret: true, Personal: true},
		}}}, []Widget{
			{ID: "1", Package: "guest", Visible: true, Seconds: 5, Settings: json.RawMessage(`{"app":"bus","key":"one"}`)},
			{ID: "2", Package: "guest", Visible: true, Seconds: 5, Settings: json.RawMessage(`{"app":"price","key":"two"}`)},
		}, nil, never)
		return l
	}
	settings := func(l *List, id string) string {
		w, _ := l.Get(id)
		return string(w.Settings)
	}
	if told := fresh().Scene(); string(told[0].Settings) != `{"app":"bus"}` {
		t.Errorf("%s leaves", told[0].Settings)
	}
	for _, row := range []struct{ why, comes, first, id string }{
		{"the same program", `{"app":"price"}`, `{"app":"price","key":"two"}`, "2"},
		{"with settings of a stranger", `{"app":"price","key":"evil","more":"x"}`, `{"app":"price","key":"two"}`, "2"},
		{"another program", `{"app":"evil"}`, `{"app":"evil"}`, ""},
		{"another program that asks for the secret", `{"app":"evil","key":{"set":true}}`, `{"app":"evil"}`, ""},
	} {
		l := fresh()
		must.Do(t, l.Stage("apps", []Widget{{Package: "guest", Visible: true, Seconds: 5, Settings: json.RawMessage(row.comes)}}))
		first := l.All()[0]
		if string(first.Settings) != row.first || row.id != "" && first.ID != row.id {
			t.Errorf("%s: %s is first, %s", row.why, first.ID, first.Settings)
		}
		if settings(l, "1") != `{"app":"bus","key":"one"}` {
			t.Errorf("%s: the first widget has %s", row.why, settings(l, "1"))
		}
	}
	for _, row := range []struct{ why, sent, want string }{
		{"the same program", `{"app":"bus","key":{"set":true}}`, `{"app":"bus","key":"one"}`},
		{"another one", `{"app":"evil","key":{"set":true}}`, `{"app":"evil"}`},
		{"none", `{"key":{"set":true}}`, `{}`},
	} {
		l, w := fresh(), Widget{ID: "1", Package: "guest", Seconds: 5, Settings: json.RawMessage(row.sent)}
		whole := must.Get(l.Completed("widgets", []Widget{w}))(t)
		if got := string(whole[0].Settings); got != row.want {
			t.Errorf("a backup of %s: %s, want %s", row.why, got, row.want)
		}
		if _, _, err := l.Change(w); err != nil || settings(l, "1") != row.want {
			t.Errorf("a change to %s: %v, %s, want %s", row.why, err, settings(l, "1"), row.want)
		}
	}
}

// TestTitlesArePrintable: a scene comes from strangers, and terminals, logs and pages show
// the titles of its apps.
func TestTitlesArePrintable(t *testing.T) {
	for _, title := range []string{"a\x00b", "\x1b[2J", "two\nlines", "\u009b31m"} {
		l, w := pictured(t, `{}`)
		scene := []Widget{{Package: "app", Title: title, Seconds: 20}}
		must.Fail(t, l.Stage("apps", scene), "apps[0].title", title)
		if now, _ := l.Get(w.ID); now.Title != "App" && now.Title != "" {
			t.Errorf("%q: it has the title %q", title, now.Title)
		}
		w.Title = title
		if kept, faults := Repair("widgets", []Widget{w}); len(faults) != 1 || kept[0].Title != "" {
			t.Errorf("%q: saved, it stays %q: %v", title, kept[0].Title, faults)
		}
	}
}

// SPDX-License-Identifier: Apache-2.0

package widgets

import (
	"encoding/json"
	"errors"
	"strconv"
	"strings"
	"testing"

	"github.com/ledpost/ledpost/device/note"
	"github.com/ledpost/ledpost/internal/must"
)

func never(string) bool { return false }

// TestUnreadableSettings: kept settings that are no JSON do not fit any app.
func TestUnreadableSettings(t *testing.T) {
	k := Kind{Package: "x", Schema: &Schema{}}
	for text, want := range map[string]bool{`{}`: true, `{`: false, ``: true, `[1]`: false} {
		if got := k.fits([]Widget{{Settings: json.RawMessage(text)}}); got != want {
			t.Errorf("%q fits: %v, want %v", text, got, want)
		}
	}
}

// TestTooManyEntries: an object that is too long is one error, not one for each
// entry.
func TestTooManyEntries(t *testing.T) {
	s := &Schema{Values: &Schema{Type: "string"}, MaxLen: 1}
	var errs note.Faults
	s.checkObject("headers", map[string]any{"a": 1, "b": 2}, &errs)
	if err := errs.Err(); err == nil || err.Error() != "headers: 2 entries, at most 1 are allowed" {
		t.Errorf("%v", err)
	}
}

// TestSettingsThatGrow: those that are longer once they are written as they are
// kept are refused by that length.
func TestSettingsThatGrow(t *testing.T) {
	l := New([]Kind{{Package: "second", Schema: &Schema{}}}, nil, nil, never)
	long := json.RawMessage(`{"x":"` + strings.Repeat("<", maxSettings-20) + `"}`)
	if _, err := l.Add("second", long); err == nil || !strings.Contains(err.Error(), "bytes, at most 32768 are allowed") {
		t.Errorf("%.200v", err)
	}
}

// TestLargeSettings: an app whose schema says so may have large settings, and no other; those of all widgets have room
// in their file.
func TestLargeSettings(t *testing.T) {
	long := json.RawMessage(`{"x":"` + strings.Repeat("x", 60<<10) + `"}`)
	text := &Schema{Type: "string", MaxLen: 64 << 10}
	l := New([]Kind{{Package: "small", Schema: &Schema{Values: text}},
		{Package: "large", Schema: &Schema{Values: text, Bytes: 64 << 10}}}, nil, nil, never)
	if _, err := l.Add("small", long); err == nil || !strings.Contains(err.Error(), "at most 32768 are allowed") {
		t.Errorf("%.200v", err)
	}
	for i := 2; ; i++ { // each app has a widget
		before := l.Kept()
		_, err := l.Add("large", long)
		if room := maxAll / len(long); (err == nil) != (i < room+2) {
			t.Fatalf("%d widgets, where there is room for %d: %.200v", i, room, err)
		}
		if err != nil {
			if !strings.Contains(err.Error(), "settings: the settings of all widgets have") || len(l.Kept()) != len(before) {
				t.Errorf("%.200v; %d widgets", err, len(l.Kept()))
			}
			return
		}
	}
}

// picky is an app that refuses a city, and remembers what it has accepted.
type picky struct{ has []Widget }

func (p *picky) Configure(all []Widget) error {
	for i, w := range all {
		if strings.Contains(string(w.Settings), "Nowhere") {
			return note.Invalid("["+strconv.Itoa(i)+"].settings.city", "is not on the map")
		}
	}
	p.has = all
	return nil
}

// two is a list with a widget of each of two apps, of which the second is picky.
func two() (*List, *picky) {
	p := &picky{}
	city := &Schema{Properties: []Property{{Name: "city", Schema: Schema{Type: "string"}},
		{Name: "key", Schema: Schema{Type: "string", Secret: true}}}}
	return New([]Kind{
		{Package: "clock", Title: "Clock", Schema: &Schema{}},
		{Package: "weather", Title: "Weather", Schema: city, Configure: p.Configure},
	}, nil, nil, never), p
}

// TestFirstList: a new device has a widget of every app, and shows the first; one that was
// removed does not come back, one of a new app comes.
func TestFirstList(t *testing.T) {
	l, p := two()
	if all := l.All(); len(all) != 2 || !all[0].Visible || all[1].Visible || l.Kept() != nil || len(p.has) != 1 {
		t.Fatalf("%+v, kept %v, the app has %v", all, l.Kept(), p.has)
	}
	saved := []Widget{{ID: "1", Package: "clock", Seconds: 20}, {ID: "2", Package: "gone", Seconds: 20}}
	kinds := []Kind{{Package: "clock", Schema: &Schema{}}, {Package: "weather", Schema: &Schema{}},
		{Package: "new", Schema: &Schema{}}}
	again := New(kinds, saved, nil, func(pkg string) bool { return pkg != "new" })
	if all, shown := again.All(), again.Shown(); len(all) != 3 || all[2].Package != "new" || len(shown) != 2 {
		t.Errorf("%+v, shown %+v", all, shown)
	}
	if guests := New([]Kind{{Package: "guest", Schema: &Schema{}, Guest: true}}, nil, nil, never); len(guests.All()) != 0 {
		t.Errorf("%+v: a guest's widget is made by nobody else", guests.All())
	}
	if again.Has("2") || again.Has("") || !again.Has("1") {
		t.Error("a widget is there if its app is")
	}
}

// TestFirstOfGuest: a schedule that was made without the first widget of a guest finds it, and no other widget.
func TestFirstOfGuest(t *testing.T) {
	kinds := []Kind{{Package: "guest", Schema: &Schema{}, Guest: true}, {Package: "clock", Schema: &Schema{}}}
	l := New(kinds, nil, nil, func(string) bool { return true })
	first, second := must.Get(l.Add("guest", nil))(t), must.Get(l.Add("guest", nil))(t)
	if first.ID != FirstID("guest") || second.ID == first.ID {
		t.Errorf("%q and %q", first.ID, second.ID)
	}
	if w := must.Get(l.Add("clock", nil))(t); w.ID == FirstID("clock") {
		t.Error("a removed widget comes back")
	}
}

// TestAllOrNothing: what one app refuses changes nothing anywhere, and the error says
// which entry of the request is wrong.
func TestAllOrNothing(t *testing.T) {
	l, p := two()
	ok := l.Shown()
	ok[1].Settings = json.RawMessage(`{"city":"Oslo","key":"s3cret"}`)
	must.Do(t, l.Set([]Widget{ok[1], ok[0]}, true))
	had := p.has
	bad := l.Shown()
	bad[0].Settings = json.RawMessage(`{"city":"Nowhere","key":{"set":true}}`)
	bad[1].Seconds = 7
	err := l.Set(bad, true)
	if err == nil || err.Error() != "[0].settings.city: is not on the map" {
		t.Errorf("%v", err)
	}
	if w, _ := l.Get(bad[1].ID); w.Seconds == 7 || len(p.has) != 1 || !p.has[0].Equal(had[0]) {
		t.Errorf("changed to %+v, the app has %+v", w, p.has)
	}
	for why, list := range map[string][]Widget{"one is missing": bad[:1], "one twice": {bad[1], bad[1]},
		"one of another": {bad[1], {ID: "x"}}} {
		if l.Set(list, true) == nil {
			t.Errorf("%s: taken", why)
		}
	}
}

// TestSecretsStayIn: a reader never sees one, and gives it back by its stand-in; a backup
// has it only on request.
func TestSecretsStayIn(t *testing.T) {
	l, _ := two()
	w, err := l.Add("weather", json.RawMessage(`{"city":"Oslo","key":"s3cret"}`))
	if err != nil || string(w.Settings) != `{"city":"Oslo","key":{"set":true}}` {
		t.Fatalf("%s, %v", w.Settings, err)
	}
	w.Title = "Mine"
	if w, changed, err := l.Change(w); err != nil || !changed || w.Title != "Mine" {
		t.Errorf("%+v, %v, %v", w, changed, err)
	}
	if _, changed, err := l.Change(w); err != nil || changed {
		t.Errorf("the same again: changed %v, %v", changed, err)
	}
	if kept, _ := l.Get(w.ID); string(kept.Settings) != `{"city":"Oslo","key":"s3cret"}` {
		t.Errorf("kept %s", kept.Settings)
	}
	for secrets, want := range map[bool]string{true: `{"city":"Oslo","key":"s3cret"}`,
		false: `{"city":"Oslo","key":{"set":true}}`} {
		if got := l.Backup(secrets); string(got[2].Settings) != want {
			t.Errorf("backup %v: %s", secrets, got[2].Settings)
		}
	}
	back, err := l.Completed("widgets", l.Backup(false))
	if err != nil || string(back[2].Settings) != `{"city":"Oslo","key":"s3cret"}` {
		t.Errorf("completed %s, %v", back[2].Settings, err)
	}
}

// TestRemove: any but the last.
func TestRemove(t *testing.T) {
	l, _ := two()
	first := l.All()[0].ID
	if err := l.Remove(first); err != nil || l.Has(first) {
		t.Error(err)
	}
	if err := l.Remove(first); !errors.Is(err, ErrNoWidget) {
		t.Errorf("twice: %v", err)
	}
	if err := l.Remove(l.All()[0].ID); !errors.Is(err, ErrLast) {
		t.Errorf("the last: %v", err)
	}
}

// TestAdopt: an app's own change counts like a client's, if a client could make it.
func TestAdopt(t *testing.T) {
	l, _ := two()
	id := l.All()[1].ID
	for _, row := range []struct {
		why, pkg, settings string
		changed            bool
	}{
		{"another city", "weather", `{"city":"Oslo"}`, true},
		{"the same", "weather", `{"city":"Oslo"}`, false},
		{"not a setting", "weather", `{"town":"Oslo"}`, false},
		{"refused by itself", "weather", `{"city":"Nowhere"}`, false},
		{"of another app", "clock", `{"city":"Rome"}`, false},
	} {
		if got := l.Adopt(row.pkg, map[string]json.RawMessage{id: json.RawMessage(row.settings)}); got != row.changed {
			t.Errorf("%s: changed %v", row.why, got)
		}
	}
	if w, _ := l.Get(id); string(w.Settings) != `{"city":"Oslo"}` {
		t.Errorf("%s", w.Settings)
	}
}

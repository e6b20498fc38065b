// SPDX-License-Identifier: Apache-2.0

package store

import (
	"bytes"
	"context"
	"encoding/base64"
	"encoding/json"
	"log/slog"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/ledpost/ledpost/device"
	"github.com/ledpost/ledpost/device/note"
	"github.com/ledpost/ledpost/device/paint"
	"github.com/ledpost/ledpost/icons"
	"github.com/ledpost/ledpost/internal/durable"
	"github.com/ledpost/ledpost/internal/durable/durabletest"
	"github.com/ledpost/ledpost/internal/forget"
	"github.com/ledpost/ledpost/internal/must"
)

var quiet = slog.New(slog.DiscardHandler)

func open(t testing.TB, fs durable.FS) (*Store, device.Saved) {
	t.Helper()
	return fetched(Open(fs, Options{Log: quiet}))
}

// fetched is v with everything that s has left for later.
func fetched(s *Store, v device.Saved) (*Store, device.Saved) {
	for i, e := range v.Waiting {
		if e.Later() {
			v.Waiting[i] = s.Fetch(e)
			v.Waiting[i].Stored = nil
		}
	}
	return s, v
}

// end writes v as an orderly end does.
func end(t testing.TB, s *Store, v device.Saved) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	v.Clean = true
	s.Save(v)
	must.Do(t, s.Run(ctx))
}

// TestNew: a device is new at its first start, and stays so until somebody uses it, for
// good; one that was stored by a version before that was kept is not. After a factory reset
// it is the same device, and new.
func TestNew(t *testing.T) {
	dir := durable.Dir(t.TempDir())
	for _, c := range []struct {
		why  string
		used bool // after this start
		want bool
	}{{"first start", false, true}, {"nobody has used it", true, true}, {"somebody has", false, false}} {
		s, v := open(t, dir)
		if v.Settings.New != c.want {
			t.Errorf("%s: new %v", c.why, v.Settings.New)
		}
		v.Settings.New = v.Settings.New && !c.used
		end(t, s, v)
	}
	_, was := open(t, dir)
	must.Do(t, forget.Tree{Dir: string(dir), Keep: forget.Data}.Forget())
	if _, v := open(t, dir); !v.Settings.New || v.Identity.Serial != was.Identity.Serial || v.Reserved < was.Reserved {
		t.Errorf("after a factory reset: new %v, %+v with %d, before %+v with %d", v.Settings.New, v.Identity, v.Reserved,
			was.Identity, was.Reserved)
	}
	old := t.TempDir()
	must.Do(t, os.WriteFile(filepath.Join(old, settingsName), []byte(`{"version":2,"settings":{"brightness":40}}`), 0o600))
	if _, v := open(t, durable.Dir(old)); v.Settings.New {
		t.Error("a device of before is new")
	}
}

// picture is a data URI of n bytes and a little more; its kind is told by seed.
func picture(t testing.TB, n int, seed string) icons.Ref {
	t.Helper()
	dot := must.Get(base64.StdEncoding.DecodeString("R0lGODlhAQABAIAAAP///////yH5BAEKAAEALAAAAAABAAEAAAICTAEAOw=="))(t)
	data := append(dot, strings.Repeat(seed, n/len(seed))...)
	return must.Get(icons.Parse("data:image/gif;base64," + base64.StdEncoding.EncodeToString(data)))(t)
}

// full is a Saved with something in every field.
func full(t testing.TB, v device.Saved) device.Saved {
	t.Helper()
	small := must.Get(icons.Parse("i12"))(t)
	red, speed, smooth, slide := note.Color{R: 255, Set: true}, 25.5, true, paint.SlideTransition
	effect, colors, behind, over := note.EffectGradient, []note.Color{red, {B: 255, Set: true}},
		note.Background{Name: "plasma"}, note.NoOverlay
	at := time.Date(2026, 5, 1, 12, 0, 0, 0, time.UTC)
	v.At, v.Clean, v.Reserved = at, true, 4000
	v.Settings = device.Settings{
		On: true, Brightness: 33, BrightnessMode: device.ManualBrightness, Volume: 7, Mode: device.KioskMode,
		App: "com.lametric.clock",
		Saver: device.SaverSettings{Enabled: true, TimeBased: true, Last: device.TimeBased,
			Start: device.TimeOfDay(21 * time.Hour), End: device.TimeOfDay(time.Hour)},
		Look: device.LookPatch{TextColor: &red, ScrollSpeed: &speed, Smooth: &smooth, Transition: &slide,
			TextEffect: &effect, TextColors: &colors, Background: &behind, Overlay: &over},
	}
	v.Waiting = []device.SavedEntry{
		{ID: "12", Created: at, Left: time.Minute, Visible: true, Ends: 1, Notification: note.Notification{
			Origin: note.OriginInternal, Priority: note.PriorityWarning, IconType: note.IconTypeAlert,
			Lifetime: time.Minute, Cycles: 3,
			Frames: []note.Frame{
				{Icon: small, Text: []note.Fragment{{Text: "<a>", Color: red}}, Color: red, Duration: time.Second},
				{Goal: &note.Goal{Start: 1, Current: 2, End: 3, Unit: "x"}}, {Chart: []float64{1, -2}}, decorated,
			},
			Sound: &note.Sound{URL: "http://h/x", Repeat: 2, Fallback: &note.Sound{Category: "alarms", ID: "alarm1"}},
		}},
		{ID: "13", Created: at, Left: time.Hour, Key: "k", App: "a", Alert: "7:00", Reason: "r",
			Notification: note.Notification{
				Lifetime: time.Hour,
				Frames: []note.Frame{{Icon: picture(t, 60_000, "a")},
					{Icon: picture(t, 5000, "b"), Text: []note.Fragment{{Text: "x"}}}},
			}},
		{ID: "14", Created: at, Left: time.Hour, Notification: note.Notification{ // large without a picture
			Frames: []note.Frame{{Text: []note.Fragment{{Text: strings.Repeat("é", 1000)}}},
				{Text: []note.Fragment{{Text: strings.Repeat("z", 1000)}}}},
		}},
	}
	v.Ended = []device.SavedEnd{{ID: "11", Created: at, Updated: at, Expires: at, Priority: note.PriorityCritical,
		Cycles: 1, Outcome: note.OutcomeDismissed, Reason: "why"}}
	v.Apps = map[string]device.SavedApp{
		"a": {Version: 3, Keep: json.RawMessage(`{"file":"mine.txt"}`), Raised: []string{"6:00", "7:00"}},
		"b": {Version: 1, Keep: json.RawMessage(`["` + strings.Repeat("long", 1000) + `"]`)},
	}
	v.Settings.App, v.Settings.Saver.Widget = "01", "02"
	v.Settings.Mood = note.Mood{Kelvin: 2700, Brightness: 30}
	v.Settings.Indicators[1] = note.Indicator{Color: red, Effect: note.IndicatorFade, Period: 1500 * time.Millisecond,
		Night: true}
	v.Settings.Apps = device.AppSettings{
		Widgets: []device.WidgetSettings{
			{ID: "01", Package: "a", Title: "A", Visible: true, Seconds: 7, Settings: json.RawMessage(`{"zone":"Asia/Tokyo"}`)},
			{ID: "02", Package: "b", Seconds: 20},
		},
		Schedule: []device.Block{{Days: 1<<time.Monday | 1<<time.Friday, From: at22, To: 0, Widget: "02"}},
		Planned:  true,
	}
	return v
}

// decorated is a frame with one of everything that a frame may have.
var decorated = note.Frame{
	Text:   []note.Fragment{{Text: "a", Effect: note.EffectFade}},
	Effect: note.EffectGradient, Colors: []note.Color{{R: 1, Set: true}, {B: 2, Set: true}},
	Period: 1500 * time.Millisecond, Fit: note.FitCut, Align: note.AlignRight, Speed: 12.5, Push: note.PushEach,
	Goal: &note.Goal{Start: -0.5, Current: 21.25, End: 40}, Chart: []float64{0.5}, Line: []float64{1, 2.5},
	Scale: &note.Scale{Low: -1, High: 2}, Levels: []note.Level{{From: 1.5, Color: note.Color{G: 3, Set: true}}},
	Progress:   &note.Progress{Percent: 33.3, Back: note.Color{G: 4, Set: true}},
	Background: note.Background{Name: "plasma"}, Overlay: note.OverlaySnow,
	Draw: []note.Shape{
		{Kind: note.ShapeLine, X: -1, Y: 2, X1: 3, Y1: 4, Color: note.Color{B: 5, Set: true}},
		{Kind: note.ShapeText, Text: "t"}, {Kind: note.ShapeDisc, Radius: 3},
		{Kind: note.ShapeBitmap, Width: 2, Height: 1, Pixels: note.Pixels{{}, {R: 6, G: 7, B: 8, Set: true}}},
	},
}

// at22 is ten in the evening.
const at22 = device.TimeOfDay(22 * time.Hour)

// TestRoundTrip: what is saved is what the next start finds.
func TestRoundTrip(t *testing.T) {
	dir := t.TempDir()
	s, fresh := open(t, durable.Dir(dir))
	want := full(t, fresh)
	end(t, s, want)
	s, got := open(t, durable.Dir(dir))
	if got.Clean, want.Clean = false, false; !reflect.DeepEqual(got, want) {
		t.Errorf("got\n%+v\nwant\n%+v", got, want)
	}
	must.Do(t, s.Fault())
	for _, f := range files {
		info, err := os.Stat(filepath.Join(dir, f.name))
		if err != nil || info.Mode().Perm() != 0o600 {
			t.Errorf("%s: %v, %v, want a file of its owner's", f.name, info, err)
		}
	}
}

// TestWords: the files hold words, not the numbers that constants happen to have.
func TestWords(t *testing.T) {
	dir := t.TempDir()
	s, fresh := open(t, durable.Dir(dir))
	end(t, s, full(t, fresh))
	for name, words := range map[string][]string{
		settingsName: {`"brightness_mode":"manual"`, `"mode":"kiosk"`, `"last":"time_based"`, `"start":"21:00:00"`,
			`"text_color":"#FF0000"`, `"transition":"slide"`, `"text_effect":"gradient"`, `"text_colors":["#FF0000","#0000FF"]`,
			`"background":"plasma"`, `"overlay":""`, `"days":"mon,fri"`, `"from":"22:00:00"`},
		queueName: {`"origin":"internal"`, `"priority":"warning"`, `"icon_type":"alert"`, `"left":"1m0s"`,
			`"lifetime":"1m0s"`, `"duration":"1s"`, `"c":"#FF0000"`, `"icon":"i12"`},
		endedName: {`"priority":"critical"`, `"outcome":"dismissed"`},
	} {
		data := must.Get(os.ReadFile(filepath.Join(dir, name)))(t)
		for _, w := range words {
			if !bytes.Contains(data, []byte(w)) {
				t.Errorf("%s has no %s: %s", name, w, data)
			}
		}
	}
}

// TestLargeValues: a picture is written once, and removed when nothing that may
// be read has it; the queue's own file stays small.
func TestLargeValues(t *testing.T) {
	dir := t.TempDir()
	s, v := open(t, durable.Dir(dir))
	for i := range 100 {
		n := note.Notification{Frames: []note.Frame{{Icon: picture(t, 200_000, string(rune('A'+i%3)))}}}
		v.Waiting = append(v.Waiting, device.SavedEntry{ID: "1", Notification: n})
	}
	apart := func() int {
		names := must.Get(durable.Dir(dir).List(apartDir))(t)
		return len(names)
	}
	s.put(v)
	if n := apart(); n != 3 {
		t.Errorf("%d files for 3 different pictures", n)
	}
	if info, _ := os.Stat(filepath.Join(dir, queueName)); info.Size() > 100_000 {
		t.Errorf("the queue has %d bytes", info.Size())
	}
	if len(s.enc.files) != 0 {
		t.Errorf("%d pictures are still in the memory of the store", len(s.enc.files))
	}
	v.Waiting = v.Waiting[:1]
	s.put(v)
	if n := apart(); n != 3 {
		t.Errorf("%d files, want 3 as long as the file before refers to them", n)
	}
	v.Settings.Volume++
	s.put(v)
	if n := apart(); n != 1 {
		t.Errorf("%d files for one picture", n)
	}
	if len(s.enc.known) != 1 {
		t.Errorf("%d values are remembered, want 1", len(s.enc.known))
	}
}

// TestLostPicture: the notification comes back with the sign for an unknown icon.
func TestLostPicture(t *testing.T) {
	for name, spoil := range map[string]func(path string) error{
		"gone":    os.Remove,
		"changed": func(path string) error { return os.WriteFile(path, []byte(`"i1"`), 0o600) },
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			s, v := open(t, durable.Dir(dir))
			v.Waiting = []device.SavedEntry{{ID: "1",
				Notification: note.Notification{Frames: []note.Frame{{Icon: picture(t, 9000, "a")}}}}}
			end(t, s, v)
			all, err := filepath.Glob(filepath.Join(dir, apartDir, "*"))
			if err != nil || len(all) != 1 {
				t.Fatal(all, err)
			}
			must.Do(t, spoil(all[0]))
			s, got := open(t, durable.Dir(dir))
			if len(got.Waiting) != 1 || got.Waiting[0].Notification.Frames[0].Icon != lost {
				t.Errorf("%+v", got.Waiting)
			}
			v.Waiting[0].ID = "2" // the same picture comes again
			end(t, s, v)
			if _, got = open(t,
				durable.Dir(dir)); got.Waiting[0].Notification.Frames[0].Icon != v.Waiting[0].Notification.Frames[0].Icon {
				t.Error("the picture is not written again")
			}
		})
	}
}

// TestApartIsNoJSON: a value's own file may have its name and yet be nothing that
// was ever written: it is lost, and all else is kept.
func TestApartIsNoJSON(t *testing.T) {
	for _, content := range []string{"", "{", "nonsense"} {
		dir := t.TempDir()
		ref := `{"file":"` + nameOf([]byte(content)) + `"}`
		files := map[string]string{
			filepath.Join(apartDir, nameOf([]byte(content))): content,
			queueName: `{"version":2,"waiting":[{"id":"1","left":"1h","notification":{"frames":[{"icon":` + ref + `}]}}]}`,
			appsName:  `{"version":2,"apps":{"clock":{"version":1,"keep":` + ref + `}}}`,
		}
		must.Do(t, os.Mkdir(filepath.Join(dir, apartDir), 0o700))
		for name, data := range files {
			must.Do(t, os.WriteFile(filepath.Join(dir, name), []byte(data), 0o600))
		}
		s, got := open(t, durable.Dir(dir))
		if s.Fault() != nil || len(got.Waiting) != 1 || got.Waiting[0].Notification.Frames[0].Icon != lost ||
			got.Apps["clock"].Keep != nil {
			t.Errorf("of %q: %v, %+v, keeps %q", content, s.Fault(), got.Waiting, got.Apps["clock"].Keep)
		}
	}
}

// TestDeep: sounds that stand for one another are read down to a depth at which they can be
// written again.
func TestDeep(t *testing.T) {
	const levels = 3000
	m := durabletest.NewMemory()
	m.Set(queueName, []byte(`{"version":2,"waiting":[{"id":"1","left":"1h","notification":{"frames":[{}],"sound":`+
		strings.Repeat(`{"fallback":`, levels)+`{"id":"cat"}`+strings.Repeat(`}`, levels)+`}}]}`))
	_, v := open(t, m)
	depth := 0
	for s := v.Waiting[0].Notification.Sound; s != nil; s = s.Fallback {
		depth++
	}
	if depth != maxDepth+1 {
		t.Errorf("%d sounds", depth)
	}
}

// TestTidy: what an end in the middle of a write has left is removed, nothing else.
func TestTidy(t *testing.T) {
	dir := t.TempDir()
	open(t, durable.Dir(dir))
	left := []string{"queue.json.tmp", "settings.json.old.tmp", ".settings.json8674665223082153551", ".key1",
		".keys.json31", ".cert.pem7", ".update.json12", "keys.json.tmp", "key.tmp", "cert.pem.tmp",
		apartDir + "/" + strings.Repeat("a", 64) + ".tmp", apartDir + "/" + strings.Repeat("a", 64)}
	ours := []string{"key", "cert.pem", ".state.json", ".profile1", "a.json", "state.json.bad", apartDir + "/README"}
	for _, name := range append(left, ours...) {
		must.Do(t, os.WriteFile(filepath.Join(dir, name), nil, 0o600))
	}
	open(t, durable.Dir(dir))
	for _, name := range left {
		if _, err := os.Stat(filepath.Join(dir, name)); err == nil {
			t.Errorf("%s is still there", name)
		}
	}
	for _, name := range ours {
		if _, err := os.Stat(filepath.Join(dir, name)); err != nil {
			t.Error(err)
		}
	}
}

// TestLook: what draws beside the device sees what was set on it.
func TestLook(t *testing.T) {
	dir, l := durable.Dir(t.TempDir()), paint.Look{ScrollSpeed: 30}
	if got := Look(dir, l); !reflect.DeepEqual(got, l) {
		t.Errorf("without a device: %+v, want %+v", got, l)
	}
	s, v := open(t, dir)
	red := note.Color{R: 255, Set: true}
	v.Settings.Look.TextColor = &red
	end(t, s, v)
	if got, want := Look(dir, l), (paint.Look{TextColor: red, ScrollSpeed: 30}); !reflect.DeepEqual(got, want) {
		t.Errorf("%+v, want %+v", got, want)
	}
}

// TestEndsWithinOneBoot: an unclean end counts if the machine has not started since, and
// a power cut takes back those before.
func TestEndsWithinOneBoot(t *testing.T) {
	fs := durabletest.NewMemory()
	alarm := device.SavedEntry{ID: "7", Left: time.Hour, Visible: true, Notification: note.Notification{
		Priority: note.PriorityCritical, Sound: &note.Sound{URL: "http://192.0.2.1/a.mp3"},
		Frames: []note.Frame{{Text: []note.Fragment{{Text: "x"}}}},
	}}
	_, v := Open(fs, Options{Boot: "0", Log: quiet})
	s, _ := Open(fs, Options{Boot: "0", Log: quiet})
	v.Waiting = []device.SavedEntry{alarm}
	s.put(v)
	for i, row := range []struct {
		boot    string
		unclean int
	}{{"0", 1}, {"1", 0}, {"2", 0}, {"3", 0}, {"3", 1}, {"4", 0}, {"5", 0}, {"6", 0}, {"6", 1}, {"6", 2}} {
		_, v := Open(fs, Options{Boot: row.boot, Log: quiet})
		if v.Unclean != row.unclean || len(v.Waiting) != 1 || v.Waiting[0].Ends != row.unclean || !v.Waiting[0].Visible {
			t.Fatalf("start %d, in boot %s: %d unclean ends, want %d: %+v", i, row.boot, v.Unclean, row.unclean, v.Waiting)
		}
		if sound := v.Waiting[0].Notification.Sound; (sound == nil) != (row.unclean == 2) {
			t.Errorf("start %d, in boot %s: sound %+v", i, row.boot, sound)
		}
	}
}

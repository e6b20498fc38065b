// SPDX-License-Identifier: Apache-2.0

package others

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"image"
	"io"
	"net"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/ledpost/ledpost/apps/apptest"
	"github.com/ledpost/ledpost/device"
	"github.com/ledpost/ledpost/internal/applet"
	"github.com/ledpost/ledpost/internal/durable"
	"github.com/ledpost/ledpost/internal/must"
)

// TestContract of device.App.
func TestContract(t *testing.T) { apptest.Check(t, App) }

// rig is the app on a panel of 64×32, with a program that says what a test wants.
type rig struct {
	*Others
	t    *testing.T
	now  time.Time
	says func(conn io.Writer, r applet.Request, source string) error
	last applet.Request
}

func newRig(t *testing.T, scripts ...string) *rig {
	env := apptest.SizedEnv(t, image.Pt(64, 32))
	env.Dir = t.TempDir()
	r := &rig{Others: New(env), t: t, now: apptest.Noon}
	r.SetLook(r.Look)
	for _, name := range scripts {
		must.Do(t, r.Shelf.Put(name, []byte(name)))
	}
	r.says = says(`[{"text":"hello"}]`)
	r.open = func(context.Context) (io.ReadWriteCloser, error) {
		ours, theirs := net.Pipe()
		go func() {
			defer theirs.Close()
			m, err := applet.Read(theirs, applet.KindRequest)
			if err == nil && m.Decode(&r.last) == nil {
				_ = r.says(theirs, r.last, string(m.Body))
			}
		}()
		return ours, nil
	}
	return r
}

// says is a program whose apps return frames.
func says(frames string) func(io.Writer, applet.Request, string) error {
	return func(w io.Writer, _ applet.Request, _ string) error {
		return applet.Write(w, applet.KindDone, applet.Done{Frames: json.RawMessage(frames)}, nil)
	}
}

// fails is a program whose apps fail.
func fails(w io.Writer, _ applet.Request, _ string) error {
	return applet.Write(w, applet.KindDone, applet.Done{Error: &applet.Error{Line: 3, Column: 1, Message: "no city"}}, nil)
}

// films is a program whose apps return as many pictures as of says, each other ones, which show for delay milliseconds.
func films(of func() int, delay int) func(io.Writer, applet.Request, string) error {
	return func(w io.Writer, _ applet.Request, _ string) error {
		for i := range of() {
			pixels := make([]byte, 4*64*32)
			pixels[0], pixels[1] = byte(i), byte(i>>8)
			if err := applet.Write(w, applet.KindImage, applet.Image{Delay: delay}, pixels); err != nil {
				return err
			}
		}
		return applet.Write(w, applet.KindDone, applet.Done{}, nil)
	}
}

// set gives the app widgets a, b, …
func (r *rig) set(settings ...string) { apptest.Set(r.t, r.Others, settings...) }

// due says which widgets show, or will in a moment.
func (r *rig) due(widgets ...string) {
	r.Attend(func(w string) bool { return slices.Contains(widgets, w) }, r.now)
}

// draws lets all drawings happen that are wanted after wait, and returns their widgets.
func (r *rig) draws(wait time.Duration) (widgets []string) {
	r.now = r.now.Add(wait)
	for {
		r.Step(r.now)
		select {
		case j := <-r.jobs:
			d, err := r.own(r.t.Context(), j)
			r.took(j, d, err, r.now)
			widgets = append(widgets, j.widget)
		default:
			return widgets
		}
	}
}

// view is what a widget shows.
func (r *rig) view(widget string) device.View { return r.Step(r.now).Views[widget] }

func (r *rig) want(what string, got []string, want ...string) {
	r.t.Helper()
	if !slices.Equal(got, want) {
		r.t.Errorf("%s: %q are drawn, want %q", what, got, want)
	}
}

// TestTurns: an app is drawn once when it is new, ahead of its turn, and every minute while it
// shows; one after the other.
func TestTurns(t *testing.T) {
	r := newRig(t, "one", "two")
	r.set(`{"app":"one"}`, `{"app":"two","city":"Oslo"}`)
	if got := r.view("a"); got.Root == nil || got.Says != "one" {
		t.Errorf("before it is drawn: %+v", got)
	}
	if r.Step(r.now); len(r.jobs) != 1 || !r.busy {
		t.Error("two are drawn at the same time")
	}
	r.want("new", r.draws(0), "a", "b")
	if r.last.Settings["city"] != "Oslo" || r.last.Settings["app"] != "two" || r.last.Main != "two.star" {
		t.Errorf("asked for %+v", r.last)
	}
	first := r.view("a")
	r.want("nobody looks", r.draws(time.Hour))
	r.due("a")
	r.want("its turn", r.draws(0), "a")
	if r.view("a") != first {
		t.Error("the same picture starts again")
	}
	r.want("it shows", r.draws(every-time.Second))
	r.want("for a minute", r.draws(time.Second), "a")
	r.due("b")
	r.want("the turn of the other", r.draws(0), "b")
	r.due("b", "a")
	r.want("a turn soon after", r.draws(fresh/2))
	r.says = says(`[{"text":"other"}]`)
	r.want("a new drawing", r.draws(every), "a", "b")
	if r.view("a") == first {
		t.Error("another picture does not show")
	}
	r.set(`{"app":"two"}`, `{"app":"two","city":"Oslo"}`)
	r.want("other settings", r.draws(0), "a")
}

// TestZone: an app learns the zone of the system by its name.
func TestZone(t *testing.T) {
	t.Setenv("TZ", "Asia/Tokyo")
	r := newRig(t, "one")
	r.env.Zone = device.NewZone(time.Local)
	r.set(`{"app":"one"}`)
	if r.draws(0); r.last.Zone != "Asia/Tokyo" {
		t.Errorf("the app is in %q", r.last.Zone)
	}
	r.want("nobody looks", r.draws(time.Minute))
	r.env.Zone.Set(time.UTC)
	r.set(`{"app":"one"}`) // as the device does with another zone
	if r.want("another zone", r.draws(0), "a"); r.last.Zone != "UTC" {
		t.Errorf("then the app is in %q", r.last.Zone)
	}
	r.set(`{"app":"one"}`)
	r.want("the same zone", r.draws(0))
}

// TestMaxAge: an app may ask to be drawn again sooner.
func TestMaxAge(t *testing.T) {
	r := newRig(t, "one")
	r.says = func(w io.Writer, _ applet.Request, _ string) error {
		return applet.Write(w, applet.KindDone, applet.Done{MaxAge: 20, Frames: json.RawMessage(`[{"text":"x"}]`)}, nil)
	}
	r.set(`{"app":"one"}`)
	r.due("a")
	r.want("new", r.draws(0), "a")
	r.want("too soon", r.draws(19*time.Second))
	r.want("in time", r.draws(time.Second), "a")
}

// TestFails: an app that fails shows its last picture, faded, and after an hour why it fails. It is tried less
// and less often.
func TestFails(t *testing.T) {
	r := newRig(t, "one")
	r.set(`{"app":"one"}`)
	r.due("a")
	r.draws(0)
	bright := apptest.Drawn(r.view("a"), r.Env.Size, r.now.Add(time.Second))
	r.says = fails
	r.want("in a minute", r.draws(every), "a")
	dark := apptest.Drawn(r.view("a"), r.Env.Size, r.now.Add(time.Second))
	seen := 0
	for i, v := range bright.Pix {
		if i%4 != 3 && dark.Pix[i] != v/3 {
			t.Fatalf("a value of %d is %d", v, dark.Pix[i])
		}
		seen += int(v)
	}
	if seen == 0 {
		t.Error("nothing shows")
	}
	r.want("not in a minute", r.draws(every))
	r.want("but in two", r.draws(every), "a")
	tries := 0
	for range 60 {
		tries += len(r.draws(every))
	}
	if tries < 6 || tries > 8 {
		t.Errorf("%d tries in an hour", tries)
	}
	if says := r.view("a").Says; says != "one, line 3: no city" {
		t.Errorf("%q", says)
	}
	r.says = says(`[{"text":"hello"}]`)
	r.draws(most)
	if v := r.view("a"); v.Says != "" || v.Root == nil {
		t.Errorf("it works again: %+v", v)
	}
}

// TestSentences: what is said about an app that cannot show anything.
func TestSentences(t *testing.T) {
	r := newRig(t, "one", "bad")
	r.set(``, `{"app":"missing"}`, `{"app":"one"}`, `{"app":"bad"}`)
	r.says = func(w io.Writer, q applet.Request, _ string) error {
		if q.App == "bad" {
			return fails(w, q, "")
		}
		return says(`[]`)(w, q, "")
	}
	r.draws(0)
	for widget, want := range map[string]string{
		"a": "Choose an own app", "b": "There is no app missing", "d": "bad, line 3: no city",
	} {
		if v := r.view(widget); v.Says != want || v.Root == nil || !v.Anew {
			t.Errorf("%s: %q, want %q", widget, v.Says, want)
		}
	}
	if v := r.view("c"); v.Root != nil {
		t.Error("an app that has nothing to show is not skipped")
	}
	r.open = func(context.Context) (io.ReadWriteCloser, error) { return nil, applet.ErrMissing }
	r.set(`{"app":"one","x":"y"}`)
	r.draws(0)
	if says := r.view("a").Says; says != "Install ledpost-apps" {
		t.Errorf("%q", says)
	}
	if err := r.Configure([]device.WidgetSettings{{Settings: []byte(`{"app":"../x"}`)}}); err == nil {
		t.Error("a path is the name of an app")
	}
}

// TestFilmsEnd: a film that is longer than its turn is cut.
func TestFilmsEnd(t *testing.T) {
	r := newRig(t, "one")
	pictures := 2
	r.says = films(func() int { return pictures }, 1000)
	for pictures = range 15 {
		if pictures++; pictures == 1 {
			continue
		}
		r.set(fmt.Sprintf(`{"app":"one","x":"%d"}`, pictures))
		r.draws(0)
		if v := r.view("a"); v.Root.Period() != time.Duration(pictures)*time.Second || v.Anew != (pictures <= 10) {
			t.Errorf("%v in a turn of 10 s: whole %v", v.Root.Period(), v.Anew)
		}
	}
	r.says = func(io.Writer, applet.Request, string) error { return nil } // it ends early
	r.due("a")
	r.draws(every)
	if v := r.view("a"); v.Root.Period() != time.Duration(pictures)*time.Second || v.Anew {
		t.Errorf("after a failure, %v in a turn of 10 s: whole %v", v.Root.Period(), v.Anew)
	}
}

// heap returns how many bytes are in use.
func heap() int {
	var m runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&m)
	return int(m.HeapAlloc)
}

// TestBound: the pictures of all widgets have room.
func TestBound(t *testing.T) {
	r := newRig(t, "one")
	r.says = films(func() int { return applet.MaxImages }, 50)
	var all []string
	for i := range 5 {
		all = append(all, fmt.Sprintf(`{"app":"one","x":"%d"}`, i))
	}
	r.set(all...)
	before := heap()
	r.draws(0)
	total := 0
	for _, it := range r.items {
		total += it.drawing.Bytes()
		if len(it.drawing.Images) == 0 || r.view(it.ID).Root == nil {
			t.Errorf("%s shows nothing", it.ID)
		}
	}
	if total > maxAll || len(r.items[4].drawing.Images) < 2 {
		t.Errorf("%d bytes; the newest has %d pictures", total, len(r.items[4].drawing.Images))
	}
	if held := heap() - before; held > maxAll+4<<20 {
		t.Errorf("the widgets hold %d MiB", held>>20)
	}
	runtime.KeepAlive(r)
}

// TestRun: a drawing reaches its widget, and an app that is changed is drawn again.
func TestRun(t *testing.T) {
	r := newRig(t, "one")
	<-r.Shelf.changed
	r.says = func(w io.Writer, q applet.Request, source string) error {
		return says(`[{"text":"`+source+`"}]`)(w, q, source)
	}
	ctx, cancel := context.WithCancel(t.Context())
	frames, ended := make(chan string), make(chan error)
	r.set(`{"app":"one"}`)
	r.Step(r.now)
	go func() {
		ended <- r.Run(ctx, func(ctx context.Context, f func(time.Time)) error {
			f(r.now)
			r.Step(r.now)
			select {
			case frames <- string(r.items[0].drawing.Frames):
				return nil
			case <-ctx.Done():
				return ctx.Err()
			}
		})
	}()
	if got := <-frames; !strings.Contains(got, `"one"`) {
		t.Error(got)
	}
	must.Do(t, r.Shelf.Put("one", []byte("two")))
	<-frames // it has heard
	if got := <-frames; !strings.Contains(got, `"two"`) {
		t.Error(got)
	}
	cancel()
	must.Do(t, <-ended)
}

func TestShelf(t *testing.T) {
	dir := t.TempDir()
	half := filepath.Join(dir, Folder, "dice.star"+durable.Half)
	must.Do(t, os.Mkdir(filepath.Dir(half), 0o700))
	must.Do(t, os.WriteFile(half, nil, 0o600))
	s := NewShelf(dir)
	if _, err := os.Stat(half); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("what an interrupted write left is there: %v", err)
	}
	must.Do(t, s.Put("dice", []byte("x")))
	must.Do(t, s.Put("bus-2", make([]byte, MaxOwn)))
	if got := string(must.Get(s.Get("dice"))(t)); got != "x" || !slices.Equal(s.Names(), []string{"bus-2", "dice"}) {
		t.Errorf("%q, %v", got, s.Names())
	}
	for name, source := range map[string]int{"": 1, "Dice": 1, "../x": 1, "a/b": 1, "-a": 1, "x.star": 1, "a\x00": 1,
		strings.Repeat("x", 33): 1, "large": MaxOwn + 1} {
		if s.Put(name, make([]byte, source)) == nil {
			t.Errorf("%q of %d bytes is kept", name, source)
		}
	}
	for _, name := range []string{"none", "../dice", ""} {
		if _, err := s.Get(name); !errors.Is(err, ErrNoApp) || !errors.Is(s.Delete(name), ErrNoApp) {
			t.Errorf("%q: %v", name, err)
		}
	}
	must.Do(t, s.Delete("dice"))
	for i := range MaxApps - 1 {
		must.Do(t, s.Put(fmt.Sprint("app", i), nil))
	}
	if err := s.Put("more", nil); !errors.Is(err, ErrFull) {
		t.Error(err)
	}
	must.Do(t, s.Put("app1", []byte("again")))
	for i := 2; ; i++ {
		if err := s.Put(fmt.Sprint("app", i), make([]byte, MaxOwn)); err != nil {
			if !errors.Is(err, ErrFull) || i < maxShelf/MaxOwn || i > maxShelf/MaxOwn+2 {
				t.Errorf("after %d: %v", i, err)
			}
			break
		}
		if i == MaxApps-2 {
			t.Fatal("all are as large as one may be")
		}
	}
	must.Do(t, s.Put("app2", nil))
	add := map[string][]byte{"app3.star": make([]byte, MaxOwn), "app20.star": make([]byte, MaxOwn)}
	if _, _, err := s.changes(add); err != nil {
		t.Error(err)
	}
	add["app21.star"], add["app22.star"] = add["app3.star"], add["app3.star"]
	if _, _, err := s.changes(add); !errors.Is(err, ErrFull) {
		t.Error(err)
	}
	none := NewShelf("")
	_, err := none.Get("a")
	if !errors.Is(err, ErrNoApp) || !errors.Is(none.Put("a", nil), ErrNoFolder) || none.Names() != nil {
		t.Error(err)
	}
}

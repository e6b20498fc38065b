// SPDX-License-Identifier: Apache-2.0

package playing

import (
	"bytes"
	"context"
	"encoding/base64"
	"errors"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"net/http"
	"testing"
	"time"

	"github.com/ledpost/ledpost/apps/apptest"
	"github.com/ledpost/ledpost/apps/kit"
	"github.com/ledpost/ledpost/device/note"
	"github.com/ledpost/ledpost/device/typeset"
	"github.com/ledpost/ledpost/internal/must"
	"github.com/ledpost/ledpost/render"
)

var board = image.Pt(64, 32)

// started is the app with one widget, a.
func started(t *testing.T, env kit.Env) *Playing {
	t.Helper()
	p := apptest.Started[*Playing](t, App, env, "")
	return p
}

var song = note.Playing{Title: "So What", Artist: "Miles Davis", Length: 100 * time.Second, Position: 50 * time.Second, At: apptest.Noon}

// TestPlayingSays what plays, and for how long that holds.
func TestPlayingSays(t *testing.T) {
	with := func(change func(*note.Playing)) note.Playing { p := song; change(&p); return p }
	for _, row := range []struct {
		name  string
		sound note.Playing
		after time.Duration
		want  string
	}{
		{"silence", note.Playing{}, 0, ""},
		{"a song", song, 0, "Miles Davis – So What"},
		{"the gap before the next", song, 599 * time.Second, "Miles Davis – So What"},
		{"ten minutes of silence", song, 600 * time.Second, ""},
		{"no artist", with(func(p *note.Playing) { p.Artist = "" }), 0, "So What"},
		{"no length", with(func(p *note.Playing) { p.Length = 0 }), 599 * time.Second, "Miles Davis – So What"},
		{"no length, forgotten", with(func(p *note.Playing) { p.Length = 0 }), 600 * time.Second, ""},
		{"a long sound", with(func(p *note.Playing) { p.Length = time.Hour }), 3609 * time.Second, "Miles Davis – So What"},
		{"a minute after its end", with(func(p *note.Playing) { p.Length = time.Hour }), 3610 * time.Second, ""},
		{"a pause", with(func(p *note.Playing) { p.Paused = true }), 599 * time.Second, "Miles Davis – So What"},
		{"a long pause", with(func(p *note.Playing) { p.Length, p.Paused = time.Hour, true }), 600 * time.Second, ""},
	} {
		p := started(t, apptest.SizedEnv(t, board))
		p.SetPlaying(row.sound)
		if got := p.Step(apptest.Noon.Add(row.after)).Views["a"].Says; got != row.want {
			t.Errorf("%s: %q, want %q", row.name, got, row.want)
		}
	}
}

// TestPlayingShowsTheRadio while nobody tells of another player.
func TestPlayingShowsTheRadio(t *testing.T) {
	env := apptest.SizedEnv(t, board)
	p := started(t, env)
	env.Shared.Tell("radio", map[string]kit.Brief{"r": {Kind: kit.Playing, Icon: radioPlays, Lead: "FIP", Text: "Blue in Green"}})
	if got := p.Step(apptest.Noon).Views["a"].Says; got != "FIP – Blue in Green" {
		t.Errorf("with the radio it says %q", got)
	}
	p.SetPlaying(song)
	if got := p.Step(apptest.Noon).Views["a"].Says; got != "Miles Davis – So What" {
		t.Errorf("with both it says %q", got)
	}
	if list := env.Shared.Briefs(kit.Playing, apptest.Noon); len(list) != 2 || list[0].Text != "So What" || list[0].Lead != "Miles Davis" {
		t.Errorf("others read %+v", list)
	}
	rests := song
	rests.Paused = true
	p.SetPlaying(rests)
	p.Step(apptest.Noon)
	if list := env.Shared.Briefs(kit.Playing, apptest.Noon); len(list) != 1 {
		t.Errorf("in a pause others read %+v", list)
	}
}

// litOf counts the pixels of the last row that are as bright as the bar that has played.
func litOf(t *testing.T, root render.Widget, at time.Duration) (n int) {
	m := image.NewRGBA(image.Rectangle{Max: board})
	render.Clear(m)
	root.Draw(m, image.Point{}, at)
	for x := range board.X {
		if m.RGBAAt(x, board.Y-1) == (color.RGBA{255, 255, 255, 255}) {
			n++
		}
	}
	return n
}

// TestBarFollows the sound by itself, and stands in a pause and at its end.
func TestBarFollows(t *testing.T) {
	p := started(t, apptest.SizedEnv(t, board))
	p.SetPlaying(song)
	root := p.Step(apptest.Noon).Views["a"].Root
	for after, want := range map[time.Duration]int{0: 32, 25 * time.Second: 48, 49 * time.Second: 63, 50 * time.Second: 64, time.Hour: 64} {
		if n := litOf(t, root, after); n != want {
			t.Errorf("after %v: %d pixels, want %d", after, n, want)
		}
	}
	bar := &progress{length: 100 * time.Second, from: 50 * time.Second, width: 64}
	for at := time.Duration(0); ; {
		next := bar.Next(at)
		if next == render.Forever {
			break
		}
		if bar.filled(next) != bar.filled(at)+1 || bar.filled(next-1) != bar.filled(at) {
			t.Fatalf("%v: next at %v, from %d to %d pixels", at, next, bar.filled(at), bar.filled(next))
		}
		at = next
	}
	rests := &progress{length: 100 * time.Second, from: 50 * time.Second, width: 64, stands: true}
	if n := rests.filled(20 * time.Second); n != 32 || rests.Next(0) != render.Forever || rests.Period() != 0 || bar.Period() != bar.length {
		t.Errorf("in a pause it has %d pixels, changes at %v, and lasts %v", n, rests.Next(0), rests.Period())
	}
	if p.Step(apptest.Noon.Add(10 * time.Second)).Views["a"].Root != root {
		t.Error("the page is drawn again while the bar moves by itself")
	}
	paused := song
	paused.Paused = true
	if p.SetPlaying(paused); p.Step(apptest.Noon).Views["a"].Root == root {
		t.Error("a pause changes nothing")
	}
}

// TestBarBeginsWithItsTurn: a widget that comes on the panel later is drawn again; while it
// shows it is not, or its text would begin again.
func TestBarBeginsWithItsTurn(t *testing.T) {
	p := started(t, apptest.SizedEnv(t, board))
	p.SetPlaying(song)
	first := p.Step(apptest.Noon).Views["a"].Root
	turn := apptest.Noon.Add(25 * time.Second)
	due := true
	attend := func() render.Widget {
		p.Attend(func(string) bool { return due }, turn)
		return p.Step(turn).Views["a"].Root
	}
	root := attend()
	if n := litOf(t, root, 0); root == first || n != 48 {
		t.Errorf("%d pixels, want 48", n)
	}
	if attend() != root {
		t.Error("it is drawn again when the next turn is near")
	}
	if due = false; attend() != root {
		t.Error("it is drawn again at its end")
	}
	if due = true; attend() == root {
		t.Error("the next turn begins with the old bar")
	}
}

// TestBarFollowsJumps: a sound that somebody moves, or that plays once more, has a new bar; a
// position that is told again does not.
func TestBarFollowsJumps(t *testing.T) {
	for _, row := range []struct {
		name  string
		at    time.Duration // of the sound, ten seconds later
		pause bool
		drawn bool
	}{
		{"as the bar", 60 * time.Second, false, false},
		{"a little late", 55 * time.Second, false, false},
		{"back", 54 * time.Second, false, true},
		{"forth", 66 * time.Second, false, true},
		{"from the beginning", 0, false, true},
		{"a pause that stands", 50 * time.Second, true, false},
		{"moved in a pause", 60 * time.Second, true, true},
	} {
		p, now := started(t, apptest.SizedEnv(t, board)), song
		now.Paused = row.pause
		p.SetPlaying(now)
		root := p.Step(apptest.Noon).Views["a"].Root
		now.Position, now.At = row.at, apptest.Noon.Add(10*time.Second)
		p.SetPlaying(now)
		if got := p.Step(now.At).Views["a"].Root != root; got != row.drawn {
			t.Errorf("%s: drawn again: %v", row.name, got)
		}
	}
	p := started(t, apptest.SizedEnv(t, board))
	p.SetPlaying(song)
	root := p.Step(apptest.Noon).Views["a"].Root
	if p.Step(apptest.Noon.Add(5 * time.Minute)).Views["a"].Root != root {
		t.Error("it is drawn again at its end")
	}
}

// run lets the app read its cover.
func run(t *testing.T, p *Playing) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
	defer cancel()
	came := false
	must.Do(t, p.Run(ctx, func(_ context.Context, f func(time.Time)) error {
		f(apptest.Noon)
		came = true
		cancel()
		return nil
	}))
	if !came {
		t.Fatal("no cover came")
	}
}

// TestSlowCover: a server that never ends its answer does not keep the next cover away.
func TestSlowCover(t *testing.T) {
	file, asked := apptest.CoverPNG(t, 300), make(chan struct{})
	env := apptest.SizedEnv(t, board)
	env.Web = apptest.Web(t, func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/next" {
			_, _ = w.Write(file)
			return
		}
		_, _ = w.Write(file[:100])
		_ = http.NewResponseController(w).Flush()
		close(asked)
		<-r.Context().Done()
	})
	p, with := started(t, env), song
	with.Cover = "http://music.example/slow"
	p.SetPlaying(with)
	go func() {
		<-asked
		with.Cover = "http://music.example/next"
		p.SetPlaying(with)
	}()
	run(t, p)
	if p.cover == nil {
		t.Error("no cover shows")
	}
}

// TestCovers come as a data URI and from a server, and leave with their sound.
func TestCovers(t *testing.T) {
	file := apptest.CoverPNG(t, 300)
	env := apptest.SizedEnv(t, board)
	env.Web = apptest.Web(t, func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write(file) })
	for _, from := range []string{"http://music.example/cover", "data:image/png;base64," + base64.StdEncoding.EncodeToString(file)} {
		p, with := started(t, env), song
		without := p.Step(apptest.Noon).Views["a"].Root
		with.Cover = from
		p.SetPlaying(with)
		run(t, p)
		out := p.Step(apptest.Noon)
		if p.cover == nil || p.cover.Rect.Dx() != 24 || out.Views["a"].Root == without {
			t.Fatalf("%.30s: no cover of 24 pixels shows", from)
		}
		if sun := p.cover.RGBAAt(15, 9); sun.R < 230 || sun.B > 90 {
			t.Errorf("the sun is %v", sun)
		}
		later := with
		later.Position += time.Second
		if p.SetPlaying(later); p.cover == nil {
			t.Error("the cover goes with each position")
		}
		if p.SetPlaying(song); p.cover != nil {
			t.Error("the cover stays with another sound")
		}
	}
}

// TestCoverIsTheMiddle of a picture that is no square.
func TestCoverIsTheMiddle(t *testing.T) {
	for _, size := range []image.Point{{90, 30}, {30, 90}} {
		m := image.NewRGBA(image.Rectangle{Max: size})
		middle := image.Rect(0, 0, 30, 30).Add(size.Sub(image.Pt(30, 30)).Div(2))
		draw.Draw(m, m.Rect, image.NewUniform(color.RGBA{255, 0, 0, 255}), image.Point{}, draw.Src)
		draw.Draw(m, middle, image.NewUniform(color.RGBA{0, 255, 0, 255}), image.Point{}, draw.Src)
		var file bytes.Buffer
		must.Do(t, png.Encode(&file, m))
		got := must.Get(cover(t.Context(), file.Bytes(), 8, false))(t)
		for i := 0; i < len(got.Pix); i += 4 {
			if got.Pix[i] != 0 || got.Pix[i+1] != 255 {
				t.Fatalf("%v: pixel %d is %v", size, i/4, got.Pix[i:i+4])
			}
		}
	}
}

// TestCoversBesideLooks: a cover is read while the device's goroutine changes the look, which
// the race detector watches.
func TestCoversBesideLooks(t *testing.T) {
	p, with := started(t, apptest.SizedEnv(t, board)), song
	with.Cover = "data:image/png;base64," + base64.StdEncoding.EncodeToString(apptest.CoverPNG(t, 300))
	p.SetPlaying(with)
	came := make(chan struct{})
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	go func() {
		_ = p.Run(ctx, func(context.Context, func(time.Time)) error { close(came); return errors.New("enough") })
	}()
	for {
		select {
		case <-came:
			return
		default:
			p.SetLook(kit.PlainLook)
		}
	}
}

// TestCoverKeepsLight: a fine pattern of black and white is as bright as half of the light.
func TestCoverKeepsLight(t *testing.T) {
	m := image.NewRGBA(image.Rect(0, 0, 48, 48))
	for i := range m.Pix {
		if m.Pix[i] = 255; i%4 < 3 && (i/4%48+i/4/48)%2 == 0 {
			m.Pix[i] = 0
		}
	}
	for i, v := range averaged(m, 24) {
		if v < 0.49 || v > 0.51 {
			t.Fatalf("field %d has the light %v, want 0.5", i/3, v)
		}
		if got := fromLight(v); got < 186 || got > 190 { // 188 by IEC 61966-2-1
			t.Fatalf("half of the light is %d", got)
		}
	}
}

// TestFramesOfPlayingAllocateNothing, the bar included.
func TestFramesOfPlayingAllocateNothing(t *testing.T) {
	p := started(t, apptest.SizedEnv(t, board))
	p.SetPlaying(song)
	root, m, at := p.Step(apptest.Noon).Views["a"].Root, image.NewRGBA(image.Rectangle{Max: board}), time.Duration(0)
	if n := testing.AllocsPerRun(200, func() { root.Draw(m, image.Point{}, at); at += 33 * time.Millisecond }); n > 0 {
		t.Errorf("%v allocations a frame", n)
	}
}

// FuzzCover: a cover is a square of the wanted size, or an error; files and pictures beyond the
// limits are refused before they take memory.
func FuzzCover(f *testing.F) {
	f.Add(apptest.CoverPNG(f, 40), false)
	f.Add(apptest.CoverPNG(f, 7), true)
	f.Add(apptest.PlainPNG(f, 1025, 3, color.White), false)
	f.Add([]byte("\xff\xd8\xff"), false)
	f.Fuzz(func(t *testing.T, data []byte, onOff bool) {
		m, err := cover(t.Context(), data, 24, onOff)
		if err != nil {
			return
		}
		if m.Rect != image.Rect(0, 0, 24, 24) {
			t.Errorf("it is a square of %v", m.Rect)
		}
		for _, ink := range []color.RGBA{m.tones.title, m.tones.artist} {
			if got := against(ink, m.tones.ground); got < 4.5 {
				t.Errorf("%v has %.2f:1 on %v", ink, got, m.tones.ground)
			}
		}
	})
}

// TestPauseHasASign: two bars lie over a darker cover.
func TestPauseHasASign(t *testing.T) {
	m := image.NewRGBA(image.Rect(0, 0, 24, 24))
	for i := range m.Pix {
		m.Pix[i] = 240
	}
	rests := resting(m)
	for x, want := range map[int]uint8{2: 80, 7: kit.PaleInk.R, 12: 80, 16: kit.PaleInk.R, 21: 80} {
		if got := rests.RGBAAt(x, 12).R; got != want {
			t.Errorf("column %d is %d, want %d", x, got, want)
		}
	}
	if rests.RGBAAt(7, 2).R != 80 || rests.RGBAAt(7, 21).R != 80 {
		t.Error("the bars are as high as the cover")
	}
}

// TestTitlesBeginAtOneEdge beside the cover, however long they are.
func TestTitlesBeginAtOneEdge(t *testing.T) {
	edges := map[int]bool{}
	for _, title := range []string{"Yoga", "So What", "Donaudampfschifffahrtsgesellschaft"} {
		p, other := started(t, apptest.SizedEnv(t, board)), song
		other.Title = title
		p.SetPlaying(other)
		edges[p.Step(apptest.Noon).Views["a"].Root.(*typeset.Page).Items[1].Ink.Min.X] = true
	}
	if len(edges) != 1 {
		t.Errorf("titles begin at the columns %v", edges)
	}
}

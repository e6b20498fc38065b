// SPDX-License-Identifier: Apache-2.0

package playing

import (
	"bytes"
	"context"
	"encoding/base64"
	"image"
	"image/color"
	"image/gif"
	"net/http"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/ledpost/ledpost/apps/apptest"
	"github.com/ledpost/ledpost/internal/budget"
	"github.com/ledpost/ledpost/internal/memtest"
	"github.com/ledpost/ledpost/internal/must"
	"github.com/ledpost/ledpost/internal/webfetch"
	"github.com/ledpost/ledpost/internal/webfetch/webtest"
)

// TestCoverTakesMemory: a cover is drawn where there is room for it and for the square, and holds none afterwards.
func TestCoverTakesMemory(t *testing.T) {
	file := apptest.CoverPNG(t, 300)
	cost := must.Get(first.Cost(file))(t)
	for _, row := range []struct {
		why   string
		room  int64
		data  []byte
		drawn bool
	}{
		{"just enough", 2 * cost, file, true},
		{"a byte too little", 2*cost - 1, file, false},
		{"no picture", 1 << 20, []byte("no picture"), false},
		{"a picture that is cut off", 2 * cost, file[:len(file)/2], false},
	} {
		env := apptest.SizedEnv(t, board)
		env.Memory = budget.New(row.room)
		m, err := started(t, env).draw(t.Context(), row.data)
		if (err == nil) != row.drawn || (m != nil) != row.drawn {
			t.Errorf("%s: %v", row.why, err)
		}
		if n := env.Memory.Held(); n != 0 {
			t.Errorf("%s: %d bytes are held", row.why, n)
		}
	}
}

// TestCoverIsBounded: a server's answer is read up to a limit, and its memory is given back with the picture.
func TestCoverIsBounded(t *testing.T) {
	file := apptest.CoverPNG(t, 300)
	for _, row := range []struct {
		size  int
		drawn bool
	}{{maxCover, true}, {maxCover + 1, false}} {
		body := append(file[:len(file):len(file)], make([]byte, row.size-len(file))...)
		env, memory := apptest.SizedEnv(t, board), budget.New(8<<20)
		env.Web = must.Get(webfetch.New(webfetch.Config{Memory: memory, Dial: webtest.Serve(t, http.HandlerFunc(
			func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write(body) }))}))(t)
		if _, err := started(t, env).load(t.Context(), "http://music.example/cover"); (err == nil) != row.drawn {
			t.Errorf("%d bytes: %v", row.size, err)
		}
		if n := memory.Held(); n != 0 {
			t.Errorf("%d bytes: %d are held", row.size, n)
		}
	}
}

// TestCoverOfAFilm: of a picture that moves one frame is decoded, and paid for.
func TestCoverOfAFilm(t *testing.T) {
	const side, frames = 200, 60
	film := gif.GIF{Config: image.Config{Width: side, Height: side}}
	for i := range frames {
		m := image.NewPaletted(image.Rect(0, 0, side, side), color.Palette{color.Black, color.White})
		m.SetColorIndex(i, i, 1) // or those that look the same share their picture
		film.Image, film.Delay = append(film.Image, m), append(film.Delay, 4)
	}
	var file bytes.Buffer
	must.Do(t, gif.EncodeAll(&file, &film))
	env := apptest.SizedEnv(t, board)
	env.Memory = budget.New(frames * side * side)
	p := started(t, env)
	memtest.AtMost(t, frames*side*side*4/2, func() { must.Get(p.draw(t.Context(), file.Bytes()))(t) })
}

// TestCoversOneAfterTheOther: the next cover is read when the one before has ended, and so does Run.
func TestCoversOneAfterTheOther(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := started(t, apptest.SizedEnv(t, board))
		ctx, end := context.WithCancel(t.Context())
		now, posts, ran := 0, 0, make(chan struct{})
		var device sync.Mutex // in place of the device's goroutine
		go func() {
			defer close(ran)
			_ = p.Run(ctx, func(_ context.Context, f func(time.Time)) error {
				if now++; now > 1 {
					t.Error("two at a time")
				}
				time.Sleep(time.Second) // on a device that is busy, whatever its context says
				device.Lock()
				f(apptest.Noon)
				device.Unlock()
				now--
				posts++
				return nil
			})
			if now > 0 {
				t.Error("it ends while a cover is read")
			}
		}()
		for _, with := range []int{40, 41} {
			cover := "data:image/png;base64," + base64.StdEncoding.EncodeToString(apptest.CoverPNG(t, with))
			device.Lock()
			p.now.Cover = cover
			device.Unlock()
			p.wanted.Put(cover)
			synctest.Wait()
			time.Sleep(600 * time.Millisecond) // amid the first, then amid the second
		}
		end()
		<-ran
		if posts != 2 {
			t.Errorf("%d posts, want 2", posts)
		}
	})
}

// TestCoverOfAnotherSong: one that comes when another sound plays already is not shown.
func TestCoverOfAnotherSong(t *testing.T) {
	p := started(t, apptest.SizedEnv(t, board))
	m := must.Get(cover(t.Context(), apptest.CoverPNG(t, 40), 32, false))(t)
	p.now.Cover = "http://music.example/next"
	if p.took("http://music.example/before", m); p.cover != nil {
		t.Error("the one before is shown")
	}
	if p.took(p.now.Cover, m); p.cover != m {
		t.Error("its own is not shown")
	}
}

// SPDX-License-Identifier: Apache-2.0

package api

import (
	"bytes"
	"context"
	"encoding/json"
	"image"
	"image/color"
	"image/gif"
	"image/png"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/ledpost/ledpost/api/live"
	"github.com/ledpost/ledpost/device"
	"github.com/ledpost/ledpost/icons"
	"github.com/ledpost/ledpost/internal/must"
)

// TestNotificationPreview: it moves as on the panel, in the look of now, and
// nothing is queued.
func TestNotificationPreview(t *testing.T) {
	story(t, nil, func(t *testing.T, r *rig) {
		r.do("PUT", "/live/look", `{"text_color":"#00FF00"}`)
		w := r.do("POST", "/live/preview", `{"model":{"frames":[{"text":"a text that scrolls over the panel"}]}}`)
		g, err := gif.DecodeAll(w.Body)
		if err != nil || w.Code != http.StatusOK || w.Header().Get("Content-Type") != "image/gif" {
			t.Fatalf("%d %v: %v", w.Code, w.Header(), err)
		}
		if g.Config.Width != 37 || g.Config.Height != 8 || len(g.Image) < 50 || g.LoopCount != 0 {
			t.Errorf("%d frames of %d by %d, loops %d", len(g.Image), g.Config.Width, g.Config.Height, g.LoopCount)
		}
		green := color.RGBA{0, 255, 0, 255}
		if m := g.Image[0]; !holds(m, green) {
			t.Errorf("the text is not in the colour of the look: %v", m.Palette)
		}
		if got := r.do("GET", "/api/v2/device/notifications", "").Body.String(); got != "[]\n" {
			t.Errorf("the queue is %s", got)
		}
	})
}

func holds(m *image.Paletted, c color.RGBA) bool {
	for y := m.Rect.Min.Y; y < m.Rect.Max.Y; y++ {
		for x := m.Rect.Min.X; x < m.Rect.Max.X; x++ {
			if color.RGBAModel.Convert(m.At(x, y)) == c {
				return true
			}
		}
	}
	return false
}

// TestNotificationPreviewRefuses what a notification refuses, in the same words.
func TestNotificationPreviewRefuses(t *testing.T) {
	r := newRig(t, nil)
	for _, body := range []string{
		`{"model":{"frames":[{"text":"x","effect":"sparkle"}]}}`, `{"model":{"frames":[]}}`, `{`, `[]`,
		`{"model":{"cycles":-1,"frames":[{"icon":"no icon!"}]}}`,
	} {
		preview, real := r.do("POST", "/live/preview", body), r.do("POST", "/api/v2/device/notifications", body)
		if preview.Code != http.StatusBadRequest || preview.Body.String() != real.Body.String() {
			t.Errorf("%s: %d %s, as a notification %s", body, preview.Code, preview.Body, real.Body)
		}
	}
	wants(t, r.do("POST", "/live/preview", strings.Repeat(" ", 2<<20)), http.StatusRequestEntityTooLarge, "", "2 MiB")
}

// TestPreviewsAreLimited: in number, and in length on a panel of any size.
func TestPreviewsAreLimited(t *testing.T) {
	large := func(s *setup) { s.dev.Width, s.dev.Height = 512, 256 }
	body := `{"model":{"frames":[{"text":"` + strings.Repeat("long ", 200) + `","background":"#0000FF"}]}}`
	story(t, large, func(t *testing.T, r *rig) {
		w := r.do("POST", "/live/preview", body)
		g, err := gif.DecodeAll(w.Body)
		if err != nil || len(g.Image)*512*256 > 8<<20 {
			t.Errorf("%d frames: %v", len(g.Image), err)
		}
		for range 20 - 1 {
			wants(t, r.do("POST", "/live/picture", "x"), http.StatusBadRequest, "")
		}
		begun := time.Now()
		w = r.do("POST", "/live/preview", hello)
		if took := time.Since(begun); w.Code != http.StatusOK || took != 250*time.Millisecond {
			t.Errorf("the 21st: %d after %v", w.Code, took)
		}
		codes := make(chan int, 6)
		for range cap(codes) { // whose turns are 1/4 to 6/4 s away
			go func() { codes <- r.do("POST", "/live/preview", hello).Code }()
		}
		got := map[int]int{}
		for range cap(codes) {
			got[<-codes]++
		}
		if got[http.StatusOK] != 4 || got[http.StatusTooManyRequests] != 2 {
			t.Errorf("of six at once: %v", got)
		}
		for range 4 {
			go r.do("POST", "/live/preview", hello)
		}
		synctest.Wait()
		if w := r.do("POST", "/live/preview", hello); w.Header().Get("Retry-After") != "2" {
			t.Errorf("a refused one: %d %v", w.Code, w.Header())
		}
		time.Sleep(time.Second)
		gone, leave := context.WithTimeout(t.Context(), 100*time.Millisecond)
		defer leave()
		begun = time.Now()
		r.Handler().ServeHTTP(httptest.NewRecorder(), request("POST", "/live/preview", hello).WithContext(gone))
		if took := time.Since(begun); took != 100*time.Millisecond {
			t.Errorf("a client that has left waits for %v", took)
		}
	})
}

// coming is a gallery from which only icon 4711 is on its way.
type coming struct{ live.Icons }

func (c coming) Coming(r icons.Ref) bool { return r.String() == "4711" }

func TestIconsThatAreComing(t *testing.T) {
	story(t, func(s *setup) { s.icons = coming{s.icons} }, func(t *testing.T, r *rig) {
		for _, row := range []struct {
			method, target, body string
			code                 int
			retry                string
		}{
			{"GET", "/live/icons/4711", "", 404, "1"},
			{"GET", "/live/icons/404", "", 404, ""},
			{"POST", "/live/preview", `{"model":{"frames":[{"text":"x"},{"icon":4711}]}}`, 200, "1"},
			{"POST", "/live/preview", `{"model":{"frames":[{"icon":404}]}}`, 200, ""},
		} {
			w := r.do(row.method, row.target, row.body)
			if w.Code != row.code || w.Header().Get("Retry-After") != row.retry {
				t.Errorf("%s %s: %d, Retry-After %q", row.target, row.body, w.Code, w.Header().Get("Retry-After"))
			}
		}
	})
}

// TestDecodedPicture: a still one and one that moves, scaled; and what cannot be read.
func TestDecodedPicture(t *testing.T) {
	r := newRig(t, nil)
	still := image.NewRGBA(image.Rect(0, 0, 16, 16))
	still.Set(0, 0, color.RGBA{255, 0, 0, 255})
	still.Set(1, 0, color.RGBA{255, 0, 0, 255})
	still.Set(0, 1, color.RGBA{255, 0, 0, 255})
	still.Set(1, 1, color.RGBA{255, 0, 0, 255})
	var file, moving bytes.Buffer
	must.Do(t, png.Encode(&file, still))
	two := image.NewPaletted(image.Rect(0, 0, 8, 8), color.Palette{color.Black, color.RGBA{0, 0, 255, 255}})
	two.SetColorIndex(7, 7, 1)
	must.Do(t,
		gif.EncodeAll(&moving,
			&gif.GIF{Image: []*image.Paletted{image.NewPaletted(two.Rect, two.Palette), two}, Delay: []int{10, 25}}))
	for _, row := range []struct {
		name, target string
		body         string
		code         int
		says         string
	}{
		{"made smaller", "/live/picture", file.String(), 200,
			`{"size":8,"total":1,"frames":[{"ms":0,"pixels":["#FF0000","","",`},
		{"its own size", "/live/picture?size=16", file.String(), 200, `"pixels":["#FF0000","#FF0000","",`},
		{"moving", "/live/picture?size=8", moving.String(), 200, `"total":2,"frames":[{"ms":100,`},
		{"its last pixel", "/live/picture", moving.String(), 200, `"#0000FF"]}]}`},
		{"too small", "/live/picture?size=4", file.String(), 400, `size: \"4\", want 8 to 32`},
		{"too large", "/live/picture?size=64", file.String(), 400, `size: \"64\", want 8 to 32`},
		{"no picture", "/live/picture", "hello", 400, "picture: neither PNG, GIF, JPEG nor WebP"},
		{"nothing", "/live/picture", "", 400, "picture: neither PNG, GIF, JPEG nor WebP"},
		{"broken", "/live/picture", file.String()[:40], 400, "picture: "},
		{"a large file", "/live/picture", "GIF89a" + strings.Repeat("x", icons.MaxBytes), 400,
			"picture: larger than 256 KiB"},
	} {
		wants(t, r.do("POST", row.target, row.body), row.code, row.says, row.name)
	}
}

// TestDearPicture: of a picture with large frames no more are decoded than are cheap; small ones all are.
func TestDearPicture(t *testing.T) {
	r := newRig(t, nil)
	for _, row := range []struct{ side, frames, want int }{
		{1024, 16, 2}, {1000, 16, 2}, {480, 16, 9}, {32, 64, 64}, {32, 65, 64},
	} {
		var file bytes.Buffer
		all := &gif.GIF{Delay: make([]int, row.frames)}
		for n := range row.frames {
			m := image.NewPaletted(image.Rect(0, 0, row.side, row.side), color.Palette{color.White, color.Black})
			m.Pix[n] = 1
			all.Image = append(all.Image, m)
		}
		must.Do(t, gif.EncodeAll(&file, all))
		w := r.do("POST", "/live/picture", file.String())
		var got struct {
			Total  int
			Frames []any
		}
		if err := json.Unmarshal(w.Body.Bytes(), &got); err != nil || got.Total != row.frames || len(got.Frames) != row.want {
			t.Errorf("%d frames of side %d: %d %v, %d of %d are here, want %d",
				row.frames, row.side, w.Code, err, len(got.Frames), got.Total, row.want)
		}
	}
}

// TestPreviewAfterTheEnd of the device says so.
func TestPreviewAfterTheEnd(t *testing.T) {
	story(t, func(s *setup) { s.dev.Apps = []device.App{corner{}} }, func(t *testing.T, r *rig) {
		r.stop()
		synctest.Wait()
		wants(t, r.do("POST", "/live/preview", hello), http.StatusServiceUnavailable, "")
	})
}

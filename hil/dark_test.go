// SPDX-License-Identifier: Apache-2.0

package hil_test

import (
	"bytes"
	"encoding/json"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/ledpost/ledpost/hil"
	"github.com/ledpost/ledpost/internal/eventually"
	"github.com/ledpost/ledpost/internal/must"
)

// TestFollowsADarkPart: a part of a composite that a notification leaves dark may have been
// dark when it was switched on, just before; where it is lit meanwhile is still found.
func TestFollowsADarkPart(t *testing.T) {
	lit := hil.Picture(t, panels["composite"], letter, 0)
	dark, white, half := image.NewRGBA(lit.Rect), image.NewRGBA(lit.Rect), image.NewRGBA(lit.Rect)
	draw.Draw(white, white.Rect, image.White, image.Point{}, draw.Src)
	draw.Draw(half, half.Rect, lit, image.Point{}, draw.Src)
	draw.Draw(half, image.Rect(0, 0, 8, 8), image.White, image.Point{}, draw.Src)
	for at := range 64 {
		if lit.RGBAAt(at%8, at/8) != (color.RGBA{A: 0xff}) {
			t.Fatal("the first part is lit, too")
		}
	}
	shot := func(ms int, m image.Image) hil.Shot {
		return hil.Shot{At: time.Duration(ms) * time.Millisecond, Picture: m}
	}
	for why, c := range map[string]struct {
		shots []hil.Shot
		right bool
	}{
		"switched on just before": {[]hil.Shot{shot(0, dark), shot(40, white), shot(100, lit), shot(900, lit)}, true},
		"a flicker of that part": {
			[]hil.Shot{shot(0, dark), shot(40, white), shot(100, lit), shot(500, half), shot(520, lit), shot(900, lit)}, false},
		"the part stays lit": {[]hil.Shot{shot(0, white), shot(100, half), shot(900, half)}, false},
	} {
		r := &recorder{T: t}
		if hil.Follows(r, panels["composite"], letter, c.shots); (r.said == "") != c.right {
			t.Errorf("%s: said %q", why, r.said)
		}
	}
}

// TestPictureTooLarge: a picture is not decoded that is larger than any display.
func TestPictureTooLarge(t *testing.T) {
	for side, want := range map[int]string{1024: "", 1025: "1025×1 pixels"} {
		var file bytes.Buffer
		must.Do(t, png.Encode(&file, image.NewGray(image.Rect(0, 0, side, 1))))
		s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { io.Copy(w, &file) }))
		t.Cleanup(s.Close)
		e := &ended{T: t}
		done := make(chan struct{})
		go func() {
			defer close(done)
			hil.At(e, s.URL, "key").Picture()
		}()
		if <-done; !strings.Contains(e.why, want) || want == "" && e.why != "" {
			t.Errorf("%d pixels: it says %q, want %q", side, e.why, want)
		}
	}
}

// TestAppsKnowAMonochromePanel: a countdown that has ended blinks on LEDs that are only on
// or off: all of them are dark in turn, and none is to be dim, which they cannot be.
func TestAppsKnowAMonochromePanel(t *testing.T) {
	t.Parallel()
	d := hil.Start(t, hil.Panel("max7219", "modules = 4"))
	const app = "/api/v2/device/apps/com.lametric.countdown"
	var about struct{ Widgets map[string]any }
	asked(t, d, "GET", app, "", &about)
	for id := range about.Widgets {
		asked(t, d, "POST", app+"/widgets/"+id+"/actions",
			`{"id":"countdown.configure","params":{"duration":1,"start_now":true}}`, nil)
	}
	eventually.True(t, "the countdown has ended", func() bool {
		var s struct{ Showing struct{ Kind string } }
		asked(t, d, "GET", "/live/status", "", &s)
		return s.Showing.Kind == "notification"
	})
	for _, want := range []string{"#", ".", "#"} {
		eventually.True(t, "the panel blinks", func() bool { return levels(d) == want })
	}
}

// levels returns "#" if LEDs are on, "." if all are dark, and "+" if one is dim.
func levels(d *hil.Device) string {
	level := "."
	for i, v := range d.Picture().Pix {
		switch {
		case i%4 == 3 || v == 0: // opaque
		case v < 128:
			return "+"
		default:
			level = "#"
		}
	}
	return level
}

// asked calls the API of d, and reads its answer into to.
func asked(t *testing.T, d *hil.Device, method, path, body string, to any) {
	t.Helper()
	req, err := http.NewRequest(method, strings.TrimSuffix(d.URL(), "/")+path, strings.NewReader(body))
	must.Do(t, err)
	req.SetBasicAuth("dev", d.Key())
	resp, err := http.DefaultClient.Do(req)
	must.Do(t, err)
	defer resp.Body.Close()
	answer, err := io.ReadAll(resp.Body)
	if err == nil && to != nil {
		err = json.Unmarshal(answer, to)
	}
	if err != nil || resp.StatusCode != http.StatusOK {
		t.Fatalf("%s %s: %d %s, %v", method, path, resp.StatusCode, answer, err)
	}
}

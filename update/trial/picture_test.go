// SPDX-License-Identifier: Apache-2.0

package trial

import (
	"bytes"
	"image"
	"image/color"
	"image/gif"
	"net/http"
	"net/http/httptest"
	"testing"
	"testing/synctest"
	"time"

	"github.com/ledpost/ledpost/internal/must"
)

// picture is a GIF whose frames are full of one colour each.
func picture(t *testing.T, side int, colours ...color.Color) []byte {
	t.Helper()
	var g gif.GIF
	for _, c := range colours {
		g.Image = append(g.Image, image.NewPaletted(image.Rect(0, 0, side, side), color.Palette{c, color.White}))
		g.Delay = append(g.Delay, 1)
	}
	var b bytes.Buffer
	must.Do(t, gif.EncodeAll(&b, &g))
	return b.Bytes()
}

// TestDraws: only a picture whose two frames are lit and differ is one; it is shown only
// where the panel is lit and somebody wants it.
func TestDraws(t *testing.T) {
	red, green := color.RGBA{R: 255, A: 255}, color.RGBA{G: 255, A: 255}
	good := picture(t, 8, red, green)
	for _, row := range []struct {
		why         string
		file        []byte
		status      int
		display     string
		show        bool
		drawn, seen bool
	}{
		{"drawn and shown", good, 200, `{"on":true,"brightness":50}`, true, true, true},
		{"drawn, and nobody wants to see it", good, 200, `{"on":true,"brightness":50}`, false, true, false},
		{"a panel that is off", good, 200, `{"on":false,"brightness":50}`, true, true, false},
		{"a panel that is dimmed to nothing", good, 200, `{"on":true,"brightness":0}`, true, true, false},
		{"one frame", picture(t, 8, red), 200, `{"on":true,"brightness":50}`, true, false, false},
		{"two dark frames", picture(t, 8, color.Black, color.Transparent), 200, `{}`, true, false, false},
		{"the same twice", picture(t, 8, red, red), 200, `{}`, true, false, false},
		{"more than any panel", picture(t, 300, red, green), 200, `{}`, true, false, false},
		{"no picture", []byte("GIF89a"), 200, `{}`, true, false, false},
		{"an error", good, 500, `{}`, true, false, false},
		{"a version without a preview", good, 404, `{}`, true, false, false},
	} {
		shown := false
		s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			switch r.Method + " " + r.URL.Path {
			case "POST /live/preview":
				w.WriteHeader(row.status)
				_, _ = w.Write(row.file)
			case "GET /api/v2/device/display":
				_, _ = w.Write([]byte(row.display))
			case "POST /live/test":
				shown = true
			}
		}))
		a := API{URL: s.URL, Key: "k", Client: s.Client()}
		if got := a.Draws(t.Context(), row.show); got != row.drawn || shown != row.seen {
			t.Errorf("%s: drawn %v, shown %v", row.why, got, shown)
		}
		s.Close()
	}
}

// TestPictureIsMissed: a version that does not draw it is refused at the end of the minute, if
// the one before drew it.
func TestPictureIsMissed(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		for _, row := range []struct {
			before, now bool
			want        string
		}{{true, true, ""}, {true, false, "it does not draw a test picture"}, {false, false, ""}} {
			well := Observation{Active: true, Frames: -1}
			was := well
			was.Pictures = row.before
			tr := New(was, false, time.Now())
			var v Verdict
			for !v.Over {
				time.Sleep(Every)
				now := well
				now.Pictures = row.now
				v = tr.See(time.Now(), now)
			}
			must.Equal(t, v.Reason, row.want, row)
		}
	})
}

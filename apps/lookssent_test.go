// SPDX-License-Identifier: Apache-2.0

package apps

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/gif"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/ledpost/ledpost/apps/apptest"
	"github.com/ledpost/ledpost/apps/custom"
	"github.com/ledpost/ledpost/apps/kit"
	"github.com/ledpost/ledpost/apps/picture"
	"github.com/ledpost/ledpost/apps/tronbyt"
	"github.com/ledpost/ledpost/device"
	"github.com/ledpost/ledpost/device/note"
	"github.com/ledpost/ledpost/device/paint"
	"github.com/ledpost/ledpost/internal/must"
)

// messages are pages of the device itself: what others send as notifications.
func (s *stage) messages(i int, _ time.Time) map[string]looked {
	all := map[string]looked{}
	p := &paint.Painter{Size: s.size, Fonts: s.env.Fonts, Icons: s.env.Icons, Look: kit.PlainLook}
	message := func(f note.Frame) looked {
		before := s.unknown()
		root := p.Picture(&note.Notification{Frames: []note.Frame{f}})
		s.boxes[root] = s.unknown() > before
		return looked{root: root}
	}
	all["message"] = message(note.Frame{Icon: iconOf("status-bell"), Text: []note.Fragment{{Text: titles[i%len(titles)]}}})
	sign := []note.IconType{note.IconTypeInfo, note.IconTypeAlert}[i%2]
	lead, _ := p.Picture(&note.Notification{Frames: []note.Frame{{Text: []note.Fragment{{Text: titles[i%len(titles)]}}}},
		IconType: sign}).Showing(0)
	all["lead-in "+sign.String()] = looked{root: lead, filled: true} // its pixels stand in the middle
	urgent, _ := p.Picture(&note.Notification{IconType: note.IconTypeAlert, Priority: note.PriorityCritical,
		Frames: []note.Frame{{Icon: iconOf("status-warning"), Text: []note.Fragment{{Text: titles[i%len(titles)]}}}}}).Showing(2 * time.Second)
	all["urgent"] = looked{root: urgent}
	goal := &note.Goal{End: 100, Current: -18 + 7.5*float64(i), Unit: []string{"%", "km", "", "kWh", "°"}[i%5]}
	all["goal"] = message(note.Frame{Icon: iconOf([]string{"", "home-energy"}[i%2]), Goal: goal})
	all["chart"] = message(note.Frame{Icon: iconOf([]string{"", "home-energy"}[i%2]),
		Chart: []float64{float64(i), 2, 9, 4, 12, 30, 7, 1}[:2+i%7], Line: []float64{1, float64(i)}})
	all["progress"] = message(note.Frame{Icon: iconOf([]string{"", "home-energy"}[i%2]),
		Text: []note.Fragment{{Text: values[i%len(values)]}}, Progress: &note.Progress{Percent: float64(i * 100 / sets)}})
	progress := all["progress"]
	progress.icon = i%2 == 1
	all["progress"] = progress
	return all
}

// pictures has files that are small, wide, high, large and moving; one that is missing, and
// one that is broken; and the samples of a folder without files.
func (s *stage) pictures(i int, now time.Time) map[string]looked {
	on := *s
	on.env.Dir = s.t.TempDir()
	folder := filepath.Join(on.env.Dir, "pictures")
	name, data, settings := "a.png", apptest.PlainPNG(s.t, 1+37*i%160, 1+53*i%100, color.RGBA{200, 120, 40, 255}), `{}`
	switch i % 8 {
	case 4:
		name, data = "a.gif", plainGIF(s.t, 8+i, 8)
	case 5:
		settings = fmt.Sprintf(`{"name":%q}`, titles[i%len(titles)])
	case 6:
		name, data = fmt.Sprintf("holiday %d.png", i), []byte("not a picture")
	case 7:
		name, settings = "a.txt", fmt.Sprintf(`{"seconds":%d}`, i)
	}
	must.Do(s.t, errors.Join(os.Mkdir(folder, 0o755), os.WriteFile(filepath.Join(folder, name), data, 0o644)))
	root := on.view(picture.App, settings, "", now, func(a device.App) {
		_ = a.(device.Runner).Run(s.t.Context(), func(_ context.Context, f func(time.Time)) error {
			f(now)
			return errors.New("enough")
		})
	})
	return map[string]looked{"pictures": {root: root, filled: i%8 < 5}}
}

// plainGIF returns a moving picture that lights all its pixels.
func plainGIF(t *testing.T, w, h int) []byte {
	g := &gif.GIF{}
	for _, c := range []color.Color{color.RGBA{0, 160, 255, 255}, color.RGBA{255, 80, 0, 255}} {
		g.Image, g.Delay = append(g.Image, image.NewPaletted(image.Rect(0, 0, w, h), color.Palette{c})), append(g.Delay, 50)
	}
	var b bytes.Buffer
	must.Do(t, gif.EncodeAll(&b, g))
	return b.Bytes()
}

// tronbyt has pictures of a server, and all that can be wrong with it.
func (s *stage) tronbyt(i int, _ time.Time) (all map[string]looked) {
	synctest.Test(s.t, func(t *testing.T) {
		on, settings := *s, `{"url":"http://server/7/next"}`
		answer := map[int]http.HandlerFunc{
			1: func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(400 + i) },
			2: func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, titles[i%len(titles)]) },
			3: func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) },
			4: func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() },
			5: func(w http.ResponseWriter, _ *http.Request) {
				w.Write(apptest.PlainPNG(t, 64, 32, color.RGBA{90, 200, 60, 255}))
			},
			6: func(w http.ResponseWriter, _ *http.Request) { w.Write(plainGIF(t, 32+i, 32)) },
			7: func(w http.ResponseWriter, _ *http.Request) {
				w.Write(apptest.PlainPNG(t, 16+3*i, 90, color.RGBA{90, 200, 60, 255}))
			},
		}[i%8]
		if answer == nil {
			settings = `{}`
		}
		on.env.Web = apptest.Web(t, answer)
		root := on.view(tronbyt.App, settings, "", time.Now(), func(a device.App) {
			a.(device.Attender).Attend(func(string) bool { return true }, time.Now())
			ctx, cancel := context.WithTimeout(t.Context(), time.Second)
			defer cancel()
			_ = a.(device.Runner).Run(ctx, func(_ context.Context, f func(time.Time)) error { f(time.Now()); return nil })
		})
		all = map[string]looked{"tronbyt": {root: root, filled: i%8 > 4}}
	})
	return all
}

// awtrix has texts, icons, bars and drawings of custom apps, some in the frame of an app
// whose lifetime is over.
func (s *stage) awtrix(i int, now time.Time) map[string]looked {
	f := note.Frame{Form: note.FormAwtrixApp}
	if text := values[i%len(values)]; i%7 != 3 {
		f.Text = []note.Fragment{{Text: strings.ToUpper(text)}}
	} else {
		f.Chart = []float64{1, float64(i), 5, 8, 3}
	}
	if i%3 == 1 {
		f.Icon = iconOf("home-door")
	}
	if i%5 == 4 {
		f.Progress = &note.Progress{Percent: float64(2 * i)}
	}
	switch i % 11 {
	case 2:
		f.Effect = note.EffectRainbow
	case 4:
		f.Effect, f.Period = note.EffectFade, time.Second
	case 6:
		f.Effect, f.Period = note.EffectBlink, time.Second
	case 7:
		f.Draw = []note.Shape{{Kind: note.ShapeCircle, X: 28, Y: 3, Radius: 2}}
	}
	settings, came := `{"name":"x"}`, now
	if i%10 == 9 {
		settings, came = `{"name":"x","lifetime":60,"mark":true}`, now.Add(-time.Hour)
	}
	root := s.view(custom.App, settings, "", now, func(a device.App) {
		must.Do(s.t, a.(device.Pusher).Push("a", []note.Frame{f}, came))
	})
	return map[string]looked{"AWTRIX app": {root: root, awtrix: &f}}
}

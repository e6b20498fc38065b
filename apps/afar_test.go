// SPDX-License-Identifier: Apache-2.0

package apps

import (
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"testing"

	"github.com/ledpost/ledpost/apps/apptest"
	"github.com/ledpost/ledpost/apps/board"
	"github.com/ledpost/ledpost/apps/data"
	"github.com/ledpost/ledpost/apps/kit"
	"github.com/ledpost/ledpost/apps/room"
	"github.com/ledpost/ledpost/apps/weather"
	"github.com/ledpost/ledpost/device"
	"github.com/ledpost/ledpost/device/note"
	"github.com/ledpost/ledpost/internal/must"
	"github.com/ledpost/ledpost/internal/pixtest"
	"github.com/ledpost/ledpost/render"
)

// TestAfar: one value of each app that has one for who is far away, as in the picture, which somebody has looked at;
// and another picture than for who is near. -update draws it again.
func TestAfar(t *testing.T) {
	now := apptest.Noon
	measured := func(v float64) device.Measured { return device.Measured{Value: v, Known: true} }
	const sky = `{"at 52,13 ":{"forecast":{"at":"2026-11-20T12:30:00Z","now":{"temperature":-7,"code":61},` +
		`"days":[{"day":20777,"code":61,"high":3,"low":-8}]}}}`
	rows := []struct {
		why            string
		app            kit.App
		settings, kept string
		do             func(app device.App)
	}{
		{"the time of a board", board.App, `{}`, "", func(device.App) {}},
		{"the temperature outside", weather.App, `{"latitude":52,"longitude":13}`, sky, func(device.App) {}},
		{"that of a room", room.App, `{}`, "", func(app device.App) {
			air := device.Climate{Temperature: measured(21.5), Humidity: measured(48)}
			app.(device.Senser).Sense(device.Sensed{Climate: air})
		}},
		{"a value of one's own", data.App, `{}`, "", func(app device.App) {
			push := []note.Frame{{Icon: iconOf("home-door"), Text: []note.Fragment{{Text: "437 W"}}}}
			_ = app.(device.Pusher).Push("a", push, now)
		}},
		{"the end of the first departure", data.App,
			`{"list":"/*","text":"{to}","values":{"to":"/to","in":"/in"},"end":"{in}"}`, "", func(app device.App) {
				body := `[{"to":"Amsterdam","in":"7 min"},{"to":"Utrecht","in":"12 min"}]`
				must.Do(t, app.(*data.Data).Answer("a", []byte(body), now))
			}},
	}
	sizes := []image.Point{{37, 8}, {64, 32}, {64, 64}, {128, 64}}
	m := image.NewRGBA(image.Rect(0, 0, len(rows)*129, 8+32+64+64+3))
	draw.Draw(m, m.Rect, image.NewUniform(color.Gray{60}), image.Point{}, draw.Src)
	var parts []pixtest.Part
	top := 0
	for _, size := range sizes {
		for i, row := range rows {
			s := newStage(t, size)
			s.env.Shared = new(kit.Shared)
			see := func(far bool) render.Widget {
				return s.view(row.app, row.settings, row.kept, now, row.do, func(app device.App) {
					app.(device.Distant).SetFar(true)
					app.(device.Distant).SetFar(far)
				})
			}
			far := drawn(see(true), size)
			if near := drawn(see(false), size); string(near.Pix) == string(far.Pix) && size.Y > 8 {
				t.Errorf("%s on %v: the same near and far", row.why, size)
			}
			at := image.Pt(i*129, top)
			parts = append(parts, pixtest.Part{Name: fmt.Sprint(row.why, " on ", size), At: image.Rectangle{at, at.Add(size)}})
			draw.Draw(m, parts[len(parts)-1].At, far, image.Point{}, draw.Src)
		}
		top += size.Y + 1
	}
	pixtest.Golden(t, "testdata/afar.png", m, *update, parts...)
}

// SPDX-License-Identifier: Apache-2.0

package moving

import (
	"context"
	"encoding/json"
	"errors"
	"math"
	"time"

	"github.com/ledpost/ledpost/apps/radio"
	"github.com/ledpost/ledpost/device"
	"github.com/ledpost/ledpost/device/paint"
	"github.com/ledpost/ledpost/render"
	"github.com/ledpost/ledpost/sounds"
)

// errHeard ends the radio's background work after its first report.
var errHeard = errors.New("the report has come")

// station returns a radio that sounds, beside the bars of an invented spectrum.
func station(p *paint.Painter) render.Widget {
	env, heard := envOf(p), make(chan sounds.Heard, 1)
	env.Heard, env.Levels = heard, swing()
	app := radio.App.New(env, nil, 1)
	app.(device.Styler).SetLook(p.Look)
	settings := json.RawMessage(`{"stations":[{"name":"Jazz","url":"http://radio.example.com/"}]}`)
	if app.(device.Configurer).Configure([]device.WidgetSettings{{ID: "a", Visible: true, Settings: settings}}) != nil {
		return nil
	}
	_ = app.Do("a", "radio.play", nil, noon)
	heard <- sounds.Heard{Key: radio.Package + "/" + app.Step(noon).Track.Key, Sounding: true, Title: "Blue in Green"}
	_ = app.(device.Runner).Run(context.Background(), func(_ context.Context, f func(time.Time)) error {
		f(noon)
		return errHeard
	})
	return later{app.Step(noon).Views["a"].Root, 0}
}

// swing returns levels that move from picture to picture, the low bands slowly and the high
// ones faster, and that are as they were after 40 pictures.
func swing() func() sounds.Levels {
	n := 0
	return func() (l sounds.Levels) {
		n++
		for i := range l {
			turn := 2 * math.Pi * float64(n) / 40
			beat := math.Sin(turn*float64(2+i%5)+float64(i)) * math.Cos(turn*float64(3+i%3))
			l[i] = uint8(150 - 7*i + int(70*beat))
		}
		return l
	}
}

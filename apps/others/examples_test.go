// SPDX-License-Identifier: Apache-2.0

package others

import (
	"context"
	"flag"
	"image"
	"image/color"
	"image/draw"
	"os"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/ledpost/ledpost/apps/apptest"
	"github.com/ledpost/ledpost/apps/kit"
	"github.com/ledpost/ledpost/device/paint"
	"github.com/ledpost/ledpost/icons"
	"github.com/ledpost/ledpost/internal/applet"
	"github.com/ledpost/ledpost/internal/applet/applettest"
	"github.com/ledpost/ledpost/internal/must"
	"github.com/ledpost/ledpost/internal/pixtest"
	"github.com/ledpost/ledpost/render"
	"github.com/ledpost/ledpost/render/enlarge"
)

var update = flag.Bool("update", false, "write docs/own-apps.png")

// example is an app of docs/own-apps.md.
var example = regexp.MustCompile("(?s)```python\n(.*?)```")

// panels are those that the guide shows the examples on.
var panels = []image.Point{{37, 8}, {64, 32}, {128, 64}}

// price is what the server of an example says.
func price(_ context.Context, f applet.Fetch, _ []byte) (applet.Answer, []byte) {
	if !strings.Contains(f.URL, "/BTC-EUR/") {
		return applet.Answer{Status: 404}, nil
	}
	return applet.Answer{Status: 200}, []byte(`{"data":{"amount":"61234.5","base":"BTC","currency":"EUR"}}`)
}

// strict is an icon source that knows each icon that is asked for.
type strict struct {
	paint.IconSource
	t *testing.T
}

func (s strict) Icon(ref icons.Ref) *icons.Icon {
	if !icons.IsBuiltIn(ref) {
		s.t.Errorf("there is no icon %v", ref)
	}
	return s.IconSource.Icon(ref)
}

// shown returns what a panel shows of an example at a moment of a Wednesday.
func shown(t *testing.T, source string, panel image.Point) *image.RGBA {
	env := apptest.SizedEnv(t, panel)
	app := Own("example", []byte(source))
	r := app.Request(panel)
	r.Now = time.Date(2027, 3, 10, 15, 9, 26, 0, time.UTC)
	r.Seed = 3
	conn := must.Get(applet.Open(t.Context()))(t)
	d, err := applet.Draw(t.Context(), conn, r, app.Files, price)
	must.Do(t, err)
	w, _, err := Show(d, &paint.Painter{Size: panel, Fonts: env.Fonts, Icons: strict{env.Icons, t}, Look: kit.PlainLook})
	must.Do(t, err)
	m := image.NewRGBA(image.Rectangle{Max: panel})
	render.Clear(m)
	w.Draw(m, image.Point{}, 400*time.Millisecond)
	return m
}

// TestExamplesOfTheDocs: each app of docs/own-apps.md shows something on each panel, as
// docs/own-apps.png has it.
func TestExamplesOfTheDocs(t *testing.T) {
	applettest.Program(t)
	const scale, gap = 2, 8
	all := example.FindAllSubmatch(must.Get(os.ReadFile("../../docs/own-apps.md"))(t), -1)
	if len(all) < 9 {
		t.Fatalf("%d examples", len(all))
	}
	sheet := image.NewRGBA(image.Rect(0, 0, (37+64+128)*scale+4*gap, len(all)*(64*scale+gap)+gap))
	draw.Draw(sheet, sheet.Rect, image.NewUniform(color.Gray{40}), image.Point{}, draw.Src)
	for i, one := range all {
		at := image.Pt(gap, gap+i*(64*scale+gap))
		for _, panel := range panels {
			m := shown(t, string(one[1]), panel)
			if pixtest.Lit(m) == strings.Repeat(strings.Repeat(".", panel.X)+"\n", panel.Y) {
				t.Errorf("%v: nothing shows of\n%s", panel, one[1])
			}
			large := enlarge.Squares(m, scale)
			draw.Draw(sheet, large.Rect.Add(at), large, image.Point{}, draw.Src)
			at.X += panel.X*scale + gap
		}
	}
	pixtest.Golden(t, "../../docs/own-apps.png", sheet, *update)
}

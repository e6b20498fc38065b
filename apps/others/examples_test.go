// SPDX-License-Identifier: Apache-2.0

package others

import (
	"context"
	"flag"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"os"
	"path/filepath"
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
	"github.com/ledpost/ledpost/render/effects"
	"github.com/ledpost/ledpost/render/enlarge"
)

var update = flag.Bool("update", false, "write docs/own-apps.png")

// code is an app in a text.
var code = regexp.MustCompile("(?s)```python\n(.*?)```")

// folder has the examples, which the page offers, too.
const folder = "../../tools/apps/examples"

// panels are those that the guide shows the examples on.
var panels = []image.Point{{37, 8}, {64, 32}, {128, 64}}

// answers are what the servers of the examples say, by a part of the address.
var answers = map[string]string{
	"/BTC-EUR/":      `{"data":{"amount":"61234.5","base":"BTC","currency":"EUR"}}`,
	"/stationboard?": `{"stationboard":[{"to":"Thun","stop":{"departureTimestamp":1804691700}}]}`,
	"/iss-now.json":  `{"message":"success","iss_position":{"latitude":"41.5","longitude":"2.25"}}`,
	"/air-quality?":  `{"current":{"european_aqi":23}}`,
}

// answered answers an example.
func answered(_ context.Context, f applet.Fetch, _ []byte) (applet.Answer, []byte) {
	for part, body := range answers {
		if strings.Contains(f.URL, part) {
			return applet.Answer{Status: 200}, []byte(body)
		}
	}
	return applet.Answer{Status: 404}, nil
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

// drawn returns what the program draws.
func drawn(t *testing.T, r applet.Request, app Program) applet.Drawing {
	t.Helper()
	conn := must.Get(applet.Open(t.Context()))(t)
	return must.Get(app.Draw(t.Context(), conn, r, answered))(t)
}

// wednesday and tuesday are moments at which the examples are drawn.
var (
	wednesday = time.Date(2027, 3, 10, 15, 9, 26, 0, time.UTC)
	tuesday   = time.Date(2027, 12, 28, 23, 59, 59, 0, time.UTC)
)

// shown returns what a panel shows of an example at a moment.
func shown(t *testing.T, source string, panel image.Point, now time.Time) *image.RGBA {
	env := apptest.SizedEnv(t, panel)
	app := Own("example", []byte(source))
	r := app.Request(panel)
	r.Now, r.Seed = now, 3
	d := drawn(t, r, app)
	w, _, err := Show(d, &paint.Painter{Size: panel, Fonts: env.Fonts, Icons: strict{env.Icons, t}, Look: kit.PlainLook})
	must.Do(t, err)
	m := image.NewRGBA(image.Rectangle{Max: panel})
	render.Clear(m)
	w.Draw(m, image.Point{}, 400*time.Millisecond)
	return m
}

// TestExamples: each example shows something on each panel (docs/own-apps.png), and on another day on the smallest.
func TestExamples(t *testing.T) {
	applettest.Patient(t)
	const scale, gap, columns = 2, 8, 2
	all := must.Get(filepath.Glob(folder + "/*.star"))(t)
	if len(all) < 20 {
		t.Fatalf("%d examples", len(all))
	}
	wide, high := (37+64+128)*scale+4*gap, 64*scale+gap
	sheet := image.NewRGBA(image.Rect(0, 0, columns*wide, (len(all)+columns-1)/columns*high+gap))
	draw.Draw(sheet, sheet.Rect, image.NewUniform(color.Gray{40}), image.Point{}, draw.Src)
	for i, file := range all {
		source := string(must.Get(os.ReadFile(file))(t))
		at := image.Pt(gap+i%columns*wide, gap+i/columns*high)
		for _, panel := range panels {
			m := shown(t, source, panel, wednesday)
			if dark(m) {
				t.Errorf("%s on %v: nothing shows", file, panel)
			}
			large := enlarge.Squares(m, scale)
			draw.Draw(sheet, large.Rect.Add(at), large, image.Point{}, draw.Src)
			at.X += panel.X*scale + gap
		}
		if dark(shown(t, source, panels[0], tuesday)) {
			t.Errorf("%s: nothing shows on another day", file)
		}
	}
	pixtest.Golden(t, "../../docs/own-apps.png", sheet, *update)
}

// TestDescribed: each app in the guides shows something, and docs/own-apps.md lists the examples by what they say
// of themselves in their first line.
func TestDescribed(t *testing.T) {
	applettest.Patient(t)
	for _, guide := range []string{"../../docs/own-apps.md", "../../tools/apps/guide.md"} {
		apps := code.FindAllSubmatch(must.Get(os.ReadFile(guide))(t), -1)
		if len(apps) < 2 {
			t.Errorf("%s has %d apps", guide, len(apps))
		}
		for _, one := range apps {
			if dark(shown(t, string(one[1]), image.Pt(64, 32), wednesday)) {
				t.Errorf("%s: nothing shows of\n%s", guide, one[1])
			}
		}
	}
	page := string(must.Get(os.ReadFile("../../docs/own-apps.md"))(t))
	for _, file := range must.Get(filepath.Glob(folder + "/*.star"))(t) {
		first, _, _ := strings.Cut(string(must.Get(os.ReadFile(file))(t)), "\n")
		title, summary, ok := strings.Cut(strings.TrimPrefix(first, "# "), ": ")
		name := filepath.Base(file)
		row := fmt.Sprintf("| [%s](../tools/apps/examples/%s) | %s |", title, name, strings.TrimSuffix(summary, "."))
		if !ok || !strings.Contains(page, row) {
			t.Errorf("docs/own-apps.md lacks\n%s", row)
		}
	}
}

// TestGuideLists: the guide for an assistant has the names of all icons, backgrounds and transitions.
func TestGuideLists(t *testing.T) {
	text := string(must.Get(os.ReadFile("../../tools/apps/guide.md"))(t))
	want := []string{
		"- `background`: " + strings.Join(effects.Backgrounds(), ", "),
		"- `transition`: " + strings.Join(paint.Transitions(), ", "),
	}
	all := apptest.SizedEnv(t, panels[0]).Icons.(interface{ Index() []icons.Entry }).Index()
	words := map[string][]string{}
	for _, icon := range all {
		category, word, _ := strings.Cut(icon.Name, "-")
		words[category] = append(words[category], word)
	}
	for category, list := range words {
		want = append(want, fmt.Sprintf("- `%s-`: %s", category, strings.Join(list, ", ")))
	}
	for _, line := range want {
		if !strings.Contains(text, line+"\n") {
			t.Errorf("tools/apps/guide.md lacks\n%s", line)
		}
	}
}

// dark reports whether nothing of m is lit.
func dark(m *image.RGBA) bool {
	for i, v := range m.Pix {
		if v > 0 && i%4 < 3 {
			return false
		}
	}
	return true
}

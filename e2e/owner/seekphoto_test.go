// SPDX-License-Identifier: Apache-2.0

package owner

import (
	"context"
	"encoding/json"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"math"
	"os"
	"path/filepath"
	"testing"

	"github.com/ledpost/ledpost/e2e/rig"
	"github.com/ledpost/ledpost/hw/panelfind"
	"github.com/ledpost/ledpost/hw/photo"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// asksByPhotograph has the page hear a search for a panel of 32×16 LEDs that asks for the places of
// LEDs, rows, the colour and the frame; answered has what the page says, and with over the search has ended.
const asksByPhotograph = `{
	globalThis.answered = [];
	globalThis.over = false;
	const heard = fetch, all = ['size', 'led', 'led', 'rows', 'colour', 'clean'], likely = {led: ['none', '3,3'], rows: ['0', '2', '16']};
	fetch = async (path, how) => {
		if (path !== '/live/panel/find') return heard(path, how);
		const body = how.body ? JSON.parse(how.body) : {};
		if (body.answer) answered.push(body.answer);
		if (body.answers) [answered, over] = [body.answers, false];
		if (over) return Response.json({searching: false, asked: 0, left: 0});
		return Response.json({searching: true, asked: answered.length, left: 59, question: {kind: all[answered.length] ?? 'size', text: '', likely: likely[all[answered.length]]}});
	};
}`

// A shot is a photograph of a panel of 32×16 LEDs, seen from the side.
type shot struct {
	lit   func(x, y int) bool
	light color.NRGBA
}

var shotSize = image.Pt(32, 16)

// at is where an LED is in the photograph.
func (shot) at(x, y float64) (px, py float64) {
	depth := 1 + x/100 + y/200
	return 80 + 30*x/depth, 90 + (28*y+2*x)/depth
}

// corners are the middles of the corner LEDs.
func (s shot) corners() (at [4]image.Point) {
	for i, c := range [4]image.Point{{0, 0}, {31, 0}, {31, 15}, {0, 15}} {
		x, y := s.at(float64(c.X), float64(c.Y))
		at[i] = image.Pt(int(math.Round(x)), int(math.Round(y)))
	}
	return at
}

// picture is the photograph: discs with a dark halo on a dark board.
func (s shot) picture() *image.NRGBA {
	m := image.NewNRGBA(image.Rect(0, 0, 960, 640))
	for i := range m.Pix {
		m.Pix[i] = []uint8{14, 14, 18, 255}[i%4]
	}
	for i := range shotSize.X * shotSize.Y {
		led := image.Pt(i%shotSize.X, i/shotSize.X)
		x, y := s.at(float64(led.X), float64(led.Y))
		light := color.NRGBA{26, 28, 32, 255}
		if s.lit(led.X, led.Y) {
			light = s.light
		}
		for py := int(y) - 7; py <= int(y)+8; py++ {
			for px := int(x) - 7; px <= int(x)+8; px++ {
				if math.Hypot(float64(px)-x, float64(py)-y) < 7 {
					m.SetNRGBA(px, py, light)
				}
			}
		}
	}
	return m
}

// save writes the photograph to a file.
func (s shot) save(t *testing.T) (file string) {
	t.Helper()
	f, err := os.Create(filepath.Join(t.TempDir(), "photo.png"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if err := png.Encode(f, s.picture()); err != nil {
		t.Fatal(err)
	}
	return f.Name()
}

// marked drags the marks to the corners: three with the mouse, the last with the keys.
func (s shot) marked(t *testing.T, ctx context.Context) {
	t.Helper()
	do(t, ctx, until(`document.querySelectorAll('.seek-corner').length === 4`), js(`document.querySelector('.seek-photo').scrollIntoView({block: 'center'})`))
	type rect struct{ X, Y, Width, Height float64 }
	room := value[rect](t, ctx, `document.querySelector('.seek-photo canvas').getBoundingClientRect().toJSON()`)
	for i, to := range s.corners() {
		mark := value[rect](t, ctx, fmt.Sprintf(`document.querySelectorAll('.seek-corner')[%d].getBoundingClientRect().toJSON()`, i))
		fromX, fromY := mark.X+mark.Width/2, mark.Y+mark.Height/2
		toX, toY := room.X+(float64(to.X)+0.5)*room.Width/960, room.Y+(float64(to.Y)+0.5)*room.Height/640
		if i == 3 { // a step of a key is a pixel of the photograph
			toX += 2 * room.Width / 960
		}
		do(t, ctx, chromedp.MouseEvent("mousePressed", fromX, fromY, chromedp.ButtonLeft, chromedp.ClickCount(1)),
			chromedp.MouseEvent("mouseMoved", toX, toY, chromedp.ButtonLeft), chromedp.MouseEvent("mouseReleased", toX, toY, chromedp.ButtonLeft, chromedp.ClickCount(1)))
	}
	do(t, ctx, chromedp.KeyEvent(kb.ArrowLeft), chromedp.KeyEvent(kb.ArrowLeft))
}

// TestPageAnswersByPhotograph: photographs answer the questions of the search, once the person has confirmed
// the answer; others do not, and say why. The answers are those of the program.
func TestPageAnswersByPhotograph(t *testing.T) {
	ctx := browse(t, 390, 844, darkScheme)
	r := rig.LaunchIn(t, t.TempDir(), nil, rig.Configured(t, "[panel]\ndriver = \"hub75\"\nwiring = \"regular\"\ngpio = \"vcd:"+filepath.Join(t.TempDir(), "lines.vcd")+"\"\n")...)
	signIn(t, ctx, r)
	do(t, ctx, js(asksByPhotograph), click("#setup-open"), asks("administrator"), click(".seek-open"), asks("across × down"))
	if value[bool](t, ctx, `document.querySelector('#setup-body [value=photo]') !== null`) {
		t.Error("a photograph is offered for the size")
	}
	do(t, ctx, pick("32x16"), asks("Which LED"))
	white := color.NRGBA{235, 225, 210, 255}
	one := shot{func(x, y int) bool { return x == 11 && y == 2 }, white}
	upload := func(file string) step {
		return chromedp.SetUploadFiles("#setup-body input[type=file]", []string{file})
	}
	fault := func(text string) step {
		return until(fmt.Sprintf(`document.getElementById('setup-fault').textContent.includes(%q)`, text))
	}
	text := filepath.Join(t.TempDir(), "text.png")
	if err := os.WriteFile(text, []byte("hello"), 0o600); err != nil {
		t.Fatal(err)
	}
	do(t, ctx, upload(text), fault("cannot be read"), upload(one.save(t)))
	one.marked(t, ctx)
	shoot(t, ctx, "seek-photo.png")
	for _, script := range []string{faint, astray, nameless} {
		accept(t, ctx, "the marks", script)
	}
	do(t, ctx, pick("cancel"), asks("Which LED"), upload(shot{func(x, y int) bool { return x == 20 && y < 2 }, white}.save(t)))
	do(t, ctx, until(`document.querySelector('.seek-corner') !== null`), pick("read"), fault("2 LEDs"), pick("cancel"), asks("Which LED"))
	do(t, ctx, upload(shot{func(x, y int) bool { return false }, white}.save(t)), until(`document.querySelector('.seek-corner') !== null`), pick("read"), fault("No LED"), pick("cancel"), asks("Which LED"))
	for _, tt := range []struct {
		kind  string
		shot  shot
		shows string
	}{
		{"led", one, "Column 12, row 3"},
		{"led", shot{func(x, y int) bool { return x == 31 && y == 15 }, white}, "Column 32, row 16"},
		{"rows", shot{func(x, y int) bool { return y%4 == 1 }, white}, "shows: 4."},
		{"colour", shot{func(x, y int) bool { return true }, color.NRGBA{60, 90, 240, 255}}, "shows: blue."},
		{"clean", shot{func(x, y int) bool {
			return x == 0 || y == 0 || x == 31 || y == 15 || y == (2*x+1)/4 || y == 15-(2*x+1)/4
		}, white}, "shows: Yes."},
	} {
		corners := tt.shot.corners()
		reading, err := photo.Read(tt.shot.picture(), shotSize, &corners)
		if err != nil {
			t.Fatal(err)
		}
		want, err := panelfind.Photographed(panelfind.Kind(tt.kind), reading)
		if err != nil {
			t.Fatal(err)
		}
		do(t, ctx, upload(tt.shot.save(t)), until(`document.querySelector('.seek-corner') !== null`), js(`over = true`), pick("read"), shown(tt.shows))
		shoot(t, ctx, fmt.Sprintf("seek-photo-%s.png", tt.kind))
		before := value[int](t, ctx, `answered.length`)
		do(t, ctx, chromedp.KeyEvent(kb.Enter), until(fmt.Sprintf(`answered.length === %d`, before+1)))
		if got := value[string](t, ctx, `answered.at(-1)`); got != want {
			t.Errorf("%s: the page answers %s, the program %s", tt.kind, got, want)
		}
	}
}

// shown waits until the page tells what a photograph shows.
func shown(text string) step {
	quoted, _ := json.Marshal(text)
	return until(fmt.Sprintf(`document.querySelector('.seek-shows')?.textContent.includes(%s)`, quoted))
}

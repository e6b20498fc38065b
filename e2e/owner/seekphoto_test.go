// SPDX-License-Identifier: Apache-2.0

package owner

import (
	"bytes"
	"encoding/json"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"io"
	"math"
	"net/http"
	"path/filepath"
	"slices"
	"sync"
	"testing"

	"github.com/ledpost/ledpost/e2e/browser"
	"github.com/ledpost/ledpost/e2e/rig"
	"github.com/ledpost/ledpost/hw/panelfind"
	"github.com/ledpost/ledpost/hw/photo"
	"github.com/ledpost/ledpost/internal/eventually"

	"github.com/chromedp/chromedp/kb"
)

// A byPhotograph is a search for a panel of 32×16 LEDs that asks for the places of LEDs, rows, the
// bands of colours and the frame.
type byPhotograph struct {
	mu       sync.Mutex
	answered []string
	over     bool // the search has ended
}

func (s *byPhotograph) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	defer s.mu.Unlock()
	var body struct {
		Answer  string
		Answers []string
	}
	_ = json.NewDecoder(r.Body).Decode(&body) // there may be none
	if body.Answer != "" {
		s.answered = append(s.answered, body.Answer)
	}
	if body.Answers != nil {
		s.answered, s.over = body.Answers, false
	}
	w.Header().Set("Content-Type", "application/json")
	if s.over {
		io.WriteString(w, `{"searching":false,"asked":0,"left":0}`)
		return
	}
	kind := "size"
	if all := []string{"size", "led", "led", "rows", "bands", "bands", "clean"}; len(s.answered) < len(all) {
		kind = all[len(s.answered)]
	}
	chain := map[string]int{"bands": 2, "clean": 3}[kind]
	likely := map[string][]string{"led": {"none", "3,3"}, "rows": {"0", "2", "16"}}[kind]
	json.NewEncoder(w).Encode(map[string]any{
		"searching": true, "asked": len(s.answered), "left": 59,
		"question": map[string]any{"kind": kind, "text": "", "likely": likely, "chain": chain},
	})
}

// end ends the search.
func (s *byPhotograph) end() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.over = true
}

// answers are those so far.
func (s *byPhotograph) answers() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.answered)
}

// A shot is a photograph of a panel of 32×16 LEDs, seen from the side.
type shot struct {
	lit   func(x, y int) bool
	light func(x, y int) color.NRGBA
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
			light = s.light(led.X, led.Y)
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

// give gives the photograph to the page, and waits for its marks.
func (s shot) give(p *browser.Page) {
	var out bytes.Buffer
	png.Encode(&out, s.picture())
	p.Give("Answer by photograph", "photo.png", out.Bytes())
	p.CSS(".seek-corner").Counts(4)
}

// marked drags the marks to the corners: three with the mouse, the last with the keys.
func (s shot) marked(p *browser.Page) {
	p.CSS(".seek-photo").Bring()
	for i, to := range s.corners() {
		mark := p.CSS(".seek-corner").Nth(i + 1)
		room, from := p.CSS(".seek-photo canvas").Place(), mark.Place()
		x, y := room.X+(float64(to.X)+0.5)*room.Width/960, room.Y+(float64(to.Y)+0.5)*room.Height/640
		if i == 3 { // a step of a key is a pixel of the photograph
			x += 2 * room.Width / 960
		}
		mark.DragBy(x-from.X-from.Width/2, y-from.Y-from.Height/2)
	}
	p.Key(kb.ArrowLeft + kb.ArrowLeft)
}

// TestPageAnswersByPhotograph: photographs answer the questions of the search, once the person has confirmed
// the answer; others do not, and say why. The answers are those of the program.
func TestPageAnswersByPhotograph(t *testing.T) {
	p, _ := browser.SignedIn(t, 390, 844, rig.Configured(t, fmt.Sprintf(
		"[panel]\ndriver = \"hub75\"\nwiring = \"regular\"\ngpio = %q\n", "vcd:"+filepath.Join(t.TempDir(), "lines.vcd")))...)
	search, fault := &byPhotograph{}, p.CSS("#setup-fault")
	p.Answer("/live/panel/find", search)
	p.Open("Device")
	p.Press("Set up…")
	asks(p, "administrator")
	p.Press("What panel is this?")
	asks(p, "across × down")
	p.Control("Answer by photograph").Gone()
	pick(p, "32x16")
	asks(p, "Which LED")
	white := func(int, int) color.NRGBA { return color.NRGBA{235, 225, 210, 255} }
	banded := func(x, _ int) color.NRGBA {
		return []color.NRGBA{{230, 70, 50, 255}, {60, 210, 80, 255}, {60, 90, 240, 255}}[3*x/32]
	}
	one := shot{func(x, y int) bool { return x == 11 && y == 2 }, white}
	p.Give("Answer by photograph", "text.png", []byte("hello"))
	fault.Sees("cannot be read")
	one.give(p)
	one.marked(p)
	p.Shoot("seek-photo.png")
	p.Looks("the marks")
	pick(p, "cancel")
	for says, lit := range map[string]func(x, y int) bool{
		"2 LEDs": func(x, y int) bool { return x == 20 && y < 2 },
		"No LED": func(x, y int) bool { return false },
	} {
		asks(p, "Which LED")
		shot{lit, white}.give(p)
		pick(p, "read")
		fault.Sees(says)
		pick(p, "cancel")
	}
	asks(p, "Which LED")
	for _, tt := range []struct {
		kind  string
		asks  string
		shot  shot
		shows string
	}{
		{"led", "Which LED", one, "Column 12, row 3"},
		{"led", "Which LED", shot{func(x, y int) bool { return x == 31 && y == 15 }, white}, "Column 32, row 16"},
		{"rows", "How many of the 16 rows", shot{func(x, y int) bool { return y%4 == 1 }, white}, "shows: 4."},
		{"bands", "All 2 panels of the chain", shot{func(x, y int) bool { return true }, banded}, "shows: red, green, blue."},
		{"bands", "All 2 panels of the chain", shot{func(x, y int) bool { return y < 8 || x < 11 || x > 21 }, banded},
			"shows: red, green, blue / red, dark, blue."},
		{"clean", "Do all 3 panels of the chain", shot{func(x, y int) bool {
			return x == 0 || y == 0 || x == 31 || y == 15 || y == (2*x+1)/4 || y == 15-(2*x+1)/4
		}, white}, "shows: Yes."},
	} {
		asks(p, tt.asks)
		reading, err := photo.Read(tt.shot.picture(), shotSize, new(tt.shot.corners()))
		if err != nil {
			t.Fatal(err)
		}
		want, err := panelfind.Photographed(panelfind.Kind(tt.kind), reading)
		if err != nil {
			t.Fatal(err)
		}
		tt.shot.give(p)
		search.end()
		pick(p, "read")
		p.CSS(".seek-shows").Sees(tt.shows)
		p.Shoot(fmt.Sprintf("seek-photo-%d-%s.png", len(search.answers()), tt.kind))
		before := len(search.answers())
		p.Key(kb.Enter)
		eventually.True(t, "the page answers", func() bool { return len(search.answers()) == before+1 })
		if got := search.answers()[before]; got != want {
			t.Errorf("%s: the page answers %s, the program %s", tt.kind, got, want)
		}
	}
}

// SPDX-License-Identifier: Apache-2.0

package term

import (
	"bytes"
	"errors"
	"image"
	"image/color"
	"strings"
	"testing"

	"github.com/ledpost/ledpost/internal/must"
)

// at is a terminal whose size stays.
func at(columns, rows int) func() (int, int) { return func() (int, int) { return columns, rows } }

func TestScreen(t *testing.T) {
	var out bytes.Buffer
	p := must.Get(New(&out, image.Pt(2, 3), at(80, 24)))(t)
	// Two lines of characters, a margin, and the rest scrolls from line 5.
	must.Equal(t, out.String(), "\x1b[2J\x1b[r\x1b[5;24r\x1b[5;1H\x1b[?25l", "the beginning")
	out.Reset()
	m := image.NewRGBA(image.Rect(0, 0, 2, 3))
	m.SetRGBA(1, 0, color.RGBA{255, 128, 64, 255})
	m.SetRGBA(1, 1, color.RGBA{64, 128, 255, 255})
	must.Do(t, p.Draw(m.Rect, m, image.Point{}))
	rows := []struct{ why, want string }{
		{"the cursor goes back to where the text is", "\x1b7"},
		{"the first character of line 2", "\x1b[2;2H"},
		{"two pixels in one character, upper and lower", "\x1b[38;2;255;139;81;48;2;81;139;255m▀"},
		{"and back", "\x1b[0m\x1b8"},
	}
	for _, row := range rows {
		if !strings.Contains(out.String(), row.want) {
			t.Errorf("%s: no %q in %q", row.why, row.want, out.String())
		}
	}
	must.Equal(t, strings.Count(out.String(), "▀"), 4, "characters at first")
}

func TestOnlyChangesAreWritten(t *testing.T) {
	var out bytes.Buffer
	p, _ := New(&out, image.Pt(37, 8), at(80, 24))
	m := image.NewRGBA(image.Rect(0, 0, 37, 8))
	p.Draw(m.Rect, m, image.Point{})
	out.Reset()
	m.SetRGBA(30, 5, color.RGBA{255, 255, 255, 255})
	p.Draw(m.Rect, m, image.Point{})
	if n := strings.Count(out.String(), "▀"); n != 1 || !strings.Contains(out.String(), "\x1b[4;32H") {
		t.Errorf("%d characters written, want the one at line 4, column 32: %q", n, out.String())
	}
}

// TestTheTerminalIsResized: the picture is drawn again above the text, and not at
// all while it does not fit.
func TestTheTerminalIsResized(t *testing.T) {
	var out bytes.Buffer
	columns, rows := 80, 24
	p, _ := New(&out, image.Pt(37, 8), func() (int, int) { return columns, rows })
	m := image.NewRGBA(image.Rect(0, 0, 37, 8))
	for _, c := range []struct {
		name          string
		columns, rows int
		begins        string
		characters    int
	}{
		{"at first", 80, 24, "\x1b7", 37 * 4},
		{"as it was", 80, 24, "\x1b7", 0},
		{"larger", 120, 40, "\x1b[0m\x1b[r\x1b[7;40r\x1b[1;1H\x1b[2K", 37 * 4},
		{"too narrow", 38, 40, "\x1b[0m\x1b[r\x1b[40;1H", 0},
		{"still", 38, 40, "", 0},
		{"too low", 80, 11, "\x1b[0m\x1b[r\x1b[11;1H", 0},
		{"it fits again", 39, 12, "\x1b[0m\x1b[r\x1b[7;12r\x1b[1;1H\x1b[2K", 37 * 4},
	} {
		out.Reset()
		columns, rows = c.columns, c.rows
		must.Do(t, p.Draw(m.Rect, m, image.Point{}))
		if n := strings.Count(out.String(), "▀"); !strings.HasPrefix(out.String(), c.begins) || n != c.characters {
			t.Errorf("%s: %d characters, want %d, after %q: %.60q", c.name, n, c.characters, c.begins, out.String())
		}
	}
}

func TestCloseGivesTheScreenBack(t *testing.T) {
	var out bytes.Buffer
	p, _ := New(&out, image.Pt(2, 2), at(80, 24))
	out.Reset()
	if err := p.Close(); err != nil || !strings.HasPrefix(out.String(), "\x1b[r\x1b[?25h") {
		t.Errorf("%v: %q, want the whole screen to scroll and the cursor", err, out.String())
	}
}

type broken struct{}

func (broken) Write([]byte) (int, error) { return 0, errors.New("hung up") }

func TestTerminalThatIsGone(t *testing.T) {
	if _, err := New(broken{}, image.Pt(2, 2), at(80, 24)); err == nil {
		t.Error("no error from a terminal that is gone")
	}
}

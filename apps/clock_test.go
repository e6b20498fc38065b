package apps

import (
	"image"
	"image/color"
	"strings"
	"testing"
	"time"

	"github.com/ledpost/ledpost/device"
	"github.com/ledpost/ledpost/fonts"
	"github.com/ledpost/ledpost/internal/pixtest"
	"github.com/ledpost/ledpost/render"
	"github.com/ledpost/ledpost/render/rendertest"
)

func newClock(t *testing.T, cfg ClockConfig, w, h int) *Clock {
	t.Helper()
	set, err := fonts.Open(fonts.Options{Rows: h})
	if err != nil {
		t.Fatal(err)
	}
	return NewClock(cfg, image.Pt(w, h), set, device.WallClock{}, time.UTC)
}

func drawn(v device.View, size image.Point, now time.Time) *image.RGBA {
	m := image.NewRGBA(image.Rectangle{Max: size})
	render.Clear(m)
	v.Root.Draw(m, image.Point{}, now.Sub(v.Start))
	return m
}

var noon = time.Date(2026, 11, 20, 12, 34, 56, 250_000_000, time.UTC)

func TestClockText(t *testing.T) {
	rows := []struct {
		name string
		cfg  ClockConfig
		now  time.Time
		want string
	}{
		{"24 hours", ClockConfig{}, noon, "12:34"},
		{"after midnight", ClockConfig{Hours: 24}, noon.Add(12 * time.Hour), "00:34"},
		{"12 hours", ClockConfig{Hours: 12}, noon.Add(3 * time.Hour), "3:34"},
		{"seconds", ClockConfig{Seconds: true}, noon, "12:34:56"},
	}
	for _, row := range rows {
		c := newClock(t, row.cfg, 37, 8)
		if got := c.text(row.now, row.now); got != row.want {
			t.Errorf("%s: %q, want %q", row.name, got, row.want)
		}
		if w := c.face.Width(row.want); w > 37 {
			t.Errorf("%s: %d px wide, want at most 37", row.name, w)
		}
	}
}

func TestClockAgain(t *testing.T) {
	rows := []struct {
		name string
		cfg  ClockConfig
		want time.Duration
	}{
		{"at the next minute", ClockConfig{}, 3750 * time.Millisecond},
		{"at the next second", ClockConfig{Seconds: true}, 750 * time.Millisecond},
	}
	for _, row := range rows {
		_, again := newClock(t, row.cfg, 37, 8).View(noon)
		if got := again.Sub(noon); got != row.want {
			t.Errorf("%s: looks again after %v, want %v", row.name, got, row.want)
		}
	}
}

// TestColonBlinks: one second bright, one dim, in step with the wall clock, and
// nothing else moves.
func TestColonBlinks(t *testing.T) {
	c := newClock(t, ClockConfig{}, 37, 8)
	v, _ := c.View(noon)
	bright, dim := pixtest.String(drawn(v, c.size, noon)), pixtest.String(drawn(v, c.size, noon.Add(time.Second)))
	if bright == dim {
		t.Fatal("the colon does not blink")
	}
	for i := range bright {
		if bright[i] != dim[i] && (bright[i] != '#' || dim[i] != '+' && dim[i] != '-') {
			t.Fatalf("something else than the colon changes:\n%s\n%s", bright, dim)
		}
	}
	if next := render.Next(v.Root, noon.Sub(v.Start)); next != time.Second {
		t.Errorf("it blinks %v after the view's start, want 1 s: on the second", next)
	}
}

func TestSameMinuteSamePicture(t *testing.T) {
	c := newClock(t, ClockConfig{}, 37, 8)
	a, _ := c.View(noon)
	b, _ := c.View(noon.Add(time.Second))
	later, _ := c.View(noon.Add(time.Minute))
	if a != b || a == later {
		t.Error("want one picture a minute")
	}
}

// TestClockColor: a colour that is set while the clock shows is seen at once.
func TestClockColor(t *testing.T) {
	c := newClock(t, ClockConfig{}, 37, 8)
	c.View(noon)
	c.SetColor(color.RGBA{255, 0, 0, 255})
	v, _ := c.View(noon)
	if art := pixtest.String(drawn(v, c.size, noon)); !strings.Contains(art, "R") || strings.Contains(art, "#") {
		t.Errorf("set to red, it shows\n%s", art)
	}
}

func TestImplausibleClock(t *testing.T) {
	c := newClock(t, ClockConfig{}, 37, 8)
	c.judge = device.NewWallClock(noon.Add(time.Hour), time.Time{})
	if got := c.text(noon, noon); got != "--:--" {
		t.Errorf("before the program was built: %q, want dashes", got)
	}
}

// TestWeek: on 16 rows Friday, the fifth dash, is bright.
func TestWeek(t *testing.T) {
	c := newClock(t, ClockConfig{Week: true}, 64, 16)
	v, _ := c.View(noon)
	lines := strings.Split(pixtest.String(drawn(v, c.size, noon)), "\n")
	dashes := strings.Fields(strings.ReplaceAll(lines[15], ".", " "))
	if len(dashes) != 7 || !strings.HasPrefix(dashes[4], "#") || strings.Contains(strings.Join(append(dashes[:4:4], dashes[5:]...), ""), "#") {
		t.Errorf("days are %q", lines[15])
	}
}

// TestNoRoomForTheWeek: on 8 rows the digits need them all.
func TestNoRoomForTheWeek(t *testing.T) {
	var arts []string
	for _, week := range []bool{false, true} {
		c := newClock(t, ClockConfig{Week: week}, 37, 8)
		v, _ := c.View(noon)
		arts = append(arts, pixtest.String(drawn(v, c.size, noon)))
	}
	if arts[0] != arts[1] {
		t.Errorf("with the week\n%swithout\n%s", arts[1], arts[0])
	}
}

func TestClockIsAWidget(t *testing.T) {
	for _, size := range []image.Point{{37, 8}, {64, 32}, {8, 8}} {
		v, _ := newClock(t, ClockConfig{Week: true}, size.X, size.Y).View(noon)
		rendertest.Check(t, v.Root)
	}
}

package paint

import (
	"image"
	"testing"
	"time"

	"github.com/ledpost/ledpost/device/note"
	"github.com/ledpost/ledpost/internal/pixtest"
	"github.com/ledpost/ledpost/render"
	"github.com/ledpost/ledpost/render/rendertest"
)

// TestIndicators: where they are, on a flat panel and on a tall one, and when.
func TestIndicators(t *testing.T) {
	list := [note.Indicators]note.Indicator{
		{Color: note.Color{R: 255, Set: true}},
		{Color: note.Color{G: 255, Set: true}, Effect: note.IndicatorBlink, Period: time.Second},
		{Color: note.Color{B: 255, Set: true}, Effect: note.IndicatorFade},
	}
	for _, row := range []struct {
		why  string
		size image.Point
		at   time.Duration
		want string
	}{
		{"all bright at the beginning", image.Pt(6, 8), 0, "....RR\n.....R\n......\n.....G\n.....G\n......\n.....B\n....BB"},
		{"one blinks, one is half bright", image.Pt(6, 8), 500 * time.Millisecond, "....RR\n.....R\n......\n......\n......\n......\n.....b\n....bb"},
		{"one is dark", image.Pt(6, 8), time.Second, "....RR\n.....R\n......\n.....G\n.....G\n......\n......\n......"},
		{"the others are bright again", image.Pt(6, 8), 2 * time.Second, "....RR\n.....R\n......\n.....G\n.....G\n......\n.....B\n....BB"},
	} {
		m := image.NewRGBA(image.Rectangle{Max: row.size})
		NewIndicators(row.size, list).Draw(m, image.Point{}, row.at)
		t.Run(row.why, func(t *testing.T) { pixtest.Equal(t, m, row.want) })
	}
	tall := image.NewRGBA(image.Rect(0, 0, 64, 32))
	NewIndicators(tall.Rect.Max, list).Draw(tall, image.Point{}, 0)
	pixtest.Equal(t, tall.SubImage(image.Rect(59, 0, 64, 5)), ".RRRR\n.RRRR\n...RR\n...RR\n.....")
	rendertest.Check(t, NewIndicators(image.Pt(37, 8), list))
	blinks := NewIndicators(image.Pt(37, 8), [note.Indicators]note.Indicator{list[0], list[1]})
	rendertest.Check(t, blinks)
	if next := render.Next(blinks, 1200*time.Millisecond); next != 1500*time.Millisecond {
		t.Errorf("it blinks next at %v, want 1.5 s", next)
	}
	if next := render.Next(NewIndicators(image.Pt(37, 8), [note.Indicators]note.Indicator{list[0]}), 0); next != render.Forever {
		t.Errorf("what is steady changes at %v", next)
	}
}

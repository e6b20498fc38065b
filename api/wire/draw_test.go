package wire

import (
	"image"
	"log/slog"
	"testing"
	"time"

	"github.com/ledpost/ledpost/device/paint"
	"github.com/ledpost/ledpost/fonts"
	"github.com/ledpost/ledpost/icons"
	"github.com/ledpost/ledpost/internal/memtest"
	"github.com/ledpost/ledpost/render"
)

// FuzzPost: a body that is accepted can be drawn, on a flat panel and on a
// tall one.
func FuzzPost(f *testing.F) {
	for _, frame := range []string{
		`{"text":"Washer done\n"}`,
		`{"icon":"data:image/gif;base64,R0lGODlhAQABAIAAAP8AAAAAACH5BAAAAAAALAAAAAABAAEAAAICRAEAOw==","text":["a",{"t":"\n","c":"#FF0000"}]}`,
		`{"icon":2867,"goalData":{"start":-9,"current":5,"end":3,"unit":"°C"},"duration":1000}`,
		`{"chartData":[0,0,0,-5],"color":"#123456"}`,
	} {
		f.Add([]byte(`{"icon_type":"alert","model":{"cycles":2,"frames":[` + frame + `]}}`))
	}
	var painters []*paint.Painter
	for _, size := range []image.Point{{37, 8}, {64, 32}} {
		set, err := fonts.Open(fonts.Options{Rows: size.Y})
		if err != nil {
			f.Fatal(err)
		}
		store := icons.New(icons.Config{Size: 8 * paint.IconScale(size.X, size.Y)}, slog.New(slog.DiscardHandler))
		painters = append(painters, &paint.Painter{Size: size, Fonts: set, Icons: store})
	}
	draw := func(t *testing.T, body []byte) {
		n, err := ParseNotification(body)
		if err != nil {
			return
		}
		for _, p := range painters {
			seq := p.Picture(&n)
			m := image.NewRGBA(image.Rectangle{Max: p.Size})
			for at, i := time.Duration(0), 0; at < render.Forever && i < 20; i++ {
				seq.Draw(m, image.Point{}, at)
				at = max(seq.Next(at), at+100*time.Millisecond)
			}
			if seq.Length(1) <= 0 {
				t.Errorf("over after %v", seq.Length(1))
			}
		}
	}
	f.Fuzz(func(t *testing.T, body []byte) {
		// The pictures of an icon, drawn on two panels.
		memtest.AtMost(t, 32<<20+2000*len(body), func() { draw(t, body) })
	})
}

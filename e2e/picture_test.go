package e2e

import (
	"bytes"
	"context"
	"flag"
	"image"
	"image/color"
	"image/gif"
	"math"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/coder/websocket"
)

var update = flag.Bool("update", false, "record docs/panel.gif anew")

// TestPicture: the picture at the top of the README is of a panel that runs.
// With -update it is recorded from one.
func TestPicture(t *testing.T) {
	const path = "../docs/panel.gif"
	if *update {
		film := record(t)
		var b bytes.Buffer
		if err := gif.EncodeAll(&b, film); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, b.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	g, err := gif.DecodeAll(f)
	if err != nil {
		t.Fatal(err)
	}
	if size := ledsSize(image.Pt(37, 8)); len(g.Image) < 50 || g.Config.Width != size.X || g.Config.Height != size.Y {
		t.Errorf("%d frames of %d×%d, want a film of %v", len(g.Image), g.Config.Width, g.Config.Height, size)
	}
}

// posts are what the film shows between two looks at the clock.
var posts = []string{
	`{"model":{"frames":[{"icon":"weather-sun","text":"21.5 °C","color":"#FFC040"}]}}`,
	`{"model":{"frames":[{"icon":"weather-rain","text":"Rain at noon","color":"#70C0FF"}]}}`,
	`{"model":{"frames":[{"icon":"device-battery","goalData":{"start":0,"current":72,"end":100,"unit":"%"},"duration":3000}]}}`,
}

// shot is a frame of /live/frames and when it came.
type shot struct {
	at    time.Time
	frame []byte
}

// record films what a running panel shows.
func record(t *testing.T) *gif.GIF {
	t.Helper()
	r := launch(t, nil)
	r.call("PUT", "/api/v2/device/display", `{"brightness":100,"brightness_mode":"manual"}`, nil)
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	ws, _, err := websocket.Dial(ctx, strings.Replace(r.url, "http", "ws", 1)+"/live/frames",
		&websocket.DialOptions{Subprotocols: []string{"ledpost", "ledpost.key." + r.key}})
	if err != nil {
		t.Fatal(err)
	}
	shots := make(chan []shot)
	go func() {
		var all []shot
		for {
			_, frame, err := ws.Read(ctx)
			if err != nil {
				shots <- all
				return
			}
			all = append(all, shot{time.Now(), frame})
		}
	}()
	const look = 2 * time.Second
	time.Sleep(look)
	begun := time.Now()
	time.Sleep(look)
	for _, post := range posts {
		r.call("POST", "/api/v2/device/notifications", post, nil)
	}
	eventually(t, "all were shown", func() bool { return len(r.queue()) == 0 })
	time.Sleep(look)
	end := time.Now()
	cancel()
	return cut(<-shots, begun, end)
}

// cut makes a film of 25 pictures a second; those that are the same are one.
func cut(shots []shot, from, to time.Time) *gif.GIF {
	const every = 40 * time.Millisecond
	film := &gif.GIF{}
	var last []byte
	for at := from; at.Before(to); at = at.Add(every) {
		for len(shots) > 1 && !shots[1].at.After(at) {
			shots = shots[1:]
		}
		if now := shots[0].frame; string(now) != string(last) {
			film.Image, film.Delay = append(film.Image, leds(now, last)), append(film.Delay, 0)
			last = now
		}
		film.Delay[len(film.Delay)-1] += int(every / (10 * time.Millisecond))
	}
	return film
}

// pitch is the pixels from LED to LED of the picture, radius those of an LED.
const (
	pitch  = 16
	radius = 6.0
)

func ledsSize(panel image.Point) image.Point { return panel.Mul(pitch).Add(image.Pt(24, 24)) }

// leds draws a frame of /live/frames as round LEDs: those that are not as in the
// frame before, if there was one.
func leds(frame, before []byte) *image.Paletted {
	w, h := int(frame[0])|int(frame[1])<<8, int(frame[2])|int(frame[3])<<8
	m := image.NewPaletted(image.Rectangle{Max: ledsSize(image.Pt(w, h))}, color.Palette{color.RGBA{12, 12, 16, 255}})
	if before != nil {
		m.Palette[0] = color.RGBA{}
	}
	for i := range w * h {
		c := [3]byte(frame[4+3*i:])
		if before == nil || c != [3]byte(before[4+3*i:]) {
			led(m, image.Pt(i%w, i/w).Mul(pitch).Add(image.Pt(12, 12)), ink(m, c))
		}
	}
	return m
}

// ink is the index of a colour in the palette, to which it is added. 64 levels
// are enough for a film; what is off is still seen.
func ink(m *image.Paletted, c [3]byte) uint8 {
	lit := color.RGBA{max(c[0]&^3, 30), max(c[1]&^3, 30), max(c[2]&^3, 34), 255}
	for i, p := range m.Palette {
		if p == lit {
			return uint8(i)
		}
	}
	m.Palette = append(m.Palette, lit)
	return uint8(len(m.Palette) - 1)
}

func led(m *image.Paletted, at image.Point, ink uint8) {
	for y := range pitch {
		for x := range pitch {
			if math.Hypot(float64(x)-pitch/2+0.5, float64(y)-pitch/2+0.5) < radius {
				m.SetColorIndex(at.X+x, at.Y+y, ink)
			}
		}
	}
}

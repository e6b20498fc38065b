// SPDX-License-Identifier: Apache-2.0

package main

import (
	"bufio"
	"bytes"
	"context"
	"image"
	"image/color"
	"image/gif"
	"math"
	"net"
	"net/http"
	"time"

	"github.com/ledpost/ledpost/apps/kit"
	"github.com/ledpost/ledpost/apps/tronbyt"
	"github.com/ledpost/ledpost/device"
	"github.com/ledpost/ledpost/device/paint"
	"github.com/ledpost/ledpost/internal/webfetch"
	"github.com/ledpost/ledpost/render"
)

// served returns the app of Tronbyt with what a server in memory sends: a boat at sunset.
func served(p *paint.Painter) render.Widget {
	boat := sunset(p.Size)
	return staged{
		pkg: tronbyt.Package, settings: `{"url":"http://server.example/1/next"}`,
		env: func(env *kit.Env) {
			env.Web, _ = webfetch.New(webfetch.Config{Dial: func(context.Context, string, string) (net.Conn, error) {
				here, there := net.Pipe()
				go answer(there, boat)
				return here, nil
			}}) // cannot fail: nothing is configured
		},
		given: func(app device.App, now time.Time) {
			app.(device.Attender).Attend(func(string) bool { return true }, now)
			work(app, now)
		},
	}.widget(p)
}

// answer answers the first request on c with a picture.
func answer(c net.Conn, picture []byte) {
	defer c.Close()
	req, err := http.ReadRequest(bufio.NewReader(c))
	if err != nil {
		return
	}
	res := http.Response{StatusCode: http.StatusOK, ProtoMajor: 1, ProtoMinor: 1, Request: req,
		ContentLength: int64(len(picture)), Header: http.Header{"Tronbyt-Dwell-Secs": {"10"}}, Body: http.NoBody}
	var b bytes.Buffer
	_ = res.Write(&b) // a buffer takes everything
	b.Write(picture)
	_, _ = c.Write(b.Bytes())
}

// colors of the sunset, from the sky's top to the sea's depth.
var colors = color.Palette{
	color.RGBA{28, 16, 70, 255}, color.RGBA{70, 24, 100, 255}, color.RGBA{140, 36, 110, 255}, color.RGBA{210, 60, 90, 255},
	color.RGBA{250, 110, 60, 255}, color.RGBA{255, 170, 60, 255}, // sky
	color.RGBA{255, 230, 140, 255},                                                           // sun
	color.RGBA{24, 60, 120, 255}, color.RGBA{14, 40, 96, 255}, color.RGBA{255, 190, 90, 255}, // sea, and the sun in it
	color.RGBA{20, 12, 24, 255}, color.RGBA{250, 244, 230, 255}, // hull, sail
}

// sunset returns a GIF of 4 s: a boat that crosses the sun.
func sunset(size image.Point) []byte {
	const frames, delay = 40, 10 // hundredths of a second
	var g gif.GIF
	for n := range frames {
		m := image.NewPaletted(image.Rectangle{Max: size}, colors)
		at := float64(n) / frames
		for y := range size.Y {
			for x := range size.X {
				m.SetColorIndex(x, y, sunsetAt(x, y, size, at))
			}
		}
		boat(m, -12+int(at*float64(size.X+24)), size.Y*5/8-1+n/5%2)
		g.Image, g.Delay = append(g.Image, m), append(g.Delay, delay)
	}
	var b bytes.Buffer
	_ = gif.EncodeAll(&b, &g) // a buffer takes everything
	return b.Bytes()
}

// sunsetAt returns the colour of a pixel; at goes from 0 to 1 and begins again.
func sunsetAt(x, y int, size image.Point, at float64) uint8 {
	horizon := size.Y * 5 / 8
	from := math.Hypot(float64(x-size.X/2)+0.5, float64(y-horizon)+0.5)
	switch {
	case y < horizon && from < float64(size.Y)*0.31:
		return 6
	case y < horizon:
		return uint8(6 * y / horizon)
	}
	wave := math.Sin(float64(x)*0.55 + float64(y)*1.9 + 2*math.Pi*at*float64(1+y%2*2-1))
	switch deep := y - horizon; {
	case math.Abs(float64(x-size.X/2)+0.5) < float64(size.Y)*0.3-float64(deep)/2+2*wave && (deep+int(8*at))%2 == 0:
		return 9
	case wave > 0.3:
		return 7
	}
	return 8
}

// boat draws a boat whose hull is at x, y.
func boat(m *image.Paletted, x, y int) {
	for row := range 9 { // the sail
		for i := range row/2 + 1 {
			m.SetColorIndex(x+5-i, y-10+row, 11)
		}
		for i := range row/3 + 1 {
			m.SetColorIndex(x+7+i, y-9+row, 11)
		}
		m.SetColorIndex(x+6, y-10+row, 10)
	}
	for row, inset := range []int{0, 1, 2} {
		for i := inset; i < 13-inset; i++ {
			m.SetColorIndex(x+i, y+row, 10)
		}
	}
}

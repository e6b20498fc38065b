// SPDX-License-Identifier: Apache-2.0

//go:build linux

package load

import (
	"archive/zip"
	"bytes"
	"encoding/base64"
	"fmt"
	"image"
	"image/color"
	"image/gif"
	"image/png"
	"io"
	"strings"
	"sync"

	"github.com/ledpost/ledpost/internal/scans"
	"github.com/ledpost/ledpost/internal/scans/scanstest"
)

// long is the size of the largest bodies.
const long = 1<<20 - 1<<10

// repeated returns a JSON body of about 1 MiB.
func repeated(before, part, after string) string {
	return before + strings.TrimSuffix(strings.Repeat(part, long/len(part)), ",") + after
}

// dear returns the JSON bodies that cost most to read or to draw. To make them takes seconds.
var dear = sync.OnceValue(func() (all []string) {
	frames := func(n int, frame string) string {
		return `{"model":{"frames":[` + strings.TrimSuffix(strings.Repeat(frame+",", n), ",") + `]}}`
	}
	letters, mixed := strings.Repeat("abcdefg ", 128), strings.Repeat("äж字🌧", 256)
	for _, frame := range []string{
		`{"text":"` + letters + `"}`,
		`{"duration":1000,"text":"` + letters + `","background":"plasma","overlay":"snow","transition":"slide_left"}`,
		`{"duration":1000,"text":"` + mixed + `","effect":"rainbow"}`,
		`{"duration":1000,"text":[{"t":"` + letters[:512] + `","effect":"rainbow"},` +
			`{"t":"` + letters[:512] + `","effect":"fade"}]}`,
		`{"duration":1000,"chartData":[` + strings.TrimSuffix(strings.Repeat("1,5,", 256), ",") + `]}`,
		`{"duration":1000,"draw":[{"bitmap":[0,0,64,64,[` + strings.TrimSuffix(strings.Repeat("null,", 4096), ",") + `]]}]}`,
	} {
		most := 32
		if strings.Contains(frame, `"text"`) {
			most = 4 // as much text as all frames together may have
		}
		all = append(all, frames(most, frame))
	}
	all = append(all, frames(32, `{"text":"`+letters+`"}`)) // more: it is refused before it is drawn
	for i := range 3 {                                      // data URIs that differ from each other: none is found decoded
		icon := base64.StdEncoding.EncodeToString(movie(image.Pt(200, 200), 500, i))
		all = append(all, frames(3, `{"icon":"data:image/gif;base64,`+icon+`","text":"x"}`))
	}
	for _, jpeg := range [][]byte{scanstest.JPEG(600, 19_000), scanstest.JPEG(512, scans.Most)} {
		icon := base64.StdEncoding.EncodeToString(jpeg)
		all = append(all, frames(3, `{"icon":"data:image/jpeg;base64,`+icon+`","text":"x"}`))
	}
	for n := 4; n < 6; n++ { // deep pictures; the fifth is one too many
		var icons []string
		for i := range n {
			icons = append(icons, `{"icon":"data:image/png;base64,`+
				base64.StdEncoding.EncodeToString(deep(512, i+1))+`","text":"x"}`)
		}
		all = append(all, `{"model":{"frames":[`+strings.Join(icons, ",")+`]}}`)
	}
	// other scripts
	for _, unit := range []string{"عب", "กิ", "e\u0301", "אa", "\u202eع", "각힣", "ﷺ", "a\u0316\u0301\u0302"} {
		all = append(all, frames(4, `{"text":"`+string([]rune(strings.Repeat(unit, 1024))[:1024])+`"}`))
	}
	for _, command := range []string{`{"disc":[0,0,1000,"#ffffff"]}`, `{"text":[0,0,"abcd","#ffffff"]}`} {
		all = append(all, frames(4, `{"draw":[`+strings.TrimSuffix(strings.Repeat(command+",", 256), ",")+`]}`))
	}
	for n := 1; n < 4; n++ { // as many large films; the third is one too many
		var films []string
		for i := range n {
			icon := base64.StdEncoding.EncodeToString(movie(image.Pt(1000, 1000), 120, i))
			films = append(films, `{"icon":"data:image/gif;base64,`+icon+`","text":"x"}`)
		}
		all = append(all, `{"model":{"frames":[`+strings.Join(films, ",")+`]}}`)
	}
	return append(all,
		repeated(`{"model":{"frames":[{"chartData":[`, `1,`, `]}]}}`),
		repeated(`{"model":{"frames":[{`, `"chartData":[1,2,3],`, `}]}}`),
		repeated(`{"frames":[`, `{"text":"a"},`, `]}`),
		repeated(`{"model":{"frames":[{"text":"`, `\u00e4`, `"}]}}`),
		repeated(`{"text":"`, `a`, `"}`),
		repeated(`[`, `{},`, `]`),
		repeated(``, `[`, ``),
		repeated(`{"a":"`, `x`, ``),
	)
})

// files returns bodies that are no JSON: pictures that take much memory, and what is no file at all.
func files() [][]byte {
	return [][]byte{
		scanstest.JPEG(1024, 19_000), scanstest.JPEG(1024, scans.Most),
		movie(image.Pt(1024, 1024), 60, 0), movie(image.Pt(1, 1), 20_000, 0), deep(1024, 1),
		archive(10_000, 0), archive(1, 64<<20),
		[]byte("a = " + strings.Repeat("[", 60<<10)), bytes.Repeat([]byte("x"), 2<<20),
	}
}

// deep returns a PNG of a square with 16 bits a colour; seed tells it from others.
func deep(side, seed int) []byte {
	m := image.NewNRGBA64(image.Rect(0, 0, side, side))
	m.Set(1, 1, color.NRGBA64{1, 2, 3, uint16(seed)})
	var file bytes.Buffer
	if err := (&png.Encoder{CompressionLevel: png.BestSpeed}).Encode(&file, m); err != nil {
		panic(fmt.Sprint("a PNG of our own: ", err))
	}
	return file.Bytes()
}

// archive returns so many files of so many zeros each, packed as a backup is.
func archive(entries int, size int64) []byte {
	var file bytes.Buffer
	out := zip.NewWriter(&file)
	for i := range entries {
		to, err := out.Create(fmt.Sprintf("icons/%d.png", i))
		if err == nil {
			_, err = io.CopyN(to, zeros{}, size)
		}
		if err != nil {
			panic(fmt.Sprint("an archive of our own: ", err))
		}
	}
	if err := out.Close(); err != nil {
		panic(err)
	}
	return file.Bytes()
}

// zeros is endless.
type zeros struct{}

func (zeros) Read(p []byte) (int, error) { clear(p); return len(p), nil }

// movie returns a GIF of so many frames; seed tells it from others.
func movie(size image.Point, frames, seed int) []byte {
	g := &gif.GIF{}
	palette := color.Palette{color.Black, color.RGBA{255, uint8(seed), 0, 255}}
	for i := range frames {
		m := image.NewPaletted(image.Rectangle{Max: size}, palette)
		m.SetColorIndex(i%size.X, i%size.Y, 1)
		g.Image, g.Delay, g.Disposal = append(g.Image, m), append(g.Delay, 4), append(g.Disposal, gif.DisposalPrevious)
	}
	var file bytes.Buffer
	if err := gif.EncodeAll(&file, g); err != nil {
		panic(fmt.Sprint("a GIF of our own: ", err))
	}
	return file.Bytes()
}

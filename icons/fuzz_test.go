// SPDX-License-Identifier: Apache-2.0

package icons

import (
	"bytes"
	"encoding/binary"
	"hash/crc32"
	"image"
	"image/jpeg"
	"testing"

	"github.com/ledpost/ledpost/internal/memtest"
	"github.com/ledpost/ledpost/internal/must"
	"github.com/ledpost/ledpost/internal/scans"
	"github.com/ledpost/ledpost/internal/scans/scanstest"
)

func FuzzGIF(f *testing.F) {
	whole := image.Rect(0, 0, 1024, 1024)
	f.Add(rawGIF{size: whole.Max, global: art,
		frames: []rawFrame{{rect: whole, bits: 2, transparent: -1, pixels: []byte{1, 2, 3}}}}.bytes())
	for _, g := range append(corpus()[:2048:2048][1000:1010], oddities()...) {
		f.Add(g.bytes())
	}
	f.Fuzz(func(t *testing.T, data []byte) { fuzzDecode(t, append([]byte("GIF89a"), data[min(6, len(data)):]...)) })
}

func FuzzPNG(f *testing.F) {
	for _, p := range pngs() {
		f.Add(p.bytes())
	}
	f.Add(rawPNG{kind: 6, depth: 16, interlaced: true, w: 1024, h: 1024}.header())
	f.Add(moving().bytes())
	f.Fuzz(func(t *testing.T, data []byte) {
		data = append([]byte("\x89PNG\r\n\x1a\n"), data[min(8, len(data)):]...)
		for at := 8; at+8 <= len(data); { // checksums are made right, for the damage to get through
			end := at + 8 + int(binary.BigEndian.Uint32(data[at:]))
			if end+4 > len(data) {
				break
			}
			binary.BigEndian.PutUint32(data[end:], crc32.ChecksumIEEE(data[at+4:end]))
			at = end + 4
		}
		fuzzDecode(t, data)
	})
}

func FuzzJPEG(f *testing.F) {
	for _, m := range []image.Image{image.NewRGBA(image.Rect(0, 0, 9, 7)), image.NewGray(image.Rect(0, 0, 1, 1))} {
		var b bytes.Buffer
		must.Do(f, jpeg.Encode(&b, m, nil))
		f.Add(b.Bytes())
	}
	f.Add(scanstest.JPEG(20, scans.Most))
	f.Fuzz(func(t *testing.T, data []byte) {
		fuzzDecode(t, append([]byte("\xff\xd8\xff"), data[min(3, len(data)):]...))
	})
}

// fuzzDecode checks what must hold for any bytes. What is allocated is at most
//   - 2 MiB for nothing: tables, and the colours of a frame that is larger than
//     the canvas, which is at most 1 MiB,
//   - 32 bytes a pixel of the canvas: 8 of a PNG with 16 bits a channel, twice when
//     interlaced, then 4 for what is shown and what is put back, and
//   - 2 KiB a frame for its fitted picture; of Decode 4 bytes a pixel of each.
//
// The size of a canvas and the number of frames have bounds of their own (Check).
func fuzzDecode(t *testing.T, data []byte) {
	facts, err := inspect(data)
	if err != nil || facts.work > 4<<20+frameWork { // the largest still picture
		return // refused, or only slow
	}
	pixels := facts.size.X * facts.size.Y
	limit := 2<<20 + 32*pixels + facts.frames<<11
	if facts.ext != "gif" { // a decoder for each frame, and a lossless WebP's tables
		limit += facts.frames*(128<<10) + 32*pixels*facts.frames + 200*len(data)
	}
	var fitted, ic *Icon
	var fitErr error
	memtest.AtMost(t, limit, func() { fitted, fitErr = decodeFit(t.Context(), data, room{side: 8}) })
	if facts.work > 1<<20 {
		return
	}
	memtest.AtMost(t, limit+4*pixels*facts.frames, func() { ic, err = Decode(data) })
	if err != nil {
		return
	}
	if n := len(ic.Frames); n < 1 || n > facts.frames || ic.Loops < 0 {
		t.Fatalf("%d frames of %d, %d loops", n, facts.frames, ic.Loops)
	}
	for _, f := range ic.Frames {
		if f.Image.Rect != (image.Rectangle{Max: facts.size}) || f.Delay < 0 {
			t.Fatalf("a frame of %v for %v", f.Image.Rect, f.Delay)
		}
		for i := 0; i < len(f.Image.Pix); i += 4 {
			if p := f.Image.Pix[i : i+4]; max(p[0], p[1], p[2]) > p[3] {
				t.Fatalf("colour %v is not premultiplied", p)
			}
		}
	}
	if fitErr != nil || len(fitted.Frames) != len(ic.Frames) {
		t.Fatalf("fitted: %v", fitErr)
	}
}

// FuzzInspect reads the headers of anything: that allocates nothing by a length.
func FuzzInspect(f *testing.F) {
	f.Add(onePixel())
	for _, g := range oddities() {
		f.Add(g.bytes())
	}
	f.Fuzz(func(t *testing.T, data []byte) { memtest.AtMost(t, 512<<10, func() { Check(data) }) })
}

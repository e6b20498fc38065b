// SPDX-License-Identifier: Apache-2.0

package icons

import (
	"bytes"
	"compress/lzw"
	"encoding/binary"
	"fmt"
	"image"
	"math/rand/v2"
)

// rawGIF is a GIF of any kind, also of kinds that image/gif does not write.
type rawGIF struct {
	name       string
	size       image.Point
	global     []byte // palette
	background byte
	loops      int // -1 = no loop extension
	frames     []rawFrame
	cut        int // bytes left out at the end
}

type rawFrame struct {
	rect        image.Rectangle
	local       []byte // palette
	interlaced  bool
	disposal    byte
	delay       uint16
	transparent int // -1 = none
	bits        int // of the palette
	pixels      []byte
	noControl   bool
	before      string // of the control extension
	codeSize    int    // 0 = what bits asks for
}

func (g rawGIF) bytes() []byte {
	var b bytes.Buffer
	b.WriteString("GIF89a")
	le(&b, uint16(g.size.X), uint16(g.size.Y))
	b.Write([]byte{tableFlag(g.global), g.background, 0})
	b.Write(g.global)
	if g.loops >= 0 {
		b.WriteString("\x21\xff\x0bNETSCAPE2.0\x03\x01")
		le(&b, uint16(g.loops))
		b.WriteByte(0)
	}
	for _, f := range g.frames {
		f.write(&b)
	}
	b.WriteByte(0x3B)
	return b.Bytes()[:b.Len()-g.cut]
}

func le(b *bytes.Buffer, v ...uint16) { binary.Write(b, binary.LittleEndian, v) }

func tableFlag(table []byte) byte {
	for bits := range 8 {
		if len(table) == 3<<(bits+1) {
			return 0x80 | byte(bits)
		}
	}
	return 0
}

func (f rawFrame) write(b *bytes.Buffer) {
	b.WriteString(f.before)
	if !f.noControl {
		flags, index := f.disposal<<2, byte(0)
		if f.transparent >= 0 {
			flags, index = flags|1, byte(f.transparent)
		}
		b.Write([]byte{0x21, 0xF9, 4, flags, byte(f.delay), byte(f.delay >> 8), index, 0})
	}
	b.WriteByte(0x2C)
	le(b, uint16(f.rect.Min.X), uint16(f.rect.Min.Y), uint16(f.rect.Dx()), uint16(f.rect.Dy()))
	flags := tableFlag(f.local)
	if f.interlaced {
		flags |= 0x40
	}
	b.WriteByte(flags)
	b.Write(f.local)
	width := max(2, f.bits)
	if f.codeSize != 0 {
		width = f.codeSize
	}
	b.WriteByte(byte(width))
	var data bytes.Buffer
	w := lzw.NewWriter(&data, lzw.LSB, width)
	w.Write(f.pixels)
	w.Close()
	for data.Len() > 0 {
		block := data.Next(255)
		b.WriteByte(byte(len(block)))
		b.Write(block)
	}
	b.WriteByte(0)
}

// palette is one of 1<<bits colours.
func palette(r *rand.Rand, bits int) []byte { return noise(r, 3<<bits, 256) }

func noise(r *rand.Rand, n, below int) []byte {
	p := make([]byte, n)
	for i := range p {
		p[i] = byte(r.IntN(below))
	}
	return p
}

// corpus is the cross product of what GIFs do: how each of two frames is
// disposed of, transparency, whose palette of how many bits, interlace, frames
// smaller than the canvas; delays and loops go round.
func corpus() []rawGIF {
	r := rand.New(rand.NewPCG(1, 2))
	delays := []uint16{0, 1, 2, 3, 5, 10, 11, 100}
	loops := []int{-1, 0, 1, 2, 7}
	var all []rawGIF
	for n := range 4 * 4 * 2 * 2 * 2 * 2 * 8 {
		i := n
		pick := func(of int) int { v := i % of; i /= of; return v }
		d1, d2 := byte(pick(4)), byte(pick(4))
		clear, local, interlaced, small := pick(2) == 1, pick(2) == 1, pick(2) == 1, pick(2) == 1
		bits := 1 + pick(8)
		g := rawGIF{
			name: fmt.Sprintf("dispose %d %d clear %v local %v interlaced %v small %v bits %d", d1, d2, clear, local,
				interlaced, small, bits),
			size:       image.Pt(7, 9),
			background: byte(r.IntN(1 << bits)),
			loops:      loops[n%len(loops)],
		}
		if !local || r.IntN(2) == 0 {
			g.global = palette(r, bits)
		}
		for k, d := range []byte{d1, d2, d1, 0} {
			f := rawFrame{rect: image.Rectangle{Max: g.size}, disposal: d, delay: delays[(n+k)%len(delays)], transparent: -1,
				bits: bits, interlaced: interlaced}
			if small {
				f.rect = image.Rect(0, 0, 1+r.IntN(5), 1+r.IntN(7)).Add(image.Pt(r.IntN(3), r.IntN(3)))
			}
			if clear && k != 1 {
				f.transparent = r.IntN(1 << bits)
			}
			if local {
				f.local = palette(r, bits)
			}
			f.pixels = noise(r, f.rect.Dx()*f.rect.Dy(), 1<<bits)
			g.frames = append(g.frames, f)
		}
		all = append(all, g)
	}
	return all
}

// oddities are GIFs that break the rules, as some in the world do.
func oddities() []rawGIF {
	r := rand.New(rand.NewPCG(3, 4))
	var all []rawGIF
	add := func(name string, change func(*rawGIF)) {
		g := rawGIF{name: name, size: image.Pt(6, 5), global: palette(r, 3), loops: 0}
		for range 3 {
			f := rawFrame{rect: image.Rect(0, 0, 6, 5), delay: 20, transparent: -1, bits: 3, disposal: 1}
			f.pixels = noise(r, 30, 8)
			g.frames = append(g.frames, f)
		}
		change(&g)
		all = append(all, g)
	}
	reshape := func(f *rawFrame, rect image.Rectangle) { f.rect, f.pixels = rect, noise(r, rect.Dx()*rect.Dy(), 8) }
	add("plain", func(g *rawGIF) {})
	add("one frame", func(g *rawGIF) { g.frames = g.frames[:1] })
	add("one frame, loops", func(g *rawGIF) { g.frames, g.loops = g.frames[:1], 3 })
	add("no control extension", func(g *rawGIF) { g.frames[1].noControl = true })
	for d := byte(4); d < 8; d++ {
		add(fmt.Sprintf("disposal %d", d), func(g *rawGIF) {
			g.frames[1].disposal = d
			g.frames[2].transparent = 1
			reshape(&g.frames[1], image.Rect(1, 1, 4, 4))
			reshape(&g.frames[2], image.Rect(2, 2, 5, 5))
		})
	}
	add("first frame restores to previous", func(g *rawGIF) {
		g.frames[0].disposal = 3
		reshape(&g.frames[1], image.Rect(1, 1, 3, 3))
	})
	add("transparent index outside the palette", func(g *rawGIF) { g.frames[1].transparent = 200 })
	add("pixels outside the palette", func(g *rawGIF) {
		g.frames[1].local, g.frames[1].bits, g.frames[1].codeSize = palette(r, 1), 3, 3
	})
	add("no palette at all", func(g *rawGIF) { g.global = nil })
	add("frame reaches over the canvas", func(g *rawGIF) { reshape(&g.frames[1], image.Rect(3, 3, 10, 9)) })
	add("first frame reaches over the canvas", func(g *rawGIF) { reshape(&g.frames[0], image.Rect(2, 2, 9, 8)) })
	add("first frame larger than the canvas", func(g *rawGIF) { reshape(&g.frames[0], image.Rect(0, 0, 9, 8)) })
	add("frame outside the canvas", func(g *rawGIF) { reshape(&g.frames[1], image.Rect(10, 10, 13, 13)) })
	add("canvas of no size", func(g *rawGIF) { g.size = image.Point{} })
	add("canvas of no width", func(g *rawGIF) { g.size.X = 0 })
	add("frame of no size", func(g *rawGIF) { reshape(&g.frames[1], image.Rect(1, 1, 1, 1)) })
	add("frame of no height", func(g *rawGIF) { reshape(&g.frames[1], image.Rect(1, 1, 4, 1)) })
	add("first frame of no size", func(g *rawGIF) { reshape(&g.frames[0], image.Rect(0, 0, 0, 0)) })
	add("data end early", func(g *rawGIF) { g.frames[1].pixels = g.frames[1].pixels[:10] })
	add("data of the first frame end early", func(g *rawGIF) { g.frames[0].pixels = g.frames[0].pixels[:10] })
	add("data of the last frame end early", func(g *rawGIF) { g.frames[2].pixels = g.frames[2].pixels[:10] })
	add("interlaced data end early", func(g *rawGIF) {
		g.frames[1].interlaced = true
		g.frames[1].pixels = g.frames[1].pixels[:14]
	})
	add("no data", func(g *rawGIF) { g.frames[1].pixels = nil })
	add("too many data", func(g *rawGIF) { g.frames[1].pixels = noise(r, 60, 8) })
	add("far too many data", func(g *rawGIF) { g.frames[1].pixels = noise(r, 6000, 8) })
	add("codes wider than the palette", func(g *rawGIF) { g.frames[1].codeSize = 7 })
	add("no trailer", func(g *rawGIF) { g.cut = 1 })
	add("cut within the last frame's data", func(g *rawGIF) { g.cut = 8 })
	add("cut within the last frame's header", func(g *rawGIF) { g.cut = 25 })
	add("the second control extension counts", func(g *rawGIF) {
		g.frames[1].before = "\x21\xf9\x04\x0d\x32\x00\x01\x00" // restores to previous, 1 is clear
		reshape(&g.frames[1], image.Rect(1, 1, 5, 5))
	})
	add("a comment and an unknown extension", func(g *rawGIF) {
		g.frames[1].before = "\x21\xfe\x02hi\x01!\x00\x21\x77\x01x\x00"
	})
	add("another application's extension", func(g *rawGIF) {
		g.frames[0].before = "\x21\xff\x0bICCRGBG1012\x03\x01\x05\x00\x00"
	})
	add("a loop count late in the file", func(g *rawGIF) {
		g.loops, g.frames[2].before = -1, "\x21\xff\x0bNETSCAPE2.0\x03\x01\x04\x00\x00"
	})
	add("the other spelling of the loop count", func(g *rawGIF) {
		g.loops, g.frames[0].before = -1, "\x21\xff\x0bANIMEXTS1.0\x03\x01\x04\x00\x00"
	})
	add("rubbish between frames", func(g *rawGIF) { g.frames[2].before = "\x00\x00" })
	add("loops for ever", func(g *rawGIF) { g.loops = 0 })
	add("loops 65535 times", func(g *rawGIF) { g.loops = 65535 })
	return all
}

// SPDX-License-Identifier: Apache-2.0

package icons

import (
	"bytes"
	"compress/zlib"
	"encoding/binary"
	"hash/crc32"
	"math/rand/v2"
)

// rawPNG is a PNG of any kind (PNG specification, 11.2.2).
type rawPNG struct {
	kind, depth int
	interlaced  bool
	palette     []byte
	trns        []byte
	w, h        int
	samples     []uint16 // channels a pixel, w*h pixels
}

func (p rawPNG) channels() int { return map[int]int{0: 1, 2: 3, 3: 1, 4: 2, 6: 4}[p.kind] }

func (p rawPNG) bytes() []byte {
	b := bytes.NewBuffer(p.header())
	if p.palette != nil {
		chunk(b, "PLTE", p.palette)
	}
	if p.trns != nil {
		chunk(b, "tRNS", p.trns)
	}
	var data bytes.Buffer
	z := zlib.NewWriter(&data)
	for _, pass := range p.passes() {
		p.writePass(z, pass)
	}
	z.Close()
	chunk(b, "IDAT", data.Bytes())
	chunk(b, "IEND", nil)
	return b.Bytes()
}

// header is the file up to what follows IHDR.
func (p rawPNG) header() []byte {
	var b bytes.Buffer
	b.WriteString("\x89PNG\r\n\x1a\n")
	head := binary.BigEndian.AppendUint32(nil, uint32(p.w))
	head = binary.BigEndian.AppendUint32(head, uint32(p.h))
	head = append(head, byte(p.depth), byte(p.kind), 0, 0, 0)
	if p.interlaced {
		head[12] = 1
	}
	chunk(&b, "IHDR", head)
	return b.Bytes()
}

func chunk(b *bytes.Buffer, name string, data []byte) {
	binary.Write(b, binary.BigEndian, uint32(len(data)))
	body := append([]byte(name), data...)
	b.Write(body)
	binary.Write(b, binary.BigEndian, crc32.ChecksumIEEE(body))
}

// passes are the start and step each way of Adam7.
func (p rawPNG) passes() [][4]int {
	if !p.interlaced {
		return [][4]int{{0, 0, 1, 1}}
	}
	return [][4]int{{0, 0, 8, 8}, {4, 0, 8, 8}, {0, 4, 4, 8}, {2, 0, 4, 4}, {0, 2, 2, 4}, {1, 0, 2, 2}, {0, 1, 1, 2}}
}

func (p rawPNG) writePass(z *zlib.Writer, pass [4]int) {
	if pass[0] >= p.w {
		return // no pixel, no lines
	}
	for y := pass[1]; y < p.h; y += pass[3] {
		line, acc, bits := []byte{0}, uint32(0), 0
		for x := pass[0]; x < p.w; x += pass[2] {
			for c := range p.channels() {
				acc = acc<<p.depth | uint32(p.samples[(y*p.w+x)*p.channels()+c])
				for bits += p.depth; bits >= 8; bits -= 8 {
					line = append(line, byte(acc>>(bits-8)))
				}
			}
		}
		if bits > 0 {
			line = append(line, byte(acc<<(8-bits)))
		}
		z.Write(line)
	}
}

// pngs is one PNG of every kind.
func pngs() []rawPNG {
	r := rand.New(rand.NewPCG(5, 6))
	var all []rawPNG
	depths := map[int][]int{0: {1, 2, 4, 8, 16}, 2: {8, 16}, 3: {1, 2, 4, 8}, 4: {8, 16}, 6: {8, 16}}
	for _, kind := range []int{0, 2, 3, 4, 6} {
		for _, depth := range depths[kind] {
			for n := range 4 {
				p := rawPNG{kind: kind, depth: depth, interlaced: n%2 == 1, w: 11, h: 13}
				for range p.w * p.h * p.channels() {
					p.samples = append(p.samples, uint16(r.IntN(1<<depth)))
				}
				if kind == 3 {
					p.palette = palette(r, depth)
				}
				switch {
				case n < 2 || kind > 3:
				case kind == 3:
					p.trns = noise(r, 1+r.IntN(1<<depth), 256)
				default:
					for _, v := range p.samples[:p.channels()] {
						p.trns = binary.BigEndian.AppendUint16(p.trns, v)
					}
				}
				all = append(all, p)
			}
		}
	}
	return all
}

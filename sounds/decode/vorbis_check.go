// SPDX-License-Identifier: Apache-2.0

package decode

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"math/bits"
)

// Limits on a Vorbis header. libvorbis makes books of up to 8,192 entries of up
// to 8 dimensions, and in all up to 20,000 entries with 90,000 values. A value is
// computed, not read: a book of 160 bytes can ask for 1 MiB of them.
const (
	maxBookEntries = 1 << 14
	maxAllEntries  = 1 << 17
	maxAllValues   = 1 << 20
	maxBookValues  = 1 << 18
	maxDimensions  = 1 << 10
)

// checkIdentification refuses headers that would crash the decoder (Vorbis I,
// 4.2.2).
func checkIdentification(p []byte) error {
	if len(p) < 30 || string(p[:7]) != "\x01vorbis" {
		return errors.New("no identification header")
	}
	channels, rate := p[11], binary.LittleEndian.Uint32(p[12:])
	small, large := p[28]&15, p[28]>>4
	switch {
	case channels < 1 || channels > 8:
		return fmt.Errorf("%d channels", channels)
	case rate < 1000 || rate > 768000:
		return fmt.Errorf("rate %d", rate)
	case small < 6 || large < small || large > 13:
		return fmt.Errorf("blocks of 2^%d and 2^%d", small, large)
	}
	return nil
}

// checkSetup reads the setup header up to its residues (Vorbis I, 4.2.4): the
// decoder allocates by their numbers and, where the bits end early, would loop
// forever.
func checkSetup(p []byte) error {
	if len(p) < 8 || string(p[:7]) != "\x05vorbis" {
		return errors.New("no setup header")
	}
	b := &bitReader{data: p[7:]}
	books, entries, values := b.read(8)+1, 0, 0
	for range books {
		n, dim, err := checkBook(b)
		if err != nil {
			return err
		}
		entries, values = entries+n, values+n*dim
		if entries > maxAllEntries || values > maxAllValues {
			return fmt.Errorf("codebooks of more than %d entries or %d values", maxAllEntries, maxAllValues)
		}
	}
	b.skip(16 * (b.read(6) + 1)) // time domain transforms: the decoder wants them to be 0
	for range b.read(6) + 1 {
		skipFloor(b)
	}
	for range b.read(6) + 1 {
		if err := checkResidue(b); err != nil {
			return err
		}
	}
	return nil
}

func checkBook(b *bitReader) (entries, dim int, err error) {
	sync, dim, entries := b.read(24), b.read(16), b.read(24)
	switch {
	case sync != 0x564342:
		return 0, 0, errors.New("no codebook where one should be")
	case dim < 1 || dim > maxDimensions || entries < 2 || entries > maxBookEntries || dim*entries > maxBookValues:
		return 0, 0, fmt.Errorf("codebook of %d entries of %d dimensions", entries, dim)
	}
	if err := checkLengths(b, entries); err != nil {
		return 0, 0, err
	}
	switch lookup := b.read(4); lookup {
	case 0:
	case 1:
		// The decoder's own formula, for the position to stay in step with it.
		skipValues(b, int(math.Floor(math.Pow(float64(entries), 1/float64(dim)))))
	case 2:
		skipValues(b, entries*dim)
	default:
		return 0, 0, fmt.Errorf("codebook lookup of type %d", lookup)
	}
	if b.short {
		return 0, 0, errors.New("codebook ends early")
	}
	return entries, dim, nil
}

// checkLengths reads past the lengths of the code words.
func checkLengths(b *bitReader, entries int) error {
	used := 0
	if b.read(1) == 0 { // not ordered
		sparse := b.read(1) == 1
		for range entries {
			if !sparse || b.read(1) == 1 {
				b.read(5)
				used++
			}
		}
	} else {
		b.read(5)
		for used < entries && !b.short {
			n := b.read(bits.Len(uint(entries - used))) // ilog of Vorbis I, 9.2.1
			if used += n; n == 0 && b.short || used > entries {
				return errors.New("codebook with wrong lengths")
			}
		}
	}
	if b.short || used == 0 {
		return errors.New("codebook without code words")
	}
	return nil
}

func skipValues(b *bitReader, n int) {
	b.skip(32 + 32)
	width := b.read(4) + 1
	b.skip(1 + n*width)
}

// skipFloor reads past a floor (Vorbis I, 6.2.1 and 7.2.2), for which the
// decoder allocates no more than a few kB.
func skipFloor(b *bitReader) {
	if b.read(16) == 0 { // the decoder refuses types above 1
		b.skip(8 + 16 + 16 + 6 + 8)
		b.skip(8 * (b.read(4) + 1))
		return
	}
	classes, last := make([]int, b.read(5)), 0
	for i := range classes {
		classes[i] = b.read(4)
		last = max(last, classes[i])
	}
	dims := make([]int, last+1) // the decoder reads one class even if there is no partition
	for i := range dims {
		dims[i] = b.read(3) + 1
		sub := b.read(2)
		if sub != 0 {
			b.skip(8)
		}
		b.skip(8 << sub)
	}
	b.skip(2)
	width := b.read(4)
	for _, class := range classes {
		b.skip(width * dims[class])
	}
}

// checkResidue reads past a residue (Vorbis I, 8.6.1). The decoder takes one
// that ends before it begins for one of four thousand million values, and
// allocates memory for them at the first packet of sound.
func checkResidue(b *bitReader) error {
	b.skip(16)
	begin, end := b.read(24), b.read(24)
	if begin > end {
		return fmt.Errorf("residue from %d to %d", begin, end)
	}
	b.skip(24)
	classes, books := b.read(6)+1, 0
	b.skip(8)
	for range classes {
		cascade := b.read(3)
		if b.read(1) == 1 {
			cascade |= b.read(5) << 3
		}
		books += bits.OnesCount(uint(cascade))
	}
	b.skip(8 * books)
	if b.short {
		return errors.New("setup ends early")
	}
	return nil
}

// bitReader reads numbers, least significant bit first (Vorbis I, 2.1.4).
type bitReader struct {
	data  []byte
	at    int
	short bool // more was read than there is
}

func (b *bitReader) read(n int) (v int) {
	for i := range n {
		if b.at>>3 >= len(b.data) {
			b.short = true
			return 0
		}
		v |= int(b.data[b.at>>3]>>(b.at&7)&1) << i
		b.at++
	}
	return v
}

// skip skips n bits.
func (b *bitReader) skip(n int) {
	if b.at += n; b.at > 8*len(b.data) {
		b.at, b.short = 8*len(b.data), true
	}
}

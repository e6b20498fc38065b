// SPDX-License-Identifier: Apache-2.0

package mp3

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"slices"
)

// ErrNoSeek is the error for seeking in a source that cannot.
var ErrNoSeek = errors.New("mp3: the source cannot seek")

// maxMarks bounds an index.
const maxMarks = 2048

// warmUp is how many frames before a position are decoded to get there: as many
// as the main data may reach back, all of the lowest bit rate, and three for the
// filter banks.
func warmUp(h header) int {
	lowest := h&^(15<<12) | 1<<12
	space := max(lowest.size(0)-h.body()-h.side(), 1)
	reach := reservoirBytes
	if h.lsf() {
		reach = 255
	}
	return reach/space + 1 + 3
}

// A mark is a place where a frame starts.
type mark struct {
	sample int64 // of the stream
	pos    int64 // in the source
	last   header
	free   int
	noFree int64
}

// goTo makes the frame at m the next one.
func (s *scanner) goTo(m mark) {
	*s = scanner{in: s.in, last: m.last, free: m.free, noFree: m.noFree}
	s.in.moveTo(m.pos)
}

// An index marks every stride-th frame of a source.
type index struct {
	marks  []mark
	stride int
	frames int
	total  int64 // samples
}

// add adds the frame that s stands at.
func (x *index) add(s *scanner) {
	if x.frames%x.stride == 0 {
		if len(x.marks) == maxMarks {
			x.thin()
		}
		x.marks = append(x.marks, mark{x.total, s.in.pos, s.head, s.free, s.noFree})
	}
	x.frames++
	x.total += int64(s.head.samples())
}

// thin drops every other mark.
func (x *index) thin() {
	for i := range maxMarks / 2 {
		x.marks[i] = x.marks[2*i]
	}
	x.marks = x.marks[:maxMarks/2]
	x.stride *= 2
}

// before returns the last mark at or before sample, or the first.
func (x *index) before(sample int64) mark {
	i, found := slices.BinarySearchFunc(x.marks, sample, func(m mark, s int64) int { return cmp.Compare(m.sample, s) })
	if !found && i > 0 {
		i--
	}
	return x.marks[i]
}

// build reads the source from its first frame to its end, once, and goes back
// to where it stood.
func (d *Decoder) build() error {
	if d.index != nil {
		return nil
	}
	in, scan, pos, err := d.scan.in, d.scan, d.scan.in.pos, d.scan.in.err
	x := &index{stride: 1}
	for d.scan.goTo(d.origin); d.scan.next(); {
		x.add(&d.scan)
	}
	failed := in.err
	d.scan = scan
	in.moveTo(pos)
	if d.at == d.end { // it has ended
		in.err = err
	}
	if failed != io.EOF && failed != ErrNoFrame {
		return failed
	}
	d.index = x
	return nil
}

// Len returns the number of samples that Stream can deliver, counted over all formats.
// A source that says how many it has is believed until Seek has read all of it; any
// other source is read to its end, once, and is 0 where it cannot seek.
func (d *Decoder) Len() int {
	total := d.total
	if (d.index != nil || total == 0) && d.scan.in.seek != nil && !d.closed && d.build() == nil {
		total = d.index.total
	}
	return int(d.trim.position(total))
}

// Position returns how many samples come before the next one.
func (d *Decoder) Position() int { return int(d.trim.position(d.base + int64(d.at))) }

// Seek makes p, from 0 to Len, the position of the next sample; also after the
// end. The first time it reads the whole source. The error is ErrNoSeek where
// the source cannot seek; then, and with a p out of range, nothing changes.
func (d *Decoder) Seek(p int) error {
	if d.scan.in.seek == nil || d.closed {
		return ErrNoSeek
	}
	if err := d.build(); err != nil {
		return err
	}
	if p < 0 || p > d.Len() {
		return fmt.Errorf("mp3: seek to sample %d of %d", p, d.Len())
	}
	d.seek(d.trim.sample(int64(p)))
	if err := d.scan.in.err; err != nil && err != io.EOF && err != ErrNoFrame {
		return err
	}
	return nil
}

// seek makes sample target, counted over all frames, the next one.
func (d *Decoder) seek(target int64) {
	d.base, d.length, d.at, d.end = 0, 0, 0, 0
	if len(d.index.marks) == 0 {
		return
	}
	first := d.origin.last
	m := d.index.before(target - int64(warmUp(first)*first.samples()))
	d.scan.goTo(m)
	d.frame.reset()
	for d.base = m.sample; d.scan.next(); d.base += int64(d.length) {
		d.length = d.scan.head.samples()
		if target-d.base > int64(warmUp(d.scan.head)*d.length) {
			continue
		}
		d.load()
		if target < d.base+int64(d.length) {
			d.at = max(d.at, min(d.end, int(target-d.base)))
			d.refill()
			return
		}
	}
	d.length, d.at, d.end = 0, 0, 0
}

// SPDX-License-Identifier: Apache-2.0

// Package mp3 decodes MPEG-1, MPEG-2 and MPEG-2.5 audio Layer III (ISO 11172-3, ISO
// 13818-3, and the public knowledge of the unofficial third) at all nine sampling
// rates: mono, stereo, mid/side and intensity stereo, fixed, variable and free bit
// rates.
//
// It is made for streams that cannot be trusted: memory is fixed (64 KiB a decoder,
// and up to 80 KiB for positions when seeking), the time is linear in the input, tags
// are skipped within bounds, damaged parts are silent, and the sound goes on at the
// next frame.
package mp3

import (
	"fmt"
	"io"

	"github.com/gopxl/beep/v2"
)

var _ beep.StreamSeekCloser = (*Decoder)(nil)

// A Decoder streams the sound of an MP3 source. Only one goroutine may use it
// at a time. Samples are full scale at 1, and may exceed it: clipping is left to
// the end of the chain. Mono comes on both channels.
//
// The source may change its sampling rate or its channels on the way. All samples of
// one call of Stream have the same format, and Format always says the format of the
// next sample. So at a change Stream returns early, n < len(samples) and ok, and there
// the caller asks Format and goes on.
type Decoder struct {
	source io.Closer
	scan   scanner
	frame  frameDecoder
	format beep.Format
	origin mark  // the first frame of sound
	trim   trim  // what of it is sound
	total  int64 // samples that the source says it has, 0 if it does not
	// base counts the samples before the frame in frame.pcm, which has length;
	// those from at to end are still to be delivered.
	base            int64
	length, at, end int
	index           *index // nil until it is needed
	closed          bool
}

// Decode returns a Decoder of rc, which it reads as far as the first frames.
// Delay and padding that an encoder says it added (Xing, Info and LAME headers)
// are cut off, so that the sound has its own length and repeats without a gap.
// The error is ErrNoFrame, or one of the source. Closing the Decoder closes rc;
// when there is an error rc stays open.
func Decode(rc io.ReadCloser) (*Decoder, error) { return decode(rc, false) }

// DecodeRaw is Decode, but leaves delay and padding in.
func DecodeRaw(rc io.ReadCloser) (*Decoder, error) { return decode(rc, true) }

func decode(rc io.ReadCloser, raw bool) (*Decoder, error) {
	d := &Decoder{source: rc, scan: scanner{in: newInput(rc)}}
	d.frame.t = shared()
	if !d.scan.next() {
		if d.scan.in.err == io.EOF {
			return nil, ErrNoFrame
		}
		return nil, d.scan.in.err
	}
	h := d.scan.head
	d.format = formatOf(h)
	d.origin = mark{pos: d.scan.in.pos, last: h, free: d.scan.free, noFree: d.scan.noFree}
	if i, ok := parseInfo(h, d.scan.in.peek(d.scan.size)); ok {
		d.origin.pos += int64(d.scan.size)
		d.total = int64(i.frames) * int64(h.samples())
		if !raw {
			d.trim = i.trim(h.samples())
		}
	} else {
		d.load()
	}
	d.refill()
	return d, nil
}

// load decodes the frame that scan stands at.
func (d *Decoder) load() {
	h := d.scan.head
	if f := formatOf(h); f != d.format {
		d.format = f
		d.frame.reset()
	}
	if d.scan.lost {
		d.frame.gap()
	}
	d.frame.decode(h, d.scan.in.peek(d.scan.size), !d.scan.cut)
	d.length = h.samples()
	d.at, d.end = d.trim.within(d.base, d.length)
}

// refill decodes frames until there is something to deliver or none is left.
func (d *Decoder) refill() {
	for d.at == d.end {
		d.base += int64(d.length)
		d.length, d.at, d.end = 0, 0, 0
		if !d.scan.next() {
			return
		}
		d.load()
	}
}

// formatOf is the format of frames with header h.
func formatOf(h header) beep.Format {
	return beep.Format{SampleRate: beep.SampleRate(hertz[h.rate()]), NumChannels: h.channels(), Precision: 2}
}

// Format returns the format of the next sample: the sampling rate and 1 or 2 channels.
// The precision is 16 bits.
func (d *Decoder) Format() beep.Format { return d.format }

// Stream decodes up to len(samples) samples. It returns fewer at the end and
// where the format changes. It never fails because of what the source holds,
// only when the source does or when there is no frame in 1 MiB. To return the
// last samples of a frame it reads the next one.
func (d *Decoder) Stream(samples [][2]float64) (n int, ok bool) {
	if d.closed {
		return 0, false
	}
	format := d.format
	for n < len(samples) && d.at < d.end && d.format == format {
		n += d.copy(samples[n:])
		if d.at == d.end {
			d.refill()
		}
	}
	return n, n > 0
}

// copy delivers what it can of the frame.
func (d *Decoder) copy(samples [][2]float64) int {
	n := min(len(samples), d.end-d.at)
	l, r := d.frame.pcm[0][d.at:d.at+n], d.frame.pcm[1][d.at:d.at+n]
	if d.format.NumChannels == 1 {
		r = l
	}
	for i := range samples[:n] {
		samples[i] = [2]float64{float64(l[i]), float64(r[i])}
	}
	d.at += n
	return n
}

// Err returns the error of the source that ended the stream, ErrNoFrame if
// nothing but other data came for too long, and nil otherwise: at the end, and
// however damaged the frames were.
func (d *Decoder) Err() error {
	if d.scan.in.err == io.EOF || d.at < d.end || d.closed {
		return nil
	}
	return d.scan.in.err
}

// Close ends the stream and closes the source.
func (d *Decoder) Close() error {
	d.closed = true
	if err := d.source.Close(); err != nil {
		return fmt.Errorf("mp3: close: %w", err)
	}
	return nil
}

// SPDX-License-Identifier: Apache-2.0

package decode

import (
	"bufio"
	"errors"
	"fmt"

	"github.com/gopxl/beep/v2"
	"github.com/jfreymuth/vorbis"
)

// vorbisStream drives the decoder under beep's own packet by packet: beep's
// wrapper would hand it headers that make it allocate gigabytes or never return.
type vorbisStream struct {
	ogg    *oggReader
	dec    vorbis.Decoder
	buf    []float32 // room for one packet
	ready  []float32 // of buf: decoded, not yet streamed
	frames int64     // decoded since the start
	err    error
	done   bool
}

func newVorbis(r *bufio.Reader) (Stream, error) {
	v := &vorbisStream{ogg: &oggReader{r: r}}
	for _, check := range []func([]byte) error{checkIdentification, nil, checkSetup} {
		p, err := v.ogg.next()
		if err == nil && check != nil {
			if err = check(p); err == nil {
				err = v.dec.ReadHeader(p)
			}
		}
		if err != nil {
			return nil, fmt.Errorf("decode: damaged Vorbis header: %w", err)
		}
	}
	v.buf = make([]float32, v.dec.BufferSize())
	return v, nil
}

func (v *vorbisStream) Format() beep.Format {
	return beep.Format{SampleRate: beep.SampleRate(v.dec.SampleRate()), NumChannels: min(v.dec.Channels(), 2), Precision: 2}
}

func (v *vorbisStream) Err() error { return v.err }

func (v *vorbisStream) Stream(samples [][2]float64) (n int, ok bool) {
	ch := v.dec.Channels()
	right := v.right()
	for n < len(samples) {
		if len(v.ready) < ch {
			if !v.packet() {
				break
			}
			continue
		}
		samples[n] = [2]float64{float64(v.ready[0]), float64(v.ready[right])}
		v.ready = v.ready[ch:]
		n++
	}
	return n, n > 0
}

// right is the index of the right channel (Vorbis I, 4.3.9).
func (v *vorbisStream) right() int {
	switch v.dec.Channels() {
	case 1:
		return 0
	case 2, 4:
		return 1
	}
	return 2
}

// packet decodes the next packet. A damaged packet is silent; the last page
// says where in the last packet the sound ends.
func (v *vorbisStream) packet() bool {
	if v.done {
		return false
	}
	p, err := v.ogg.next()
	if err != nil {
		v.done = true
		if !errors.Is(err, errEnd) {
			v.err = err
		}
		return false
	}
	out, err := v.dec.DecodeInto(p, v.buf)
	if err != nil {
		return true
	}
	ch := int64(v.dec.Channels())
	got := int64(len(out)) / ch
	v.frames += got
	if over := v.frames - v.ogg.granule; over > 0 && v.ogg.granule >= 0 && v.ogg.final() {
		out = out[:max(0, got-over)*ch]
	}
	v.ready = out
	return true
}

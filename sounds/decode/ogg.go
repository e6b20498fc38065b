// SPDX-License-Identifier: Apache-2.0

package decode

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/gopxl/beep/v2"
	"github.com/jfreymuth/vorbis"
)

// maxPacket bounds the memory for a packet, in bytes. Setup headers have some 4 kB,
// audio packets at most 64 kB.
const maxPacket = 1 << 20

var errEnd = errors.New("decode: end of the Ogg stream")

// An oggReader reads the packets of the first logical stream of an Ogg file
// (RFC 3533). It skips damaged pages and foreign bytes.
type oggReader struct {
	r        *bufio.Reader
	serial   uint32
	begun    bool
	head     [27 + 255]byte
	body     [255 * 255]byte
	segments []byte // of the page, not yet taken
	data     []byte // of those segments
	packet   []byte
	granule  int64 // of the page: frames up to its last whole packet
	last     bool  // the page is the stream's last
}

// next returns the next packet, valid until the next call, and errEnd after the
// last.
func (o *oggReader) next() ([]byte, error) {
	o.packet = o.packet[:0]
	for {
		if len(o.segments) == 0 {
			if o.last {
				return nil, errEnd
			}
			if err := o.page(); err != nil {
				return nil, err
			}
		}
		if o.take() {
			return o.packet, nil
		}
		if len(o.packet) > maxPacket {
			return nil, fmt.Errorf("decode: Ogg packet larger than %d bytes", maxPacket)
		}
	}
}

// take moves the next segments to the packet, and reports whether the packet is
// complete.
func (o *oggReader) take() bool {
	for len(o.segments) > 0 {
		n := int(o.segments[0])
		o.packet = append(o.packet, o.data[:n]...)
		o.segments, o.data = o.segments[1:], o.data[n:]
		if n < 255 {
			return true
		}
	}
	return false
}

// final reports whether the packet just returned is the stream's last.
func (o *oggReader) final() bool {
	more := slices.ContainsFunc(o.segments, func(n byte) bool { return n < 255 })
	return o.last && !more
}

// page reads the next page of the stream.
func (o *oggReader) page() error {
	for {
		if err := o.capture(); err != nil {
			return err
		}
		serial := binary.LittleEndian.Uint32(o.head[14:])
		if o.begun && serial != o.serial {
			continue // another stream in the same file
		}
		if o.head[5]&1 == 0 {
			o.packet = o.packet[:0] // the packet before lacks its end
		} else if len(o.packet) == 0 {
			o.skipRest()
		}
		o.begun, o.serial = true, serial
		o.granule = int64(binary.LittleEndian.Uint64(o.head[6:]))
		o.last = o.head[5]&4 != 0
		return nil
	}
}

// skipRest drops the end of a packet whose beginning was lost.
func (o *oggReader) skipRest() {
	o.take()
	o.packet = o.packet[:0]
}

// capture reads the next page whose checksum is right.
func (o *oggReader) capture() error {
	for {
		if err := o.sync(); err != nil {
			return err
		}
		head := o.head[:27]
		if _, err := io.ReadFull(o.r, head); err != nil {
			return ended(err)
		}
		head = o.head[:27+int(head[26])]
		if _, err := io.ReadFull(o.r, head[27:]); err != nil {
			return ended(err)
		}
		size := 0
		for _, n := range head[27:] {
			size += int(n)
		}
		if _, err := io.ReadFull(o.r, o.body[:size]); err != nil {
			return ended(err)
		}
		want := binary.LittleEndian.Uint32(head[22:])
		clear(head[22:26])
		if head[4] == 0 && crc(crc(0, head), o.body[:size]) == want {
			o.segments, o.data = head[27:], o.body[:size]
			return nil
		}
	}
}

// sync skips to the next capture pattern.
func (o *oggReader) sync() error {
	for {
		b, err := o.r.Peek(4)
		if err != nil {
			return ended(err)
		}
		if string(b) == "OggS" {
			return nil
		}
		o.r.Discard(1)
	}
}

// ended turns the end of the file into the end of the stream: many files lack
// the last page.
func ended(err error) error {
	if err == io.EOF || err == io.ErrUnexpectedEOF {
		return errEnd
	}
	return err
}

// crc is the checksum of RFC 3533, 6: polynomial 0x04c11db7, not reflected.
func crc(sum uint32, p []byte) uint32 {
	for _, b := range p {
		sum = sum<<8 ^ crcTable[byte(sum>>24)^b]
	}
	return sum
}

var crcTable = func() (t [256]uint32) {
	for i := range t {
		v := uint32(i) << 24
		for range 8 {
			v = v<<1 ^ 0x04c11db7*(v>>31)
		}
		t[i] = v
	}
	return t
}()

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
	return beep.Format{SampleRate: beep.SampleRate(v.dec.SampleRate()), NumChannels: min(v.dec.Channels(), 2),
		Precision: 2}
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

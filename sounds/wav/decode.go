// SPDX-License-Identifier: Apache-2.0

package wav

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"

	"github.com/gopxl/beep/v2"
)

// A Decoder streams the samples of a file. It is a beep.Streamer for one
// goroutine. If there are more than two channels it takes the first two. It
// allocates nothing per block.
type Decoder struct {
	format Format
	r      *bufio.Reader
	left   int64 // bytes of data not yet read; negative = until the input ends
	buf    []byte
	err    error
}

// blockFrames is how many frames are converted at once.
const blockFrames = 512

// NewDecoder reads the header from r. It trusts nothing: chunks are skipped,
// never stored, and where a size is wrong the sound ends where the input ends.
func NewDecoder(r io.Reader) (*Decoder, error) {
	d := &Decoder{r: bufio.NewReader(r)}
	var riff [12]byte
	if _, err := io.ReadFull(d.r, riff[:]); err != nil {
		return nil, fmt.Errorf("wav: no header: %w", err)
	}
	if string(riff[:4]) != "RIFF" || string(riff[8:]) != "WAVE" {
		return nil, errors.New("wav: not a RIFF WAVE file")
	}
	if err := d.chunks(); err != nil {
		return nil, err
	}
	d.buf = make([]byte, blockFrames*d.format.Frame())
	return d, nil
}

// chunks reads up to the first byte of sample data.
func (d *Decoder) chunks() error {
	for {
		var h [8]byte
		if _, err := io.ReadFull(d.r, h[:]); err != nil {
			return fmt.Errorf("wav: no data chunk: %w", err)
		}
		size := int64(binary.LittleEndian.Uint32(h[4:]))
		switch string(h[:4]) {
		case "fmt ":
			if err := d.readFormat(size); err != nil {
				return err
			}
		case "data":
			if d.format.Channels == 0 {
				return errors.New("wav: no format before the data")
			}
			d.left = size
			if size == 0 || size == math.MaxUint32 { // written to a pipe
				d.left = -1
			}
			return nil
		default:
			if _, err := io.CopyN(io.Discard, d.r, size+size&1); err != nil {
				return fmt.Errorf("wav: no data chunk: %w", err)
			}
		}
	}
}

func (d *Decoder) readFormat(size int64) error {
	if size < 16 || size > 1024 {
		return fmt.Errorf("wav: format chunk of %d bytes", size)
	}
	b := make([]byte, size+size&1)
	if _, err := io.ReadFull(d.r, b); err != nil {
		return fmt.Errorf("wav: short format chunk: %w", err)
	}
	le := binary.LittleEndian
	tag := le.Uint16(b)
	if tag == tagExtensible && size >= 26 {
		tag = le.Uint16(b[24:]) // the first two bytes of SubFormat
	}
	if tag != tagPCM && tag != tagFloat {
		return fmt.Errorf("wav: coding %#x is not supported: PCM and float are", tag)
	}
	f := Format{
		Channels: int(le.Uint16(b[2:])),
		Rate:     int(min(le.Uint32(b[4:]), math.MaxInt32)),
		Bits:     int(le.Uint16(b[14:])),
		Float:    tag == tagFloat,
	}
	if err := f.check(); err != nil {
		return err
	}
	d.format = f
	return nil
}

// Format returns how the file stores its samples, as beep says it.
func (d *Decoder) Format() beep.Format {
	return beep.Format{
		SampleRate:  beep.SampleRate(d.format.Rate),
		NumChannels: min(d.format.Channels, 2),
		Precision:   d.format.Bits / 8,
	}
}

// Stream fills samples; see beep.Streamer.
func (d *Decoder) Stream(samples [][2]float64) (n int, ok bool) {
	for n < len(samples) && d.err == nil {
		k := d.read(min(len(samples)-n, blockFrames))
		if k == 0 {
			break
		}
		for i := range k {
			samples[n+i] = d.frame(d.buf[i*d.format.Frame():])
		}
		n += k
	}
	return n, n > 0
}

// read puts up to want frames into buf and returns how many.
func (d *Decoder) read(want int) int {
	size := int64(want * d.format.Frame())
	if d.left >= 0 {
		size = min(size, d.left)
	}
	n, err := io.ReadFull(d.r, d.buf[:size])
	if d.left >= 0 {
		d.left -= int64(n)
	}
	if err != nil && err != io.EOF && err != io.ErrUnexpectedEOF {
		d.err = fmt.Errorf("wav: %w", err)
	}
	return n / d.format.Frame()
}

func (d *Decoder) frame(b []byte) [2]float64 {
	l := d.sample(b)
	if d.format.Channels == 1 {
		return [2]float64{l, l}
	}
	return [2]float64{l, d.sample(b[d.format.Bits/8:])}
}

func (d *Decoder) sample(b []byte) float64 {
	le := binary.LittleEndian
	switch d.format.Bits {
	case 8:
		return (float64(b[0]) - 128) / (1 << 7)
	case 16:
		return float64(int16(le.Uint16(b))) / (1 << 15)
	case 24:
		return float64(int32(uint32(b[0])<<8|uint32(b[1])<<16|uint32(b[2])<<24)) / (1 << 31)
	}
	if d.format.Float {
		return finite(float64(math.Float32frombits(le.Uint32(b))))
	}
	return float64(int32(le.Uint32(b))) / (1 << 31)
}

// finite keeps NaN and infinities out of the mixer, where they would persist.
func finite(v float64) float64 {
	if !(math.Abs(v) <= 64) {
		return 0
	}
	return v
}

// Err returns what ended the stream early, or nil.
func (d *Decoder) Err() error { return d.err }

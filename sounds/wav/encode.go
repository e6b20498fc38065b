// SPDX-License-Identifier: Apache-2.0

package wav

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"io"
	"math"
	"os"
)

// A File is a WAV file being written. Its header is right after every Flush and
// Close. One goroutine at a time.
type File struct {
	f      *os.File
	format Format
	size   int64
	buf    []byte
}

// Create creates the file name, or truncates it.
func Create(name string, f Format) (*File, error) {
	if err := f.check(); err != nil {
		return nil, err
	}
	file, err := os.Create(name)
	if err != nil {
		return nil, fmt.Errorf("wav: %w", err)
	}
	w, err := Begin(file, f)
	if err != nil {
		file.Close()
	}
	return w, err
}

// Begin writes the header to file, which is empty and open for writing. Close
// closes it.
func Begin(file *os.File, f Format) (*File, error) {
	if err := f.check(); err != nil {
		return nil, err
	}
	if _, err := file.Write(Header(f, 0)); err != nil {
		return nil, fmt.Errorf("wav: %w", err)
	}
	return &File{f: file, format: f}, nil
}

// Continue opens the file name, which Create made with the same format, to write
// more.
func Continue(name string, f Format) (*File, error) {
	file, err := os.OpenFile(name, os.O_RDWR, 0)
	if err != nil {
		return nil, fmt.Errorf("wav: %w", err)
	}
	w := &File{f: file, format: f}
	end, err := file.Seek(0, io.SeekEnd)
	if err != nil {
		file.Close()
		return nil, fmt.Errorf("wav: %w", err)
	}
	head := make([]byte, f.headerSize())
	if _, err := file.ReadAt(head, 0); err != nil || !bytes.Equal(head[8:36], Header(f, 0)[8:36]) {
		file.Close()
		return nil, fmt.Errorf("wav: %s is not of the format it was made with", name)
	}
	w.size = end - int64(len(head))
	return w, nil
}

// Write appends samples; a mono file takes the mean of both channels. Integers are
// rounded and clipped. Errors: ErrFull, and errors of the disk.
func (w *File) Write(samples [][2]float64) error {
	w.buf = w.buf[:0]
	for _, s := range samples {
		w.buf = Append(w.buf, w.format, s)
	}
	if w.size+int64(len(w.buf)) > MaxData {
		return ErrFull
	}
	n, err := w.f.Write(w.buf)
	w.size += int64(n)
	if err != nil {
		return fmt.Errorf("wav: %w", err)
	}
	return nil
}

// Flush puts the size so far into the header.
func (w *File) Flush() error {
	if _, err := w.f.WriteAt(Header(w.format, uint32(w.size)), 0); err != nil {
		return fmt.Errorf("wav: %w", err)
	}
	return nil
}

// Close flushes and closes the file.
func (w *File) Close() error {
	err := w.Flush()
	if cerr := w.f.Close(); err == nil && cerr != nil {
		err = fmt.Errorf("wav: %w", cerr)
	}
	return err
}

// Append appends one frame as f stores it; of f only 16 and 32 bits and float
// are written.
func Append(b []byte, f Format, s [2]float64) []byte {
	if f.Channels == 1 {
		return appendSample(b, f, (s[0]+s[1])/2)
	}
	return appendSample(appendSample(b, f, s[0]), f, s[1])
}

func appendSample(b []byte, f Format, v float64) []byte {
	le := binary.LittleEndian
	switch {
	case f.Float:
		return le.AppendUint32(b, math.Float32bits(float32(v)))
	case f.Bits == 32:
		return le.AppendUint32(b, uint32(S32(v)))
	default:
		return le.AppendUint16(b, uint16(S16(v)))
	}
}

// S16 converts a sample, full scale = 1, rounded and clipped.
func S16(v float64) int16 {
	return int16(math.RoundToEven(min(max(v*(1<<15), math.MinInt16), math.MaxInt16)))
}

// S32 converts a sample, full scale = 1, rounded and clipped.
func S32(v float64) int32 {
	return int32(math.RoundToEven(min(max(v*(1<<31), math.MinInt32), math.MaxInt32)))
}

// Mono writes pcm as a whole 16-bit mono file.
func Mono(w io.Writer, pcm []int16, rate int) error {
	f := Format{Rate: rate, Channels: 1, Bits: 16}
	if err := f.check(); err != nil {
		return err
	}
	b := Header(f, uint32(2*len(pcm)))
	for _, v := range pcm {
		b = binary.LittleEndian.AppendUint16(b, uint16(v))
	}
	if _, err := w.Write(b); err != nil {
		return fmt.Errorf("wav: %w", err)
	}
	return nil
}

// Package vcd records what goes over the wires of a bus as a Value Change Dump
// (IEEE 1364-2005, clause 18), and reads such files: its own recordings and the
// exports of logic analysers (sigrok, PulseView). Recording buses stand in for
// SPI ports and I²C buses, so any program for logic analysers can look at what
// a driver would have sent.
package vcd

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"
	"time"
)

// Tick is the timescale of recordings.
const Tick = 100 * time.Nanosecond

const (
	// maxLines is how many lines a file may have: the levels fit in a word.
	maxLines = 64
	// maxRecording is how large a recording may grow, in bytes, before it stops.
	maxRecording = 256 << 20
)

// A Line is one wire: its name, without blanks, and its level at time 0.
type Line struct {
	Name string
	High bool
}

// A Writer writes one recording. It is for one goroutine.
type Writer struct {
	w     *bufio.Writer
	c     io.Closer
	stamp int64 // of the last '#' line, in ticks
	level uint64
	left  int // bytes until the recording stops
	buf   []byte
	err   error
}

// Create makes the file path, truncating an older one, and writes the header.
func Create(path string, lines ...Line) (*Writer, error) {
	f, err := os.Create(path)
	if err != nil {
		return nil, fmt.Errorf("vcd: %w", err)
	}
	w, err := NewWriter(f, lines...)
	if err != nil {
		f.Close()
		return nil, err
	}
	w.c = f
	return w, nil
}

// NewWriter writes the header of a recording of 1 to 64 lines to out.
func NewWriter(out io.Writer, lines ...Line) (*Writer, error) {
	if len(lines) < 1 || len(lines) > maxLines {
		return nil, fmt.Errorf("vcd: %d lines, want 1 to %d", len(lines), maxLines)
	}
	w := &Writer{w: bufio.NewWriterSize(out, 1<<16), left: maxRecording, buf: make([]byte, 0, 32)}
	fmt.Fprintf(w.w, "$version ledpost $end\n$timescale %d ns $end\n$scope module ledpost $end\n", Tick.Nanoseconds())
	for i, l := range lines {
		if l.Name == "" || strings.ContainsAny(l.Name, " \t\r\n$") {
			return nil, fmt.Errorf("vcd: %q is no name of a line", l.Name)
		}
		fmt.Fprintf(w.w, "$var wire 1 %c %s $end\n", code(i), l.Name)
	}
	w.w.WriteString("$upscope $end\n$enddefinitions $end\n#0\n$dumpvars\n")
	for i, l := range lines {
		w.value(i, l.High)
	}
	w.w.WriteString("$end\n")
	return w, nil
}

// code is the identifier of a line: the printable characters from '!' on.
func code(line int) byte { return byte('!' + line) }

// Set records that a line, counted from 0, has the given level from time t on.
// Setting the level it has records nothing; a time before the last one counts
// as the last one. Errors come out of Close.
func (w *Writer) Set(t time.Duration, line int, high bool) {
	if high == (w.level>>line&1 == 1) || w.left <= 0 {
		return
	}
	if ticks := int64((t + Tick/2) / Tick); ticks > w.stamp {
		w.stamp = ticks
		w.buf = append(strconv.AppendInt(append(w.buf[:0], '#'), ticks, 10), '\n')
		w.write(w.buf)
	}
	w.value(line, high)
}

func (w *Writer) value(line int, high bool) {
	b := byte('0')
	w.level &^= 1 << line
	if high {
		b = '1'
		w.level |= 1 << line
	}
	w.buf = append(w.buf[:0], b, code(line), '\n')
	w.write(w.buf)
}

func (w *Writer) write(b []byte) {
	if _, err := w.w.Write(b); err != nil && w.err == nil {
		w.err = err
	}
	if w.left -= len(b); w.left <= 0 {
		fmt.Fprintf(w.w, "$comment recording ends here: %d MiB $end\n", maxRecording>>20)
	}
}

// Flush writes what is buffered.
func (w *Writer) Flush() error {
	if err := w.w.Flush(); err != nil && w.err == nil {
		w.err = err
	}
	if w.err != nil {
		return fmt.Errorf("vcd: %w", w.err)
	}
	return nil
}

// Close ends the recording 10 µs after its last change, so that readers give
// that change a length.
func (w *Writer) Close() error {
	if w.left > 0 {
		fmt.Fprintf(w.w, "#%d\n", w.stamp+int64(gap/Tick))
	}
	err := w.Flush()
	if w.c != nil {
		if e := w.c.Close(); err == nil && e != nil {
			err = fmt.Errorf("vcd: %w", e)
		}
	}
	return err
}

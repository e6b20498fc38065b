// SPDX-License-Identifier: Apache-2.0

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
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
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

// flushEvery is how much of a recording is lost when its program is killed.
const flushEvery = time.Second

// A Writer writes one recording. Only one goroutine may use it. A recorded change is
// written after a second at most.
type Writer struct {
	c      io.Closer // nil without a file
	path   string    // of the file
	began  time.Time // zero without a file
	number uint64    // of the recording

	mu     sync.Mutex // the timer flushes
	w      *bufio.Writer
	stamp  int64 // of the last '#' line, in ticks
	level  uint64
	left   int // bytes until the recording stops
	buf    []byte
	err    error
	timer  *time.Timer
	armed  bool // something is buffered, and the timer runs
	open   bool // the last change has no end yet
	closed bool
}

// minRoom is how much must be free on a disk for a recording to begin. The one
// before, which may have filled the disk, is not given up for a few bytes more.
const minRoom = 1 << 20

// Create makes the file path, truncating an older one, and writes the header, with
// the wall-clock time of its beginning as $date. It fails on a disk that is full.
func Create(path string, lines ...Line) (*Writer, error) {
	if free, ok := room(filepath.Dir(path)); ok && free < minRoom {
		return nil, fmt.Errorf("vcd: no space left to record %s: %d kB are free, it begins with %d kB", path, free>>10,
			minRoom>>10)
	}
	f, err := os.Create(path)
	if err != nil {
		return nil, fmt.Errorf("vcd: %w", err)
	}
	began := time.Now()
	w, err := newWriter(f, "$date "+began.Format(dateForm)+" $end\n", lines)
	if err != nil {
		f.Close()
		return nil, err
	}
	w.began = began
	w.c, w.path, w.number = f, path, recorded.Add(1)
	recordings.Store(path, w)
	return w, nil
}

// dateForm is how a recording says when it began.
const dateForm = time.RFC3339Nano

// Since is the time since the recording of Create began, in ticks.
func (w *Writer) Since() time.Duration { return time.Since(w.began).Round(Tick) }

// NewWriter writes the header of a recording of 1 to 64 lines to out.
func NewWriter(out io.Writer, lines ...Line) (*Writer, error) { return newWriter(out, "", lines) }

// newWriter is NewWriter with one more declaration.
func newWriter(out io.Writer, date string, lines []Line) (*Writer, error) {
	if len(lines) < 1 || len(lines) > maxLines {
		return nil, fmt.Errorf("vcd: %d lines, want 1 to %d", len(lines), maxLines)
	}
	w := &Writer{w: bufio.NewWriterSize(out, 1<<16), left: maxRecording, buf: make([]byte, 0, 32)}
	fmt.Fprintf(w.w, "$version ledpost $end\n%s$timescale %d ns $end\n$scope module ledpost $end\n", date,
		Tick.Nanoseconds())
	for i, l := range lines {
		if l.Name == "" || strings.ContainsAny(l.Name, " \t\r\n$") {
			return nil, fmt.Errorf("vcd: %q is not the name of a line", l.Name)
		}
		fmt.Fprintf(w.w, "$var wire 1 %c %s $end\n", code(i), l.Name)
	}
	w.w.WriteString("$upscope $end\n$enddefinitions $end\n#0\n$dumpvars\n")
	for i, l := range lines {
		w.value(i, l.High)
	}
	w.w.WriteString("$end\n")
	if err := w.Flush(); err != nil {
		return nil, err
	}
	return w, nil
}

// code is the identifier of a line: the printable characters from '!' on.
func code(line int) byte { return byte('!' + line) }

// Set records that a line, counted from 0, has the given level from time t on.
// Setting the level it has records nothing; a time before the last one counts
// as the last one. Errors come out of Err and Close.
func (w *Writer) Set(t time.Duration, line int, high bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if high == (w.level>>line&1 == 1) || w.left <= 0 || w.err != nil {
		return
	}
	if ticks := int64((t + Tick/2) / Tick); ticks > w.stamp {
		w.stamp = ticks
		w.buf = append(strconv.AppendInt(append(w.buf[:0], '#'), ticks, 10), '\n')
		w.write(w.buf)
	}
	w.value(line, high)
	w.open = true
	w.flushLater()
}

// flushLater starts the timer unless it runs.
func (w *Writer) flushLater() {
	switch {
	case w.armed:
		return
	case w.timer == nil:
		w.timer = time.AfterFunc(flushEvery, func() { w.Flush() }) // its error stays for Err
	default:
		w.timer.Reset(flushEvery)
	}
	w.armed = true
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

// Flush writes the buffer, and a time one tick after the last change, so that readers
// take that. Any goroutine may call it.
func (w *Writer) Flush() error {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.flush()
}

func (w *Writer) flush() error {
	w.armed = false
	if w.closed {
		return nil
	}
	if w.open && w.left > 0 { // a reader knows of a change once it has an end
		w.stamp++
		w.write(fmt.Appendf(w.buf[:0], "#%d\n", w.stamp))
		w.open = false
	}
	if err := w.w.Flush(); err != nil && w.err == nil {
		w.err = err
	}
	return w.failed()
}

// Err is why the recording does not go on, such as a full disk. A recording that has
// grown to its limit is not an error.
func (w *Writer) Err() error {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.failed()
}

func (w *Writer) failed() error {
	if w.err != nil {
		return fmt.Errorf("vcd: the recording has stopped: %w", w.err)
	}
	return nil
}

// Close ends the recording 10 µs after its last change, so that readers give
// that change a length.
func (w *Writer) Close() error {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.left > 0 {
		fmt.Fprintf(w.w, "#%d\n", w.stamp+int64(gap/Tick))
		w.open = false
	}
	err := w.flush()
	w.closed = true
	if w.timer != nil {
		w.timer.Stop()
	}
	if w.c != nil {
		recordings.CompareAndDelete(w.path, w)
		if e := w.c.Close(); err == nil && e != nil {
			err = fmt.Errorf("vcd: %w", e)
		}
	}
	return err
}

// recordings are the open ones of this process: path to *Writer. Whoever opens a port
// by its name never sees the Writer.
var recordings sync.Map

// recorded is how many recordings were made so far.
var recorded atomic.Uint64

// Flush writes to the file path all that this process has recorded for it so far,
// and returns which recording that is and its time there: every later change has a later
// time. Recordings count from 1 in this process; whoever opens the path again makes
// another one. Errors: fs.ErrNotExist if this process records nothing there now; why the
// recording has stopped; that it has grown to its limit.
func Flush(path string) (recording uint64, at time.Duration, err error) {
	found, ok := recordings.Load(path)
	if !ok {
		return 0, 0, fmt.Errorf("vcd: nothing is recorded in %s: %w", path, fs.ErrNotExist)
	}
	w := found.(*Writer)
	w.mu.Lock()
	defer w.mu.Unlock()
	err = w.flush()
	if err == nil && w.left <= 0 {
		err = fmt.Errorf("vcd: the recording has stopped at %d MiB", maxRecording>>20)
	}
	return w.number, time.Duration(w.stamp) * Tick, err
}

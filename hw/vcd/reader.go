// SPDX-License-Identifier: Apache-2.0

package vcd

import (
	"bufio"
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"strconv"
	"strings"
	"time"
)

// maxWord is the longest word of a file, in bytes; comments are read word by
// word and may be longer.
const maxWord = 4096

// A Reader reads a dump, one instant after the other, in constant memory.
// Vectors and reals are passed over. Only one goroutine may use it.
type Reader struct {
	words *bufio.Scanner
	names []string
	lines map[string]int // by identifier code
	unit  float64        // nanoseconds of one unit of time
	at    time.Duration  // of the changes that are read next
	level uint64
	began time.Time
	ended bool

	roles    *roles        // nil = nothing is expected of the lines
	changes  [maxLines]int // of each line
	counted  uint64        // levels of the last instant that was counted
	instants int
}

// Began returns the wall-clock time at which the recording began, its time 0; zero if
// it does not say so, as in recordings of other programs.
func (d *Reader) Began() time.Time { return d.began }

// NewReader reads the header of a dump.
//
// A dump whose writer was killed, or whose disk lost its power, ends anywhere or
// in zeros: it counts as far as it is whole.
func NewReader(r io.Reader) (*Reader, error) {
	d := &Reader{words: bufio.NewScanner(&whole{r: r}), lines: map[string]int{}, unit: 1}
	d.words.Buffer(make([]byte, maxWord), maxWord)
	d.words.Split(bufio.ScanWords)
	for {
		word, err := d.next()
		if err == io.EOF {
			return nil, errNoDump
		}
		if err != nil {
			return nil, fmt.Errorf("vcd: header: %w", err)
		}
		switch word {
		case "$enddefinitions":
			if err := d.skip(); err != nil {
				return nil, cut(err)
			}
			if len(d.names) == 0 {
				return nil, errors.New("vcd: no line of one bit")
			}
			return d, nil
		case "$timescale":
			err = d.timescale()
		case "$date":
			err = d.date()
		case "$var":
			err = d.variable()
		case "$end":
		default:
			err = d.skip()
		}
		if err != nil {
			return nil, cut(err)
		}
	}
}

// errNoDump is what a file is that ends before its header does.
var errNoDump = errors.New("vcd: this is not a value change dump, or it ends before its first value")

// whole reads up to the first byte of zero: file systems leave those where data
// did not reach the disk.
type whole struct {
	r     io.Reader
	ended bool
}

// Read implements io.Reader.
func (w *whole) Read(p []byte) (int, error) {
	if w.ended {
		return 0, io.EOF
	}
	n, err := w.r.Read(p)
	if zero := bytes.IndexByte(p[:n], 0); zero >= 0 {
		w.ended = true
		return zero, io.EOF
	}
	return n, err
}

// next is the next word.
func (d *Reader) next() (string, error) {
	if d.words.Scan() {
		return d.words.Text(), nil
	}
	if err := d.words.Err(); err != nil {
		return "", err
	}
	return "", io.EOF
}

// cut turns the end of a file within its header into an error.
func cut(err error) error {
	if err == io.EOF {
		return errNoDump
	}
	return err
}

// At returns the last time that was read: at the end of the dump, when that is.
func (d *Reader) At() time.Duration { return d.at }

// Lines are the names of the lines; line i is bit i of a level.
func (d *Reader) Lines() []string { return d.names }

// Line finds a line by one of its names, in any case of letters.
func (d *Reader) Line(names ...string) (int, error) {
	for _, name := range names {
		for i, n := range d.names {
			if strings.EqualFold(n, name) {
				return i, nil
			}
		}
	}
	return 0, fmt.Errorf("vcd: no line %s among %s", strings.Join(names, " or "), strings.Join(d.names, ", "))
}

// Next returns the levels of all lines from time at on, until the next call's
// time. After the last it returns io.EOF.
func (d *Reader) Next() (at time.Duration, levels uint64, err error) {
	if d.ended {
		return 0, 0, cmp.Or(d.held(), io.EOF)
	}
	for {
		was := d.at
		switch err := d.word(); {
		case err == io.EOF:
			d.ended = true
			return was, d.level, d.count()
		case err != nil:
			return 0, 0, err
		case d.at != was:
			return was, d.level, d.count()
		}
	}
}

// word reads a time or a change, io.EOF where the dump ends. Where it was cut, the
// last word may lack its end: a time that is too short goes back, which only the
// last one may, and a change that is too short is one of no line.
func (d *Reader) word() error {
	word, err := d.next()
	if err == io.EOF {
		return err
	}
	if err != nil {
		return fmt.Errorf("vcd: %w", err)
	}
	if word[0] != '#' {
		return d.change(word)
	}
	err = d.time(word[1:])
	if err != nil && strings.Trim(word[1:], "0123456789") == "" && !d.words.Scan() && d.words.Err() == nil {
		return io.EOF
	}
	return err
}

func (d *Reader) time(word string) error {
	n, err := strconv.ParseUint(word, 10, 63)
	ns := float64(n) * d.unit
	if err != nil || ns > math.MaxInt64/2 {
		return fmt.Errorf("vcd: time %q", word)
	}
	at := time.Duration(ns)
	if at < d.at {
		return fmt.Errorf("vcd: time goes back from %v to %v", d.at, at)
	}
	d.at = at
	return nil
}

// change reads one change of a value or a keyword.
func (d *Reader) change(word string) error {
	switch c := word[0]; c {
	case '$':
		if word == "$comment" {
			return d.skip()
		}
		return nil // $dumpvars … $end frame changes
	case '0', '1', 'x', 'X', 'z', 'Z', 'l', 'L', 'h', 'H', 'u', 'U', 'w', 'W', '-':
		d.set(word[1:], c == '1' || c == 'h' || c == 'H')
		return nil
	case 'b', 'B', 'r', 'R', 's', 'S':
		code, err := d.next()
		if err == io.EOF {
			return err
		}
		if err != nil {
			return fmt.Errorf("vcd: %w", err)
		}
		if c == 'b' || c == 'B' {
			d.set(code, strings.HasSuffix(word, "1"))
		}
		return nil
	}
	return fmt.Errorf("vcd: %q is not a change of a value", word)
}

// set changes a line; codes of vectors and unknown ones are passed over.
func (d *Reader) set(code string, high bool) {
	line, ok := d.lines[code]
	if !ok {
		return
	}
	d.level &^= 1 << line
	if high {
		d.level |= 1 << line
	}
}

// File is a Reader of a file; Close closes it.
type File struct {
	*Reader
	io.Closer
}

// Open opens the dump path.
func Open(path string) (*File, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("vcd: %w", err)
	}
	d, err := NewReader(f)
	if err != nil {
		f.Close()
		return nil, err
	}
	return &File{d, f}, nil
}

// SPDX-License-Identifier: Apache-2.0

package vcd

import (
	"errors"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"
	"time"
)

// section is the words up to $end, at most 16.
func (d *Reader) section() ([]string, error) {
	var words []string
	for {
		w, err := d.next()
		switch {
		case err == io.EOF:
			return nil, errNoDump
		case err != nil:
			return nil, fmt.Errorf("vcd: header: %w", err)
		case w == "$end":
			return words, nil
		case len(words) == 16:
			return nil, errors.New("vcd: a declaration of more than 16 words")
		}
		words = append(words, w)
	}
}

// skip passes over the words up to $end.
func (d *Reader) skip() error {
	for {
		w, err := d.next()
		if err == io.EOF {
			return err
		}
		if err != nil {
			return fmt.Errorf("vcd: %w", err)
		}
		if w == "$end" {
			return nil
		}
	}
}

// timescale reads a number (1, 10 or 100) and a unit, together or apart.
func (d *Reader) timescale() error {
	words, err := d.section()
	if err != nil {
		return err
	}
	text := strings.Join(words, "")
	number := strings.TrimRight(text, "fpnumsFPNUMS")
	n, err := strconv.Atoi(number)
	exponent, ok := map[string]float64{"s": 9, "ms": 6, "us": 3, "ns": 0, "ps": -3, "fs": -6}[text[len(number):]]
	if err != nil || !ok || n != 1 && n != 10 && n != 100 {
		return fmt.Errorf("vcd: timescale %q", text)
	}
	d.unit = float64(n) * math.Pow(10, exponent)
	return nil
}

// date notes when a recording of this package began; of other programs' it may be
// anything, of any length.
func (d *Reader) date() error {
	word, err := d.next()
	if err != nil || word == "$end" {
		return err
	}
	d.began, _ = time.Parse(dateForm, word)
	return d.skip()
}

// variable reads: type, width, identifier code, name.
func (d *Reader) variable() error {
	words, err := d.section()
	if err != nil {
		return err
	}
	if len(words) < 4 {
		return fmt.Errorf("vcd: declaration %q", words)
	}
	if words[1] != "1" || d.known(words[2]) {
		return nil
	}
	if len(d.names) == maxLines {
		return fmt.Errorf("vcd: more than %d lines", maxLines)
	}
	d.lines[words[2]] = len(d.names)
	d.names = append(d.names, strings.Join(words[3:], ""))
	return nil
}

func (d *Reader) known(code string) bool {
	_, ok := d.lines[code]
	return ok
}

// SPDX-License-Identifier: Apache-2.0

// Package figures prints measurements beside their limits. A limit stands in one place, the
// table of docs/performance.md below the heading that names the command.
package figures

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/ledpost/ledpost/bench/process"
)

// Report compares the figures of a command. Make one with [Of].
type Report struct {
	rows   map[string]string // the limits, as the page has them
	faults []error
}

// Of returns the report of the command ./name of this module.
func Of(name string) (*Report, error) {
	page, err := os.ReadFile(filepath.Join(process.Root, "docs", "performance.md"))
	if err != nil {
		return nil, err
	}
	return parse(string(page), name)
}

// parse reads the tables of a section of the page.
func parse(page, name string) (*Report, error) {
	_, section, ok := strings.Cut(page, "`go -C bench run ./"+name+"`\n")
	if !ok {
		return nil, fmt.Errorf("docs/performance.md has no heading with ./%s", name)
	}
	section, _, _ = strings.Cut(section, "\n## ")
	r := &Report{rows: map[string]string{}}
	for line := range strings.Lines(section) {
		if cells := strings.Split(line, "|"); len(cells) == 5 {
			r.rows[strings.TrimSpace(cells[1])] = strings.TrimSpace(cells[2])
		}
	}
	return r, nil
}

// Figure prints a row of the page with its limit and a value, which has the unit of the limit.
func (r *Report) Figure(row string, value float64, unit string) {
	limit, ok := r.rows[row]
	if !ok {
		r.faults = append(r.faults, fmt.Errorf("docs/performance.md has no row %q", row))
	}
	kept, err := keeps(limit, value, unit)
	verdict := ""
	if err != nil || !kept {
		verdict = " OVER"
		r.faults = append(r.faults, errors.Join(err, fmt.Errorf("%s: %.4g %s, want %s", row, value, unit, limit)))
	}
	fmt.Printf("| %s | %s | %.3g %s |%s\n", row, limit, value, unit, verdict)
}

// Note prints a line of its own.
func (r *Report) Note(format string, args ...any) { fmt.Printf("  "+format+"\n", args...) }

// Err returns which limits are not kept.
func (r *Report) Err() error { return errors.Join(r.faults...) }

// keeps reports whether a value keeps a limit such as "18.7 ms", "at least 55", or "5"; what
// follows a comma after the unit are words, and "" is no limit.
func keeps(limit string, value float64, unit string) (bool, error) {
	if limit == "" {
		return true, nil
	}
	text, least := strings.CutPrefix(limit, "at least ")
	number, wants, _ := strings.Cut(text, " ")
	wants, _, _ = strings.Cut(wants, ",")
	most, err := strconv.ParseFloat(number, 64)
	if err != nil || wants != unit {
		return false, fmt.Errorf("docs/performance.md: the limit %q is no number of %q", limit, unit)
	}
	if least {
		return value >= most, nil
	}
	return value <= most, nil
}

// SPDX-License-Identifier: Apache-2.0

package selftest

import (
	"cmp"
	"fmt"
	"strings"
)

// Report returns the report in English, whose last line is a row for docs/boards.md; "" before the end.
func (r *Run) Report() string {
	if s, _, _ := r.Step(); s != nil {
		return ""
	}
	var b strings.Builder
	d := r.device
	board, panel := cmp.Or(d.Board, "not a Raspberry Pi"), fmt.Sprintf("%s %d×%d", d.Driver, d.Size.X, d.Size.Y)
	fmt.Fprintf(&b, "Self-test of ledpost\n\n%s\n\nBoard: %s\nVersion: %s\nPanel: %s\n", r.sentence(), board, d.Version,
		panel)
	for _, line := range d.Settings {
		fmt.Fprintf(&b, "  %s\n", line)
	}
	b.WriteByte('\n')
	for _, res := range r.results {
		fmt.Fprintf(&b, "%-20s %s", res.ID, res.Verdict)
		if res.Detail != "" {
			fmt.Fprintf(&b, " (%s)", res.Detail)
		}
		b.WriteByte('\n')
	}
	fmt.Fprintf(&b, "\nA row for docs/boards.md:\n\n| %s | %s | %s | %s | %s | %s |\n", board, panel,
		strings.Join(d.Settings, ", "), r.detail("rate"), d.Version, r.word())
	return b.String()
}

// sentence is the whole in words.
func (r *Run) sentence() string {
	const all = "This board, this panel, this configuration: "
	failed, skipped := r.ids(Fails), r.ids(Skipped)
	switch {
	case r.device.Simulator:
		return "Simulator: no hardware was tested."
	case failed != "":
		return all + "does not work yet. Wrong: " + failed + "."
	case skipped != "":
		return all + "works as far as tested. Not tested: " + skipped + "."
	}
	return all + "works."
}

// word is the sentence in a table.
func (r *Run) word() string {
	failed, skipped := r.ids(Fails), r.ids(Skipped)
	switch {
	case r.device.Simulator:
		return "simulator"
	case failed != "":
		return "wrong: " + failed
	case skipped != "":
		return "works; not tested: " + skipped
	}
	return "works"
}

// ids lists the steps that ended so.
func (r *Run) ids(v Verdict) string {
	var all []string
	for _, res := range r.results {
		if res.Verdict == v {
			all = append(all, res.ID)
		}
	}
	return strings.Join(all, ", ")
}

// detail is the reading of a step, "–" without it.
func (r *Run) detail(id string) string {
	for _, res := range r.results {
		if res.ID == id {
			return cmp.Or(res.Detail, "–")
		}
	}
	return "–"
}

// SPDX-License-Identifier: Apache-2.0

package panelfind

import (
	"image"
	"slices"
	"strconv"
	"strings"
)

// wanted is how questions of each kind are answered, for messages.
var wanted = map[Kind]string{
	Size: "give columns x rows, such as 64x32, with 8 to 256 columns and 8 to 64 rows",
	Rows: "give the number of rows that are lit",
	LED:  "give column,row, counted from 1, such as 5,3, or none",
	Bands: "give a letter for each band, such as rgb, or of both halves, such as rgb/r-b; " +
		"part, other, or further in a chain",
	Stripes: "give three letters for each half, such as rgb/---, or other",
	Clean:   "say yes or no",
}

// unanswered is the error of a text that does not answer the question, in words for the person
// who wrote it.
type unanswered string

func (u unanswered) Error() string { return string(u) }

// Unwrap returns ErrAnswer.
func (unanswered) Unwrap() error { return ErrAnswer }

// longest is the longest text that is looked at.
const longest = 20

// normal is an answer without what does not matter in it.
func normal(text string) string {
	if len(text) > longest {
		return ""
	}
	return strings.ToLower(strings.Join(strings.Fields(text), ""))
}

// excerpt is a text for a message.
func excerpt(text string) string {
	if len(text) > longest {
		return strings.ToValidUTF8(text[:longest], "") + "…"
	}
	return text
}

// numbers reads two numbers with a separator.
func numbers(text, separator string) (p image.Point, ok bool) {
	left, right, found := strings.Cut(text, separator)
	x, err := strconv.Atoi(left)
	y, other := strconv.Atoi(right)
	return image.Pt(x, y), found && err == nil && other == nil
}

// choose asks for one of the choices.
func (r *run) choose(q Question, p *Probe, choices ...string) (chosen string, err error) {
	q.Choices = choices
	err = r.ask(q, p, func(text string) bool {
		chosen = text
		return slices.Contains(choices, text)
	})
	return chosen, err
}

// findSize asks for the LEDs of the panel.
func (r *run) findSize() error {
	q := Question{Kind: Size, Text: "Look at the panel that is plugged into the Pi, with the arrows on its back upwards. " +
		"How many LEDs does it have, across x down? Count them, or read its label, such as 64x32."}
	return r.ask(q, nil, func(text string) bool {
		size, ok := numbers(text, "x")
		r.size = size
		return ok && size.X >= 8 && size.X <= 256 && size.Y >= 8 && size.Y <= 64 && size.Y%2 == 0
	})
}

// An outcome is an answer that some candidates would give, and how likely they are
// together.
type outcome struct {
	answer int
	weight float64
}

// outcomes are the answers of all candidates.
func outcomes[C any](all []C, weight func(C) float64, answer func(C) int) (list []outcome) {
next:
	for _, c := range all {
		a := answer(c)
		for i := range list {
			if list[i].answer == a {
				list[i].weight += weight(c)
				continue next
			}
		}
		list = append(list, outcome{a, weight(c)})
	}
	return list
}

// likely are the answers of outcomes as they are written.
func likely(list []outcome, write func(int) string) (all []string) {
	for _, o := range list {
		all = append(all, write(o.answer))
	}
	return all
}

// best returns the probe after whose answer the fewest candidates are left, by their
// weights; ok is false if none tells any two of them apart.
func best[P any](probes []P, of func(P) []outcome) (p P, ok bool) {
	var least float64
	for _, probe := range probes {
		list := of(probe)
		if len(list) < 2 {
			continue
		}
		var left float64
		for _, o := range list {
			left += o.weight * o.weight
		}
		if !ok || left < least*(1-1e-9) {
			p, least, ok = probe, left, true
		}
	}
	return p, ok
}

// likeliest is the first candidate with the most weight.
func likeliest[C any](all []C, weight func(C) float64) C {
	most := all[0]
	for _, c := range all[1:] {
		if weight(c) > weight(most) {
			most = c
		}
	}
	return most
}

// A pick is the probe that was chosen after so many answers.
type pick struct {
	asked int
	probe any
	ok    bool
}

// chosen is best, worked out once for the answers before.
func chosen[P any](r *run, probes func() []P, of func(P) []outcome) (p P, ok bool) {
	if r.picked == len(r.picks) {
		p, ok := best(probes(), of)
		r.picks = append(r.picks, pick{r.asked, p, ok})
	}
	last := r.picks[r.picked]
	r.picked++
	return last.probe.(P), last.ok
}

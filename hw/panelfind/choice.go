// SPDX-License-Identifier: Apache-2.0

package panelfind

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

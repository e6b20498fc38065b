// SPDX-License-Identifier: Apache-2.0

package panelfind

import "slices"

// slip is how many columns or rows a person who counts may be wrong.
const slip = 2

// recount asks once more for an LED that was named beside the one that an arrangement lights which has
// all other LEDs, the likeliest first. It returns the arrangements that have what is seen then, none
// where nothing was named wrongly.
func (r *run) recount() ([]arrangement, error) {
	if r.kind.fault.broken() {
		return nil, nil
	}
	for {
		s, want, ok := r.doubtful()
		if !ok {
			return nil, nil
		}
		r.recounted = append(r.recounted, s)
		q := Question{Kind: LED, Again: true, Likely: []string{r.place(int(r.seen[s])), r.place(int(want))},
			Text: "This LED was asked for before: please count once more. " + howLED}
		if _, err := r.look(s, q); err != nil {
			return nil, err
		}
		all := r.arrangements(r.kind.addresses)
		all = slices.DeleteFunc(all, func(a arrangement) bool { return len(r.missed(a)) > 0 })
		if len(all) > 0 {
			return all, nil
		}
	}
}

// doubtful is a spot that was not recounted yet, and the LED that it lights if it alone was named wrongly.
func (r *run) doubtful() (s spot, want int32, ok bool) {
	var most float64
	for _, a := range r.arrangements(r.kind.addresses) {
		missed := r.missed(a)
		if len(missed) != 1 || a.usual() <= most || slices.Contains(r.recounted, missed[0]) {
			continue
		}
		if led := a.at(missed[0]); r.beside(led, r.seen[missed[0]]) {
			s, want, ok, most = missed[0], led, true, a.usual()
		}
	}
	return s, want, ok
}

// missed are the spots that an arrangement lights in another place than was seen.
func (r *run) missed(a arrangement) (all []spot) {
	for s, led := range r.seen {
		if a.at(s) != led {
			all = append(all, s)
		}
	}
	return all
}

// beside reports whether two LEDs are so near that one may be taken for the other.
func (r *run) beside(a, b int32) bool {
	w := int32(r.size.X)
	return a >= 0 && b >= 0 && max(a%w-b%w, b%w-a%w) <= slip && max(a/w-b/w, b/w-a/w) <= slip
}

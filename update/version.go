// SPDX-License-Identifier: Apache-2.0

package update

import (
	"cmp"
	"strconv"
	"strings"
)

// Compare orders versions, as cmp.Compare does: by their numbers 1.2.3, and a
// version with something after - or ~, such as 1.3.0-dev or 1.3.0~beta1, is
// before the one without. A missing number is 0. What follows a + is ignored.
func Compare(a, b string) int {
	numbersA, preA := split(a)
	numbersB, preB := split(b)
	if c := compareDotted(numbersA, numbersB); c != 0 {
		return c
	}
	switch {
	case preA == preB:
		return 0
	case preA == "":
		return 1
	case preB == "":
		return -1
	}
	return compareDotted(preA, preB)
}

// split divides a version into its numbers and what comes before them in time.
func split(v string) (numbers, pre string) {
	v, _, _ = strings.Cut(strings.TrimPrefix(v, "v"), "+")
	if at := strings.IndexAny(v, "-~"); at >= 0 {
		return v[:at], v[at+1:]
	}
	return v, ""
}

// compareDotted compares field by field: numbers by their value, others as
// text, and numbers before text (Semantic Versioning 2.0.0, 11).
func compareDotted(a, b string) int {
	fieldsA, fieldsB := strings.Split(a, "."), strings.Split(b, ".")
	for i := range max(len(fieldsA), len(fieldsB)) {
		if c := compareField(field(fieldsA, i), field(fieldsB, i)); c != 0 {
			return c
		}
	}
	return 0
}

func field(all []string, i int) string {
	if i < len(all) {
		return all[i]
	}
	return "0"
}

func compareField(a, b string) int {
	x, errA := strconv.ParseUint(a, 10, 64)
	y, errB := strconv.ParseUint(b, 10, 64)
	switch {
	case errA == nil && errB == nil:
		return cmp.Compare(x, y)
	case errA == nil:
		return -1
	case errB == nil:
		return 1
	}
	return cmp.Compare(a, b)
}

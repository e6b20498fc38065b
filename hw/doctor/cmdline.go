// SPDX-License-Identifier: Apache-2.0

package doctor

import (
	"fmt"
	"slices"
	"strings"
)

// bootLine is the command line of the kernel.
type bootLine struct {
	now  string // of the kernel that runs; empty if it is not known
	file string // of cmdline.txt, which counts at the next start
}

// value returns what the last word of that name has in a line, and whether there is
// one.
func value(line, name string) (v string, ok bool) {
	for word := range strings.FieldsSeq(line) {
		if rest, is := strings.CutPrefix(word, name+"="); is {
			v, ok = rest, true
		}
	}
	return v, ok
}

// addToCmdline returns advice that gets word, name=value, into the kernel's command
// line. The kernel gets the first line of cmdline.txt and no other one.
func (b *boot) addToCmdline(word string) string {
	name, want, _ := strings.Cut(word, "=")
	line, others, _ := strings.Cut(b.kernel.file, "\n")
	has, inFirst := value(line, name)
	_, below := value(others, name)
	switch {
	case slices.Contains(strings.Fields(line), word), inFirst && lists(has, want):
		if now, ok := value(b.kernel.now, name); ok && lists(now, want) {
			return fmt.Sprintf("%s has no effect: another word of the line undoes it, "+
				"or the kernel lacks it; use the kernel of Raspberry Pi OS", word)
		}
		return fmt.Sprintf("%s is in %s already: restart the Pi", word, b.cmdline)
	case below:
		return fmt.Sprintf("join the lines of %s into one, with %s at its end, and restart the Pi: the kernel reads the first line only",
			b.cmdline, word)
	case inFirst:
		return fmt.Sprintf("write %s instead of %s=%s into %s and restart the Pi", word, name, has, b.cmdline)
	}
	return fmt.Sprintf("add %s to the end of the line in %s and restart the Pi", word, b.cmdline)
}

// lists reports whether a list such as domain,2-3 has a word, or a number as one of a
// range.
func lists(list, want string) bool {
	if slices.Contains(strings.Split(list, ","), want) {
		return true
	}
	n := ranges(want)
	return slices.ContainsFunc(ranges(list), func(r [2]int) bool {
		return len(n) == 1 && n[0][0] == n[0][1] && r[0] <= n[0][0] && n[0][0] <= r[1]
	})
}

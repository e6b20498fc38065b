// SPDX-License-Identifier: Apache-2.0

// Package spell finds words that are misspelt.
package spell

import (
	"iter"
	"strings"
)

// Meant returns the one of known that a misspelt word stands for: the nearest that begins with the same letter in
// any case and has at most two slips (see [Distance]), one if the word has fewer than four letters. "" = none is, or
// two are as near.
func Meant(word string, known iter.Seq[string]) (meant string) {
	least := 3
	if len(word) < 4 {
		least = 2
	}
	for one := range known {
		a, b := strings.ToLower(word), strings.ToLower(one)
		if a == "" || b == "" || a[0] != b[0] {
			continue
		}
		switch apart := Distance(a, b); {
		case apart < least:
			meant, least = one, apart
		case apart == least:
			meant = ""
		}
	}
	return meant
}

// Distance is how many bytes have to be changed, added, removed, or swapped with the one before to turn a into b
// (optimal string alignment); 3 means 3 or more.
func Distance(a, b string) int {
	if len(a) > len(b)+2 || len(b) > len(a)+2 {
		return 3
	}
	before, row, next := make([]int, len(b)+1), make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		next[0] = i + 1
		for j := range len(b) {
			next[j+1] = min(next[j]+1, row[j+1]+1, row[j]+1)
			if a[i] == b[j] {
				next[j+1] = min(next[j+1], row[j])
			}
			if i > 0 && j > 0 && a[i] == b[j-1] && a[i-1] == b[j] {
				next[j+1] = min(next[j+1], before[j-1]+1)
			}
		}
		before, row, next = row, next, before
	}
	return min(row[len(b)], 3)
}

// SPDX-License-Identifier: Apache-2.0

// Package spell finds words that are misspelt.
package spell

// Distance is how many bytes have to be changed, added or removed to turn a into b
// (Levenshtein); 3 means 3 or more.
func Distance(a, b string) int {
	if len(a) > len(b)+2 || len(b) > len(a)+2 {
		return 3
	}
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		corner := row[0]
		row[0] = i + 1
		for j := range len(b) {
			next := min(row[j]+1, row[j+1]+1, corner)
			if a[i] != b[j] {
				next = min(row[j]+1, row[j+1]+1, corner+1)
			}
			corner, row[j+1] = row[j+1], next
		}
	}
	return min(row[len(b)], 3)
}

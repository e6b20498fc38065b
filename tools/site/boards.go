// SPDX-License-Identifier: Apache-2.0

package main

import (
	"fmt"
	"os"
	"strings"
)

// rows reads the one table of a document whose header begins with first: the cells of
// each row, without Markdown's strokes. A table without rows gives none.
func rows(file, first string) ([][]string, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	_, table, ok := strings.Cut(string(text), "\n| "+first+" |")
	if !ok {
		return nil, fmt.Errorf("%s: no table begins with %q", file, first)
	}
	all := [][]string{} // an empty list, and not null, for the page
	for _, line := range strings.Split(table, "\n")[2:] {
		if !strings.HasPrefix(line, "|") {
			break
		}
		cells := strings.Split(strings.TrimSuffix(strings.TrimPrefix(strings.TrimSpace(line), "|"), "|"), "|")
		for i := range cells {
			cells[i] = strings.TrimSpace(cells[i])
		}
		all = append(all, cells)
	}
	return all, nil
}

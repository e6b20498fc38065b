// SPDX-License-Identifier: Apache-2.0

package main

import (
	_ "embed"
	"fmt"
	"strings"
)

// equivalentText lists the mutations that no test can notice. An entry is the
// file, the two lines of the change as they are printed, and the reason; an
// empty line ends it.
//
//go:embed equivalent.txt
var equivalentText string

// parseEquivalents returns the reason of each change, by file and diff. Lines
// and not their numbers are compared, so that an entry holds until its line
// is rewritten.
func parseEquivalents(text string) (map[string]string, error) {
	reasons := map[string]string{}
	for _, entry := range strings.Split(strings.TrimSpace(text), "\n\n") {
		if strings.TrimSpace(entry) == "" {
			continue
		}
		lines := strings.SplitN(strings.TrimSpace(entry), "\n", 4)
		if len(lines) < 4 || !strings.HasPrefix(lines[1], "-") || !strings.HasPrefix(lines[2], "+") {
			return nil, fmt.Errorf("want a file, a - line, a + line and a reason, have:\n%s", entry)
		}
		reasons[key(lines[0], lines[1]+"\n"+lines[2])] = lines[3]
	}
	return reasons, nil
}

func key(file, diff string) string {
	lines := strings.Split(diff, "\n")
	for i, l := range lines {
		lines[i] = strings.TrimRight(l, " ")
	}
	return file + "\n" + strings.Join(lines, "\n")
}

// SPDX-License-Identifier: Apache-2.0

package main

import (
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/google/licensecheck"
)

// rule is the line between two modules of the notices (internal/notices/collect).
var rule = strings.Repeat("=", 78) + "\n"

// readNotices returns the SPDX expression of each module's licence by the module's
// path.
func readNotices(file string) (map[string]string, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	licences := map[string]string{}
	for _, one := range strings.Split(string(text), rule)[1:] {
		head, terms, _ := strings.Cut(one, "\n")
		path, _, _ := strings.Cut(head, " ")
		if licences[path] = expression(terms); licences[path] == "" {
			return nil, fmt.Errorf("%s: the licence of %s has no known text", file, path)
		}
	}
	return licences, nil
}

// unicodeLicence is the licence whose text is in unicode.txt; licensecheck does not know
// it.
const unicodeLicence = "Unicode-DFS-2016"

// glyphsLicence holds for the characters of other fonts: the licences that glyphs.txt has.
const glyphsLicence = "Apache-2.0 AND Baekmuk AND OFL-1.1 AND mplus"

// names are the SPDX names of texts that have another one in licensecheck; "" is for
// texts that are no licence of their own.
var names = map[string]string{
	"GooglePatentsFile": "", // a grant beside BSD-3-Clause
	"GPL-2.0":           "GPL-2.0-only",
}

// expression returns the SPDX expression of the licences whose texts are in text: each
// holds for a part of the work. It returns "" if there is none that is known.
func expression(text string) string {
	var ids []string
	for _, m := range licensecheck.Scan([]byte(text)).Match {
		id, other := names[m.ID]
		if !other {
			id = m.ID
		}
		if id != "" && !m.IsURL && !slices.Contains(ids, id) {
			ids = append(ids, id)
		}
	}
	slices.Sort(ids)
	return strings.Join(ids, " AND ")
}

// SPDX-License-Identifier: Apache-2.0

package update

import (
	"strings"

	"golang.org/x/mod/semver"
)

// Compare orders versions, as cmp.Compare does, by Semantic Versioning 2.0.0: by their numbers
// 1.2.3, and 1.3.0-dev, or 1.3.0~dev as Debian writes it, before 1.3.0. A missing number is 0;
// what follows a + is ignored. Text of another form is before all versions.
func Compare(a, b string) int { return semver.Compare(semantic(a), semantic(b)) }

// semantic returns v as package semver reads it: v1.2.3-pre.
func semantic(v string) string {
	v = strings.Replace(strings.TrimPrefix(v, "v"), "~", "-", 1)
	end := len(v)
	if at := strings.IndexAny(v, "-+"); at >= 0 {
		end = at
	}
	missing := max(2-strings.Count(v[:end], "."), 0)
	return "v" + v[:end] + strings.Repeat(".0", missing) + v[end:]
}

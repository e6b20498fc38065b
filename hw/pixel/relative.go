// SPDX-License-Identifier: Apache-2.0

package pixel

import "path/filepath"

// Relative makes the name of the map's file one from the folder dir, where the
// configuration lies, unless it has a path from the root.
func (l *Layout) Relative(dir string) {
	if l.MapFile != "" && !filepath.IsAbs(l.MapFile) {
		l.MapFile = filepath.Join(dir, l.MapFile)
	}
}

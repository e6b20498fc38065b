// SPDX-License-Identifier: Apache-2.0

package icons

import (
	"fmt"
	"io/fs"
	"strings"
)

const wordsFile = "data/words.txt"

// readWords returns the words that people look for icons by, by the icon's name.
func readWords(files fs.FS) (map[string][]string, error) {
	text, err := fs.ReadFile(files, wordsFile)
	if err != nil {
		return nil, err
	}
	all := map[string][]string{}
	for line := range strings.Lines(string(text)) {
		line = strings.TrimSpace(line)
		if line == "" || line[0] == '#' {
			continue
		}
		name, words, ok := strings.Cut(line, ":")
		if _, twice := all[name]; !ok || twice {
			return nil, fmt.Errorf("%s: %q: want a name that was not there before, a colon and words", wordsFile, line)
		}
		all[name] = strings.Fields(words)
	}
	return all, nil
}

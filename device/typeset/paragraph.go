// SPDX-License-Identifier: Apache-2.0

package typeset

import (
	"strings"

	"github.com/ledpost/ledpost/fonts"
)

// paragraphs splits spans at line ends, ignoring line ends at both ends of the text,
// which a shell or a template has left there. It returns at least one.
func paragraphs(spans []fonts.Span) [][]fonts.Span {
	all := split(spans)
	for len(all) > 1 && blank(all[0]) {
		all = all[1:]
	}
	for len(all) > 1 && blank(all[len(all)-1]) {
		all = all[:len(all)-1]
	}
	return all
}

// blank reports whether spans have spaces alone.
func blank(spans []fonts.Span) bool { return strings.TrimSpace(fonts.Plain(spans)) == "" }

// split splits spans at every line end.
func split(spans []fonts.Span) [][]fonts.Span {
	all := [][]fonts.Span{nil}
	for _, s := range spans {
		for i, part := range strings.Split(strings.ReplaceAll(s.Text, "\r\n", "\n"), "\n") {
			if i > 0 {
				all = append(all, nil)
			}
			if part != "" {
				last := &all[len(all)-1]
				*last = append(*last, fonts.Span{Text: part, Color: s.Color})
			}
		}
	}
	return all
}

// oneLine makes one line of all paragraphs.
func oneLine(paragraphs [][]fonts.Span) (all []fonts.Span) {
	for i, paragraph := range paragraphs {
		if i > 0 && len(paragraph) > 0 {
			all = append(all, fonts.Span{Text: " ", Color: paragraph[0].Color})
		}
		all = append(all, paragraph...)
	}
	return all
}

// SPDX-License-Identifier: Apache-2.0

package paint

import (
	"strings"

	"github.com/ledpost/ledpost/device/typeset"
	"github.com/ledpost/ledpost/fonts"
)

// plain returns the text of spans without their colours.
func plain(spans []fonts.Span) string {
	var text strings.Builder
	for _, s := range spans {
		text.WriteString(s.Text)
	}
	return text.String()
}

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
func blank(spans []fonts.Span) bool { return strings.TrimSpace(plain(spans)) == "" }

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

// breakAll breaks each paragraph into lines; nil if that makes more than n lines.
func breakAll(face *fonts.Face, paragraphs [][]fonts.Span, width, n int) (lines [][]fonts.Span) {
	for _, p := range paragraphs {
		broken := typeset.Broken(face, p, width, n-len(lines))
		if broken == nil {
			return nil
		}
		lines = append(lines, broken...)
	}
	return lines
}

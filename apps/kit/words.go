// SPDX-License-Identifier: Apache-2.0

package kit

import (
	"strings"
	"unicode"

	"github.com/ledpost/ledpost/device/note"
	"github.com/ledpost/ledpost/icons"
)

// Builtin returns the reference of a built-in icon.
func Builtin(name string) icons.Ref {
	ref, err := icons.Parse(name)
	if err != nil {
		panic(err) // the name is a constant
	}
	return ref
}

// Saying returns a frame for each text, beside an icon.
func Saying(icon icons.Ref, texts ...string) (frames []note.Frame) {
	for _, t := range texts {
		frames = append(frames, note.Frame{Icon: icon, Text: []note.Fragment{{Text: t}}})
	}
	return frames
}

// Printable removes characters that cannot be drawn, and limits the length to a
// frame's text.
func Printable(text string) string {
	text = strings.Map(func(r rune) rune {
		switch {
		case r == '\n' || r == '\t':
			return ' '
		case unicode.IsControl(r) || r == unicode.ReplacementChar:
			return -1
		}
		return r
	}, text)
	return Short(strings.TrimSpace(text), note.MaxText)
}

// Short returns s, or its beginning if it has more than n characters.
func Short(s string, n int) string {
	if r := []rune(s); len(r) > n {
		return string(r[:n-1]) + "…"
	}
	return s
}

package apps

import (
	"strings"
	"unicode"

	"github.com/ledpost/ledpost/device/note"
	"github.com/ledpost/ledpost/icons"
)

// builtin returns the reference of a built-in icon.
func builtin(name string) icons.Ref {
	ref, err := icons.Parse(name)
	if err != nil {
		panic(err) // the name is a constant
	}
	return ref
}

// saying returns a frame for each text, beside an icon.
func saying(icon icons.Ref, texts ...string) (frames []note.Frame) {
	for _, t := range texts {
		frames = append(frames, note.Frame{Icon: icon, Text: []note.Fragment{{Text: t}}})
	}
	return frames
}

// printable removes characters that cannot be drawn, and limits the length to that of
// a frame's text.
func printable(text string) string {
	text = strings.Map(func(r rune) rune {
		switch {
		case r == '\n' || r == '\t':
			return ' '
		case unicode.IsControl(r) || r == unicode.ReplacementChar:
			return -1
		}
		return r
	}, text)
	return short(strings.TrimSpace(text), note.MaxText)
}

// short returns s, or its beginning if it has more than n characters.
func short(s string, n int) string {
	if r := []rune(s); len(r) > n {
		return string(r[:n-1]) + "…"
	}
	return s
}

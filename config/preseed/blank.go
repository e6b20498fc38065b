// SPDX-License-Identifier: Apache-2.0

package preseed

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"iter"
	"reflect"
	"regexp"
	"sync"

	"github.com/BurntSushi/toml"
)

// secrets is a line of a table that gives a secret, or did before a power cut made
// a comment of it by its first byte.
var secrets = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(
		`^(?:[ \t]*(?:key|wifi_password|setup_password)` +
			`|#[ \t]*(?:key|ey|wifi_password|ifi_password|setup_password|etup_password))[ \t]*=[ \t]*[^ \t]`)
})

// header is a line that begins a table, or a list of tables.
var header = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^[ \t]*\[+[ \t]*([^]]*?)[ \t]*\]+`) })

// ErrForm is the error of [Blank] for secrets that do not stand in separate
// lines below [card].
var ErrForm = errors.New(
	"preseed: the secrets of [card] cannot be removed from the card: write each on a separate line below [card]")

// Blank overwrites the secrets of the table [card] in a file of that text, whose
// length stays: it makes comments of their lines by one byte each, then blanks the
// values, then the names, and calls sync after each of the three. Whenever the
// power is cut, the file is TOML without a torn line, and a line whose value is
// not blank yet is found again. It returns [ErrForm], and writes nothing, if it
// cannot blank all of them.
func Blank(text []byte, file io.WriterAt, sync func() error) error {
	lines := secretLines(text)
	was, err := decodeCard(string(text))
	left, fault := decodeCard(string(blanked(text, lines)))
	was.Key, was.WiFiPassword, was.SetupPassword = "", "", ""
	if err != nil || fault != nil || left != was {
		return ErrForm
	}
	for _, step := range []func(line) (to []byte, at int){
		func(l line) ([]byte, int) { return blank(1), l.begin },
		func(l line) ([]byte, int) { return blank(l.end - l.value + 1)[1:], l.value },
		func(l line) ([]byte, int) { return blank(l.end - l.begin), l.begin },
	} {
		for _, l := range lines {
			to, at := step(l)
			if _, err := file.WriteAt(to, int64(at)); err != nil {
				return err
			}
		}
		if err := sync(); err != nil {
			return err
		}
	}
	return nil
}

// blank is an empty comment of n bytes.
func blank(n int) []byte { return append([]byte{'#'}, bytes.Repeat([]byte{' '}, n-1)...) }

// Unblanked reports whether the text still shows a secret of [card], in force or in
// a line that a power cut has left half blanked.
func Unblanked(text []byte) bool { return len(secretLines(text)) > 0 }

// line is where the line of a secret begins, its value begins, and both end, without
// the line's end.
type line struct{ begin, value, end int }

func secretLines(text []byte) (all []line) {
	for _, l := range cardLines(text) {
		if now := text[l.begin:l.end]; secrets().Match(now) {
			l.value = l.begin + bytes.IndexByte(now, '=') + 1
			all = append(all, l)
		}
	}
	return all
}

// linesOf yields where each line begins and ends.
func linesOf(text []byte) iter.Seq[line] {
	return func(yield func(line) bool) {
		for begin := 0; begin < len(text); {
			end, next := len(text), len(text)
			if i := bytes.IndexByte(text[begin:], '\n'); i >= 0 {
				end, next = begin+i, begin+i+1
			}
			if end > begin && text[end-1] == '\r' {
				end--
			}
			if !yield(line{begin: begin, end: end}) {
				return
			}
			begin = next
		}
	}
}

// Without returns a configuration without its table [card], which is for processes of
// root; all other lines keep their numbers unless [card] is written in an odd form. A file
// that is not TOML loses what looks like the table, for package config to tell the error.
func Without(text []byte) ([]byte, error) {
	rest := blanked(text, cardLines(text))
	var whole, left map[string]any
	if decode(string(text), &whole) != nil {
		return rest, nil
	}
	delete(whole, "card")
	if decode(string(rest), &left) == nil && (len(left) == 0 && len(whole) == 0 || reflect.DeepEqual(left, whole)) {
		return rest, nil
	}
	out, err := toml.Marshal(whole) // card.key = …, or braces
	if err != nil {
		return nil, fmt.Errorf("preseed: %w", err)
	}
	return out, nil
}

// cardLines returns the lines of the table [card], with its header.
func cardLines(text []byte) (all []line) {
	inside := false
	for l := range linesOf(text) {
		if h := header().FindSubmatch(text[l.begin:l.end]); h != nil {
			inside = string(h[1]) == "card"
		}
		if inside && l.end > l.begin {
			all = append(all, l)
		}
	}
	return all
}

// blanked returns the text with comments in the place of those lines.
func blanked(text []byte, lines []line) []byte {
	out := bytes.Clone(text)
	for _, l := range lines {
		copy(out[l.begin:l.end], blank(l.end-l.begin))
	}
	return out
}

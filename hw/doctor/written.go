// SPDX-License-Identifier: Apache-2.0

package doctor

import (
	"fmt"
	"slices"
	"strings"

	"github.com/ledpost/ledpost/internal/spell"
)

// A written is a line of config.txt, of a file that it includes, or of one that is not read.
type written struct {
	text, file string
	section    string // the filter above it, such as [cm4]; empty before the first one
	counts     bool   // no filter leaves this board out, and the file is read
	unread     bool   // the file is not read
}

// maxWritten bounds how many lines are kept.
const maxWritten = 1024

func (b *boot) note(w written) {
	if w.text != "" && len(b.written) < maxWritten {
		b.written = append(b.written, w)
	}
}

// unread notes the lines of a file that the boot loader does not read.
func (b *boot) unread(file, text string) {
	for line := range strings.Lines(text) {
		b.note(written{text: strings.TrimSpace(line), file: file, unread: true})
	}
}

// line is the line without its remark.
func (w written) line() string {
	text, _, _ := strings.Cut(w.text, "#")
	return strings.TrimSpace(text)
}

// keyed is a line without its remark and its spaces, under today's name of its key.
func keyed(line string) (key, value string) {
	line, _, _ = strings.Cut(line, "#")
	key, value, _ = strings.Cut(strings.ReplaceAll(line, " ", ""), "=")
	switch key {
	case "device_tree_param":
		key = "dtparam"
	case "device_tree_overlay":
		key = "dtoverlay"
	}
	return key, value
}

// sets reports whether the line does what another one does, such as dtparam=spi=on.
func (w written) sets(line string) bool {
	key, value := keyed(w.text)
	wantKey, want := keyed(line)
	if key != wantKey {
		return false
	}
	switch key {
	case "dtparam":
		return holds(value, want)
	case "dtoverlay":
		name, params, _ := strings.Cut(strings.Replace(value, ":", ",", 1), ",")
		overlay, wanted, _ := strings.Cut(want, ",")
		return name == overlay && (wanted == "" || holds(params, wanted))
	}
	return value == want
}

// holds reports whether parameters such as spi=on,i2c have the values of others.
func holds(line, wanted string) bool {
	has, wants := map[string]string{}, map[string]string{}
	parameters(line, has)
	parameters(wanted, wants)
	for name, value := range wants {
		if is, ok := has[name]; !ok || switched(is) != switched(value) {
			return false
		}
	}
	return true
}

// switched is on or off for each word that the boot loader takes as one of them (Raspberry
// Pi's utilities, dtmerge/dtoverlay.c), and any other value as it is.
func switched(value string) string {
	switch value {
	case "y", "yes", "on", "true", "enable", "1", "okay":
		return "on"
	case "n", "no", "off", "false", "0", "disabled":
		return "off"
	}
	return value
}

// undoes reports whether the line gives what another one sets another value.
func (w written) undoes(line string) bool {
	key, value := keyed(w.text)
	wantKey, want := keyed(line)
	if key != wantKey || key == "dtoverlay" || w.sets(line) {
		return false
	}
	return key != "dtparam" || slices.ContainsFunc(strings.Split(value, ","), sameName(want))
}

// sameName reports whether a parameter is of the same name as another one.
func sameName(as string) func(string) bool {
	name, _, _ := strings.Cut(as, "=")
	return func(param string) bool {
		other, _, _ := strings.Cut(param, "=")
		return other == name
	}
}

// mended is the line with the value of another one, which it undoes, and its other parameters.
func (w written) mended(line string) string {
	key, value := keyed(w.text)
	_, want := keyed(line)
	if key != "dtparam" {
		return line
	}
	params, same := strings.Split(value, ","), sameName(want)
	for i, p := range params {
		if same(p) {
			params[i] = want
		}
	}
	return key + "=" + strings.Join(params, ",")
}

// resembles reports whether the line is another one with a slip of the keyboard. A line that
// differs in numbers only is of another bus, and right.
func (w written) resembles(line string) bool {
	text := strings.ToLower(w.line())
	key, value := keyed(text)
	wantKey, want := keyed(line)
	if text == "" || w.valid() {
		return false
	}
	other := text != line && withoutDigits(text) == withoutDigits(line)
	return !other && spell.Distance(text, line) <= 2 || value == want && key != wantKey || key+"="+value == want
}

// valid reports whether the line is a known one, which is for something of its own.
func (w written) valid() bool {
	key, value := keyed(w.text)
	switch name, _, _ := strings.Cut(value, ","); key {
	case "dtparam":
		name, _, _ = strings.Cut(name, "=")
		return slices.Contains(baseParams, name)
	case "dtoverlay":
		return overlay{name: name}.known()
	}
	return false
}

// baseParams are parameters of the base device tree that are a slip or two from those that
// panels want (overlays/README of the Raspberry Pi's firmware).
var baseParams = []string{"sd"}

// withoutDigits is a text without its digits.
func withoutDigits(text string) string {
	return strings.Map(func(r rune) rune {
		if '0' <= r && r <= '9' {
			return -1
		}
		return r
	}, text)
}

// idle says why a line that is written somewhere has no effect, and what to do; empty if it is
// written nowhere. A line of one's own comes before those that are only remarks.
func (b *boot) idle(line string) string {
	for i, w := range b.written {
		if why := b.without(i, w, line); why != "" {
			return why
		}
	}
	for _, w := range b.written {
		remark, is := strings.CutPrefix(w.text, "#")
		if is && w.counts && (written{text: strings.TrimLeft(remark, "# ")}).sets(line) {
			return fmt.Sprintf("remove the # before %s in %s and restart the Pi", line, w.file)
		}
	}
	return ""
}

// without says why a written line is not another one, or has no effect.
func (b *boot) without(i int, w written, line string) string {
	switch {
	case w.unread && w.sets(line):
		return fmt.Sprintf("%s is in %s, which is not read: write it into %s and restart the Pi", line, w.file, b.config)
	case w.unread:
	case w.sets(line) && !w.counts:
		return fmt.Sprintf("%s is in %s below %s, which leaves this board out: write it at the end, below a line [all], and restart the Pi",
			line, w.file, w.section)
	case w.sets(line):
		n := slices.IndexFunc(b.written[i:], func(later written) bool { return later.counts && later.undoes(line) })
		if n > 0 {
			later := b.written[i+n]
			if mended := later.mended(line); mended != line { // the others of its parameters stay
				return fmt.Sprintf("write %s instead of %s into %s and restart the Pi", mended, later.line(), later.file)
			}
			return fmt.Sprintf("%s is in %s, but a later line undoes it: remove %s from %s and restart the Pi",
				line, w.file, later.line(), later.file)
		}
	case w.counts && w.undoes(line):
		return fmt.Sprintf("write %s instead of %s into %s and restart the Pi", w.mended(line), w.line(), w.file)
	case w.counts && w.resembles(line):
		return fmt.Sprintf("%s is misspelt as %s in %s: correct it and restart the Pi", line, w.line(), w.file)
	}
	return ""
}

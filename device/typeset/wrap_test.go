// SPDX-License-Identifier: Apache-2.0

package typeset

import (
	"strings"
	"testing"

	"github.com/ledpost/ledpost/fonts"
)

// TestBroken: as many lines as there is room for, none of them wider.
func TestBroken(t *testing.T) {
	face := gridOf(t, 37, 8).set.Normal
	rows := []struct {
		name, text string
		lines      int
		want       []string
	}{
		{"one that fits", "ab", 1, []string{"ab"}},
		{"broken between words", "hello world", 2, []string{"hello", "world"}},
		{"no room for the second line", "hello world", 1, nil},
		{"a word that is too wide", "helloworldhello", 4, nil},
		{"only spaces", "   ", 1, []string{""}},
	}
	for _, row := range rows {
		got := Broken(face, []fonts.Span{{Text: row.text, Color: white}}, 30, row.lines)
		var texts []string
		for _, line := range got {
			joined := ""
			for _, s := range line {
				joined += s.Text
			}
			texts = append(texts, joined)
		}
		if strings.Join(texts, "|") != strings.Join(row.want, "|") || (got == nil) != (row.want == nil) {
			t.Errorf("%s: %q, want %q", row.name, texts, row.want)
		}
	}
}

// TestBrokenExactly: what is just as wide as the room fits.
func TestBrokenExactly(t *testing.T) {
	face := gridOf(t, 37, 8).set.Normal
	exact := []fonts.Span{{Text: "hello"}}
	if Broken(face, exact, face.Width("hello"), 1) == nil {
		t.Error("a word just as wide as the room does not fit")
	}
	if Broken(face, exact, face.Width("hello")-1, 1) != nil {
		t.Error("a word wider than the room fits")
	}
	two := []fonts.Span{{Text: "a "}, {Text: "hello"}}
	if got := Broken(face, two, face.Width("hello"), 2); len(got) != 2 || fonts.Plain(got[1]) != "hello" {
		t.Errorf("the second word just as wide as the room: %q", got)
	}
	if Broken(face, two, face.Width("hello")-1, 2) != nil {
		t.Error("the second word is wider than the room and fits")
	}
}

// TestWords: where a line may be broken; a full stop does not begin one.
func TestWords(t *testing.T) {
	for said, want := range map[string]string{
		"a  b c":    "a  |b |c",
		"日本。語":      "日|本。|語",
		"at 日曜 now": "at |日|曜 |now",
	} {
		var got []string
		for _, w := range joined(words([]fonts.Span{{Text: said}})) {
			got = append(got, fonts.Plain(w))
		}
		if strings.Join(got, "|") != want {
			t.Errorf("%q breaks as %q, want %s", said, got, want)
		}
	}
}

// TestWordsOfSeveralColours: a word goes on in the next colour.
func TestWordsOfSeveralColours(t *testing.T) {
	for _, row := range []struct {
		why   string
		spans []string
		want  string
	}{
		{"a word of two spans", []string{"he", "llo you"}, "hello |you"},
		{"a space ends it", []string{"he ", "llo"}, "he |llo"},
		{"so does a character that stands alone", []string{"日", "本"}, "日|本"},
		{"a mark hangs on what is before it", []string{"日。", "x"}, "日。x"},
		{"letters behind such a character", []string{"日x y"}, "日|x |y"},
		{"two spaces are of the word before", []string{"a  b"}, "a  |b"},
	} {
		var spans []fonts.Span
		for _, s := range row.spans {
			spans = append(spans, fonts.Span{Text: s})
		}
		var got []string
		for _, w := range joined(words(spans)) {
			got = append(got, fonts.Plain(w))
		}
		if strings.Join(got, "|") != row.want {
			t.Errorf("%s: %q, want %s", row.why, got, row.want)
		}
	}
}

// TestCharactersBreak: a sentence without spaces has two lines of about one width, as a notice and as a title.
func TestCharactersBreak(t *testing.T) {
	for _, row := range []struct {
		size  [2]int
		role  Role
		width int
		text  string
		lines int
		want  string
	}{
		{[2]int{64, 32}, Value, 36, "请设置日期", 4, "请设置|日期"},
		{[2]int{64, 32}, Value, 36, "请设置地点", 4, "请设置|地点"},
		{[2]int{64, 64}, Value, 62, "家长会在三楼会议室", 2, "家长会在三|楼会议室"},
		{[2]int{64, 32}, Value, 36, "请设置日期", 1, "请设置日期"},
		{[2]int{128, 64}, Value, 100, "Tronbyt: 无法连接服务器", 2, "Tronbyt:|无法连接服务器"},
	} {
		line := say(row.role, row.text)
		line.Lines = row.lines
		var got []string
		for _, s := range gridOf(t, row.size[0], row.size[1]).fit(line, row.width, 30) {
			got = append(got, s.item.Text)
		}
		if strings.Join(got, "|") != row.want {
			t.Errorf("%+v: %q", row, got)
		}
	}
}

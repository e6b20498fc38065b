// SPDX-License-Identifier: Apache-2.0

package fonts

import (
	"os"
	"slices"
	"strings"
	"testing"
	"unicode"

	"github.com/ledpost/ledpost/internal/must"
	"golang.org/x/text/encoding/simplifiedchinese"
)

// TestChineseOnEightRows: every character of GB 2312, which has all common ones, and of our own words is drawn, as high
// as a capital.
func TestChineseOnEightRows(t *testing.T) {
	s := openSet(t)
	n := 0
	for high := byte(0xB0); high <= 0xF7; high++ {
		for low := byte(0xA1); low <= 0xFE; low++ {
			r := []rune(string(must.Get(simplifiedchinese.GBK.NewDecoder().Bytes([]byte{high, low}))(t)))[0]
			if r >= 0xE000 && r < 0xF900 || r == unicode.ReplacementChar { // D7FA to D7FE are free
				continue
			}
			n++
			if !s.Normal.Draws(string(r)) || !s.Small.Draws(string(r)) {
				t.Errorf("%c is not drawn", r)
			}
		}
	}
	if n != 6763 {
		t.Errorf("%d characters, GB 2312 has 6763", n)
	}
	text := string(must.Get(os.ReadFile("../words/zh.json"))(t))
	if i := strings.IndexFunc(text, func(r rune) bool { return r > ' ' && !s.Normal.Draws(string(r)) }); i >= 0 {
		t.Errorf("a word of ours has %q", text[i:i+4])
	}
	if top, bottom := s.Normal.Body("中"); bottom-top > s.Normal.Cap() {
		t.Errorf("中 takes %d rows", bottom-top)
	}
}

// TestEightIsSorted: the search needs it.
func TestEightIsSorted(t *testing.T) {
	if e := eights(); !slices.IsSorted(e.runes) || len(e.rows) != eightRows*len(e.runes) {
		t.Errorf("%d rows for %d characters", len(e.rows), len(e.runes))
	}
}

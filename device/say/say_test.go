// SPDX-License-Identifier: Apache-2.0

package say

import (
	"reflect"
	"strings"
	"testing"

	"github.com/ledpost/ledpost/device/region"
)

// TestEveryLanguage has all words, and the same places for names as English.
func TestEveryLanguage(t *testing.T) {
	english := reflect.ValueOf(*languages["en"])
	for _, code := range region.Languages {
		words := languages[code]
		if words == nil {
			t.Fatalf("there are no words of %s", code)
		}
		for i := range english.NumField() {
			name, want, got := english.Type().Field(i).Name, english.Field(i).String(), reflect.ValueOf(*words).Field(i).String()
			if got == "" || strings.Count(got, "%s") != strings.Count(want, "%s") {
				t.Errorf("%s of %s is %q, in English %q", name, code, got, want)
			}
		}
	}
}

// TestIn: Chinese needs rows, and an unknown language is English.
func TestIn(t *testing.T) {
	for _, row := range []struct {
		code string
		rows int
		want string
	}{{"de", 8, "de"}, {"zh", 8, "en"}, {"zh", 23, "en"}, {"zh", 24, "zh"}, {"xx", 32, "en"}, {"", 32, "en"}} {
		if In(row.code, row.rows) != languages[row.want] {
			t.Errorf("%q on %d rows is not %s", row.code, row.rows, row.want)
		}
	}
}

// SPDX-License-Identifier: Apache-2.0

package note

import "testing"

func TestColorText(t *testing.T) {
	for _, s := range []string{"#000000", "#FF8001"} {
		if c, err := ParseColor(s); err != nil || c.String() != s || !c.Set {
			t.Errorf("%s became %v (%v)", s, c, err)
		}
	}
	for _, s := range []string{"", "#", "FF8001", "#FF80", "#FF80011", "#GG0000", "#+10000", "#-10000", "#0x1234", "ÄFF80"} {
		if c, err := ParseColor(s); err == nil {
			t.Errorf("%q became %v", s, c)
		}
	}
	if s := (Color{}).String(); s != "" {
		t.Errorf("no colour is %q", s)
	}
}

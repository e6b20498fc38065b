// SPDX-License-Identifier: Apache-2.0

package typeset

import "testing"

func TestFigure(t *testing.T) {
	for text, want := range map[string]bool{
		"12": true, "-3.5": true, "21.5°": true, "12kWh": true, "1.0 ct↑": true, "1234.5 kWh": true, "€ 12": true, "EUR 12": true, "€12": true, "R$ 12": true, "R$12": true, "US$5": true, "CHF12": true, "≈12": true,
		"Room 204": false, "Bus 7": false, "B12": false, "crit2": false, "open": false, "12 3 4": false, "2 messages": false, "": false,
	} {
		if got := Figure(text); got != want {
			t.Errorf("%q: %v, want %v", text, got, want)
		}
	}
}

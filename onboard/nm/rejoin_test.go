// SPDX-License-Identifier: Apache-2.0

package nm

import (
	"slices"
	"strings"
	"testing"

	"github.com/godbus/dbus/v5"

	"github.com/ledpost/ledpost/internal/must"
)

// TestRejoin: what is joined again, and when.
func TestRejoin(t *testing.T) {
	home, cafe, attic := Credentials{SSID: "home"}.station(), Credentials{SSID: "cafe"}.station(),
		Credentials{SSID: "attic"}.station()
	byHand := Credentials{SSID: "home"}.station()
	byHand["connection"]["autoconnect"] = dbus.MakeVariant(false)
	wire := profile{"connection": {"type": dbus.MakeVariant("802-3-ethernet")}}
	for _, c := range []struct {
		name   string
		turn   int
		saved  []profile
		change func(m *manager)
		joins  string // the profile, "" = none
	}{
		{"it is in reach", 0, []profile{home}, func(*manager) {}, "/0"},
		{"one of two is in reach", 0, []profile{attic, home}, func(*manager) {}, "/1"},
		{"the stronger of two is saved last", 0, []profile{cafe, home}, func(*manager) {}, "/1"},
		{"the stronger of two is saved first", 0, []profile{home, cafe}, func(*manager) {}, "/0"},
		{"the weaker one has its turn", 1, []profile{home, cafe}, func(*manager) {}, "/1"},
		{"then it begins again", 2, []profile{home, cafe}, func(*manager) {}, "/0"},
		{"it is out of reach", 0, []profile{attic}, func(*manager) {}, ""},
		{"nothing is saved", 0, nil, func(*manager) {}, ""},
		{"a cable is saved", 0, []profile{wire}, func(*manager) {}, ""},
		{"it is joined by hand only", 0, []profile{byHand}, func(*manager) {}, ""},
		{"an access point of its own", 0, []profile{accessPoint(Credentials{"home", "abcdefghij"})}, func(*manager) {}, ""},
		{"it is joined", 0, []profile{home}, func(m *manager) { m.state(stateActivated, 0) }, ""},
		{"it is being joined", 0, []profile{home}, func(m *manager) { m.state(stateConfig, 0) }, ""},
		{"the radio is off", 0, []profile{home}, func(m *manager) { m.state(stateUnavailable, 0) }, ""},
		{"it was disconnected by hand", 0,
			[]profile{home}, func(m *manager) { m.props[wlan][deviceIface+".Autoconnect"] = false }, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			m, client := start(t)
			m.do(func() { m.profiles = c.saved; c.change(m) })
			must.Do(t, client.Rejoin(t.Context(), c.turn))
			want := []string{}
			if c.joins != "" {
				want = append(want, "Activate "+string(settings)+c.joins)
			}
			m.do(func() {
				got := slices.DeleteFunc(slices.Clone(m.calls), func(s string) bool { return !strings.HasPrefix(s, "Activate") })
				if !slices.Equal(got, want) {
					t.Errorf("%q, want %q", got, want)
				}
			})
		})
	}
}

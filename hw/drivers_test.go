// SPDX-License-Identifier: Apache-2.0

package hw

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/ledpost/ledpost/hw/bus"
	"github.com/ledpost/ledpost/internal/keyerr"
)

// TestEveryDriverSaysWhatItIs: a driver with its defaults is a panel of some size
// at some place, under the name that its errors begin with.
func TestEveryDriverSaysWhatItIs(t *testing.T) {
	for _, name := range Drivers() {
		if name == composed {
			continue // it has no parts by default
		}
		cfg, err := decode("[panel]\ndriver = \"" + name + "\"")
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		s, err := cfg.Panel.Spec()
		switch {
		case err != nil:
			t.Errorf("%s: %v", name, err)
		case s.Size.X < 8 || s.Size.Y < 8 || s.Kind == "" || s.Place.Kind == bus.None ||
			s.Place.Pins == 0 && name != "lametric": // whose clock has no header
			t.Errorf("%s: %+v lacks something", name, s)
		case s.Place.Kind != bus.GPIO && (s.Place.Port == "" || s.Place.Bus == "" || s.Frame == 0):
			t.Errorf("%s is on a bus, but %+v lacks something", name, s)
		case s.Place.Kind == bus.GPIO && (s.Wiring == "") != (s.Needs.Registers == nil) ||
			len(s.Terminals) == 0 && name != "lametric":
			t.Errorf("%s has lines of its own, but %+v lacks something", name, s)
		}
		claims := cfg.Claims()
		if len(claims) != 1 || claims[0].Pins != s.Place.Pins || !strings.Contains(claims[0].Name, name) {
			t.Errorf("%s claims %+v", name, claims)
		}
		e, err := emulate(cfg.Panel)
		if err != nil || e.Open == nil || e.Play == nil || e.Picture == nil || e.Picture().Bounds().Size() != s.Size {
			t.Errorf("%s: the emulation lacks something, or is of another size: %v", name, err)
		}
	}
}

// TestTwoOfEveryDriver: two panels of one kind at one place are told of, whatever
// they are.
func TestTwoOfEveryDriver(t *testing.T) {
	for _, name := range Drivers() {
		if name == composed {
			continue
		}
		part := "[[panel.part]]\ndriver = \"" + name + "\"\n"
		cfg, _ := decode("[panel]\ndriver = \"composite\"\n" + part + part + "at = [1000, 0]")
		if err := cfg.Check(); err == nil || !strings.HasPrefix(keyerr.Key(err), "panel.part.2.") {
			t.Errorf("two %s at one place: %v of key %q", name, err, keyerr.Key(err))
		}
	}
}

func TestBackendsOfTheRefresher(t *testing.T) {
	for _, name := range []string{"hub75", "hub75-pio", "hub75-rio", "max7219"} {
		if Refreshers()[name] == nil {
			t.Errorf("there is no backend %s", name)
		}
	}
}

// TestServed: a program without rights may ask for these backends, and for none that opens
// files of the system by a name in its parameters.
func TestServed(t *testing.T) {
	want := []string{"hub75", "hub75-pio", "hub75-rio", "wavePCM", "wavePWM"}
	if got := slices.Sorted(maps.Keys(Served())); !slices.Equal(got, want) {
		t.Errorf("served are %q, want %q", got, want)
	}
	for kind := range Served() {
		if Refreshers()[kind] == nil {
			t.Errorf("%s is no child where the system starts none", kind)
		}
	}
}

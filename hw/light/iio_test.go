// SPDX-License-Identifier: Apache-2.0

package light

import (
	"errors"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/ledpost/ledpost/internal/memtest"
	"github.com/ledpost/ledpost/internal/must"
)

// tree is the kernel's files of IIO devices: "device0/name bh1750".
func tree(files ...string) fstest.MapFS {
	root := fstest.MapFS{}
	for _, f := range files {
		name, content, _ := strings.Cut(f, " ")
		root["sys/bus/iio/devices/iio:"+name] = &fstest.MapFile{Data: []byte(content + "\n")}
	}
	return root
}

func TestIIO(t *testing.T) {
	for _, c := range []struct {
		why  string
		cfg  IIOConfig
		tree fstest.MapFS
		want float64
		name string
	}{
		{"lux as they are", IIOConfig{}, tree("device0/name tsl2563", "device0/in_illuminance_input 120.5"), 120.5,
			"tsl2563 (iio:device0/in_illuminance_input)"},
		{"lux before raw", IIOConfig{},
			tree("device0/name x", "device0/in_illuminance_raw 9", "device0/in_illuminance_input 12"), 12, ""},
		{"raw and scale (bh1750)", IIOConfig{},
			tree("device0/name bh1750", "device0/in_illuminance_raw 400", "device0/in_illuminance_scale 0.416667"),
			166.6668, ""},
		{"offset before scale", IIOConfig{},
			tree("device0/name x", "device0/in_illuminance_raw 10", "device0/in_illuminance_offset -4",
				"device0/in_illuminance_scale 2"), 12, ""},
		{"neither", IIOConfig{}, tree("device0/name x", "device0/in_illuminance_raw 10"), 10, ""},
		{"indexed", IIOConfig{}, tree("device0/name isl29018", "device0/in_illuminance0_input 7"), 7,
			"isl29018 (iio:device0/in_illuminance0_input)"},
		{"indexed, scale of its own before the shared one", IIOConfig{},
			tree("device0/name x", "device0/in_illuminance0_raw 10", "device0/in_illuminance0_scale 3",
				"device0/in_illuminance_scale 5"), 30, ""},
		{"indexed, shared scale", IIOConfig{},
			tree("device0/name x", "device0/in_illuminance1_raw 10", "device0/in_illuminance_scale 5"), 50, ""},
		{"below zero by its offset", IIOConfig{},
			tree("device0/name x", "device0/in_illuminance_raw 1", "device0/in_illuminance_offset -4"), 0, ""},
		{"factor", IIOConfig{Factor: 2.5}, tree("device0/name x", "device0/in_illuminance_input 4"), 10, ""},
		{"factor that leads beyond any light", IIOConfig{Factor: 10},
			tree("device0/name x", "device0/in_illuminance_input 100000"), most, ""},
		{"relative intensity of a million counts", IIOConfig{Factor: 0.01},
			tree("device0/name x", "device0/in_intensity_both_raw 1000000"), 10000, ""},
		{"relative intensity by a factor (apds9960)", IIOConfig{Factor: 0.25},
			tree("device0/name apds9960", "device0/in_intensity_clear_raw 200"), 50, ""},
		{"intensity of all light, not of the infrared", IIOConfig{},
			tree("device0/name x", "device0/in_intensity_ir_raw 7", "device0/in_intensity_both_raw 3"), 3, ""},
		{"first that measures light", IIOConfig{},
			tree("device0/name bme280", "device0/in_temp_input 21000", "device1/name opt3001",
				"device1/in_illuminance_input 33"), 33, ""},
		{"by name", IIOConfig{Device: "veml7700"},
			tree("device0/name opt3001", "device0/in_illuminance_input 33", "device1/name veml7700",
				"device1/in_illuminance_input 44"), 44, ""},
		{"by folder", IIOConfig{Device: "iio:device1"},
			tree("device0/name x", "device0/in_illuminance_input 33", "device1/name x", "device1/in_illuminance_input 44"), 44,
			""},
	} {
		s, err := NewIIO(c.tree, c.cfg)
		if err != nil {
			t.Errorf("%s: %v", c.why, err)
			continue
		}
		must.Equal(t, must.Get(s.Lux(t.Context()))(t), c.want, c.why)
		if c.name != "" && s.String() != c.name {
			t.Errorf("%s: it is %v, want %s", c.why, s, c.name)
		}
		must.Do(t, s.Close())
	}
}

func TestIIOFaults(t *testing.T) {
	for _, c := range []struct {
		why  string
		cfg  IIOConfig
		tree fstest.MapFS
	}{
		{"no devices", IIOConfig{}, nil},
		{"none for light", IIOConfig{}, tree("device0/name bme280", "device0/in_temp_input 21000")},
		{"another name", IIOConfig{Device: "bh1750"}, tree("device0/name x", "device0/in_illuminance_input 33")},
	} {
		if _, err := NewIIO(c.tree, c.cfg); !errors.Is(err, ErrNoIIO) {
			t.Errorf("%s: error %v", c.why, err)
		}
	}
	if _, err := NewIIO(nil, IIOConfig{Factor: -2}); err == nil {
		t.Error("a negative factor is accepted")
	}
	for why, root := range map[string]fstest.MapFS{
		"not a number":          tree("device0/in_illuminance_input bright"),
		"nothing":               tree("device0/in_illuminance_input "),
		"infinite":              tree("device0/in_illuminance_input inf"),
		"brighter than the sun": tree("device0/in_illuminance_input 900000"),
		"broken scale":          tree("device0/in_illuminance_raw 1", "device0/in_illuminance_scale x"),
		"broken offset":         tree("device0/in_illuminance_raw 1", "device0/in_illuminance_offset x"),
	} {
		s := must.Get(NewIIO(root, IIOConfig{}))(t)
		if lux, err := s.Lux(t.Context()); err == nil {
			t.Errorf("%s: reads %v lx", why, lux)
		}
	}
}

func TestIIODeviceIsGone(t *testing.T) {
	root := tree("device0/name x", "device0/in_illuminance_input 33")
	s := must.Get(NewIIO(root, IIOConfig{}))(t)
	clear(root)
	if _, err := s.Lux(t.Context()); err == nil {
		t.Error("a sensor that is gone still reads")
	}
}

func FuzzIIO(f *testing.F) {
	for _, s := range []string{"120.5\n", "0", "-1", "1e400", "0x10", "NaN", "1_000", ""} {
		f.Add(s, "0.05")
	}
	f.Fuzz(func(t *testing.T, raw, scale string) {
		memtest.AtMost(t, 256<<10+256*(len(raw)+len(scale)), func() {
			s, err := NewIIO(tree("device0/in_illuminance_raw "+raw, "device0/in_illuminance_scale "+scale), IIOConfig{})
			if err != nil {
				t.Skip(err)
			}
			lux, err := s.Lux(t.Context())
			if err == nil && !(lux >= 0 && lux <= most) {
				t.Errorf("%q times %q reads as %v", raw, scale, lux)
			}
		})
	})
}

// SPDX-License-Identifier: Apache-2.0

package hw

import (
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/ledpost/ledpost/hw/input"
	"github.com/ledpost/ledpost/hw/light"
	"github.com/ledpost/ledpost/hw/source"
	"github.com/ledpost/ledpost/internal/must"
)

func TestLightKeys(t *testing.T) {
	for _, c := range []struct {
		text string
		want source.Driver[light.Sensor]
	}{
		{`source = "iio"` + "\n" + `device = "veml7700"` + "\n" + `factor = 2`,
			&light.IIOConfig{Device: "veml7700", Factor: 2}},
		{`source = "bh1750"` + "\n" + `port = "I2C3"` + "\n" + `address = 0x5C`,
			&light.BH1750Config{Port: "I2C3", Address: 0x5C}},
		{`source = "ads1115"` + "\n" + `channel = 2` + "\n" + `ldr = "bottom"` + "\n" + `dim = {lux = 1, ohms = 9e4}` + "\n" +
			`bright = {lux = 90, ohms = 900}`,
			&light.ADS1115Config{Channel: 2, LDR: "bottom", Dim: light.Calibration{Lux: 1, Ohms: 9e4},
				Bright: light.Calibration{Lux: 90, Ohms: 900}}},
		{`source = "constant"` + "\n" + `lux = 50`, &light.ConstantConfig{Lux: 50}},
		{`source = "none"`, nil},
	} {
		cfg, err := decode("[light]\n" + c.text)
		if err != nil {
			t.Errorf("%s: %v", c.text, err)
			continue
		}
		if got := cfg.Light.keys; !reflect.DeepEqual(got, c.want) {
			t.Errorf("%s\n got %+v\nwant %+v", c.text, got, c.want)
		}
		if err := cfg.Light.Check(); err != nil {
			t.Errorf("%s: %v", c.text, err)
		}
	}
	cfg, err := decode(`
		[light]
		source = "schedule"
		times = {"07:00" = 300, "23:00" = 1.5}`)
	s, ok := cfg.Light.keys.(*light.ScheduleConfig)
	if err != nil || !ok || len(s.Times) != 2 || s.Times["07:00"] != 300 || s.Times["23:00"] != 1.5 {
		t.Errorf("times: %+v, %v", cfg.Light.keys, err)
	}
}

func TestLightFaults(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"source is misspelt", `source = "bh1759"`, `unknown source "bh1759", want none, iio`},
		{"a sensor that the kernel drives", `source = "veml7700"`,
			`this sensor has a driver in the kernel, write source = "iio"`},
		{"another one", `source = "tsl2591"`, `write source = "iio"`},
		{"key is misspelt", "source = \"bh1750\"\nadress = 35", `source "bh1750": unknown key adress`},
		{"key of another source", "source = \"constant\"\nport = \"I2C1\"", "unknown key port"},
		{"key without a source", "lux = 5", "unknown key lux"},
		{"source is no name", "source = 7", "want a name in quotes"},
		{"address", "source = \"bh1750\"\naddress = 0x24", "want 0x23 or 0x5C"},
		{"schedule of nothing", "source = \"schedule\"", "wants latitude and longitude"},
		{"port", "source = \"ads1115\"\nport = \"SPI0.0\"", "is not an I2C bus"},
	} {
		cfg, err := decode("[light]\n" + c.text)
		if err == nil {
			_, err = OpenLight(cfg.Light)
		}
		must.Fail(t, err, c.want, c.name)
	}
	if _, err := decode(`light = "bh1750"`); err == nil {
		t.Error("a light that is no table is accepted")
	}
}

func TestOpenLight(t *testing.T) {
	if s, err := OpenLight(LightConfig{}); s != nil || err != nil {
		t.Errorf("no source opens %v, %v", s, err)
	}
	for text, want := range map[string]float64{
		"source = \"constant\"\nlux = 50":                                      50,
		"source = \"schedule\"\ntimes = {\"00:00\" = 7}":                       7,
		"source = \"schedule\"\nlatitude = -90\nlongitude = 0\nnight = 299.99": 300,
	} {
		cfg := must.Get(decode("[light]\n" + text))(t)
		s, err := OpenLight(cfg.Light)
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		if lux, err := s.Lux(t.Context()); lux < want-0.1 || lux > want || err != nil {
			t.Errorf("%s: %v lx, %v, want %v", text, lux, err, want)
		}
	}
	for _, c := range []LightConfig{
		NewLightConfig("bh1750", &light.BH1750Config{Port: "I2C99"}),
		NewLightConfig("iio", &light.IIOConfig{Device: "no such sensor"}),
		NewLightConfig("ads1115", &light.ADS1115Config{Port: "vcd:" + filepath.Join(t.TempDir(), "none", "x.vcd")}),
	} {
		if s, err := OpenLight(c); s != nil || err == nil || !strings.HasPrefix(err.Error(), "hw: light: ") {
			t.Errorf("%s: %v, %v", c.Source(), s, err)
		}
	}
}

func TestInputKeys(t *testing.T) {
	cfg, err := decode(`
		[input]
		devices = ["gpio_ir_recv", "/dev/input/event0"]
		grab = true
		long = "1s"
		[input.keys]
		KEY_UP = "volume_up"
		KEY_ENTER = "none"
		[[input.gpio]]
		button = "left"
		line = "GPIO5"
		[[input.gpio]]
		button = "right"
		line = "6"
		pull = "down"
		[[input.rotary]]
		a = "GPIO19"
		b = "GPIO26"
		clockwise = "volume_up"
		counter = "volume_down"
		steps = 2`)
	must.Do(t, err)
	in := cfg.Input
	if len(in.Devices) != 2 || !in.Grab || in.Long != input.Duration(time.Second) || in.Keys["KEY_UP"] != "volume_up" ||
		in.Lines[1] != (input.LineConfig{Line: "6", Button: input.Right, Pull: "down"}) ||
		in.Knobs[0] != (input.KnobConfig{A: "GPIO19", B: "GPIO26", Clockwise: input.VolumeUp, Counter: input.VolumeDown, Steps: 2}) {
		t.Errorf("read %+v", in)
	}
	must.Do(t, in.Check())
	for _, text := range []string{"[[input.gpio]]\nbutton = \"up\"", "[input]\nlong = \"600\"", "[input]\ndevices = 3"} {
		if _, err := decode(text); err == nil {
			t.Errorf("%q is accepted", text)
		}
	}
}

func TestOpenInput(t *testing.T) {
	must.Equal(t, len(must.Get(OpenInput(input.Config{}))(t)), 0, "nothing opens")
	s, err := OpenInput(input.Config{
		Devices: []string{"no such device"},
		Lines:   []input.LineConfig{{Line: "no such line", Button: input.Left}},
	})
	if len(s) != 2 || err != nil {
		t.Errorf("%d sources, %v; want the device and the line, to be looked for", len(s), err)
	}
	if s, err := OpenInput(input.Config{Devices: []string{""}}); s != nil || err == nil ||
		!strings.HasPrefix(err.Error(), "hw: input: ") {
		t.Errorf("%d sources, %v; want the fault of the key", len(s), err)
	}
}

// TestExamplesOfLightAndInput: those that people copy have the values they show.
func TestExamplesOfLightAndInput(t *testing.T) {
	lights, inputs := 0, 0
	files := must.Get(filepath.Glob("../deploy/examples/*.toml"))(t)
	for _, file := range files {
		text := must.Get(os.ReadFile(file))(t)
		cfg, err := decode(string(text))
		if err != nil {
			t.Errorf("%s: %v", file, err)
			continue
		}
		if err := errors.Join(cfg.Light.Check(), cfg.Input.Check()); err != nil {
			t.Errorf("%s: %v", file, err)
		}
		if cfg.Light.Chosen() {
			lights++
		}
		if len(cfg.Input.Devices)+len(cfg.Input.Lines) > 0 {
			inputs++
		}
	}
	if lights < 5 || inputs < 2 {
		t.Errorf("%d examples of a light, %d of an input", lights, inputs)
	}
}

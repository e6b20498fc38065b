// SPDX-License-Identifier: Apache-2.0

package config

import (
	"encoding/json"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/ledpost/ledpost/apps"
	"github.com/ledpost/ledpost/apps/clock"
	"github.com/ledpost/ledpost/apps/others"
	"github.com/ledpost/ledpost/device"
	"github.com/ledpost/ledpost/internal/memtest"
	"github.com/ledpost/ledpost/internal/must"
	"github.com/ledpost/ledpost/update"
)

func TestConfigFaults(t *testing.T) {
	rows := []struct{ name, toml, says string }{
		{"unknown table", "[colour]\nx = 1", "line 1: unknown key colour"},
		{"unknown key", "[text]\n\nspeeed = 3", "line 3: unknown key text.speeed"},
		{"not TOML", "a = 1\n[text\n", "line "},
		{"a zone that does not exist", "\nzone = \"Mars/Base\"", "line 2: zone: \"Mars/Base\" is not a time zone"},
		{"a zone outside of the folder of zones", "zone = \"../../etc/passwd\"", "line 1: zone: "},
		{"wrong kind", "[text]\nspeed = \"fast\"", "speed"},
		{"speed out of range", "[text]\nspeed = 500", "line 2: text.speed: 500, want 1 to 200"},
		{"not a number", "[text]\nspeed = nan", "text.speed"},
		{"unknown app", "[apps]\nschedule = [{at = \"07:00\", app = \"nonsense\"}]", "nonsense"},
		{"output", "[audio]\noutput = \"bogus\"", "bogus"},
		{"address", "[http]\naddr = \"8080\"", "line 2: http.addr"},
		{"colour", "[text]\ncolor = \"red\"", "line 2: text.color"},
		{"transition", "[text]\ntransition = \"explode\"", "text.transition"},
		{"effect of text", "[text]\neffect = \"sparkle\"", "line 2: text.effect: \"sparkle\" is not one of"},
		{"one colour", "[text]\ncolors = [\"#FF0000\"]", "line 2: text.colors: 1 colours, want none, or 2 to 16"},
		{"background", "[text]\nbackground = \"lawn\"", "line 2: text.background: \"lawn\", want #RRGGBB or one of plasma"},
		{"overlay", "[text]\noverlay = \"hail\"", "line 2: text.overlay: \"hail\" is not one of"},
		{"quiet hours", "[audio]\nquiet = \"late\"", "line 2: audio.quiet"},
		{"limits upside down", "[limits]\nbrightness_limit = {min = 50, max = 40}", "limits.brightness_limit"},
		{"a limit beside its range",
			"[limits]\nbrightness_range = {min = 50, max = 100}\nbrightness_limit = {min = 2, max = 40}",
			"limits.brightness_limit"},
		{"clock", "[clock]\nhours = 13", "clock.hours"},
		{"schedule", "[apps]\nschedule = [{at = \"25:00\", app = \"x\"}]", "apps.schedule"},
		{"curve of no points", "[brightness]\ncurve = []", "line 2: brightness.curve: want at least two points"},
		{"an output that there is not", "[audio]\nrate = 44100\noutput = \"x\"", "line 3: audio.output: \"x\" is not one of"},
		{"a card without its number", "[audio]\noutput = \"alsa:0\"", "line 2: audio.output: \"0\" is not hw:"},
		{"half a time", "[audio]\nquiet = \"22-7\"", "\"22\" is not a time, want HH:MM"},
		{"curve falls", "[brightness]\ncurve = [{lux = 10, level = 5}, {lux = 1, level = 9}]", "brightness.curve"},
		{"panel's value", "[panel]\ndriver = \"max7219\"\n\nmodules = 129",
			"line 4: panel.modules: max7219: 129 modules, want 1 to 128"},
		{"panel's kind of value", "[panel]\n# five\nmodules = \"5\"\ndriver = \"max7219\"", "line 3: panel.modules: "},
		{"panel's unknown key", "[panel]\ndriver = \"hub75\"\nspeed = \"5MHz\"",
			"line 3: panel.speed: driver \"hub75\": unknown key speed"},
		{"panel's misspelt key", "[panel]\ndriver = \"max7219\"\nmodule = 4",
			"line 3: panel.module: driver \"max7219\": unknown key module, use modules"},
		{"panel's driver", "[panel]\n\ndriver = \"lcd\"", "line 3: panel.driver: unknown driver \"lcd\""},
		{"default from another key", "name = \"x\"\n[panel]\ndriver = \"ws2812\"\nwidth = 64\nheight = 32",
			"line 2: panel.power_limit: "},
		{"a part's value", "[panel]\ndriver = \"composite\"\n[[panel.part]]\ndriver = \"unicornhd\"\n[[panel.part]]\n" +
			"driver = \"max7219\"\nat = [16, 0]\nport = \"SPIO\"", "line 8: panel.part.2.port: part 2: max7219: port \"SPIO\""},
		{"panel and another table", "[panel]\ndriver = \"lcd\"\n[text]\nspeed = 0", "line 4: text.speed"},
		{"a button on the panel's line", "[panel]\ndriver = \"hub75\"\n[[input.gpio]]\nbutton = \"left\"\nline = \"17\"",
			"line 5: input.gpio.1.line: panel (hub75, wiring \"regular\") and input.gpio line = \"17\" both use GPIO 17"},
		{"a buzzer on the panel's line", "[panel]\ndriver = \"hub75\"\n[audio]\noutput = \"buzzer\"\nline = \"GPIO17\"",
			"line 5: audio.line: panel (hub75, wiring \"regular\") and audio line = \"GPIO17\" both use GPIO 17; GPIO "},
		{"a buzzer on a line of the board's memory", "[audio]\noutput = \"buzzer\"\nline = \"1\"",
			"line 3: audio.line: \"1\" is no line of the header, want GPIO2 to GPIO27"},
		{"light's source", "[light]\nsource = \"sun\"", "line 2: light.source"},
		{"light's unknown key", "[light]\nsource = \"constant\"\nlumen = 3", "line 3: light.lumen"},
		{"panel is no table", "\npanel = \"hub75\"", "line 2: panel: want a table"},
		{"a time without its unit", "[apps]\n\ndwell = 20", "line 3: apps.dwell: want a time in quotes, such as \"20s\""},
		{"value in place of a table", "\ntext = 5", "line 2: text: want a table"},
		{"an unknown key in a list", "[apps]\nschedule = [{at = \"07:00\", ap = \"x\"}]",
			"line 2: unknown key apps.schedule.1.ap"},
		{"an unknown key of a button", "[[input.gpio]]\nbutton = \"left\"\nline = \"17\"\nlong = 1",
			"line 4: unknown key input.gpio.1.long"},
		{"a time in a list",
			"[apps]\nschedule = [{at = \"07:00\", app = \"com.lametric.clock\"}, {at = \"7 pm\", app = \"com.lametric.clock\"}]",
			"line 2: apps.schedule.2.at: \"7 pm\""},
		{"half of a window", "[audio]\nquiet = \"22:00-\"", "line 2: audio.quiet: "},
		{"no network", "[stream]\nallow = [\"here\"]", "line 2: stream.allow: "},
		{"no address", "[stream]\naddress = \"here\"", "line 2: stream.address: "},
		{"a limit's key", "[limits]\nvolume_limit = {min = 1, most = 2}", "line 2: unknown key limits.volume_limit.most"},
		{"all that is wrong at once", "[text]\nspeed = \"fast\"\ncolor = \"red\"\nsmooth = 1",
			"line 2: text.speed: want a number\nline 3: text.color: \"red\" is not a colour #RRGGBB\n" +
				"line 4: text.smooth: want true or false"},
		{"a directory of stations", "[radio]\ndirectory = \"stations.local\"", "radio.directory"},
		{"gallery", "[icons]\ngallery = \"ftp://x\"", "icons.gallery"},
		{"enlarge", "[icons]\nenlarge = \"soft\"", "icons.enlarge"},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			cfg := Default()
			must.Fail(t, cfg.parse([]byte(row.toml), ""), row.says)
		})
	}
}

// TestConfigFaultsInOrder: as a reader meets them, all of them.
func TestConfigFaultsInOrder(t *testing.T) {
	cfg := Default()
	err := cfg.parse([]byte("[http]\naddr = \"8080\"\n[text]\nspeeed = 3\ncolor = \"red\"\n"), "")
	want := "line 2: http.addr: \"8080\" is not [HOST]:PORT\nline 4: unknown key text.speeed, use speed\nline 5: text.color: "
	if err == nil || !strings.HasPrefix(err.Error(), want) {
		t.Errorf("%v, want %s…", err, want)
	}
}

// TestNothingOfTheFileIsTold: a password that lacks its quotes is no TOML, and the error
// ends up in a log that clients read.
func TestNothingOfTheFileIsTold(t *testing.T) {
	for _, value := range []string{"hunter", "12hunter", "hunter dog", "'hunter", "[hunter", "{x = hunter}",
		"\"hunter\" hunter"} {
		text := []byte("[card]\nkey = " + value + "\n")
		cfg := Default()
		_, tree := readTree(text)
		for _, err := range []error{cfg.parse(text, ""), tree, (Layers{}).Check(text)} {
			if err == nil || !strings.Contains(err.Error(), "line ") || strings.Contains(err.Error(), "hunter") {
				t.Errorf("%s: %v, want an error with its line and nothing of it", value, err)
			}
		}
	}
}

// FuzzConfig: an error names its line and its key, so some kB a byte may be
// allocated, but nothing by what a number says.
func FuzzConfig(f *testing.F) {
	f.Add([]byte("[text]\nspeed = 20"))
	f.Add([]byte("[apps]\nschedule = [{at = \"07:00\", app = \"x\"}]"))
	f.Add([]byte("a.b.c = 1\n[a]\n[[a]]"))
	f.Fuzz(func(t *testing.T, data []byte) {
		cfg := Default()
		memtest.AtMost(t, 1<<20+4<<10*len(data), func() { _ = cfg.parse(data, "") })
	})
}

func TestChosenOutput(t *testing.T) {
	for output, want := range map[string]bool{"": false, "auto": false, "alsa": true, "null": true} {
		a := Audio{}
		if a.Output = output; a.Chosen() != want {
			t.Errorf("output %q is chosen: %v, want %v", output, !want, want)
		}
	}
}

// TestExamplesWorkAsTheyAre: the files that people copy load from where they lie.
func TestExamplesWorkAsTheyAre(t *testing.T) {
	files, err := filepath.Glob("../deploy/examples/*.toml")
	if err != nil || len(files) < 20 {
		t.Fatalf("%d examples, %v", len(files), err)
	}
	for _, file := range files {
		if _, err := Load(file); err != nil {
			t.Error(err)
		}
	}
}

// TestPackagedFileWorks: the file of the package loads, also with its comments taken away
// from its keys, which then do as it says: releases are the project's own.
func TestPackagedFileWorks(t *testing.T) {
	text := must.Get(os.ReadFile("../deploy/package/config.toml"))(t)
	for want, text := range map[string]string{
		"":                string(text),
		update.ProjectURL: regexp.MustCompile(`(?m)^# (\[|[a-z]+ = )`).ReplaceAllString(string(text), "$1"),
	} {
		cfg := Default()
		if err := cfg.parse([]byte(text), ""); err != nil || cfg.Update.Enabled != (want != "") || cfg.Update.URL != want {
			t.Errorf("updates: %v from %q, want %q; %v\n%s", cfg.Update.Enabled, cfg.Update.URL, want, err, text)
		}
	}
}

func TestHardware(t *testing.T) {
	const text = `
[panel]
driver = "composite"
[[panel.part]]
driver = "ws2812"
map = "/etc/shadow"
width = 4
height = 4
[light]
source = "bh1750"
[audio]
output = "buzzer"
line = "GPIO13"
allow = ["hunter2.local"]
[mqtt]
broker = "mqtt://me:hunter2@host"
password = "hunter2"
[weather]
key = "hunter2"
`
	got := must.Get(Hardware([]byte(text)))(t)
	for _, not := range []string{"hunter2", "mqtt", "shadow", "map"} {
		if strings.Contains(string(got), not) {
			t.Errorf("it has %q:\n%s", not, got)
		}
	}
	cfg, err := Parse(got, "")
	if err != nil || cfg.Panel.Driver() != "composite" || cfg.Light.Source() != "bh1750" || cfg.Buzzer != "GPIO13" {
		t.Errorf("%v, panel %q, light %q, buzzer %q:\n%s", err, cfg.Panel.Driver(), cfg.Light.Source(), cfg.Buzzer, got)
	}
	for _, bad := range []string{"[panel", "a = " + strings.Repeat("[", 40), strings.Repeat("#", maxBytes+1)} {
		if _, err := Hardware([]byte(bad)); err == nil {
			t.Errorf("%.20q was read", bad)
		}
	}
}

// TestScheduleBecomesBlocks: each slot goes on until the next one, past midnight;
// a single one goes on for ever.
func TestScheduleBecomesBlocks(t *testing.T) {
	at := func(s string) device.TimeOfDay { return must.Get(device.ParseTimeOfDay(s))(t) }
	slot := func(s string) Slot { return Slot{At: at(s), App: clock.Package} }
	block := func(from, to string) device.Block {
		return device.Block{From: at(from), To: at(to), Widget: clock.Widget}
	}
	rows := []struct {
		name  string
		slots []Slot
		want  []device.Block
	}{
		{"none", nil, nil},
		{"one", []Slot{slot("07:00")}, []device.Block{block("07:00", "07:00")}},
		{"in any order", []Slot{slot("22:00"), slot("07:00"), slot("12:00")},
			[]device.Block{block("07:00", "12:00"), block("12:00", "22:00"), block("22:00", "07:00")}},
		{"an own app", []Slot{{At: at("20:00"), App: others.Package}}, []device.Block{
			{From: at("20:00"), To: at("20:00"), Widget: device.FirstWidget(others.Package)}}},
	}
	for _, row := range rows {
		if err := (&Apps{Schedule: row.slots}).checkSchedule(); err != nil {
			t.Errorf("%s: %v", row.name, err)
		}
		if got := (&Apps{Schedule: row.slots}).Blocks(); !slices.Equal(got, row.want) {
			t.Errorf("%s: %v, want %v", row.name, got, row.want)
		}
	}
}

// TestFirstSettings: [clock] and dwell are what a new device begins with, but for the hours, which are its region's.
func TestFirstSettings(t *testing.T) {
	cfg := Default()
	must.Do(t, cfg.parse([]byte("[clock]\nhours = 12\nseconds = true\n[apps]\ndwell = \"7s\"\n"), ""))
	first := apps.First(cfg.Clock, cfg.Apps.Dwell)
	w := first[0]
	got, want := clock.Config{}, cfg.Clock
	want.Hours = 0
	if err := json.Unmarshal(w.Settings, &got); err != nil || !reflect.DeepEqual(got, want) || !got.Seconds ||
		cfg.Clock.Hours != 12 {
		t.Errorf("%v, %s, want the table", err, w.Settings)
	}
	if w.ID != clock.Widget || w.Package != clock.Package || !w.Visible || w.Seconds != 7 {
		t.Errorf("%+v", w)
	}
	for _, w := range first[1:] {
		if w.Visible {
			t.Errorf("%s is visible, want the clock alone", w.Package)
		}
	}
	for dwell, want := range map[time.Duration]int{0: 20, time.Millisecond: 1, 24 * time.Hour: device.MaxSeconds} {
		if got := apps.First(cfg.Clock, dwell)[0].Seconds; got != want {
			t.Errorf("a dwell of %v is %d s, want %d", dwell, got, want)
		}
	}
}

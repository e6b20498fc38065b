package main

import (
	"strings"
	"testing"
)

func TestConfigFaults(t *testing.T) {
	rows := []struct{ name, toml, says string }{
		{"unknown table", "[colour]\nx = 1", "line 1: unknown key colour"},
		{"unknown key", "[text]\n\nspeeed = 3", "line 3: unknown key text.speeed"},
		{"not TOML", "a = 1\n[text\n", "line "},
		{"wrong kind", "[text]\nspeed = \"fast\"", "speed"},
		{"speed out of range", "[text]\nspeed = 500", "line 2: text.speed: 500, want 1 to 200"},
		{"not a number", "[text]\nspeed = nan", "text.speed"},
		{"an app that is not there", "[apps]\nschedule = [{at = \"07:00\", app = \"nonsense\"}]", "nonsense"},
		{"output", "[audio]\noutput = \"bogus\"", "bogus"},
		{"address", "[http]\naddr = \"8080\"", "line 2: http.addr"},
		{"colour", "[text]\ncolor = \"red\"", "line 2: text.color"},
		{"transition", "[text]\ntransition = \"explode\"", "text.transition"},
		{"quiet hours", "[audio]\nquiet = \"late\"", "line 2: audio.quiet"},
		{"limits upside down", "[limits]\nbrightness_limit = {min = 50, max = 40}", "limits.brightness_limit"},
		{"clock", "[clock]\nhours = 13", "clock.hours"},
		{"schedule", "[apps]\nschedule = [{at = \"25:00\", app = \"x\"}]", "apps.schedule"},
		{"curve falls", "[brightness]\ncurve = [{lux = 10, level = 5}, {lux = 1, level = 9}]", "brightness.curve"},
		{"gallery", "[icons]\ngallery = \"ftp://x\"", "icons.gallery"},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			cfg := defaultConfig()
			if err := cfg.parse([]byte(row.toml)); err == nil || !strings.Contains(err.Error(), row.says) {
				t.Errorf("%v, want %q", err, row.says)
			}
		})
	}
}

func FuzzConfig(f *testing.F) {
	f.Add([]byte("[text]\nspeed = 20"))
	f.Add([]byte("[apps]\nschedule = [{at = \"07:00\", app = \"x\"}]"))
	f.Add([]byte("a.b.c = 1\n[a]\n[[a]]"))
	f.Fuzz(func(t *testing.T, data []byte) {
		cfg := defaultConfig()
		_ = cfg.parse(data)
	})
}

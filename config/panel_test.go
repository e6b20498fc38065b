// SPDX-License-Identifier: Apache-2.0

package config

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ledpost/ledpost/hw/hub75"
	"github.com/ledpost/ledpost/internal/must"
)

// TestMapLiesBesideTheConfiguration: a file that the table of a panel names is looked for
// in the folder of the configuration, wherever the program was started.
func TestMapLiesBesideTheConfiguration(t *testing.T) {
	dir := t.TempDir()
	must.Do(t, os.WriteFile(filepath.Join(dir, "wall.json"), []byte(`{"width": 2, "height": 1, "map": [0, 1]}`), 0o600))
	for _, panel := range []string{
		"[panel]\ndriver = \"hub75\"\nmap = \"wall.json\"\n",
		"[panel]\ndriver = \"ws2812\"\nmap = \"wall.json\"\n",
		"[panel]\ndriver = \"composite\"\n[[panel.part]]\ndriver = \"hub75\"\nmap = \"wall.json\"\n",
		"[panel]\ndriver = \"hub75\"\nmap = \"" + dir + "/wall.json\"\n",
	} {
		file := filepath.Join(dir, "config.toml")
		must.Do(t, os.WriteFile(file, []byte(panel), 0o600))
		if _, err := Load(file); err != nil {
			t.Errorf("%s: %v", panel, err)
		}
	}
}

// TestWithPanel: only the panel changes, in its place; comments and what the page keeps
// for itself stay true.
func TestWithPanel(t *testing.T) {
	const table = "[panel]\ndriver = \"max7219\"\nmodules = 5\n"
	for _, c := range []struct{ why, own, want string }{
		{"nothing yet", "", "\n" + table},
		{"no panel yet", "name = \"a\"\n", "name = \"a\"\n\n" + table},
		{"in its place", "# mine\n[panel] # old\ndriver = \"hub75\"\n# keep\nrows = 32\n\n# next\n[audio]\n" +
			"output = \"none\"\n", "# mine\n" + table + "# keep\n\n# next\n[audio]\noutput = \"none\"\n"},
		{"of several pieces", "[panel]\ndriver = \"composite\"\n[[panel.part]]\ndriver = \"ht16k33\"\n", table},
		{"another table of such a name", "[panels]\nx = 1\n", "[panels]\nx = 1\n\n" + table},
		{"chosen on the page", "[panel]\ndriver = \"hub75\"\n\n# page: {\"name\":\"a\",\"panel\":{\"driver\":\"hub75\"}}\n",
			table + "\n\n# page: {\"name\":\"a\",\"panel\":{\"driver\":\"max7219\",\"modules\":5}}\n"},
		{"a remark that is not the page's", "# page: two\n", "# page: two\n\n" + table},
	} {
		got, err := WithPanel([]byte(c.own), map[string]any{"driver": "max7219", "modules": 5})
		if err != nil || string(got) != c.want {
			t.Errorf("%s: %v\n%s\nwant\n%s", c.why, err, got, c.want)
		}
	}
}

// TestWithPanelRefuses: a form of TOML that it would spoil.
func TestWithPanelRefuses(t *testing.T) {
	for why, own := range map[string]string{
		"inline":               "panel = { driver = \"hub75\" }\n",
		"dotted":               "panel.driver = \"hub75\"\n",
		"a value of many rows": "[panel]\nmap = [\n[1, 2],\n]\n[audio]\nx = 1\n",
		"a head in a value":    "[audio]\nx = '''\n[panel]\ny = 1\n'''\n",
		"no TOML":              "x\n",
	} {
		if got, err := WithPanel([]byte(own), map[string]any{"driver": "max7219"}); err == nil {
			t.Errorf("%s: %s", why, got)
		}
	}
}

// FuzzWithPanel: whatever clients have written, nothing but the panel changes.
func FuzzWithPanel(f *testing.F) {
	f.Add("name = \"a\"\n[panel]\ndriver = \"x\"\n# page: {}\n")
	f.Add("x = '''\n[panel]\n'''\n[[panel.part]]\n")
	f.Fuzz(func(t *testing.T, own string) {
		if len(own) > 4<<10 {
			return
		}
		got, err := WithPanel([]byte(own), map[string]any{"driver": "max7219"})
		if err != nil {
			return
		}
		now, err := readTree(got)
		if err != nil {
			t.Fatalf("%v\n%s", err, got)
		}
		if panel, _ := now["panel"].(map[string]any); len(panel) != 1 || panel["driver"] != "max7219" {
			t.Errorf("the panel is %v", now["panel"])
		}
		if len(got) > 2*len(own)+200+strings.Count(own, "<")*6 {
			t.Errorf("%d bytes of %d", len(got), len(own))
		}
	})
}

// TestMapInTheDataDirectory: a client names it without a folder, also in a part of a panel.
func TestMapInTheDataDirectory(t *testing.T) {
	l := layers(t, "")
	l.Data = t.TempDir()
	own := []byte("[panel]\ndriver = \"hub75\"\nrows = 16\ncols = 64\nmap = \"panel-1.map\"\n")
	must.Fail(t, l.Check(own), "panel-1.map", "a map that is missing")
	file := filepath.Join(l.Data, "panel-1.map")
	must.Do(t, os.WriteFile(file, []byte(`{"width": 2, "height": 2, "map": [0, 1, 2, 3]}`), 0o600))
	must.Do(t, l.Check(own))
	cfg, left, err := l.Load(own)
	if err != nil || left != nil {
		t.Fatal(err, left)
	}
	if keys := cfg.Panel.Keys().(*hub75.Config); keys.Map != file {
		t.Errorf("the map is %q, want %q", keys.Map, file)
	}
	parts := []byte("[panel]\ndriver = \"composite\"\n[[panel.part]]\ndriver = \"hub75\"\nrows = 16\n" +
		"map = \"panel-1.map\"\n")
	if _, left, err := l.Load(parts); err != nil || left != nil {
		t.Errorf("in a part: %v, %v", err, left)
	}
}

// TestChangedPanel keeps the other keys of the panel, and all other lines.
func TestChangedPanel(t *testing.T) {
	for _, row := range []struct {
		name, own, want string
		file            string // of a map
	}{
		{"other keys stay",
			"name = \"x\" # mine\n[panel]\ndriver = \"hub75\"\nwiring = \"adafruit-hat\"\nrows = 64\ninit = \"FM6126A\"\n",
			"name = \"x\" # mine\n[panel]\ncols = 64\ndriver = \"hub75\"\nrows = 32\nwiring = \"adafruit-hat\"\n", ""},
		{"the administrator has the driver", "name = \"x\"\n",
			"name = \"x\"\n\n[panel]\ncols = 64\ndriver = \"hub75\"\nrows = 32\n", ""},
		{"a map", "", "\n[panel]\ncols = 64\ndriver = \"hub75\"\nmap = \"panel-1.map\"\nrows = 32\n", "panel-1.map"},
	} {
		got, err := ChangedPanel([]byte(row.own), map[string]any{"rows": 32, "cols": 64, "init": nil}, row.file)
		if err != nil || string(got) != row.want {
			t.Errorf("%s: %v\n%s\nwant\n%s", row.name, err, got, row.want)
		}
	}
	got, err := PanelTable([]byte("name = \"secret\"\n[panel]\ndriver = \"hub75\"\n"), map[string]any{"rows": 32}, "")
	if want := "[panel]\n  driver = \"hub75\"\n  rows = 32\n"; err != nil || string(got) != want {
		t.Errorf("the table alone: %v\n%s", err, got)
	}
}

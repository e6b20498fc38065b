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

// TestMapInTheDataDirectory: a client names it without a folder, also in a part of a panel.
func TestMapInTheDataDirectory(t *testing.T) {
	l := layers(t, "")
	l.Data = t.TempDir()
	own := []byte("[panel]\ndriver = \"hub75\"\nrows = 16\ncols = 64\nmap = \"panel-1.map\"\n")
	if err := l.Check(own); err == nil || !strings.Contains(err.Error(), "panel-1.map") {
		t.Errorf("a map that is missing: %v", err)
	}
	file := filepath.Join(l.Data, "panel-1.map")
	must.Do(t, os.WriteFile(file, []byte(`{"width": 2, "height": 2, "map": [0, 1, 2, 3]}`), 0o600))
	if err := l.Check(own); err != nil {
		t.Error(err)
	}
	cfg, left, err := l.Load(own)
	if err != nil || left != nil {
		t.Fatal(err, left)
	}
	if keys := cfg.Panel.Keys().(*hub75.Config); keys.Map != file {
		t.Errorf("the map is %q, want %q", keys.Map, file)
	}
	parts := []byte("[panel]\ndriver = \"composite\"\n[[panel.part]]\ndriver = \"hub75\"\nrows = 16\nmap = \"panel-1.map\"\n")
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
		{"other keys stay", "name = \"x\" # mine\n[panel]\ndriver = \"hub75\"\nwiring = \"adafruit-hat\"\nrows = 64\ninit = \"FM6126A\"\n",
			"name = \"x\" # mine\n[panel]\ncols = 64\ndriver = \"hub75\"\nrows = 32\nwiring = \"adafruit-hat\"\n", ""},
		{"the administrator has the driver", "name = \"x\"\n", "name = \"x\"\n\n[panel]\ncols = 64\ndriver = \"hub75\"\nrows = 32\n", ""},
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

// SPDX-License-Identifier: Apache-2.0

package config

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/ledpost/ledpost/internal/must"
)

func TestShared(t *testing.T) {
	for _, row := range []struct {
		why, admin, own string
		want            []string
	}{
		{"numbers, words, lists and what is on or off", "[panel]\ndriver = \"hub75\"\nchain = 2\ninverse = true\n" +
			"mappers = [\"U\", \"rotate:90\"]\n", "",
			[]string{"panel.chain = 2", `panel.driver = "hub75"`, "panel.inverse = true", `panel.mappers = ["U", "rotate:90"]`}},
		{"the administrator's value is in force", "[panel]\ndriver = \"hub75\"\nrows = 64\n", "[panel]\nrows = 32\ncols = 64\n",
			[]string{"panel.cols = 64", `panel.driver = "hub75"`, "panel.rows = 64"}},
		{"a composite has its parts, without their hosts", "[panel]\ndriver = \"composite\"\n[[panel.part]]\n" +
			"driver = \"ddp\"\nhosts = [\"canary\"]\nsize = \"8x8\"\n[[panel.part]]\ndriver = \"ssd1306\"\nat = [8, 0]\n", "",
			[]string{`panel.driver = "composite"`, `panel.part.1.driver = "ddp"`, `panel.part.1.size = "8x8"`,
				"panel.part.2.at = [8, 0]", `panel.part.2.driver = "ssd1306"`}},
		{"sensors, and neither the place of the sun nor a file", "[light]\nsource = \"schedule\"\nlatitude = 52.77\n" +
			"[sense]\nsource = \"bme280\"\nport = \"/dev/canary\"\n", "",
			[]string{`light.source = "schedule"`, `sense.source = "bme280"`}},
		{"no other table", "name = \"Canary\"\n[mqtt]\npassword = \"canary\"\nurl = \"tcp://192.168.77.7\"\n" +
			"[input]\ndevices = [\"Canary's remote\"]\n", "", nil},
		{"values that are no words", "[panel]\ndriver = \"hub75\"\nwiring = \"/home/canary\"\norder = \"a.canary.local\"\n" +
			"port = \"vcd:/tmp/canary\"\nmap = \"canary.map\"\ninit = \"the canary's secret\"\nCanary = 77\n" +
			"mirror = \"canary | <b>\"\nmodule = \"line\\ncanary\"\nchip = \"" + strings.Repeat("canary", 9) + "\"\n", "",
			[]string{`panel.driver = "hub75"`}},
		{"tables in place of values", "[panel]\ndriver = \"hub75\"\n[panel.wiring]\noe = 18\ncanary = 7\n", "",
			[]string{`panel.driver = "hub75"`}},
	} {
		file := filepath.Join(t.TempDir(), "config.toml")
		must.Do(t, os.WriteFile(file, []byte(row.admin), 0o600))
		got, err := Layers{File: file}.Shared([]byte(row.own))
		if err != nil || !slices.Equal(got, row.want) {
			t.Errorf("%s:\n got %q, %v\nwant %q", row.why, got, err, row.want)
		}
	}
	if _, err := (Layers{File: filepath.Join(t.TempDir(), "none.toml")}).Shared(nil); err == nil {
		t.Error("a file that is not there")
	}
}

// SPDX-License-Identifier: Apache-2.0

package host

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ledpost/ledpost/internal/must"
)

// TestTemperatureOfTheProcessor: of the kernel's thermal zones the one that measures it
// is read; where there is none nothing is told.
func TestTemperatureOfTheProcessor(t *testing.T) {
	rows := []struct {
		name  string
		files map[string]string // below sys/class/thermal
		want  float64
		ok    bool
	}{
		{"a Raspberry Pi", map[string]string{"thermal_zone0/type": "cpu-thermal\n", "thermal_zone0/temp": "48312\n"}, 48.312, true},
		{"a PC, whose first zone is the board's", map[string]string{
			"thermal_zone0/type": "acpitz\n", "thermal_zone0/temp": "27800\n", "thermal_zone1/type": "x86_pkg_temp\n", "thermal_zone1/temp": "61000\n",
		}, 61, true},
		{"outdoors in winter", map[string]string{"thermal_zone0/type": "cpu-thermal", "thermal_zone0/temp": "-5000"}, -5, true},
		{"a sensor that is off", map[string]string{"thermal_zone0/type": "cpu-thermal", "thermal_zone0/temp": "-274000"}, 0, false},
		{"no number", map[string]string{"thermal_zone0/type": "cpu-thermal", "thermal_zone0/temp": "hot"}, 0, false},
		{"a file that does not end", map[string]string{"thermal_zone0/type": "cpu-thermal", "thermal_zone0/temp": strings.Repeat("4", 100)}, 0, false},
		{"no temperature", map[string]string{"thermal_zone0/type": "cpu-thermal"}, 0, false},
		{"only a fan", map[string]string{"cooling_device0/type": "pwm-fan"}, 0, false},
		{"no zones", nil, 0, false},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			root := t.TempDir()
			for name, text := range row.files {
				path := filepath.Join(root, "sys/class/thermal", name)
				must.Do(t, os.MkdirAll(filepath.Dir(path), 0o755))
				must.Do(t, os.WriteFile(path, []byte(text), 0o600))
			}
			got, ok := (&Thermal{root}).temperature()
			if ok != row.ok || ok && got != row.want {
				t.Errorf("%v, %v, want %v, %v", got, ok, row.want, row.ok)
			}
		})
	}
}

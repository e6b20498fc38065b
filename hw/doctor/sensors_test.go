// SPDX-License-Identifier: Apache-2.0

package doctor

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/ledpost/ledpost/hw"
	"github.com/ledpost/ledpost/hw/sense"
	"github.com/ledpost/ledpost/hw/source"
	"github.com/ledpost/ledpost/internal/must"
)

// A sensorTable is one of the tables of sensors.
type sensorTable struct {
	name    string
	sources []string
}

// spec returns what the sensor of the table says of itself.
func (s sensorTable) spec(c hw.Config) source.Spec {
	if s.name == "light" {
		return c.Light.Spec()
	}
	return c.Sense.Spec()
}

var sensorTables = []sensorTable{{"light", hw.Lights()}, {"sense", hw.Airs()}}

// noDefault is what sources want that do not work with their defaults.
var noDefault = map[string]string{"schedule": "times = {\"07:00\" = 1}\n"}

// TestEverySourceIsLookedAt: a sensor that is wired is told of where its bus is
// missing, with a mend; where the bus is there and the sensor does not answer, the
// mend names that bus. The kernel's sensors are told of where the kernel has none.
func TestEverySourceIsLookedAt(t *testing.T) {
	broken := errors.New("no answer")
	for _, table := range sensorTables {
		for _, name := range table.sources {
			text := fmt.Sprintf("[%s]\nsource = %q\n%s", table.name, name, noDefault[name])
			cfg := config(t, text)
			spec := table.spec(cfg)
			bare := about(Check(t.Context(), cfg, service(four())), name)
			on3 := config(t, text)
			if spec.Place.Port != "" {
				bare = about(Check(t.Context(), cfg, service(four())), spec.Place.Port)
				on3 = config(t, text+"port = \"I2C3\"\n")
			}
			connected := spec.Place.Port != "" || spec.Driver != nil
			if connected && (len(bare) != 1 || bare[0].Level == OK || bare[0].Area != table.name) {
				t.Errorf("%s, where nothing is there: %+v", name, bare)
			}
			m := service(with(four(), "dev/i2c-3"))
			m.Light = func(context.Context, hw.LightConfig) (float64, string, error) { return 0, "", broken }
			m.Sense = func(context.Context, hw.SenseConfig) (sense.Reading, string, error) {
				return sense.Reading{}, "", broken
			}
			silent := about(Check(t.Context(), on3, m), name)
			if spec.Place.Port != "" && (len(silent) != 1 || !strings.Contains(silent[0].Fix, "i2cdetect -y 3 ")) {
				t.Errorf("%s, which does not answer: %+v", name, silent)
			}
			check(t, name, append(bare, silent...))
		}
	}
}

// TestLineOfAnOverlay: the line that the doctor suggests for a sensor of the kernel's is
// one that neither the configuration nor the system uses.
func TestLineOfAnOverlay(t *testing.T) {
	const iio = "[sense]\nsource = \"iio\"\n"
	for _, row := range []struct{ name, config, boot, want string }{
		{"the usual line", iio, "#", "dht11,gpiopin=4,"},
		{"the latch of HUB75", iio + "[panel]\ndriver = \"hub75\"\n", "#", "dht11,gpiopin=5,"},
		{"of three chains", iio + "[panel]\ndriver = \"hub75\"\nparallel = 3\n", "#", "dht11,gpiopin=15,"},
		{"a line of the system", iio, "dtoverlay=w1-gpio", "dht11,gpiopin=5,"},
		{"a button", iio + "[[input.gpio]]\nbutton = \"left\"\nline = \"4\"\n", "#", "dht11,gpiopin=5,"},
	} {
		found := about(Check(t.Context(), config(t, row.config), service(with(four(), configTXT+row.boot))), "iio")
		if len(found) != 1 || !strings.Contains(found[0].Fix, row.want) {
			t.Errorf("%s: %+v, want %s", row.name, found, row.want)
		}
	}
}

// TestSystemOnTheLinesOfASensor: a sensor of the air is as any other device where
// the system uses lines.
func TestSystemOnTheLinesOfASensor(t *testing.T) {
	for _, row := range []struct{ config, boot, want string }{
		{"[sense]\nsource = \"bme280\"\n", "dtoverlay=gpio-shutdown",
			"fault sense pins E12 PIN: remove dtoverlay=gpio-shutdown" + from},
		{"[light]\nsource = \"bh1750\"\n", "dtoverlay=gpio-shutdown",
			"fault light pins E12 PIN: remove dtoverlay=gpio-shutdown" + from},
		{"[sense]\nsource = \"bme280\"\n", "dtoverlay=hifiberry-dac", ""},
		{"[sense]\nsource = \"bme280\"\n", "dtparam=i2c_arm=on", ""},
		{"[sense]\nsource = \"bme280\"\nport = \"I2C0\"\n", "dtoverlay=gpio-shutdown", ""},
	} {
		lines := Check(t.Context(), config(t, row.config), service(with(four(), configTXT+row.boot)))
		if got := brief(about(lines, "pins")); got != row.want {
			t.Errorf("%s beside %s\n got: %s\nwant: %s", row.config, row.boot, got, row.want)
		}
	}
}

// TestWayOutOfAConflict: where a sensor's usual port is taken, the doctor says what to
// change; then the next examination says what that port still wants, and with it
// all is well.
func TestWayOutOfAConflict(t *testing.T) {
	const panel = "[panel]\ndriver = \"hub75\"\nparallel = 3\n"
	for _, table := range sensorTables {
		for _, name := range table.sources {
			head := fmt.Sprintf("[%s]\nsource = %q\n%s", table.name, name, noDefault[name])
			found := about(Check(t.Context(), config(t, panel+head), service(four())), "pins")
			if table.spec(config(t, head)).Place.Port == "" {
				if len(found) != 0 {
					t.Errorf("%s: %+v", name, found)
				}
				continue
			}
			want := fmt.Sprintf(`fault config pins E0 CFG: write port = "I2C0" into the [%s] table, and connect the sensor to `+
				`GPIO 0 and 1`, table.name)
			must.Equal(t, brief(found), want, name)
			moved := config(t, panel+head+"port = \"I2C0\"\n")
			if found := about(Check(t.Context(), moved, service(four())), "I2C0"); len(found) != 1 ||
				found[0].Fix != "add dtparam=i2c_vc=on"+restart {
				t.Errorf("%s on I2C0, which is off: %+v", name, found)
			}
			lines := Check(t.Context(), moved, service(with(four(), configTXT+"dtparam=i2c_vc=on", "dev/i2c-0")))
			if left := append(about(lines, "pins"), about(lines, "config")...); len(left) != 0 {
				t.Errorf("%s on I2C0: %+v", name, left)
			}
			if found := about(lines, "I2C0"); len(found) != 1 || found[0].Level != OK {
				t.Errorf("%s on I2C0: %+v", name, found)
			}
		}
	}
}

// SPDX-License-Identifier: Apache-2.0

package hw

import (
	"errors"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/ledpost/ledpost/hw/bus"
	"github.com/ledpost/ledpost/internal/keyerr"
)

// A besideRow is a panel with its usual port, beside which any sensor is put at its own.
type besideRow struct {
	driver, keys string
	why          string // no sensor on I2C1 can be beside it; empty if all can
	says         string // the error
}

// besideRows has each driver at least once, and each wiring of HUB75 with as many
// chains as it has.
var besideRows = []besideRow{
	{driver: "none"},
	{driver: "max7219"},
	{driver: "ws2812"},
	{driver: "apa102"},
	{driver: "unicornhd"},
	{driver: "lametric"},
	{driver: "ssd1306"},
	{driver: "ssd1322"},
	{driver: "st7789"},
	{driver: "ht16k33"},
	{driver: "tm1640"},
	{driver: "is31fl"},
	{driver: "hub75"},
	{driver: "hub75", keys: "rows = 64\n"},
	{driver: "hub75", keys: "parallel = 2\n"},
	{driver: "hub75", keys: "parallel = 3\n", why: "G1 and B1 of the third chain are GPIO 2 and 3",
		says: "both use GPIO 2"},
	{driver: "hub75", keys: "parallel = 3\nrows = 64\n", why: "as with 32 rows", says: "both use GPIO 2"},
	{driver: "hub75", keys: "wiring = \"adafruit-hat\"\n"},
	{driver: "hub75", keys: "wiring = \"adafruit-hat-pwm\"\nrows = 64\n"},
	{driver: "composite",
		keys: "[[panel.part]]\ndriver = \"ssd1306\"\n[[panel.part]]\ndriver = \"ht16k33\"\nat = [0, 64]\n"},
	{driver: "composite",
		keys: "[[panel.part]]\ndriver = \"max7219\"\nport = \"SPI1.0\"\n[[panel.part]]\ndriver = \"ws2812\"\nat = [0, 64]\n"},
	{driver: "composite", keys: "[[panel.part]]\ndriver = \"hub75\"\nparallel = 3\n", why: "as without the composite",
		says: "panel part 1 (hub75"},
}

// TestEveryPanelBesideEverySensor: at their usual ports, one by one and a light
// sensor together with one of the air. What is refused names both, and what to
// change; with that it is accepted.
func TestEveryPanelBesideEverySensor(t *testing.T) {
	tested := map[string]bool{}
	for _, p := range besideRows {
		tested[p.driver] = true
		text := "[panel]\ndriver = \"" + p.driver + "\"\n" + p.keys
		for _, a := range sensorRows() {
			beside(t, p, text, a)
			for _, b := range sensorRows() {
				if a.table == "light" && b.table == "sense" {
					beside(t, p, text, a, b)
				}
			}
		}
	}
	for _, driver := range Drivers() {
		if !tested[driver] {
			t.Errorf("no row has a panel of driver %s", driver)
		}
	}
}

// beside checks one configuration.
func beside(t *testing.T, p besideRow, text string, sensors ...sensorRow) {
	t.Helper()
	onBus := sensors[:0:0]
	for _, s := range sensors {
		text = s.text + text
		if s.spec(t).Place.Kind == bus.I2C {
			onBus = append(onBus, s)
		}
	}
	cfg, err := decode(text)
	if err == nil {
		err = cfg.Check()
	}
	if p.why == "" || len(onBus) == 0 {
		if err != nil {
			t.Errorf("%s\n%v, want no error", text, err)
		}
		return
	}
	if err == nil || !strings.Contains(err.Error(), p.says) || !strings.Contains(err.Error(), onBus[0].name) ||
		keyerr.Key(err) != onBus[0].table+".port" {
		t.Errorf("%s\n%v of key %q; want %q and %s, because %s", text, err, keyerr.Key(err), p.says, onBus[0].name, p.why)
	}
	for range onBus {
		text = heeded(t, text, err)
		cfg, _ := decode(text)
		err = cfg.Check()
	}
	if err != nil {
		t.Errorf("%s\n%v, although the advice was taken", text, err)
	}
}

var advised = regexp.MustCompile(`write (.+) into the \[(\w+)\] table`)

// heeded returns the text with what the error says into its tables.
func heeded(t *testing.T, text string, err error) string {
	t.Helper()
	found := (*Conflict)(nil)
	if !errors.As(err, &found) {
		t.Fatalf("%s\n%v is no conflict", text, err)
	}
	m := advised.FindStringSubmatch(found.Fix)
	if m == nil {
		t.Fatalf("%s\n%v: %q is no advice", text, err, found.Fix)
	}
	table := "[" + m[2] + "]\n"
	return strings.Replace(text, table, table+strings.ReplaceAll(m[1], " and ", "\n")+"\n", 1)
}

// TestWayOut: the advice is the least work, and minds all that is there.
func TestWayOut(t *testing.T) {
	const (
		three  = "[panel]\ndriver = \"hub75\"\nparallel = 3\n"
		ht     = "[panel]\ndriver = \"ht16k33\"\naddress = "
		bme    = "[sense]\nsource = \"bme280\"\n"
		button = "[[input.gpio]]\nbutton = \"left\"\nline = "
	)
	for _, row := range []struct{ name, text, want string }{
		{"the other bus", three + bme, `write port = "I2C0" into the [sense] table, and connect the sensor to GPIO 0 and 1`},
		{"the chip's other address", ht + "0x76\n" + bme,
			"write address = 0x77 into the [sense] table, and set the sensor to this address, by its pin for that"},
		{"back to the usual address", ht + "0x77\n" + bme + "address = 0x77\n",
			"write address = 0x76 into the [sense] table, and set the sensor to this address, by its pin for that"},
		{"both addresses are taken",
			"[panel]\ndriver = \"composite\"\n[[panel.part]]\ndriver = \"ht16k33\"\naddress = 0x76\n[[panel.part]]\n" +
				"driver = \"ht16k33\"\naddress = 0x77\nat = [8, 0]\n" + bme,
			`write port = "I2C0" into the [sense] table, and connect the sensor to GPIO 0 and 1`},
		{"another bus by the same name", ht + "0x76\nport = \"/dev/i2c-1\"\n" + bme,
			"write address = 0x77 into the [sense] table, and set the sensor to this address, by its pin for that"},
		{"a button moves", "[light]\nsource = \"bh1750\"\n" + button + `"3"`, `GPIO 5 is free: write line = "GPIO5"`},
		{"to a line that nothing has", three + button + `"GPIO17"`, `GPIO 15 is free: write line = "GPIO15"`},
		{"also not the other button", three + button + `"15"` + "\n" + button + `"GPIO17"`,
			`GPIO 0 is free: write line = "GPIO0"`},
		{"a button beside the sensor that moved",
			three + bme + "port = \"I2C0\"\n" + button + `"15"` + "\n" + button + `"GPIO17"`, ""},
	} {
		cfg, _ := decode(row.text)
		err, found := cfg.Check(), (*Conflict)(nil)
		if !errors.As(err, &found) || found.Fix != row.want {
			t.Errorf("%s: %v, want the advice %q", row.name, err, row.want)
		}
		if want := found.Text + "; " + row.want; row.want != "" && err.Error() != want {
			t.Errorf("%s: the error is %q, want %q", row.name, err, want)
		}
	}
}

// TestFreeLine: each line of the header is offered once, and none that is taken.
func TestFreeLine(t *testing.T) {
	if n, ok := FreeLine(0, 4); n != 4 || !ok {
		t.Errorf("GPIO %d, %v", n, ok)
	}
	var got []int
	for taken := uint64(0); ; {
		n, ok := FreeLine(taken, 4)
		if !ok {
			break
		}
		taken |= 1 << n
		got = append(got, n)
	}
	slices.Sort(got)
	if len(got) != 28 || got[0] != 0 || got[27] != 27 {
		t.Errorf("%d lines: %v", len(got), got)
	}
}

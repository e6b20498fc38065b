// SPDX-License-Identifier: Apache-2.0

package doctor

import (
	"bytes"
	"context"
	"errors"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/ledpost/ledpost/hw"
	"github.com/ledpost/ledpost/internal/must"
)

// elsewhere are the parts of which other packages write the lines and compare the quotes:
// firmware, and cli about a configuration that cannot be read.
var elsewhere = []string{"network: ", "pair with the key", "mqtt: ", "and port in broker", "update: channel: ",
	"keys of releases", "config: file: ", "correct the file"}

// symptoms are machines beside those of problems that the guide's page on
// troubleshooting quotes the doctor about, each with its configuration.
func symptoms() []problem {
	unsynced := service(without(four(), "run/systemd/timesync/synchronized"))
	unsynced.Synced = func() (bool, error) { return false, nil }
	dark := service(with(four(), "dev/i2c-1"))
	dark.Light = func(context.Context, hw.LightConfig) (float64, string, error) { return 0, "", errors.New("no answer") }
	silent, muted := service(with(four(), "boot/firmware/config.txt #")), service(four())
	silent.Sound = func() Sound { return Sound{Output: "null", Err: errors.New("no sound card")} }
	muted.Sound = func() Sound { return Sound{Output: "alsa:hw:0,0", Err: errors.New("muted")} }
	const bh1750 = "[light]\nsource = \"bh1750\"\n"
	return []problem{
		{name: "the clock is not kept", m: unsynced},
		{name: "the sensor does not answer", config: bh1750, m: dark},
		{name: "no bus", config: bh1750, m: service(four())},
		{name: "nothing plays", m: silent},
		{name: "the mixer is off", m: muted},
		{name: "registers of a 5 are missing",
			config: "[panel]\ndriver = \"hub75\"\nrows = 64\ncols = 64\nchain = 2\nparallel = 3\nplanes = 9\nlsb = \"260ns\"\n",
			m:      service(with(five(), "dev/pio0"))},
		{name: "missing knob", config: "[input]\ndevices = [\"USB Keyboard\"]\n",
			m: service(with(four(), "sys/class/input/event1/device/name gpio_ir_recv", "dev/input/event1"))},
	}
}

// TestTroubleshooting: the page answers each symptom, and quotes the doctor word by word.
func TestTroubleshooting(t *testing.T) {
	text := must.Get(os.ReadFile("../../docs/troubleshooting.md"))(t)
	entries := strings.Split(string(text), "\n### ")[1:]
	for _, entry := range entries {
		entry, _, _ = strings.Cut(entry, "\n## ")
		if title, said, _ := strings.Cut(entry, "\n"); strings.TrimSpace(said) == "" {
			t.Errorf("%q has no answer", title)
		}
	}
	said := everything(t)
	quoted := 0
	for line := range strings.Lines(string(text)) {
		quote, ok := strings.CutPrefix(line, "    ")
		if !ok || slices.ContainsFunc(elsewhere, func(part string) bool { return strings.Contains(quote, part) }) {
			continue
		}
		quoted++
		if !strings.Contains(said, quote) {
			t.Errorf("the doctor does not print %q", quote)
		}
	}
	if len(entries) == 0 || quoted == 0 {
		t.Errorf("%d symptoms, %d quoted lines", len(entries), quoted)
	}
}

// everything is all that the doctor prints of the problems and symptoms.
func everything(t *testing.T) string {
	t.Helper()
	var out bytes.Buffer
	for _, p := range append(problems(), symptoms()...) {
		text := p.config
		if !strings.HasPrefix(text, "[") {
			text = "[panel]\n" + text
		}
		if p.m.Programs == nil {
			p.m.Programs = func() []Program { return Programs(links{p.m.Root}) }
		}
		must.Do(t, WriteText(&out, Check(t.Context(), config(t, text), p.m)))
	}
	return out.String()
}

// SPDX-License-Identifier: Apache-2.0

package doctor

import (
	"bytes"
	"context"
	"errors"
	"os"
	"strings"
	"testing"

	"github.com/ledpost/ledpost/hw"
)

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
		{name: "nothing plays", m: silent},
		{name: "the mixer is off", m: muted},
		{name: "a knob that is not there", config: "[input]\ndevices = [\"USB Keyboard\"]\n", m: service(with(four(), "sys/class/input/event1/device/name gpio_ir_recv", "dev/input/event1"))},
	}
}

// TestTroubleshooting: the page quotes the doctor word by word, and names at least
// 30 symptoms.
func TestTroubleshooting(t *testing.T) {
	text, err := os.ReadFile("../../docs/troubleshooting.md")
	if err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(string(text), "\n### "); n < 30 {
		t.Errorf("%d symptoms, want at least 30", n)
	}
	said := everything(t)
	quoted := 0
	for line := range strings.Lines(string(text)) {
		quote, ok := strings.CutPrefix(line, "    ")
		if !ok || strings.Contains(quote, "network: ") || strings.Contains(quote, "pair with the key") {
			continue // firmware prints this
		}
		quoted++
		if !strings.Contains(said, quote) {
			t.Errorf("the doctor does not print %q", quote)
		}
	}
	if quoted < 30 {
		t.Errorf("%d lines are quoted", quoted)
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
		if err := WriteText(&out, Check(t.Context(), config(t, text), p.m)); err != nil {
			t.Fatal(err)
		}
	}
	return out.String()
}

// SPDX-License-Identifier: Apache-2.0

package machine

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ledpost/ledpost/cli/command"
	"github.com/ledpost/ledpost/cli/command/commandtest"
	"github.com/ledpost/ledpost/cli/local"
	"github.com/ledpost/ledpost/internal/must"
)

// setUp returns a data directory in which the page has set up the device so.
func setUp(t *testing.T, own string) (data string) {
	t.Helper()
	data = t.TempDir()
	must.Do(t, os.MkdirAll(filepath.Join(data, "config"), 0o700))
	must.Do(t, os.WriteFile(filepath.Join(data, "config", "config.toml"), []byte(own), 0o600))
	return data
}

// TestDoctorKnowsThePage: what was set up there counts, below the administrator's file.
func TestDoctorKnowsThePage(t *testing.T) {
	data := setUp(t, "[panel]\ndriver = \"hub75\"\n")
	admin := filepath.Join(data, "admin.toml")
	for text, want := range map[string]string{"": "hub75", "[panel]\ndriver = \"unicornhd\"\n": "unicornhd"} {
		must.Do(t, os.WriteFile(admin, []byte(text), 0o600))
		var out strings.Builder
		_ = room.Run(context.Background(), []string{"doctor", "--config", admin, "--data", data}, command.Streams{Out: &out})
		if !strings.Contains(out.String(), want) {
			t.Errorf("with the administrator's %q the doctor does not examine %s:\n%s", text, want, out.String())
		}
	}
}

// TestDoctorNamesAWayOut: of two devices on the same lines the doctor says what to
// change in the file, beside the error; with that it can read the file.
func TestDoctorNamesAWayOut(t *testing.T) {
	path := commandtest.File(t, "config.toml", "")
	doctor := func(text string) string {
		t.Helper()
		must.Do(t, os.WriteFile(path, []byte(text), 0o600))
		c := doctorCmd{Flags: local.Flags{Config: path, DataFlag: local.DataFlag{Data: t.TempDir()}}}
		cfg, err := c.Load()
		if err == nil {
			return "read: " + cfg.Panel.Driver()
		}
		l := unreadable(err)
		return l.Text + "\n" + l.Fix
	}
	const panel = "[panel]\ndriver = \"hub75\"\nparallel = 3\n[sense]\nsource = \"bme280\"\n"
	const want = "config.toml: line 4: sense.port: panel (hub75, wiring \"regular\") and air (bme280, port I2C1) both " +
		"use GPIO 2\n" +
		`write port = "I2C0" into the [sense] table, and connect the sensor to GPIO 0 and 1`
	must.Equal(t, doctor(panel), want)
	must.Equal(t, doctor(panel+"port = \"I2C0\"\n"), "read: hub75", "with the advice taken")
	if got := doctor("[panel]\ndriver = \"lcd\"\n"); !strings.HasSuffix(got,
		"\ncorrect the file, see docs/configuration.md and docs/hardware.md") {
		t.Errorf("another error: %s", got)
	}
	if got := doctor("[panel]\ndriver = \"ssd1306\"\n[light]\nsource = \"bh1750\"\n"); got != "read: ssd1306" {
		t.Errorf("a sensor on the panel's bus: %s", got)
	}
}

// TestDoctorOfAnotherMachine: --pack and --root; a password of the configuration stays.
func TestDoctorOfAnotherMachine(t *testing.T) {
	path, archive := commandtest.File(t, "config.toml", ""), filepath.Join(t.TempDir(), "doctor.zip")
	const text = "[panel]\ndriver = \"ws2812\"\nport = \"GPIO17\"\n[mqtt]\nbroker = \"mqtt://host\"\n" +
		"password = \"hunter2\"\n"
	must.Do(t, os.WriteFile(path, []byte(text), 0o600))
	data := t.TempDir()
	must.Do(t,
		room.Run(t.Context(), []string{"doctor", "--pack", archive, "--config", path, "--data", data}, command.Streams{}))
	var out strings.Builder
	_ = room.Run(t.Context(), []string{"doctor", "--root", archive, "--data", data}, command.Streams{Out: &out})
	for _, want := range []string{`"GPIO17" is not an SPI port`, "connect DIN to pin 19"} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("the doctor does not say %q:\n%s", want, out.String())
		}
	}
	if strings.Contains(out.String(), "mqtt") {
		t.Errorf("it knows of the broker:\n%s", out.String())
	}
	err := room.Run(t.Context(), []string{"doctor", "--root", filepath.Join(data, "none"), "--data", data},
		command.Streams{Out: &out})
	if err == nil {
		t.Error("a machine that is not there was examined")
	}
}

// TestTroubleshootingQuotesTheFile: the guide has the doctor's words about a mistake in
// the configuration.
func TestTroubleshootingQuotesTheFile(t *testing.T) {
	guide := must.Get(os.ReadFile("../../docs/troubleshooting.md"))(t)
	file := filepath.Join(t.TempDir(), "config.toml")
	must.Do(t, os.WriteFile(file, []byte("[panel]\ndriver = \"hub75\"\nrow_adress = \"abc\"\n"), 0o600))
	var out strings.Builder
	err := room.Run(t.Context(), []string{"doctor", "--config", file, "--data", t.TempDir()}, command.Streams{Out: &out})
	if err == nil || out.Len() == 0 {
		t.Errorf("%v: %q", err, out.String())
	}
	for line := range strings.Lines(out.String()) {
		if !strings.Contains(string(guide), line) {
			t.Errorf("the guide lacks %q", line)
		}
	}
}

// TestDoctorOfALaterVersion: on the files of another machine only what is wired counts; what
// a later version has written beside it is no fault of the hardware.
func TestDoctorOfALaterVersion(t *testing.T) {
	root := t.TempDir()
	etc := filepath.Join(root, "etc", "ledpost")
	must.Do(t, os.MkdirAll(etc, 0o700))
	must.Do(t,
		os.WriteFile(filepath.Join(etc, "config.toml"), []byte("[panel]\ndriver = \"max7219\"\n[future]\nwarp = 9\n"), 0o600))
	out, _ := room.Said(t, "doctor", "--root", root)
	if !strings.Contains(out, "max7219") || strings.Contains(out, "future") {
		t.Errorf("the doctor says\n%s", out)
	}
}

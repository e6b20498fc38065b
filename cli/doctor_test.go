// SPDX-License-Identifier: Apache-2.0

package cli

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// setUp returns a data directory in which the page has set up the device so.
func setUp(t *testing.T, own string) (data string) {
	t.Helper()
	data = t.TempDir()
	if err := os.MkdirAll(filepath.Join(data, "config"), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(data, "config", "config.toml"), []byte(own), 0o600); err != nil {
		t.Fatal(err)
	}
	return data
}

// TestDoctorKnowsThePage: what was set up there counts, below the administrator's file.
func TestDoctorKnowsThePage(t *testing.T) {
	data := setUp(t, "[panel]\ndriver = \"hub75\"\n")
	admin := filepath.Join(data, "admin.toml")
	for text, want := range map[string]string{"": "hub75", "[panel]\ndriver = \"unicornhd\"\n": "unicornhd"} {
		if err := os.WriteFile(admin, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		var out strings.Builder
		_ = Run(context.Background(), []string{"doctor", "--config", admin, "--data", data}, Streams{Out: &out})
		if !strings.Contains(out.String(), want) {
			t.Errorf("with the administrator's %q the doctor does not examine %s:\n%s", text, want, out.String())
		}
	}
}

// TestCommandsKnowThePage: what is drawn, wired and compared is the device's.
func TestCommandsKnowThePage(t *testing.T) {
	data := setUp(t, "[panel]\ndriver = \"ws2812\"\n[text]\ncolor = \"#000000\"\n")
	notification := filepath.Join(data, "hi.json")
	if err := os.WriteFile(notification, []byte(`{"model":{"frames":[{"text":"Hi"}]}}`), 0o600); err != nil {
		t.Fatal(err)
	}
	for name, row := range map[string]struct {
		args []string
		want string // in what is printed, or in the error
	}{
		"wiring":      {[]string{"wiring"}, "DIN"},
		"render":      {[]string{"render", notification}, strings.Repeat(".", 37) + "\n" + strings.Repeat(".", 37)}, // black on black
		"hil compare": {[]string{"hil", "compare", "--expect", notification, filepath.Join(data, "none.vcd")}, "none.vcd"},
	} {
		var out strings.Builder
		err := Run(t.Context(), append(row.args, "--config", empty(t), "--data", data), Streams{Out: &out})
		if said := fmt.Sprint(out.String(), err); !strings.Contains(said, row.want) || name == "render" && strings.ContainsAny(said, "#+") {
			t.Errorf("%s: %s", name, said)
		}
	}
}

// TestDoctorNamesAWayOut: of two devices on the same lines the doctor says what to
// change in the file, beside the error; with that it can read the file.
func TestDoctorNamesAWayOut(t *testing.T) {
	path := empty(t)
	doctor := func(text string) string {
		t.Helper()
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		c := doctorCmd{deviceFlags: deviceFlags{configFlag: configFlag{path}, dataFlag: dataFlag{data: t.TempDir()}}}
		cfg, err := c.load()
		if err == nil {
			return "read: " + cfg.Panel.Driver()
		}
		l := unreadable(err)
		return l.Text + "\n" + l.Fix
	}
	const panel = "[panel]\ndriver = \"hub75\"\nparallel = 3\n[sense]\nsource = \"bme280\"\n"
	const want = "config.toml: line 4: sense.port: panel (hub75, wiring \"regular\") and air (bme280, port I2C1) both use GPIO 2\n" +
		`write port = "I2C0" into the [sense] table, and connect the sensor to GPIO 0 and 1`
	if got := doctor(panel); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	if got := doctor(panel + "port = \"I2C0\"\n"); got != "read: hub75" {
		t.Errorf("with the advice taken: %s", got)
	}
	if got := doctor("[panel]\ndriver = \"lcd\"\n"); !strings.HasSuffix(got, "\ncorrect the file, see docs/configuration.md and docs/hardware.md") {
		t.Errorf("another error: %s", got)
	}
	if got := doctor("[panel]\ndriver = \"ssd1306\"\n[light]\nsource = \"bh1750\"\n"); got != "read: ssd1306" {
		t.Errorf("a sensor on the panel's bus: %s", got)
	}
}

// TestDoctorOfAnotherMachine: --pack and --root; a password of the configuration stays.
func TestDoctorOfAnotherMachine(t *testing.T) {
	path, archive := empty(t), filepath.Join(t.TempDir(), "doctor.zip")
	const text = "[panel]\ndriver = \"ws2812\"\nport = \"GPIO17\"\n[mqtt]\nbroker = \"mqtt://host\"\npassword = \"hunter2\"\n"
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	data := t.TempDir()
	if err := Run(t.Context(), []string{"doctor", "--pack", archive, "--config", path, "--data", data}, Streams{}); err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	_ = Run(t.Context(), []string{"doctor", "--root", archive, "--data", data}, Streams{Out: &out})
	for _, want := range []string{`"GPIO17" is not an SPI port`, "connect DIN to pin 19"} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("the doctor does not say %q:\n%s", want, out.String())
		}
	}
	if strings.Contains(out.String(), "mqtt") {
		t.Errorf("it knows of the broker:\n%s", out.String())
	}
	if err := Run(t.Context(), []string{"doctor", "--root", filepath.Join(data, "none"), "--data", data}, Streams{Out: &out}); err == nil {
		t.Error("a machine that is not there was examined")
	}
}

// TestTroubleshootingQuotesTheFile: the guide has the doctor's words about a mistake in
// the configuration.
func TestTroubleshootingQuotesTheFile(t *testing.T) {
	guide, err := os.ReadFile("../docs/troubleshooting.md")
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "config.toml")
	if err := os.WriteFile(file, []byte("[panel]\ndriver = \"hub75\"\nrow_adress = \"abc\"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	if err := Run(t.Context(), []string{"doctor", "--config", file, "--data", t.TempDir()}, Streams{Out: &out}); err == nil || out.Len() == 0 {
		t.Errorf("%v: %q", err, out.String())
	}
	for line := range strings.Lines(out.String()) {
		if !strings.Contains(string(guide), line) {
			t.Errorf("the guide lacks %q", line)
		}
	}
}

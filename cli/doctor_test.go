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

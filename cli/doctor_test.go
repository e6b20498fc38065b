package cli

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestDoctorKnowsThePage: what was set up there counts, below the administrator's file.
func TestDoctorKnowsThePage(t *testing.T) {
	data := t.TempDir()
	if err := os.MkdirAll(filepath.Join(data, "config"), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(data, "config", "config.toml"), []byte("[panel]\ndriver = \"hub75\"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
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

package firmware

import (
	"errors"
	"log/slog"
	"os"
	"path/filepath"
	"testing"

	"github.com/ledpost/ledpost/config"
)

// TestSettle: the name and the zone are kept, without a trial, and the device starts anew
// with them; what the administrator has set stays.
func TestSettle(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "admin.toml"), []byte("zone = \"UTC\"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	tr := newTrial(Options{Dir: dir, Layers: config.Layers{File: filepath.Join(dir, "admin.toml")}, Log: slog.New(slog.DiscardHandler)})
	if _, err := tr.begin(); err != nil {
		t.Fatal(err)
	}
	anew := 0
	tr.starts(func() { anew++ })
	if err := tr.settle("", ""); err != nil || anew != 0 {
		t.Errorf("nothing to keep: %v, started anew %d times", err, anew)
	}
	if err := tr.Try([]byte("name = \"page\"\n")); err != nil {
		t.Fatal(err)
	}
	anew = 0
	if err := tr.settle("Kitchen", ""); !errors.Is(err, errOnTrial) || anew != 0 {
		t.Errorf("while that of the page waits for its trial: %v, started anew %d times", err, anew)
	}
	if next, err := tr.begin(); err != nil || next.Name != "page" {
		t.Errorf("name %q, %v: that of the page was overwritten", next.Name, err)
	}
	if err := tr.Return(); err != nil {
		t.Fatal(err)
	}
	if _, err := tr.begin(); err != nil {
		t.Fatal(err)
	}
	anew = 0
	if err := tr.settle("Kitchen", "Europe/Berlin"); err == nil || anew != 1 {
		t.Errorf("one that the administrator has set: %v, started anew %d times", err, anew)
	}
	cfg, err := tr.begin()
	if err != nil || cfg.Name != "Kitchen" || cfg.Zone != "UTC" || tr.running {
		t.Errorf("name %q, zone %q, on trial %v, %v", cfg.Name, cfg.Zone, tr.running, err)
	}
}

package e2e

import (
	"bytes"
	"encoding/json"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/ledpost/ledpost/internal/testtool"
)

// TestPageLighthouse: what Lighthouse finds on the first visit of a telephone that has
// the key. How fast it is depends on what else the machine does, so that score is only
// reported; docs/performance.md has it.
func TestPageLighthouse(t *testing.T) {
	dir, node := npmInstalled(t)
	chromium := testtool.Find(t, "chromium")
	r := launch(t, nil)
	cmd := exec.CommandContext(t.Context(), node, "lighthouse.mjs", r.url, r.key, chromium, "mobile")
	cmd.Dir = dir
	var errs bytes.Buffer
	cmd.Stderr = &errs
	said, err := cmd.Output()
	if err != nil {
		t.Fatalf("%v: %s", err, &errs)
	}
	var found struct {
		Scores   map[string]int
		Bytes    float64
		Errors   []any
		Blocking []string
	}
	if err := json.Unmarshal(said, &found); err != nil {
		t.Fatalf("%v: %s", err, said)
	}
	t.Logf("%s", said)
	if found.Scores["accessibility"] < 95 || found.Bytes > 150_000 || len(found.Errors) > 0 {
		t.Errorf("%s", said)
	}
	for _, url := range found.Blocking {
		if filepath.Ext(url) != ".css" {
			t.Errorf("%s keeps the page from being drawn", url)
		}
	}
}

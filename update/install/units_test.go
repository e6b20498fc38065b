// SPDX-License-Identifier: Apache-2.0

package install

import (
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/ledpost/ledpost/internal/must"
	"github.com/ledpost/ledpost/update"
	"github.com/ledpost/ledpost/update/trial"
)

// TestJudgeMayWrite: the judge's unit lets it put back every file of the package
// that it keeps. One that it may not write would make it try again for ever, and
// each try stops the service.
func TestJudgeMayWrite(t *testing.T) {
	unit := text(t, "../../deploy/systemd/ledpost-update-judge.service")
	var may []string
	for line := range strings.Lines(unit) {
		if paths, ok := strings.CutPrefix(line, "ReadWritePaths="); ok {
			for _, p := range strings.Fields(paths) {
				may = append(may, strings.TrimPrefix(p, "-")+"/")
			}
		}
	}
	files := regexp.MustCompile(`(?m)^\s+dst: (\S+)$`).FindAllStringSubmatch(text(t, "../../deploy/package/nfpm.yaml"), -1)
	if len(files) < 10 {
		t.Fatalf("the package has %d files", len(files))
	}
	for _, f := range files {
		if !slices.ContainsFunc(may, func(dir string) bool { return strings.HasPrefix(path.Clean(f[1]), dir) }) {
			t.Errorf("%s is in none of %v", f[1], may)
		}
	}
}

// TestSlotsHaveAllUnits: the installation without apt has the units of the package.
func TestSlotsHaveAllUnits(t *testing.T) {
	units, err := filepath.Glob("../../deploy/systemd/ledpost*.[sp]*")
	if err != nil || len(units) < 5 {
		t.Fatal(units, err)
	}
	script := text(t, "../../deploy/slots/install")
	for _, unit := range units {
		if !strings.Contains(script, filepath.Base(unit)) {
			t.Errorf("%s is not in it", unit)
		}
	}
}

func text(t *testing.T, path string) string {
	t.Helper()
	b := must.Get(os.ReadFile(path))(t)
	return string(b)
}

// TestUnitLines: what a unit must say, and what it must not.
func TestUnitLines(t *testing.T) {
	for _, row := range []struct{ unit, line, why string }{
		{"update-judge.service", `ConditionPathExists=\|` + update.StateDir + "/" + MarkFile, "it starts with the machine while there is a trial"},
		{"update-judge.service", `ConditionPathExists=\|` + update.StateDir + "/" + trial.RecordFile, "or a probation"},
		{"update.service", "ExecStopPost=-/bin/rm -f " + DataDir + "/" + update.RequestFile, "a helper that cannot do anything leaves no request"},
		{"update.path", `TriggerLimitBurst=\d+`, "and is not started for ever"},
	} {
		unit := text(t, "../../deploy/systemd/ledpost-"+row.unit)
		if !regexp.MustCompile(`(?m)^` + row.line + `$`).MatchString(unit) {
			t.Errorf("%s lacks %s: %s", row.unit, row.line, row.why)
		}
	}
	waits := regexp.MustCompile(`(?m)^After=.*\bledpost\.service\b`)
	if waits.MatchString(text(t, "../../deploy/systemd/ledpost-update-judge.service")) {
		t.Error("a service that hangs before it is ready is still being started: a judge after it would come 90 s later")
	}
}

// TestPreinst: a version that cannot be kept leaves nothing by which the new one would be
// judged: neither a mark nor the week of another version.
func TestPreinst(t *testing.T) {
	dir := t.TempDir()
	script := must.Get(os.ReadFile("../../deploy/package/preinst"))(t)
	text := strings.NewReplacer("/run/systemd/system", dir, "/usr/bin/ledpost", filepath.Join(dir, "ledpost"), "/var/lib/ledpost-update", dir).Replace(string(script))
	files := []string{MarkFile, trial.RecordFile}
	for _, row := range []struct {
		keep string
		left int
	}{{"exit 1", 0}, {"exit 0", 2}} {
		for _, name := range append([]string{"ledpost"}, files...) {
			must.Do(t, os.WriteFile(filepath.Join(dir, name), []byte("#!/bin/sh\n"+row.keep+"\n"), 0o755))
		}
		if out, err := exec.Command("sh", "-c", text, "preinst", "upgrade").CombinedOutput(); err != nil {
			t.Fatalf("%v: %s", err, out)
		}
		left := 0
		for _, name := range files {
			if _, err := os.Stat(filepath.Join(dir, name)); err == nil {
				left++
			}
		}
		if left != row.left {
			t.Errorf("updater keep: %s: %d files are left, want %d", row.keep, left, row.left)
		}
	}
}

// SPDX-License-Identifier: Apache-2.0

//go:build unix

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
	all := slices.Clone(scripts)
	for _, f := range files {
		all = append(all, path.Clean(f[1]))
	}
	for _, name := range all {
		if !slices.ContainsFunc(may, func(dir string) bool { return strings.HasPrefix(name, dir) }) {
			t.Errorf("%s is in none of %v", name, may)
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
		name := filepath.Base(unit)
		if strings.HasPrefix(name, "ledpost-apps.") { // of a package of its own
			continue
		}
		if !strings.Contains(script, name) {
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
		{"update-judge.service", `ConditionPathExists=\|` + update.StateDir + "/" + MarkFile,
			"it starts with the machine while there is a trial"},
		{"update-judge.service", `ConditionPathExists=\|` + update.StateDir + "/" + trial.RecordFile, "or a probation"},
		{"update.service", "ExecStopPost=-/bin/rm -f " + DataDir + "/" + update.RequestFile,
			"a helper that cannot do anything leaves no request"},
		{"update.path", "PathExists=" + update.StateDir + "/" + MendFile, "what dpkg has begun is completed"},
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

// TestKeeps: a version that cannot be kept leaves nothing by which the new one would be
// judged: neither a mark nor the week of another version.
func TestKeeps(t *testing.T) {
	for _, name := range []string{"prerm", "preinst"} {
		t.Run(name, func(t *testing.T) { keeps(t, name) })
	}
}

func keeps(t *testing.T, name string) {
	dir := t.TempDir()
	script := must.Get(os.ReadFile("../../deploy/package/" + name))(t)
	text := strings.NewReplacer("/run/systemd/system", dir, "/usr/bin/ledpost", filepath.Join(dir, "ledpost"),
		"/var/lib/ledpost-update", dir).Replace(string(script))
	files := []string{MarkFile, trial.RecordFile}
	for _, row := range []struct {
		keep string
		left int
	}{{"exit 1", 0}, {"exit 0", 2}} {
		for _, name := range append([]string{"ledpost"}, files...) {
			must.Do(t, os.WriteFile(filepath.Join(dir, name), []byte("#!/bin/sh\n"+row.keep+"\n"), 0o755))
		}
		if out, err := exec.Command("sh", "-c", text, name, "upgrade").CombinedOutput(); err != nil {
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

// TestPostinst: which marks an installation that dpkg gives up leaves, and that no script fails for what is not
// essential: a package that is half installed keeps apt from all others.
func TestPostinst(t *testing.T) {
	for _, row := range []struct {
		why, script, args string
		installed         string   // the program; what was kept is "kept"
		mark              bool     // there is one before
		left              bool     // and after
		ran               []string // of what the script calls
	}{
		{"nothing was installed after all", "postinst", "abort-upgrade", "kept", true, false, nil},
		{"nor was anything kept", "postinst", "abort-upgrade", "other", false, false, nil},
		{"over a trial: the version on trial gets its minute", "postinst", "abort-upgrade", "other", true, true,
			[]string{"updater begin"}},
		{"not removed after all", "postinst", "abort-remove", "kept", false, false,
			[]string{"start ledpost-update.path ledpost.service"}},
		{"installed, and tried", "postinst", "configure", "other", true, true,
			[]string{"start ledpost-update.path", "updater begin"}},
		{"installed, and nobody judges", "postinst", "configure", "other", false, false, []string{
			"start ledpost-update.path", "restart ledpost.service"}},
		{"removed: no trial of what is gone", "prerm", "remove", "kept", true, false, []string{
			"stop ledpost-update.path ledpost-update-judge.service ledpost.service ledpost-refresher.socket"}},
		{"removed", "postrm", "remove", "kept", false, false, nil},
		{"not upgraded after all", "postrm", "abort-upgrade", "kept", true, true, nil},
	} {
		for _, fails := range []bool{false, true} {
			root := newScripts(t, row.installed, row.mark, fails)
			for range 2 { // dpkg runs it again after a kill
				if out, err := root.run(row.script, row.args); err != nil {
					t.Errorf("%s, its helpers fail: %t: %v: %s", row.why, fails, err, out)
				}
			}
			if _, err := os.Stat(filepath.Join(root.dir, "update", MarkFile)); (err == nil) != row.left {
				t.Errorf("%s, its helpers fail: %t: the mark is left: %t", row.why, fails, err == nil)
			}
			calls, _ := os.ReadFile(filepath.Join(root.dir, "calls"))
			for _, call := range row.ran {
				if !strings.Contains("\n"+string(calls), "\n"+call+"\n") {
					t.Errorf("%s, its helpers fail: %t: it ran %q, want %q", row.why, fails, calls, call)
				}
			}
			if row.ran == nil && len(calls) > 0 {
				t.Errorf("%s: it ran %q", row.why, calls)
			}
		}
	}
}

// scratch is a machine in a folder for maintainer scripts.
type scratch struct {
	dir   string
	paths *strings.Replacer
}

// newScripts returns a machine that runs systemd. Where its programs fail, each does so once it has written down how
// it was called.
func newScripts(t *testing.T, installed string, mark, fails bool) scratch {
	t.Helper()
	dir := t.TempDir()
	ends := "exit 0"
	if fails {
		ends = "exit 1"
	}
	call := "#!/bin/sh\necho \"$*\" >>" + dir + "/calls\n" + ends + "\n"
	silent := "#!/bin/sh\n" + ends + "\n"
	for name, text := range map[string]string{
		"bin/deb-systemd-invoke": call, "bin/deb-systemd-helper": silent, "bin/systemd-sysusers": silent,
		"bin/udevadm": silent, "bin/systemctl": silent, "config.txt": "", "ledpost": call + "# " + installed,
		"update/previous/ledpost": call + "# kept", "update/" + MarkFile: "{}",
	} {
		path := filepath.Join(dir, name)
		must.Do(t, os.MkdirAll(filepath.Dir(path), 0o755))
		must.Do(t, os.WriteFile(path, []byte(text), 0o755))
	}
	if !mark {
		must.Do(t, os.Remove(filepath.Join(dir, "update", MarkFile)))
	}
	return scratch{dir, strings.NewReplacer("/run/systemd/system", dir, "/usr/bin/ledpost", dir+"/ledpost",
		"/var/lib/ledpost-update", dir+"/update", "/boot/firmware/config.txt", dir+"/config.txt")}
}

// run runs a script as dpkg does.
func (s scratch) run(script string, args ...string) ([]byte, error) {
	text, err := os.ReadFile("../../deploy/package/" + script)
	if err != nil {
		return nil, err
	}
	cmd := exec.Command("sh", append([]string{"-c", s.paths.Replace(string(text)), script}, args...)...)
	cmd.Env = []string{"PATH=" + filepath.Join(s.dir, "bin") + ":" + os.Getenv("PATH")}
	return cmd.CombinedOutput()
}

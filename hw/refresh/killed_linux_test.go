// SPDX-License-Identifier: Apache-2.0

package refresh

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/ledpost/ledpost/internal/must"
	"golang.org/x/sys/unix"
)

// TestProgramKilled is the reason for the process: whatever happens to the
// program, the panel goes dark.
func TestProgramKilled(t *testing.T) {
	dir := folder(t)
	cmd := exec.Command("/proc/self/exe")
	cmd.Env = append(os.Environ(), "REFRESH_TEST_PROGRAM="+dir)
	must.Do(t, cmd.Start())
	defer cmd.Wait()
	within(t, "the picture", holds(dir, "frame", "program!"))
	must.Do(t, cmd.Process.Kill())
	within(t, "the panel to go dark", holds(dir, "blank", ""))
	pid, _ := os.ReadFile(filepath.Join(dir, "pid"))
	within(t, "the refresher to end", func() bool {
		state, err := os.ReadFile("/proc/" + string(pid) + "/status")
		return err != nil || strings.Contains(string(state), "State:\tZ")
	})
}

// TestBlankAfterBothWereKilled is what ExecStopPost= does.
func TestBlankAfterBothWereKilled(t *testing.T) {
	dir, run := folder(t), t.TempDir()
	t.Setenv("RUNTIME_DIRECTORY", run)
	p := start(t, noteParams{Dir: dir})
	show(t, p, "leftover")
	within(t, "the picture", holds(dir, "frame", "leftover"))
	saved := must.Get(os.ReadFile(childOf(p).saved))(t)
	childOf(p).cmd.Process.Kill()
	<-p.done
	other := folder(t)
	for i, d := range []string{dir, other} { // as if this process were killed too
		os.Remove(filepath.Join(d, "blank"))
		line := strings.ReplaceAll(string(saved), dir, d)
		must.Do(t, os.WriteFile(filepath.Join(run, fmt.Sprintf("refresher-%d.json", i)), []byte(line), 0o600))
	}
	broken := filepath.Join(run, "refresher-broken.json")
	must.Do(t, os.WriteFile(broken, []byte(`{"kind":"none"}`), 0o600))
	must.Fail(t, blankAll(kinds()), `"none"`, "one that cannot be blanked")
	if !holds(dir, "blank", "")() || !holds(other, "blank", "")() {
		t.Error("not blank")
	}
	if left := records(run); len(left) != 1 || left[0] != broken {
		t.Errorf("files left: %v, want only %s", left, broken)
	}
	os.Remove(broken)
	if err := blankAll(kinds()); err != nil {
		t.Errorf("nothing to blank: %v", err)
	}
}

func records(run string) []string {
	names, _ := filepath.Glob(filepath.Join(run, "*"))
	return names
}

// TestSignalsAreTheProgramsAffair: a terminal and systemd send theirs to both
// processes, but it is the program that says when the panel goes dark.
func TestSignalsAreTheProgramsAffair(t *testing.T) {
	dir := folder(t)
	p := start(t, noteParams{Dir: dir})
	show(t, p, "picture1")
	within(t, "the picture", holds(dir, "frame", "picture1"))
	for _, s := range []unix.Signal{unix.SIGINT, unix.SIGTERM, unix.SIGHUP} {
		must.Do(t, childOf(p).cmd.Process.Signal(s))
	}
	show(t, p, "picture2")
	within(t, "a picture after the signals", holds(dir, "frame", "picture2"))
	if err := p.Close(); err != nil || !holds(dir, "blank", "")() {
		t.Errorf("close: %v", err)
	}
}

// TestKilledRefresherIsBlanked: the program does at once what the refresher
// could not, and only forgets the panel when that has worked.
func TestKilledRefresherIsBlanked(t *testing.T) {
	for _, c := range []struct {
		name  string
		end   func(t *testing.T, p *Process, dir string)
		kept  int
		fault string
	}{
		{"killed", func(_ *testing.T, p *Process, _ string) { childOf(p).cmd.Process.Kill() }, 0, "signal: killed"},
		{"panicked", func(t *testing.T, p *Process, _ string) { show(t, p, "panicked") }, 0, "exit status 2"},
		{"cannot be blanked", func(_ *testing.T, p *Process, dir string) {
			os.WriteFile(filepath.Join(dir, "broken"), nil, 0o666)
			childOf(p).cmd.Process.Kill()
		}, 1, "signal: killed"},
	} {
		t.Run(c.name, func(t *testing.T) {
			dir, run := folder(t), t.TempDir()
			t.Setenv("RUNTIME_DIRECTORY", run)
			p, still := start(t, noteParams{Dir: dir}), start(t, noteParams{Dir: folder(t)})
			show(t, p, "leftover")
			within(t, "the picture", holds(dir, "frame", "leftover"))
			if n := len(records(run)); n != 2 {
				t.Fatalf("%d files for two refreshers", n)
			}
			c.end(t, p, dir)
			within(t, "the end", func() bool { return p.Err() != nil })
			if err := p.Err(); !errors.Is(err, ErrStopped) || !strings.Contains(err.Error(), c.fault) {
				t.Errorf("fault: %v, want %q", err, c.fault)
			}
			if holds(dir, "blank", "")() != (c.kept == 0) {
				t.Error("blank, or not, against what is said")
			}
			if err := p.Close(); (err != nil) != (c.kept > 0) {
				t.Errorf("close: %v", err)
			}
			if n := len(records(run)); n != c.kept+1 {
				t.Errorf("%d files left, want %d and that of the other refresher", n, c.kept)
			}
			must.Do(t, still.Close())
			must.Equal(t, len(records(run)), c.kept, "files left at the end")
		})
	}
}

// TestPanicBlanks: before the program knows that its refresher has panicked.
func TestPanicBlanks(t *testing.T) {
	dir := folder(t)
	_, s, err := create(8)
	must.Do(t, err)
	w := &writer{shared: s}
	copy(w.frame(w.back), "panicked")
	w.publish()
	read, write, err := os.Pipe()
	must.Do(t, err)
	defer read.Close()
	defer write.Close()
	func() {
		defer func() { recover() }()
		t.Error("returned", showing(testBackend{dir: dir}, newReader(s), int(read.Fd())))
	}()
	if !holds(dir, "blank", "")() {
		t.Error("not blank")
	}
}

// TestStartIsBounded: a program that is told to end must not wait for one that
// hangs.
func TestStartIsBounded(t *testing.T) {
	_, err := (Limits{Ready: time.Millisecond}).Start("note", noteParams{Fail: "hang"}, 8)
	must.Fail(t, err, "did not start within 1ms", "a refresher that hangs")
}

func TestUsualLimitsFitIntoTwoSeconds(t *testing.T) {
	if l := Usual(); l.Ready >= 2*time.Second || l.Grace+l.Mend+l.Mend/7 >= 2*time.Second {
		t.Errorf("%+v", l)
	}
}

// TestCloseIsBounded: one that hangs is killed, and what it left lit is blanked.
func TestCloseIsBounded(t *testing.T) {
	dir := folder(t)
	p, err := Limits{Ready: time.Minute, Grace: time.Millisecond, Mend: time.Minute, Still: time.Minute}.Start("note",
		noteParams{Dir: dir}, 8)
	must.Do(t, err)
	show(t, p, "leftover")
	within(t, "the picture", holds(dir, "frame", "leftover"))
	must.Do(t, childOf(p).cmd.Process.Signal(unix.SIGSTOP))
	must.Fail(t, p.Close(), "was killed", "close")
	if !holds(dir, "blank", "")() {
		t.Error("not blank")
	}
}

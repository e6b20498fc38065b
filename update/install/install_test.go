// SPDX-License-Identifier: Apache-2.0

//go:build unix

package install

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"aead.dev/minisign"

	"github.com/ledpost/ledpost/internal/must"
	"github.com/ledpost/ledpost/update"
	"github.com/ledpost/ledpost/update/trial"
)

// judge runs the trial in no time.
func (r *rig) judge(t *testing.T) error {
	t.Helper()
	var err error
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		r.trialOver = cancel
		if err = r.helper("1.0.0").Judge(ctx); errors.Is(err, context.Canceled) {
			err = nil
		}
		r.trialOver = nil
	})
	return err
}

func TestGoodUpdate(t *testing.T) {
	r := updated(t)
	if s := r.state(); s.Phase != update.PhaseTrial || s.Target != "2.0.0" || s.Counter != 17 {
		t.Errorf("installed: %+v", s)
	}
	must.Do(t, r.judge(t))
	if s := r.state(); s.Phase != update.PhaseDone || s.Installed != "2.0.0" || s.Previous != "1.0.0" ||
		s.Progress != 100 || s.Error != "" || len(s.Bad) > 0 {
		t.Errorf("judged: %+v", s)
	}
	must.Equal(t, r.runs(), "2.0.0", "what runs")
	if _, found := r.helper("2.0.0").disk().readMark(); found {
		t.Error("the mark is still there")
	}
	must.Equal(t, r.read("/var/lib/ledpost/"+update.RequestFile), "", "the request is still there")
}

// TestHalfInstalled: a version that dpkg has not installed to its end does not stay, however
// well it does; one that dpkg is late with does.
func TestHalfInstalled(t *testing.T) {
	for status, want := range map[string]string{"half-configured": update.PhaseRolledBack,
		"unpacked": update.PhaseRolledBack, "installed": update.PhaseDone, "triggers-pending": update.PhaseDone} {
		r := updated(t)
		r.status, r.aptErr = status, errors.New("postinst 2 fails")
		must.Do(t, r.judge(t))
		if s := r.state(); s.Phase != want || (want == update.PhaseRolledBack) != strings.Contains(s.Error, "dpkg") {
			t.Errorf("%s: %+v", status, s)
		}
		if err := r.path(t); err != nil || want == update.PhaseRolledBack && r.status != "installed" {
			t.Errorf("%s: %v; dpkg then says %s", status, err, r.status)
		}
	}
}

// TestRollback: what the old version cannot read comes back; what it can read
// stays, and so do keys; ids never go back.
func TestRollback(t *testing.T) {
	r := updated(t)
	r.write("/etc/ledpost/config.toml", "two = 2")
	r.write("/var/lib/ledpost/config.toml", "two = 2")
	r.write("/var/lib/ledpost/identity.json", `{"version":3,"identity":{"serial":"S1"},"reserved":900}`)
	r.write("/var/lib/ledpost/settings.json", `{"version":3,"lamp":{"light":40}}`)
	r.write("/var/lib/ledpost/key", "changed in the trial")
	r.write("/var/lib/ledpost/apps.json", `{"version":2}`)
	must.Do(t, os.Remove(filepath.Join(r.root, "/var/lib/ledpost/large/picture")))
	r.sight = func() trial.Observation { return trial.Observation{Active: true, Restarts: 1} }
	must.Do(t, r.judge(t))
	for path, want := range map[string]string{
		"/etc/ledpost/config.toml":                      "name = 'kitchen'",
		"/var/lib/ledpost/config.toml":                  "one = 1",
		"/var/lib/ledpost/identity.json":                `{"identity":{"serial":"S1"},"reserved":900,"version":2}`,
		"/var/lib/ledpost/settings.json":                `{"version":2,"settings":{"brightness":40}}`,
		"/var/lib/ledpost/key":                          "changed in the trial",
		"/var/lib/ledpost/apps.json":                    `{"version":2}`,
		"/var/lib/ledpost/large/picture":                "pixels",
		"/var/lib/ledpost-update/refused/key":           "",
		"/var/lib/ledpost-update/refused/settings.json": `{"version":3,"lamp":{"light":40}}`,
	} {
		must.Equal(t, r.read(path), want, path)
	}
	must.Equal(t, r.runs(), "1.0.0", "what runs")
	s := r.state()
	if s.Phase != update.PhaseRolledBack || !s.Refuses("2.0.0") || s.Installed != "1.0.0" || s.Counter != 17 ||
		s.Error != "it ended and had to be started again" {
		t.Errorf("%+v", s)
	}
	if want := []string{"systemctl stop ledpost.service", "systemctl daemon-reload",
		"systemctl start --no-block ledpost.service"}; !slices.Equal(r.ran[len(r.ran)-3:], want) {
		t.Errorf("ran %q, want at the end %q", r.ran, want)
	}
	r.ask()
	if err := r.helper("1.0.0").Install(t.Context()); !errors.Is(err, update.ErrRefused) {
		t.Errorf("asked for it again: %v", err)
	}
}

// TestForms: a setting that was changed during the trial, in a form that the old
// version reads, stays.
func TestForms(t *testing.T) {
	r := updated(t)
	const later = `{"version":2,"settings":{"brightness":70}}`
	r.write("/var/lib/ledpost/settings.json", later)
	r.sight = func() trial.Observation { return trial.Observation{Active: true, Restarts: 1} }
	must.Do(t, r.judge(t))
	must.Equal(t, r.read("/var/lib/ledpost/settings.json"), later)
}

// TestNotInstalled: what must not be installed changes nothing, and says why. The counter of a manifest that is right
// is remembered before anything is fetched, and no other one.
func TestNotInstalled(t *testing.T) {
	_, stranger, err := minisign.GenerateKey(nil)
	must.Do(t, err)
	for why, row := range map[string]struct {
		change func(*update.Manifest)
		then   func(*rig)
		want   string

		counter int64 // that is remembered
	}{
		"signed once, where two are demanded": {nil, func(r *rig) { r.signatures = 2 }, "1 of 2", 0},
		"signed by another key": {nil, func(r *rig) {
			text, _ := os.ReadFile(filepath.Join(r.channel, update.ManifestFile))
			r.publish(update.SignatureFile, minisign.Sign(stranger, text))
		}, "not signed by a key", 0},
		"changed on the way": {nil, func(r *rig) {
			text, _ := os.ReadFile(filepath.Join(r.channel, update.ManifestFile))
			r.publish(update.ManifestFile, bytes.Replace(text, []byte("17"), []byte("18"), 1))
		}, "not signed by a key", 0},
		"expired": {func(m *update.Manifest) { m.Expires = m.Expires.AddDate(-1, 0, 0) }, nil, "expired", 0},
		"of an older counter": {func(m *update.Manifest) { m.Counter = 16 }, func(r *rig) { r.seen(17) },
			"already seen a newer", 17},
		"cut off": {nil, func(r *rig) { r.publish("ledpost_2.0.0_arm64.deb", []byte("package")) },
			"ends after 7 of 13 bytes", 17},
		"another file": {nil, func(r *rig) { r.publish("ledpost_2.0.0_arm64.deb", []byte("package 6.6.6")) },
			"another SHA-256", 17},
		"for another machine": {func(m *update.Manifest) { m.Files[0].Arch = "armhf" }, nil, "no .deb for arm64", 17},
		"another version":     {func(m *update.Manifest) { m.Version = "3.0.0" }, nil, "another version", 0},
		"of another channel":  {func(m *update.Manifest) { m.Channel = "beta" }, nil, "channel beta", 0},
		"too far ahead":       {func(m *update.Manifest) { m.Minimum = "1.5.0" }, nil, "wants 1.5.0 or later", 0},
		"refused before":      {nil, func(r *rig) { r.bad("2.0.0") }, "has been rolled back already", 0},
		"gone from the channel": {nil, func(r *rig) {
			os.Remove(filepath.Join(r.channel, "ledpost_2.0.0_arm64.deb"))
		}, "404", 17},
		"a request that is a link": {nil, func(r *rig) {
			os.Remove(filepath.Join(r.root, DataDir, update.RequestFile))
			os.Symlink("/etc/hostname", filepath.Join(r.root, DataDir, update.RequestFile))
		}, "request: ", 0},
	} {
		t.Run(why, func(t *testing.T) {
			r := newRig(t)
			was := r.tree()
			r.release(row.change)
			if row.then != nil {
				row.then(r)
			}
			err := r.helper("1.0.0").Install(t.Context())
			must.Fail(t, err, row.want)
			if s := r.state(); s.Phase != update.PhaseFailed || !strings.Contains(s.Error, row.want) ||
				s.Counter != row.counter {
				t.Errorf("%+v, want the counter %d", s, row.counter)
			}
			must.Equal(t, r.tree(), was, "files")
			if _, found := r.helper("1.0.0").disk().readMark(); found {
				t.Error("there is a mark")
			}
		})
	}
}

func (r *rig) seen(counter int64) {
	r.t.Helper()
	must.Do(r.t, update.WriteState(filepath.Join(r.root, update.StateDir), update.State{Counter: counter}))
}

func (r *rig) bad(version string) {
	r.t.Helper()
	must.Do(r.t, update.WriteState(filepath.Join(r.root, update.StateDir), update.State{Bad: []string{version}}))
}

// watchedApt calls watch before apt installs.
type watchedApt struct {
	*rig
	watch func()
}

func (w watchedApt) Run(ctx context.Context, name string, args ...string) (string, error) {
	if name == "apt-get" && args[0] != "update" && !slices.Contains(args, "--download-only") {
		w.watch()
	}
	return w.rig.Run(ctx, name, args...)
}

// TestKeptBeforeApt: when apt begins, the version that runs is kept, and a start of the machine would go back to it.
func TestKeptBeforeApt(t *testing.T) {
	r, watched := newRig(t), false
	r.release(nil)
	h := r.helper("1.0.0")
	h.System = watchedApt{r, func() {
		watched = true
		d := h.disk()
		k, err := d.readKept()
		m, found := d.readMark()
		if err != nil || k.Version != "1.0.0" || !found || m.Stage != installing || m.From != "1.0.0" || r.runs() != "1.0.0" {
			t.Errorf("kept is %q (%v), the mark is %+v, and %q runs", k.Version, err, m, r.runs())
		}
	}}
	if must.Do(t, h.Install(t.Context())); !watched {
		t.Error("apt has not installed it")
	}
}

// TestAptFails: an installation that fails with its files there goes back, one
// that fails before is only told.
func TestAptFails(t *testing.T) {
	r := newRig(t)
	r.release(nil)
	r.aptErr = errors.New("postinst failed")
	if err := r.helper("1.0.0").Install(t.Context()); err == nil {
		t.Error("no error")
	}
	if s := r.state(); s.Phase != update.PhaseRolledBack || !s.Refuses("2.0.0") || r.runs() != "1.0.0" {
		t.Errorf("%+v, %q runs", s, r.runs())
	}
	versions["0.0.1"] = versions["1.0.0"]
	defer delete(versions, "0.0.1")
	r = newRig(t)
	r.release(func(m *update.Manifest) { m.Files[0].SHA256 = hashOf("package 0.0.1") })
	r.publish("ledpost_2.0.0_arm64.deb", []byte("package 0.0.1"))
	r.aptErr = errors.New("dpkg is locked")
	if err := r.helper("1.0.0").Install(t.Context()); err == nil {
		t.Error("no error")
	}
	if s := r.state(); s.Phase != update.PhaseFailed || s.Refuses("2.0.0") {
		t.Errorf("%+v", s)
	}
}

// TestAptFailsOnAFullDisk: the room of the package is what the failure is told in, also where
// the power fails before that.
func TestAptFailsOnAFullDisk(t *testing.T) {
	versions["0.0.1"] = versions["1.0.0"]
	defer delete(versions, "0.0.1")
	defer os.Unsetenv(Booting)
	for _, dark := range []bool{false, true} {
		r := newRig(t)
		r.release(func(m *update.Manifest) { m.Files[0].SHA256 = hashOf("package 0.0.1") })
		r.publish("ledpost_2.0.0_arm64.deb", []byte("package 0.0.1"))
		r.aptErr = errors.New("dpkg: no space left on device")
		h := r.helper("1.0.0")
		h.cut = func(what string) error {
			_, err := os.Stat(filepath.Join(r.root, update.StateDir, downloadDir, "ledpost_2.0.0_arm64.deb"))
			switch apt := slices.ContainsFunc(r.ran, func(s string) bool {
				return strings.HasPrefix(s, "apt-get") && strings.HasSuffix(s, ".deb")
			}); {
			case apt && err == nil && what != "download":
				return syscall.ENOSPC
			case apt && err != nil && dark:
				return errPower
			}
			return nil
		}
		if err := h.Install(t.Context()); err == nil {
			t.Error("no error")
		}
		must.Do(t, r.helper("1.0.0").Boot(t.Context()))
		if s := r.state(); s.Phase != update.PhaseFailed || s.Refuses("2.0.0") {
			t.Errorf("the power fails: %t: %+v", dark, s)
		}
		if _, found := r.helper("1.0.0").disk().readMark(); found {
			t.Errorf("the power fails: %t: the mark stays", dark)
		}
	}
}

// TestByHand: whoever runs apt gets a trial too.
func TestByHand(t *testing.T) {
	for _, ends := range []struct {
		sight trial.Observation
		want  string
	}{{healthy, "2.0.0"}, {trial.Observation{Active: true, Restarts: 1}, "1.0.0"}} {
		r := newRig(t)
		if err := r.helper("1.0.0").Keep(t.Context()); err != nil { // preinst
			t.Fatal(err)
		}
		r.unpack("2.0.0")
		if err := r.helper("1.0.0").Begin(t.Context()); err != nil { // postinst
			t.Fatal(err)
		}
		r.sight = func() trial.Observation { return ends.sight }
		must.Do(t, r.judge(t))
		must.Equal(t, r.runs(), ends.want, "what runs")
	}
}

// TestOverATrial: a version that is installed while another is on trial gets its
// own trial, and the way back leads to the last one that worked.
func TestOverATrial(t *testing.T) {
	r := updated(t)
	must.Do(t, r.helper("2.0.0").Keep(t.Context()))
	r.write("/usr/bin/ledpost", "program 3")
	must.Do(t, r.helper("1.0.0").Begin(t.Context()))
	r.sight = func() trial.Observation { return trial.Observation{Active: true, Restarts: 1} }
	must.Do(t, r.judge(t))
	must.Equal(t, r.runs(), "1.0.0", "what runs")
}

// TestManualRollback: also after a trial that went well.
func TestManualRollback(t *testing.T) {
	r := newRig(t)
	if err := r.helper("1.0.0").Rollback(t.Context()); err == nil {
		t.Error("there is nothing to go back to")
	}
	r.release(nil)
	must.Do(t, r.helper("1.0.0").Install(t.Context()))
	must.Do(t, r.judge(t))
	must.Do(t, r.helper("2.0.0").Rollback(t.Context()))
	if r.runs() != "1.0.0" || !r.state().Refuses("2.0.0") {
		t.Errorf("%q runs, %+v", r.runs(), r.state())
	}
}

// TestManualRollbackInTheTrial: the judge, which sees the old version run well,
// does not take it for the new one.
func TestManualRollbackInTheTrial(t *testing.T) {
	r := updated(t)
	looks := 0
	r.sight = func() trial.Observation {
		if looks++; looks == 5 {
			must.Do(t, r.helper("1.0.0").Rollback(t.Context()))
		}
		return healthy
	}
	must.Do(t, r.judge(t))
	if s := r.state(); r.runs() != "1.0.0" || s.Phase != update.PhaseRolledBack || s.Installed != "1.0.0" {
		t.Errorf("%q runs, %+v", r.runs(), s)
	}
}

// TestRollbackOnAFullDisk: the version is refused from then on, although its
// files left no room to write that down when the rollback began.
func TestRollbackOnAFullDisk(t *testing.T) {
	r := updated(t)
	h, full := r.helper("1.0.0"), true
	h.cut = func(what string) error {
		if what == "state" && full {
			full = false
			return syscall.ENOSPC
		}
		return nil
	}
	if err := h.Rollback(t.Context()); err != nil || full {
		t.Fatal(err, full)
	}
	if s := r.state(); s.Phase != update.PhaseRolledBack || !s.Refuses("2.0.0") {
		t.Errorf("%+v", s)
	}
}

// TestDamagedMark: the version before is put back, and runs.
func TestDamagedMark(t *testing.T) {
	r := updated(t)
	r.write(update.StateDir+"/"+MarkFile, "{")
	must.Do(t, r.judge(t))
	if last := r.ran[len(r.ran)-1]; r.runs() != "1.0.0" || last != "systemctl start --no-block ledpost.service" {
		t.Errorf("%q runs; the last command was %q", r.runs(), last)
	}
}

// TestPreinstGivesUp: where the package's preinst was killed and has taken the mark away, nobody judges, and the update
// is over all the same.
func TestPreinstGivesUp(t *testing.T) {
	r := newRig(t)
	r.release(nil)
	h := r.helper("1.0.0")
	h.cut = func(what string) error {
		if what == "apt" {
			return os.Remove(h.disk().home(MarkFile))
		}
		return nil
	}
	must.Do(t, h.Install(t.Context()))
	if s := r.state(); s.Phase != update.PhaseDone || s.Installed != "2.0.0" || s.Previous != "" || r.runs() != "2.0.0" {
		t.Errorf("%+v, %q runs", s, r.runs())
	}
}

// TestSwitchedOff: a service that its owner has switched off stays so.
func TestSwitchedOff(t *testing.T) {
	r := newRig(t)
	r.sight = func() trial.Observation { return trial.Observation{Stopped: true, Frames: -1} }
	r.release(nil)
	must.Do(t, r.helper("1.0.0").Install(t.Context()))
	if s := r.state(); s.Phase != update.PhaseDone || r.runs() != "2.0.0" {
		t.Errorf("%+v, %q runs", s, r.runs())
	}
	for _, c := range r.ran {
		if strings.Contains(c, "start") {
			t.Errorf("ran %q", c)
		}
	}
}

// TestHostileData: the daemon's directory belongs to an unprivileged user, and
// what is in it cannot make root read, write or wait elsewhere.
func TestHostileData(t *testing.T) {
	r := newRig(t)
	r.write("/etc/shadow", "root")
	at := func(name string) string { return filepath.Join(r.root, DataDir, name) }
	for _, err := range []error{
		os.Symlink(filepath.Join(r.root, "/etc/shadow"), at("link.json")),
		os.Symlink("../../../etc", at("folder")),
		mkfifo(at("pipe.json")),
		os.Truncate(at("large/picture"), maxDataFile+1),
	} {
		must.Do(t, err)
	}
	h := r.helper("1.0.0")
	must.Do(t, h.Keep(t.Context()))
	r.unpack("2.0.0")
	for _, name := range []string{"link.json", "folder/shadow", "pipe.json", "large/picture"} {
		if _, err := os.Lstat(h.disk().home(previousDir, snapshotKept, name)); err == nil {
			t.Errorf("%s was copied", name)
		}
	}
	// Links where files and folders were do not lead the way back elsewhere.
	for _, err := range []error{
		os.Remove(at("key")), os.Symlink(filepath.Join(r.root, "/etc/shadow"), at("key")),
		os.Remove(at("settings.json")), mkfifo(at("settings.json")),
	} {
		must.Do(t, err)
	}
	must.Do(t, h.Rollback(t.Context()))
	must.Equal(t, r.read("/etc/shadow"), "root", "/etc/shadow")
	must.Equal(t, r.read("/var/lib/ledpost/key"), "secret", "key")
	if got := r.read("/var/lib/ledpost/settings.json"); !strings.Contains(got, "40") {
		t.Errorf("settings are %q", got)
	}
}

// TestFullDisk: what only the refused version can have made goes, when it is
// large.
func TestFullDisk(t *testing.T) {
	r := newRig(t)
	must.Do(t, r.helper("1.0.0").Keep(t.Context()))
	r.write("/var/lib/ledpost/junk", "")
	r.write("/var/lib/ledpost/small", "x")
	must.Do(t, os.Truncate(filepath.Join(r.root, DataDir, "junk"), maxDataFile+1))
	must.Do(t, r.helper("1.0.0").Rollback(t.Context()))
	if _, err := os.Stat(filepath.Join(r.root, DataDir, "junk")); err == nil || r.read("/var/lib/ledpost/small") != "x" {
		t.Errorf("junk: %v, small: %q", err, r.read("/var/lib/ledpost/small"))
	}
}

// TestPowerCut ends the power at each change of the disk, of an update that is
// good and of one that is not: the machine then starts, and each time it ends up
// with one version or the other, whole, with what that version can read.
func TestPowerCut(t *testing.T) {
	if testing.Short() {
		t.Skip("many files are synced to the disk")
	}
	for _, good := range []bool{true, false} {
		for left := 0; ; left++ {
			r := newRig(t)
			r.release(nil)
			r.left = left
			ended := r.attempt(t, good) == nil
			r.left = -1
			if !ended {
				r.restart(t, good)
			}
			r.whole(t, fmt.Sprintf("good: %v, cut at change %d", good, left), good)
			if ended {
				break
			}
		}
	}
}

// attempt runs an update until its end or the power's.
func (r *rig) attempt(t *testing.T, good bool) error {
	if err := r.helper("1.0.0").Install(t.Context()); err != nil {
		return err
	}
	if r.left == 0 {
		return errPower
	}
	if err := r.trial(t, good); err != nil {
		return err
	}
	if r.left == 0 {
		return errPower // the judge has tried in vain
	}
	return nil
}

// trial is what the version on trial does, and its judge.
func (r *rig) trial(t *testing.T, good bool) error {
	if _, found := r.helper("1.0.0").disk().readMark(); found && r.runs() == "2.0.0" {
		r.write("/var/lib/ledpost/settings.json", `{"version":3}`)
		r.write("/var/lib/ledpost/identity.json", `{"version":3,"reserved":900}`)
	}
	r.sight = func() trial.Observation {
		s := healthy
		if !good {
			s.Restarts = 1
		}
		return s
	}
	return r.judge(t)
}

// restart starts the machine after a power cut.
func (r *rig) restart(t *testing.T, good bool) {
	t.Helper()
	defer os.Unsetenv(Booting)
	must.Do(t, r.helper("1.0.0").Boot(t.Context()))
	os.Unsetenv(Booting)
	must.Do(t, r.trial(t, good))
	if err := r.path(t); err != nil && !errors.Is(err, update.ErrRefused) { // a request that is still there
		t.Fatal(err)
	}
	must.Do(t, r.trial(t, good))
}

// TestPowerCutByHand ends the power at each step of somebody's apt: the machine then starts, and it ends up with one
// version or the other, whole, at the latest with the next run of apt.
func TestPowerCutByHand(t *testing.T) {
	if testing.Short() {
		t.Skip("many files are synced to the disk")
	}
	for _, row := range []struct {
		why      string
		good     bool
		postinst error // of the new version
		then     func(*rig)
	}{
		{"a good version", true, nil, nil},
		{"a bad one", false, nil, nil},
		{"its postinst fails", false, errors.New("postinst 2 fails"), nil},
		{"only dpkg was killed, and the helper is asked for something", true, nil, func(r *rig) {
			r.ask()
			_ = r.path(t) // it may say that a trial goes on
		}},
	} {
		for left := 0; ; left++ {
			when := fmt.Sprintf("%s, cut at change %d", row.why, left)
			r := newRig(t)
			r.release(nil)
			r.removeRequest(t)
			r.left, r.aptErr = left, row.postinst
			err := r.byHand(t)
			ended := err == nil && r.left != 0
			_, kept := r.helper("1.0.0").disk().readMark()
			r.left = -1
			if row.then == nil {
				r.restart(t, row.good)
			} else {
				row.then(r)
				r.settle(t, row.good)
			}
			if r.status == "half-configured" && !kept { // so nothing has told the helper
				must.Do(t, r.helper("1.0.0").Install(t.Context()))
			}
			if r.status == "half-installed" { // the helper has no file of it
				if r.byHand(t) != nil {
					r.restart(t, row.good)
				}
				r.settle(t, row.good)
			}
			r.whole(t, when, row.good)
			if ended || err != nil && !errors.Is(err, errPower) {
				break
			}
		}
	}
}

// settle lets the judge and the helper do what is theirs: either may ask for the other.
func (r *rig) settle(t *testing.T, good bool) {
	t.Helper()
	for range 2 {
		must.Do(t, r.trial(t, good))
		must.Do(t, r.path(t))
	}
}

// byHand is somebody's apt, with the package's prerm.
func (r *rig) byHand(t *testing.T) error {
	if !r.reinstall {
		if err := r.configure(t.Context()); err != nil { // apt does so first
			return err
		}
	}
	if err := r.cut("dpkg"); err != nil {
		return err
	}
	r.status, r.reinstall = "half-configured", true
	if err := r.helper("1.0.0").Keep(t.Context()); err != nil {
		return err
	}
	return r.install(t.Context(), "2.0.0") // with a preinst that keeps nothing more
}

func (r *rig) removeRequest(t *testing.T) {
	must.Do(t, os.Remove(filepath.Join(r.root, DataDir, update.RequestFile)))
}

// whole checks what holds after every update, however it went.
func (r *rig) whole(t *testing.T, when string, good bool) {
	t.Helper()
	is, s := r.runs(), r.state()
	if is == "" || good && s.Refuses("2.0.0") || !good && is == "2.0.0" {
		t.Errorf("%s: %q runs, %+v", when, is, s)
	}
	if settings := r.read("/var/lib/ledpost/settings.json"); is == "1.0.0" && !strings.Contains(settings, "40") {
		t.Errorf("%s: 1.0.0 runs with the settings %s", when, settings)
	}
	if identity := r.read("/var/lib/ledpost/identity.json"); is == "1.0.0" &&
		(!strings.Contains(identity, "S1") ||
			s.Refuses("2.0.0") && !strings.Contains(identity, "900") && !strings.Contains(identity, "100")) {
		t.Errorf("%s: 1.0.0 runs with the identity %s", when, identity)
	}
	if r.read("/var/lib/ledpost/key") != "secret" {
		t.Errorf("%s: the key is gone", when)
	}
	if m, found := r.helper("1.0.0").disk().readMark(); found {
		t.Errorf("%s: the mark is still there: %+v", when, m)
	}
	if s.Busy() {
		t.Errorf("%s: it still says %s", when, s.Phase)
	}
	if r.status != "installed" {
		t.Errorf("%s: dpkg says that the package is %s", when, r.status)
	}
	if _, err := os.Stat(r.helper("1.0.0").disk().home(MendFile)); err == nil {
		t.Errorf("%s: the helper is still to mend it", when)
	}
}

// TestStartsAgainAndAgain: a version with which the machine itself does not stay
// up is given up.
func TestStartsAgainAndAgain(t *testing.T) {
	r := updated(t)
	defer os.Unsetenv(Booting)
	for start := 1; start <= maxStarts; start++ {
		if err := r.helper("1.0.0").Boot(t.Context()); err != nil || r.runs() != "2.0.0" {
			t.Fatalf("start %d: %v, %q runs", start, err, r.runs())
		}
	}
	if err := r.helper("1.0.0").Boot(t.Context()); err != nil || r.runs() != "1.0.0" || !r.state().Refuses("2.0.0") {
		t.Errorf("%v, %q runs, %+v", err, r.runs(), r.state())
	}
}

// TestInterruptedJudge: its minute starts again.
func TestInterruptedJudge(t *testing.T) {
	r := updated(t)
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := contextWithTimeout(t, 30*time.Second)
		defer cancel()
		if err := r.helper("1.0.0").Judge(ctx); err == nil {
			t.Error("no error")
		}
	})
	began := time.Now()
	if err := r.judge(t); err != nil || r.state().Phase != update.PhaseDone {
		t.Errorf("%v, %+v, after %v", err, r.state(), time.Since(began))
	}
}

// TestRestoreFails: on a card that cannot be written, the judge tries again ever
// less often, says so, and leaves the rest to the next start of the machine.
func TestRestoreFails(t *testing.T) {
	r := updated(t)
	r.sight = func() trial.Observation { return trial.Observation{Active: true, Restarts: 1} }
	h, stops := r.helper("1.0.0"), len(r.ran)
	h.cut = func(what string) error {
		if strings.HasPrefix(what, "restore /usr/bin") {
			return syscall.EROFS
		}
		return nil
	}
	tries := func() (n int) {
		for _, c := range r.ran[stops:] {
			if c == "systemctl stop ledpost.service" {
				n++
			}
		}
		return n
	}
	synctest.Test(t, func(t *testing.T) {
		began := time.Now()
		ctx, cancel := context.WithTimeout(t.Context(), 10*time.Minute)
		defer cancel()
		if err := h.Judge(ctx); !errors.Is(err, context.DeadlineExceeded) {
			t.Error(err)
		}
		must.Equal(t, tries(), 9, "tries in ten minutes")
		if last := r.ran[len(r.ran)-1]; last != "systemctl start --no-block ledpost.service" {
			t.Errorf("in the end the service does not run: %q", last)
		}
		if s := r.state(); s.Phase != update.PhaseStuck ||
			!strings.Contains(s.Error, "the disk cannot be read or written; the next attempt is in 9 min") ||
			!s.Refuses("2.0.0") {
			t.Errorf("%+v", s)
		}
		if err := r.helper("2.0.0").Install(t.Context()); err == nil || r.state().Phase != update.PhaseStuck {
			t.Errorf("another update meanwhile: %v, %s", err, r.state().Phase)
		}
		fails := h.cut
		h.cut = func(what string) error {
			if time.Since(began) < 24*time.Hour {
				return fails(what)
			}
			return nil // somebody has mended the card
		}
		if err := h.Judge(t.Context()); err != nil || r.runs() != "1.0.0" || r.state().Phase != update.PhaseRolledBack {
			t.Errorf("on a card that was mended: %v, %q runs, %s", err, r.runs(), r.state().Phase)
		}
		if n := tries(); n > 50 {
			t.Errorf("%d tries in a day", n)
		}
	})
}

// TestStuckEnds: whatever could not be ended is over when there is nothing left to do.
func TestStuckEnds(t *testing.T) {
	for phase, bad := range map[string][]string{update.PhaseDone: nil, update.PhaseRolledBack: {"2.0.0"}} {
		r := newRig(t)
		h := r.helper("1.0.0")
		must.Do(t, h.disk().changeState(func(s *update.State) { s.Phase, s.Target, s.Bad = update.PhaseStuck, "2.0.0", bad }))
		if err := h.Judge(t.Context()); err != nil || r.state().Phase != phase {
			t.Errorf("%v, %+v, want %s", err, r.state(), phase)
		}
	}
}

// TestKeptIsInstalled: the files say what is installed, whatever the state says.
func TestKeptIsInstalled(t *testing.T) {
	r := newRig(t)
	r.passed(t)
	// as somebody's dpkg leaves it
	must.Do(t, r.helper("1.0.0").disk().changeState(func(s *update.State) { s.Installed = "1.0.0" }))
	if err := r.helper("1.0.0").Rollback(t.Context()); err != nil || r.runs() != "1.0.0" {
		t.Errorf("%v, %q runs", err, r.runs())
	}
	if s := r.state(); s.Refuses("1.0.0") || !s.Refuses("2.0.0") {
		t.Errorf("%+v", s)
	}
	must.Do(t, r.helper("1.0.0").disk().changeState(func(s *update.State) { s.Installed = "2.0.0" }))
	if err := r.helper("1.0.0").Rollback(t.Context()); !errors.Is(err, errBack) {
		t.Errorf("%v, want %v", err, errBack)
	}
}

// TestInterruptedDpkg: whatever dpkg was doing when the power failed is completed
// before anything else is installed, and after our own package at a start.
func TestInterruptedDpkg(t *testing.T) {
	const pending = "dpkg --force-confdef --force-confold --configure --pending"
	r := updated(t)
	if configured, installed := slices.Index(r.ran, pending),
		r.at("apt-get install"); configured < 0 || configured > installed {
		t.Errorf("ran %q", r.ran)
	}
	r = newRig(t)
	r.release(nil)
	r.aptErr = errPower // in the middle of it
	h := r.helper("1.0.0")
	h.cut = func(what string) error {
		if slices.ContainsFunc(r.ran, func(c string) bool { return strings.HasPrefix(c, "apt-get install") }) {
			return errPower
		}
		return nil
	}
	if err := h.Install(t.Context()); err == nil {
		t.Fatal("the power has not failed")
	}
	r.aptErr, r.ran = nil, nil
	defer os.Unsetenv(Booting)
	must.Do(t, r.helper("1.0.0").Boot(t.Context()))
	if installed, configured := r.at("dpkg --force-confdef --force-confold --install"),
		slices.Index(r.ran, pending); installed < 0 || configured < installed {
		t.Errorf("ran %q", r.ran)
	}
	if m, found := r.helper("1.0.0").disk().readMark(); !found || m.Stage != trying || r.runs() != "2.0.0" {
		t.Errorf("%+v, %q runs", m, r.runs())
	}
}

// TestRequestEndsWithItsUpdate: one that has outlived a power cut is not taken
// again when its version was refused, which would hide the reason.
func TestRequestEndsWithItsUpdate(t *testing.T) {
	r := updated(t)
	r.ask() // as if it had not been removed yet
	r.sight = func() trial.Observation { return trial.Observation{Active: true, Restarts: 1} }
	must.Do(t, r.judge(t))
	if err := r.helper("1.0.0").Install(t.Context()); err != nil {
		t.Errorf("the request is still there: %v", err)
	}
	if s := r.state(); s.Phase != update.PhaseRolledBack {
		t.Errorf("%+v", s)
	}
}

// at returns the index of the first command that begins like that.
func (r *rig) at(command string) int {
	return slices.IndexFunc(r.ran, func(c string) bool { return strings.HasPrefix(c, command) })
}

// TestOverARollback: whoever installs a version while another is being taken back
// waits for the end of that, a minute at most.
func TestOverARollback(t *testing.T) {
	for _, ends := range []time.Duration{20 * time.Second, time.Hour} {
		r := newRig(t)
		h := r.helper("1.0.0")
		must.Do(t, h.Keep(t.Context()))
		must.Do(t, h.disk().writeMark(mark{Stage: rollingBack, From: "1.0.0"}))
		synctest.Test(t, func(t *testing.T) {
			began := time.Now()
			over := time.AfterFunc(ends, func() { _ = h.disk().clearMark() })
			defer over.Stop()
			err := r.helper("1.0.0").Keep(t.Context())
			if m, _ := h.disk().readMark(); ends < restoreTime &&
				(err != nil || m.Stage != installing || time.Since(began) < ends) {
				t.Errorf("%v, %+v, after %v", err, m, time.Since(began))
			}
			if ends > restoreTime && (err == nil || time.Since(began) != restoreTime) {
				t.Errorf("%v after %v, want an error after %v", err, time.Since(began), restoreTime)
			}
		})
	}
}

// TestReplacedWhileCopied: a file that grows between the listing and its opening,
// or becomes something else, neither fills root's disk nor ends the copy.
func TestReplacedWhileCopied(t *testing.T) {
	dir := t.TempDir()
	from := must.Get(os.OpenRoot(dir))(t)
	defer from.Close()
	to := must.Get(os.OpenRoot(t.TempDir()))(t)
	defer to.Close()
	for why, change := range map[string]func(path string) error{
		"larger than a file may be": func(p string) error { return os.Truncate(p, maxDataFile+1) },
		"larger than what is left":  func(p string) error { return os.Truncate(p, 2000) },
		"a link":                    func(p string) error { return errors.Join(os.Remove(p), os.Symlink("/etc/hosts", p)) },
		"a pipe":                    func(p string) error { return errors.Join(os.Remove(p), mkfifo(p)) },
		"a folder":                  func(p string) error { return errors.Join(os.Remove(p), os.Mkdir(p, 0o700)) },
		"gone":                      os.Remove,
	} {
		path := filepath.Join(dir, "x")
		_ = os.Remove(path)
		must.Do(t, os.WriteFile(path, []byte("small"), 0o600))
		must.Do(t, change(path))
		left := int64(1000)
		if err := copySmall(to, from, "x", &left); err != nil || left != 1000 {
			t.Errorf("%s: %v, %d left", why, err, left)
		}
		if _, err := to.Lstat("x"); err == nil {
			t.Errorf("%s: was copied", why)
		}
	}
}

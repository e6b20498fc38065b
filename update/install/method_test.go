// SPDX-License-Identifier: Apache-2.0

//go:build unix

package install

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/ledpost/ledpost/internal/must"
	"github.com/ledpost/ledpost/update"
	"github.com/ledpost/ledpost/update/trial"
)

// TestRepository: where apt knows our repository it fetches the package, which
// has to be the one that the manifest names; if it is not, the channel has it.
func TestRepository(t *testing.T) {
	for why, row := range map[string]struct {
		has  string // what the repository has
		what string // what apt is given to install
	}{
		"the same file":    {"package 2.0.0", "ledpost=2.0.0"},
		"another file":     {"package 6.6.6", "ledpost_2.0.0_arm64.deb"},
		"nothing":          {"", "ledpost_2.0.0_arm64.deb"},
		"longer by a byte": {"package 2.0.0x", "ledpost_2.0.0_arm64.deb"},
	} {
		t.Run(why, func(t *testing.T) {
			r := newRig(t)
			r.write(sources, "Types: deb")
			r.repository = row.has
			r.release(nil)
			must.Do(t, r.helper("1.0.0").Install(t.Context()))
			must.Equal(t, r.runs(), "2.0.0", "what runs")
			at := slices.IndexFunc(r.ran, func(c string) bool { return strings.Contains(c, "Options::=--force-confold") })
			if at < 0 || !strings.HasSuffix(r.ran[at], row.what) {
				t.Errorf("ran %q, want %s", r.ran, row.what)
			}
		})
	}
}

// TestRepositoryNeedsRoom: nothing is fetched from the repository either while too little is
// free.
func TestRepositoryNeedsRoom(t *testing.T) {
	r := newRig(t)
	r.write(sources, "Types: deb")
	r.repository = "package 2.0.0"
	r.release(nil)
	h := r.helper("1.0.0")
	h.free = func(string) int64 { return 4*13 + 2*trial.LowSpace - 1 }
	must.Fail(t, h.Install(t.Context()), "MB are free on the disk, want")
	for _, c := range r.ran {
		if strings.HasPrefix(c, "apt-get") {
			t.Errorf("ran %s", c)
		}
	}
	if s := r.state(); s.Phase != update.PhaseFailed || r.runs() != "1.0.0" {
		t.Errorf("%+v, %s runs", s, r.runs())
	}
}

func TestDebianVersion(t *testing.T) {
	for version, want := range map[string]string{"1.2.3": "1.2.3", "1.3.0-dev": "1.3.0~dev"} {
		must.Equal(t, debianVersion(version), want, version)
	}
}

// archive is a release's archive with the program of this machine.
func archive(t *testing.T, name, program string) []byte {
	t.Helper()
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	w := tar.NewWriter(z)
	for _, err := range []error{
		w.WriteHeader(&tar.Header{Name: name, Size: int64(len(program)), Mode: 0o755, Typeflag: tar.TypeReg}),
		func() error { _, err := w.Write([]byte(program)); return err }(),
		w.Close(), z.Close(),
	} {
		must.Do(t, err)
	}
	return b.Bytes()
}

// slots makes the machine one without apt, and puts the archive into the
// channel.
func (r *rig) slots(archive []byte) {
	r.t.Helper()
	r.write("/opt/ledpost/slots/a/ledpost", "program 1")
	must.Do(r.t, os.Symlink("a", filepath.Join(r.root, slotLink)))
	r.publish("ledpost-2.0.0.tar.gz", archive)
	r.release(func(m *update.Manifest) {
		m.Files = []update.File{{Name: "ledpost-2.0.0.tar.gz", Size: int64(len(archive)), SHA256: hashOf(string(archive))}}
	})
}

func (r *rig) slot() string {
	slot := must.Get(os.Readlink(filepath.Join(r.root, slotLink)))(r.t)
	return slot
}

// TestSlots: without apt, the new version is put into the other slot; the way
// back is a link.
func TestSlots(t *testing.T) {
	for _, row := range []struct {
		why, name string
		sight     trial.Observation
		slot      string
		phase     string
	}{
		{"good", "ledpost-2.0.0/" + debianArch() + "/ledpost", healthy, "b", update.PhaseDone},
		{"it crashes", "ledpost-2.0.0/" + debianArch() + "/ledpost", trial.Observation{Active: true, Restarts: 1}, "a",
			update.PhaseRolledBack},
		{"not for this machine", "ledpost-2.0.0/vax/ledpost", healthy, "a", update.PhaseFailed},
	} {
		t.Run(row.why, func(t *testing.T) {
			r := newRig(t)
			r.slots(archive(t, row.name, "program 2"))
			err := r.helper("1.0.0").Install(t.Context())
			if (err != nil) != (row.phase == update.PhaseFailed) {
				t.Fatal(err)
			}
			if err == nil &&
				(r.slot() != "b" || r.read("/opt/ledpost/slots/b/ledpost") != "program 2" ||
					r.read("/var/lib/ledpost-update/previous/ledpost") != "program 1") {
				t.Errorf("slot %s", r.slot())
			}
			r.sight = func() trial.Observation { return row.sight }
			must.Do(t, r.judge(t))
			if s := r.state(); r.slot() != row.slot || s.Phase != row.phase {
				t.Errorf("slot %s, %+v", r.slot(), s)
			}
		})
	}
}

// TestSlotsPowerCut: at each change of the disk, the link leads to a whole
// program.
func TestSlotsPowerCut(t *testing.T) {
	text := archive(t, "ledpost-2.0.0/"+debianArch()+"/ledpost", "program 2")
	for left := 0; ; left++ {
		r := newRig(t)
		r.slots(text)
		r.left = left
		ended := r.helper("1.0.0").Install(t.Context()) == nil
		r.left = -1
		must.Do(t, r.helper("1.0.0").Boot(t.Context()))
		os.Unsetenv(Booting)
		must.Do(t, r.judge(t))
		want := map[string]string{"a": "program 1", "b": "program 2"}[r.slot()]
		if got := r.read("/opt/ledpost/slots/current/ledpost"); got != want {
			t.Errorf("cut at change %d: slot %s has %q", left, r.slot(), got)
		}
		if ended {
			return
		}
	}
}

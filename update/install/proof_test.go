// SPDX-License-Identifier: Apache-2.0

//go:build unix

package install

import (
	"slices"
	"strings"
	"testing"

	"aead.dev/minisign"

	"github.com/ledpost/ledpost/internal/must"
	"github.com/ledpost/ledpost/update"
)

// TestProof: a new version is kept only if its own updater works.
func TestProof(t *testing.T) {
	stranger, _, err := minisign.GenerateKey(nil)
	must.Do(t, err)
	for _, row := range []struct {
		why    string
		unit   string
		hand   bool // somebody runs apt
		helper func(r *rig) *Helper
		stays  bool
	}{
		{"it works", "LoadState=loaded\n", false, func(r *rig) *Helper { return r.helper("2.0.0") }, true},
		{"unit with an unknown step", "LoadState=loaded\n", false, nil, false},
		{"it trusts nobody who could sign a later version", "LoadState=loaded\n", false, func(r *rig) *Helper {
			h := r.helper("2.0.0")
			h.Source.Trust.Keys = []minisign.PublicKey{stranger}
			return h
		}, false},
		{"its updater was switched off before", "LoadState=masked\n", false, nil, true},
		{"by hand, it works", "LoadState=loaded\n", true, func(r *rig) *Helper { return r.helper("2.0.0") }, true},
		{"by hand, it does not", "LoadState=loaded\n", true, nil, false},
	} {
		t.Run(row.why, func(t *testing.T) {
			r := newRig(t)
			r.unit = row.unit
			if row.helper != nil {
				r.proves = func() error { return row.helper(r).Install(t.Context()) }
			}
			if row.hand {
				must.Do(t, r.helper("1.0.0").Keep(t.Context()))
				r.unpack("2.0.0")
				must.Do(t, r.helper("1.0.0").Begin(t.Context()))
			} else {
				r.release(nil)
				must.Do(t, r.helper("1.0.0").Install(t.Context()))
			}
			must.Do(t, r.judge(t))
			s := r.state()
			if row.stays && (s.Phase != update.PhaseDone || r.runs() != "2.0.0") {
				t.Errorf("%+v, %q runs", s, r.runs())
			}
			if !row.stays && (r.runs() != "1.0.0" || !s.Refuses("2.0.0") || !strings.Contains(s.Error, "its own updater")) {
				t.Errorf("%+v, %q runs", s, r.runs())
			}
		})
	}
}

// TestProofOnce: a question that a refused version has left without an answer is not taken
// for the next request.
func TestProofOnce(t *testing.T) {
	r := newRig(t)
	r.unit = "LoadState=loaded\n"
	r.release(nil)
	must.Do(t, r.helper("1.0.0").Install(t.Context()))
	if err := r.judge(t); err != nil || r.state().Phase != update.PhaseRolledBack {
		t.Fatal(err, r.state())
	}
	if !slices.Contains(r.ran, "systemctl kill --signal=KILL "+updateUnit) {
		t.Errorf("a version that hangs in the proof still holds the unit: %q", r.ran)
	}
	r.release(func(m *update.Manifest) { m.Counter = 18 })
	if err := update.WriteState(r.helper("1.0.0").disk().home(),
		update.State{Phase: update.PhaseIdle, Counter: 17}); err != nil {
		t.Fatal(err) // as if it had not been refused
	}
	if err := r.helper("1.0.0").Install(t.Context()); err != nil || r.runs() != "2.0.0" {
		t.Errorf("%v, %q runs", err, r.runs())
	}
}

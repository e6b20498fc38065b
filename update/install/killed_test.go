// SPDX-License-Identifier: Apache-2.0

//go:build unix

package install

import (
	"context"
	"errors"
	"os"
	"slices"
	"testing"

	"github.com/ledpost/ledpost/internal/must"
	"github.com/ledpost/ledpost/update"
)

// killedApt is a system whose apt is killed once, when dpkg calls the package by that status.
type killedApt struct {
	*rig
	status string
}

func (k *killedApt) Run(ctx context.Context, name string, args ...string) (string, error) {
	if name != "apt-get" || k.status == "" || slices.Contains(args, "--download-only") || args[0] == "update" {
		return k.rig.Run(ctx, name, args...)
	}
	k.rig.status, k.rig.reinstall, k.status = k.status, true, ""
	return "", errors.New("signal: killed")
}

// TestKilledApt: of an apt that is killed amid the unpacking the work is done again; before it, nothing has changed.
func TestKilledApt(t *testing.T) {
	for status, row := range map[string]struct{ phase, runs string }{
		halfInstalled:     {update.PhaseTrial, "2.0.0"},
		"half-configured": {update.PhaseFailed, "1.0.0"},
	} {
		r := newRig(t)
		r.release(nil)
		h := r.helper("1.0.0")
		h.System = &killedApt{r, status}
		err := h.Install(t.Context())
		if s := r.state(); s.Phase != row.phase || r.runs() != row.runs || (err == nil) != (row.phase == update.PhaseTrial) {
			t.Errorf("%s: %v, %+v, %q runs", status, err, s, r.runs())
		}
		must.Do(t, r.path(t)) // what is to be mended is
		if r.status != "installed" {
			t.Errorf("%s: dpkg says that the package is %s", status, r.status)
		}
	}
}

// TestTrialCompletesDpkg: what dpkg has left undone is completed in the trial, by the judge or a start of the machine,
// and the version stays.
func TestTrialCompletesDpkg(t *testing.T) {
	defer os.Unsetenv(Booting)
	for _, boots := range []bool{false, true} {
		r := updated(t)
		r.status = "half-configured"
		if boots {
			must.Do(t, r.helper("1.0.0").Boot(t.Context()))
			must.Equal(t, r.status, "installed", "what dpkg says of the package after a start")
			continue
		}
		must.Do(t, r.judge(t))
		if s := r.state(); s.Phase != update.PhaseDone || r.status != "installed" {
			t.Errorf("%+v; dpkg says that the package is %s", s, r.status)
		}
	}
}

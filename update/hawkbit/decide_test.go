// SPDX-License-Identifier: Apache-2.0

package hawkbit

import (
	"strings"
	"testing"
	"time"

	"github.com/ledpost/ledpost/internal/must"
	"github.com/ledpost/ledpost/update"
)

// TestDecide: hawkBit says when, the signed channel says what.
func TestDecide(t *testing.T) {
	const good = `{"id":"7","deployment":{"update":"forced","chunks":[{"name":"os","version":"9"},{"name":"ledpost","version":"1.3.0"}]}}`
	soft := strings.Replace(good, "forced", "attempt", 1)
	offered := update.Status{Installed: "1.2.0", Available: "1.3.0", State: update.PhaseIdle, Kind: update.KindPackage, Channel: "stable"}
	with := func(change func(*update.Status)) update.Status { s := offered; change(&s); return s }
	checked, requested := progress{id: "7", checked: true}, progress{id: "7", checked: true, installed: true}
	for name, row := range map[string]struct {
		text   string
		status update.Status
		done   progress
		shut   bool // the device's own window
		want   string
		do     update.Action
	}{
		"offered":                 {text: good, status: offered, want: "proceeding none requested", do: update.ActionInstall},
		"offered, softly":         {text: soft, status: offered, want: "proceeding none requested", do: update.ActionInstall},
		"softly, at a wrong time": {text: soft, status: offered, shut: true, want: "scheduled none waiting for the device's own"},
		"forced, at a wrong time": {text: good, status: offered, shut: true, want: "proceeding none", do: update.ActionInstall},
		"softly, deferred":        {text: soft, status: with(func(s *update.Status) { s.Deferred = time.Now() }), want: "scheduled none"},
		"no window of the server": {text: strings.Replace(good, `"forced","chunks"`, `"skip","maintenanceWindow":"unavailable","chunks"`, 1), status: offered, want: "scheduled none waiting for the maintenance"},
		"in it":                   {text: strings.Replace(good, `"chunks"`, `"maintenanceWindow":"available","chunks"`, 1), status: offered, want: "proceeding none", do: update.ActionInstall},
		"to be downloaded only":   {text: strings.Replace(good, "forced", "skip", 1), status: offered, want: "downloaded success"},
		"not known yet":           {text: good, status: with(func(s *update.Status) { s.Available = "" }), want: "scheduled none looking", do: update.ActionCheck},
		"being looked for":        {text: good, status: with(func(s *update.Status) { s.Available, s.State = "", update.StateChecking }), done: checked, want: "scheduled none looking"},
		"not in the channel":      {text: good, status: with(func(s *update.Status) { s.Available = "1.4.0" }), done: checked, want: "closed failure the signed channel stable does not offer version 1.3.0"},
		"and why":                 {text: good, status: with(func(s *update.Status) { s.Available, s.Error = "", "not signed" }), done: checked, want: "closed failure the signed channel stable does not offer version 1.3.0 to this device: not signed"},
		"runs already":            {text: good, status: with(func(s *update.Status) { s.Installed, s.State = "1.3.0", update.PhaseDone }), want: "closed success version 1.3.0 runs"},
		"on trial":                {text: good, status: with(func(s *update.Status) { s.Installed, s.State = "1.3.0", update.PhaseTrial }), want: "proceeding none trial"},
		"failed":                  {text: good, status: with(func(s *update.Status) { s.State, s.Error = update.PhaseFailed, "no room" }), done: requested, want: "closed failure failed: no room"},
		"rolled back":             {text: good, status: with(func(s *update.Status) { s.State, s.Available, s.Error = update.PhaseRolledBack, "", "no frames" }), done: checked, want: "closed failure the signed channel stable does not offer version 1.3.0 to this device: no frames"},
		"nothing installs":        {text: good, status: with(func(s *update.Status) { s.Kind = update.KindNone }), want: "closed failure update: nothing on this system"},
		"no channel is asked":     {text: good, status: with(func(s *update.Status) { s.State, s.Available = update.StateOff, "" }), want: "closed failure update: off"},
		"for something else":      {text: `{"id":"7","deployment":{"chunks":[{"name":"os","version":"9"}]}}`, status: offered, want: "closed failure the deployment has no module ledpost"},
		"two versions":            {text: strings.Replace(good, `"os","version":"9"`, `"ledpost","version":"9"`, 1), status: offered, want: "closed failure the module ledpost has no version, or two"},
	} {
		d := must.Get(parse[deployment]([]byte(row.text)))(t)
		f, do := decide(d, row.status, row.done, !row.shut)
		if got := f.execution + " " + f.finished + " " + f.detail; !strings.HasPrefix(got, row.want) || do != row.do {
			t.Errorf("%s: %q, %q; want %q, %q", name, got, do, row.want, row.do)
		}
	}
}

// SPDX-License-Identifier: Apache-2.0

package live

import (
	"net/http"
	"slices"
	"strings"

	"github.com/ledpost/ledpost/api/rest"
	"github.com/ledpost/ledpost/api/wire"
)

// welcomeSteps are the steps of the page's welcome, and its end.
var welcomeSteps = []string{"name", "panel", "face", "wake", "message", "done"}

// welcome is the step of the page's welcome that comes next.
type welcome struct {
	Step string `json:"step"` // "" = it has not begun
}

// getWelcome tells a browser where the welcome goes on, in whichever browser it began.
func (l *Live) getWelcome(w http.ResponseWriter, r *http.Request) error {
	step, err := l.cfg.Device.Welcome(r.Context())
	if err != nil {
		return err
	}
	return rest.WriteJSON(w, http.StatusOK, welcome{step})
}

// putWelcome keeps the step that comes next.
func (l *Live) putWelcome(w http.ResponseWriter, r *http.Request) error {
	var body struct {
		Step wire.Word `json:"step"`
	}
	if err := rest.ReadJSON(w, r, &body); err != nil {
		return err
	}
	var f wire.Faults
	if f.Need("step", body.Step.Value) && !slices.Contains(welcomeSteps, body.Step.Text) {
		f.Wrong("step", body.Step.Value, "want one of "+strings.Join(welcomeSteps, ", "))
	}
	if err := f.Err(); err != nil {
		return err
	}
	return rest.WriteDone(w, l.cfg.Device.SetWelcome(r.Context(), body.Step.Text))
}

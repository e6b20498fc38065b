// SPDX-License-Identifier: Apache-2.0

package live

import (
	"errors"
	"net/http"
	"strings"

	"github.com/ledpost/ledpost/api/rest"
	"github.com/ledpost/ledpost/api/wire"
	"github.com/ledpost/ledpost/update"
)

// Updater knows whether there is a newer release, and gets it installed. Neither
// method waits.
type Updater interface {
	Update() update.Status
	Do(update.Action) error // one of the errors of package update if it cannot be done now
}

// updates is the room of newer releases.
type updates struct {
	live    *Live
	updater Updater
}

// Updates returns the room in which clients look for newer releases and install them.
func (l *Live) Updates(u Updater) *updates { return &updates{l, u} }

// Endpoints tells what is known and begins what is asked.
func (m *updates) Endpoints() []rest.Endpoint {
	return []rest.Endpoint{{Path: "/live/update", Methods: rest.Methods{http.MethodGet: m.getUpdate, http.MethodPost: m.postUpdate}}}
}

func (m *updates) getUpdate(w http.ResponseWriter, r *http.Request) error {
	return rest.WriteJSON(w, http.StatusOK, m.updater.Update())
}

// postUpdate begins an action (docs/decisions.md 16).
func (m *updates) postUpdate(w http.ResponseWriter, r *http.Request) error {
	var body struct {
		Action wire.Word `json:"action"`
	}
	if err := rest.ReadJSON(w, r, &body); err != nil {
		return err
	}
	if !body.Action.Set {
		return wire.Missing("action")
	}
	var f wire.Faults
	if f.Check("action", body.Action.Value); f.Err() != nil {
		return f.Err()
	}
	err := m.updater.Do(update.Action(body.Action.Text))
	if errors.Is(err, update.ErrAction) {
		f.Wrong("action", body.Action.Value, "want check, install, defer, back or settings")
		return f.Err()
	}
	if err != nil {
		return rest.Refuse(http.StatusConflict, sentence(err))
	}
	m.live.cfg.Log.Info("update: "+body.Action.Text, "by", r.RemoteAddr)
	return rest.WriteChanged(w, r, m.updater.Update())
}

// sentence returns the text of an error of package update for a client.
func sentence(err error) string {
	text := strings.TrimPrefix(err.Error(), "update: ")
	return strings.ToUpper(text[:1]) + text[1:]
}

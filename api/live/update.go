// SPDX-License-Identifier: Apache-2.0

package live

import (
	"errors"
	"net/http"
	"slices"
	"strings"

	"github.com/ledpost/ledpost/api/rest"
	"github.com/ledpost/ledpost/api/wire"
	"github.com/ledpost/ledpost/update"
)

// Updater knows whether there is a newer release, and gets it installed. Update and Do
// do not wait; Switch waits for the disk.
type Updater interface {
	Update() update.Status
	Do(update.Action) error // one of the errors of package update if it cannot be done now
	Switch(Releases) error  // keeps it; [Locked], or an error as of [Configuration]
}

// Releases are which releases clients want; nil and "" leave it as it is.
type Releases struct {
	Enabled *bool  // whether a server is asked for them
	Channel string // one of update.Channels
}

// Locked is the error of [Updater.Switch] for a field that the administrator's file sets.
type Locked string

func (f Locked) Error() string { return string(f) + ": is set in the administrator's file" }

// updates is the room of newer releases.
type updates struct {
	live    *Live
	updater Updater
}

// Updates returns the room in which clients look for newer releases and install them.
func (l *Live) Updates(u Updater) *updates { return &updates{l, u} }

// Endpoints tells the state of updates and begins actions.
func (m *updates) Endpoints() []rest.Endpoint {
	return []rest.Endpoint{{Path: "/live/update",
		Methods: rest.Methods{http.MethodGet: m.getUpdate, http.MethodPost: m.postUpdate, http.MethodPut: m.putUpdate}}}
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
	var f wire.Faults
	if !f.Need("action", body.Action.Value) {
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

// putUpdate switches updates on and off, and chooses their channel.
func (m *updates) putUpdate(w http.ResponseWriter, r *http.Request) error {
	var body struct {
		Enabled wire.Boolean `json:"enabled"`
		Channel wire.Word    `json:"channel"`
	}
	if err := rest.ReadJSON(w, r, &body); err != nil {
		return err
	}
	var f wire.Faults
	f.Check("enabled", body.Enabled.Value)
	f.Check("channel", body.Channel.Value)
	channel := strings.ToLower(strings.TrimSpace(body.Channel.Text))
	if channel != "" && !slices.Contains(update.Channels, channel) {
		f.Wrong("channel", body.Channel.Value, "want "+strings.Join(update.Channels, " or "))
	}
	if f.Err() != nil {
		return f.Err()
	}
	want := Releases{Channel: channel}
	if body.Enabled.Set {
		want.Enabled = &body.Enabled.On
	}
	if err := m.updater.Switch(want); err != nil {
		return m.live.switchFault(err)
	}
	m.live.cfg.Log.Info("update: switched", "enabled", m.updater.Update().Enabled, "channel", m.updater.Update().Channel,
		"by", r.RemoteAddr)
	return rest.WriteChanged(w, r, m.updater.Update())
}

// switchFault returns the answer to an error of [Updater.Switch].
func (l *Live) switchFault(err error) error {
	if locked := Locked(""); errors.As(err, &locked) {
		return wire.Complaint(locked.Error())
	}
	return l.configFault(err)
}

// sentence returns the text of an error of package update for a client.
func sentence(err error) string {
	text := strings.TrimPrefix(err.Error(), "update: ")
	return strings.ToUpper(text[:1]) + text[1:]
}

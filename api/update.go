package api

import (
	"errors"
	"net/http"
	"strings"

	"github.com/ledpost/ledpost/api/rest"
	"github.com/ledpost/ledpost/api/wire"
	updates "github.com/ledpost/ledpost/update"
)

// Updater knows whether there is a newer release, and gets it installed. Neither
// method waits.
type Updater interface {
	Update() updates.Status
	Do(updates.Action) error // one of the errors of package update if it cannot be done now
}

// wireRelease is a newer release in the device object.
type wireRelease struct {
	Version string `json:"version"`
}

// offered returns the version that users shall be told about, or "".
func (s *Server) offered() string {
	if s.cfg.Updates == nil {
		return ""
	}
	return s.cfg.Updates.Update().Offered()
}

// UpdateJSON returns what is known about updates, as GET /live/update answers it;
// nil if the device has no updater.
func (s *Server) UpdateJSON() []byte {
	if s.cfg.Updates == nil {
		return nil
	}
	body, _ := wire.Encode(s.cfg.Updates.Update()) // cannot fail: only text, numbers and times
	return body
}

func (s *Server) getUpdate(w http.ResponseWriter, r *http.Request) error {
	return rest.WriteJSON(w, http.StatusOK, s.cfg.Updates.Update())
}

// postUpdate begins an action (docs/decisions.md 16).
func (s *Server) postUpdate(w http.ResponseWriter, r *http.Request) error {
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
	err := s.cfg.Updates.Do(updates.Action(body.Action.Text))
	if errors.Is(err, updates.ErrAction) {
		f.Wrong("action", body.Action.Value, "want check, install, defer or back")
		return f.Err()
	}
	if err != nil {
		return rest.Refuse(http.StatusConflict, sentence(err))
	}
	s.log.Info("update: "+body.Action.Text, "by", r.RemoteAddr)
	return rest.WriteChanged(w, r, s.cfg.Updates.Update())
}

// sentence returns the text of an error of package update for a client.
func sentence(err error) string {
	text := strings.TrimPrefix(err.Error(), "update: ")
	return strings.ToUpper(text[:1]) + text[1:]
}

package api

import (
	"net/http"

	"github.com/ledpost/ledpost/api/rest"
	"github.com/ledpost/ledpost/api/wire"
	"github.com/ledpost/ledpost/device"
)

// wireQuiet are the quiet hours; the times are those of a clock in the room.
type wireQuiet struct {
	Enabled bool   `json:"enabled"`
	Start   string `json:"start"`
	End     string `json:"end"`
	Volume  int    `json:"volume"`
	Active  bool   `json:"active"`
}

func quietObject(q device.QuietHours) wireQuiet {
	return wireQuiet{q.Enabled, q.Start.String(), q.End.String(), q.Volume, q.Active}
}

func (s *Server) getQuiet(w http.ResponseWriter, r *http.Request) error {
	ctx, done := rest.Patience(r)
	defer done()
	q, err := s.cfg.Device.QuietHours(ctx)
	if err != nil {
		return err
	}
	return rest.WriteJSON(w, http.StatusOK, quietObject(q))
}

func (s *Server) putQuiet(w http.ResponseWriter, r *http.Request) error {
	body, err := rest.ReadBody(w, r)
	if err != nil {
		return err
	}
	ctx, done := rest.Patience(r)
	defer done()
	q, err := wire.PutQuiet(ctx, s.cfg.Device, body)
	if err != nil {
		return err
	}
	return rest.WriteChanged(w, r, quietObject(q))
}

package api

import (
	"net/http"

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
	q, err := s.cfg.Device.QuietHours(s.callContext())
	if err != nil {
		return err
	}
	return writeJSON(w, http.StatusOK, quietObject(q))
}

func (s *Server) putQuiet(w http.ResponseWriter, r *http.Request) error {
	body, err := readBody(w, r)
	if err != nil {
		return err
	}
	q, err := wire.PutQuiet(s.callContext(), s.cfg.Device, body)
	if err != nil {
		return err
	}
	return writeChanged(w, r, quietObject(q))
}

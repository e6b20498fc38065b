package api

import (
	"net/http"

	"github.com/ledpost/ledpost/api/rest"
	"github.com/ledpost/ledpost/api/wire"
	"github.com/ledpost/ledpost/device"
)

// wireAudio is the audio object.
type wireAudio struct {
	Available   bool      `json:"available"`
	Volume      int       `json:"volume"`
	VolumeRange wireRange `json:"volume_range"`
	VolumeLimit wireRange `json:"volume_limit"`
}

func audioObject(a device.Audio) wireAudio {
	return wireAudio{a.Available, a.Volume, wireRange(a.Range), wireRange(a.Limit)}
}

func (s *Server) getAudio(w http.ResponseWriter, r *http.Request) error {
	ctx, done := rest.Patience(r)
	defer done()
	a, err := s.cfg.Device.Audio(ctx)
	if err != nil {
		return err
	}
	return rest.WriteJSON(w, http.StatusOK, audioObject(a))
}

func (s *Server) putAudio(w http.ResponseWriter, r *http.Request) error {
	body, err := rest.ReadBody(w, r)
	if err != nil {
		return err
	}
	ctx, done := rest.Patience(r)
	defer done()
	a, err := wire.PutAudio(ctx, s.cfg.Device, body)
	if err != nil {
		return err
	}
	return rest.WriteChanged(w, r, audioObject(a))
}

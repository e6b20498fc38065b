package api

import (
	"net/http"

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
	ctx := s.callContext()
	a, err := s.cfg.Device.Audio(ctx)
	if err != nil {
		return err
	}
	return writeJSON(w, http.StatusOK, audioObject(a))
}

func (s *Server) putAudio(w http.ResponseWriter, r *http.Request) error {
	body, err := readBody(w, r)
	if err != nil {
		return err
	}
	a, err := wire.PutAudio(s.callContext(), s.cfg.Device, body)
	if err != nil {
		return err
	}
	return writeChanged(w, r, audioObject(a))
}

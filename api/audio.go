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
	ctx := s.soon()
	a, err := s.cfg.Device.Audio(ctx)
	if err != nil {
		return err
	}
	return writeJSON(w, http.StatusOK, audioObject(a))
}

func (s *Server) putAudio(w http.ResponseWriter, r *http.Request) error {
	var body struct {
		Volume wire.Integer `json:"volume"`
	}
	if err := readJSON(w, r, &body); err != nil {
		return err
	}
	var f wire.Faults
	if !body.Volume.Set {
		return wire.Missing("volume")
	}
	if !f.Check("volume", body.Volume.Value) {
		return f.Err()
	}
	ctx := s.soon()
	a, err := s.cfg.Device.SetVolume(ctx, body.Volume.Int)
	if err != nil {
		return f.Explain(err)
	}
	return writeChanged(w, r, audioObject(a))
}

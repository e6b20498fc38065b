package api

import (
	"net/http"

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
		Volume integer `json:"volume"`
	}
	if err := readJSON(w, r, &body); err != nil {
		return err
	}
	var f faults
	if !body.Volume.set {
		return missing("volume")
	}
	if !f.check("volume", body.Volume.value) {
		return f.err()
	}
	ctx := s.soon()
	a, err := s.cfg.Device.SetVolume(ctx, body.Volume.n)
	if err != nil {
		return f.told(err)
	}
	return writeChanged(w, r, audioObject(a))
}

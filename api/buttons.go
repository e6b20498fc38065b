package api

import (
	"net/http"

	"github.com/ledpost/ledpost/device"
)

// errNoButton lists the valid names.
var errNoButton = &httpError{http.StatusNotFound, "Button not found: want left, right, action, volume_up or volume_down"}

// postButton presses a button of the device. Only a key of scope all gets here,
// so the press counts like one by hand.
func (s *Server) postButton(w http.ResponseWriter, r *http.Request) error {
	button, err := device.ParseButton(r.PathValue("name"))
	if err != nil {
		return errNoButton
	}
	if err := s.cfg.Device.PressHere(s.callContext(), button, true); err != nil {
		return err
	}
	return writeDone(w)
}

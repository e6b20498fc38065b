// SPDX-License-Identifier: Apache-2.0

package live

import (
	"net/http"

	"github.com/ledpost/ledpost/api/rest"
	"github.com/ledpost/ledpost/api/wire"
)

// A Resetter makes the device one that nobody has used. Any goroutine may call it.
type Resetter interface {
	// Reset ends the device, which starts again as a new one, once the answers that are under
	// way are sent. by is who wants it, for the log. An error changes nothing.
	Reset(by string) error
}

// reset is the room of the factory reset.
type reset struct {
	live     *Live
	resetter Resetter
}

// Reset returns the room in which clients make the device as new.
func (l *Live) Reset(r Resetter) *reset { return &reset{l, r} }

// Endpoints resets the device.
func (m *reset) Endpoints() []rest.Endpoint {
	return []rest.Endpoint{{Path: "/live/reset", Private: true, Methods: rest.Methods{http.MethodPost: m.postReset}}}
}

// postReset resets the device whose serial number the client knows, so that no request
// that is repeated, or meant for another device, erases this one.
func (m *reset) postReset(w http.ResponseWriter, r *http.Request) error {
	var body struct {
		Serial wire.Word `json:"serial"`
	}
	if err := rest.ReadJSON(w, r, &body); err != nil {
		return err
	}
	if !body.Serial.Set {
		return wire.Missing("serial")
	}
	var f wire.Faults
	if f.Check("serial", body.Serial.Value); f.Err() == nil && body.Serial.Text != m.live.cfg.Device.Identity().Serial {
		f.Wrong("serial", body.Serial.Value, "want this device's serial_number")
	}
	if f.Err() != nil {
		return f.Err()
	}
	if err := m.resetter.Reset(r.RemoteAddr); err != nil {
		return rest.Refuse(http.StatusInsufficientStorage, "The device cannot write to its disk, and nothing is reset")
	}
	return rest.WriteDone(w)
}

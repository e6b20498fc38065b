// SPDX-License-Identifier: Apache-2.0

package live

import (
	"errors"
	"math"
	"net/http"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/ledpost/ledpost/api/rest"
	"github.com/ledpost/ledpost/api/wire"
)

// Configuration is the configuration that clients write, below the administrator's. A
// new one is tried until it is confirmed. Its methods may be called from any
// goroutine.
type Configuration interface {
	Text() []byte         // in force, in TOML
	Try(own []byte) error // starts the device again with it; errors of BadConfiguration change nothing
	Confirm() error       // or ErrNoTrial
	Return() error        // to the last good one, or ErrNoTrial
	// keeps the device's name, which holds at once; [Locked], rest.ErrTrial, or an error of BadConfiguration
	Rename(string) error
	Move(zone string) error // Rename for the time zone
	State() ConfigState
}

// ConfigState is how the configuration stands.
type ConfigState struct {
	Trial   bool              // a configuration is on trial
	Left    time.Duration     // until it is over
	Outcome string            // why the last one was not kept, in words; "" = it was confirmed, or no trial has been
	Locked  map[string]string // keys that the administrator's file sets, with their values in TOML; "" = not told
}

// MaxConfig is the size limit of a configuration that is written, in bytes.
const MaxConfig = 64 << 10

// ErrNoTrial is returned when no configuration is on trial.
var ErrNoTrial error = rest.Refuse(http.StatusConflict, "No configuration is on trial")

// BadConfiguration returns the answer to a configuration with errors, which may be
// joined; each names its line and key.
func BadConfiguration(err error) error {
	var f wire.Faults
	for line := range strings.Lines(err.Error()) {
		f.Join(wire.Complaint(strings.TrimSpace(line)))
	}
	return f.Err()
}

var errLargeConfig = rest.Refuse(http.StatusRequestEntityTooLarge,
	"The configuration is too large: at most 65536 bytes are allowed")

// wireConfig is how the configuration stands.
type wireConfig struct {
	Trial   bool              `json:"trial"`
	Left    int               `json:"left"` // seconds
	Outcome string            `json:"outcome,omitempty"`
	Locked  map[string]string `json:"locked"`
}

func configObject(s ConfigState) wireConfig {
	if s.Locked == nil {
		s.Locked = map[string]string{}
	}
	return wireConfig{s.Trial, int(math.Ceil(s.Left.Seconds())), s.Outcome, s.Locked}
}

// configuration is the room of the configuration.
type configuration struct {
	live  *Live
	trial Configuration
}

// Configuration returns the room in which clients write a configuration and try it.
func (l *Live) Configuration(c Configuration) *configuration { return &configuration{l, c} }

// Endpoints is the configuration, and its trial.
func (m *configuration) Endpoints() []rest.Endpoint {
	const get, put, post, del = http.MethodGet, http.MethodPut, http.MethodPost, http.MethodDelete
	return []rest.Endpoint{
		{Path: "/live/config", Private: true, Methods: rest.Methods{get: m.getConfig, put: m.putConfig}},
		{Path: "/live/config/confirm", Private: true, Methods: rest.Methods{post: m.confirmConfig}},
		{Path: "/live/name", Private: true, Methods: rest.Methods{put: m.putName}},
		{Path: "/live/zone", Private: true, Methods: rest.Methods{put: m.putZone}},
		{Path: "/live/config/trial", Private: true, Methods: rest.Methods{get: m.getTrial, del: m.endTrial}},
	}
}

// getConfig answers with the text as it was written.
func (m *configuration) getConfig(w http.ResponseWriter, r *http.Request) error {
	return rest.WriteFile(w, "application/toml", m.trial.Text())
}

// putConfig begins a trial. The device restarts when the answer has been sent.
func (m *configuration) putConfig(w http.ResponseWriter, r *http.Request) error {
	text, err := rest.ReadBody(w, r)
	if err != nil {
		return err
	}
	if len(text) > MaxConfig {
		return errLargeConfig
	}
	if err := m.trial.Try(text); err != nil {
		return m.live.configFault(err)
	}
	m.live.cfg.Log.Info("a new configuration was written", "by", r.RemoteAddr)
	return rest.WriteDone(w, nil)
}

// maxName is the longest name of a device, in characters, as the page takes it.
const maxName = 64

// putName gives the device another name, without a trial and without a restart.
func (m *configuration) putName(w http.ResponseWriter, r *http.Request) error {
	var body struct {
		Name wire.Word `json:"name"`
	}
	if err := rest.ReadJSON(w, r, &body); err != nil {
		return err
	}
	var f wire.Faults
	name := strings.TrimSpace(body.Name.Text)
	bad := name == "" || utf8.RuneCountInString(name) > maxName || strings.ContainsFunc(name, unicode.IsControl)
	if f.Need("name", body.Name.Value) && bad {
		f.Wrong("name", body.Name.Value, "want 1 to 64 characters in one line")
	}
	if f.Err() != nil {
		return f.Err()
	}
	if err := m.trial.Rename(name); err != nil {
		return m.live.switchFault(err)
	}
	m.live.cfg.Log.Info("the device has another name", "name", name, "by", r.RemoteAddr)
	return rest.WriteChanged(w, r, named{name})
}

// maxZone is longer than the name of any zone, in bytes.
const maxZone = 64

// putZone gives the device another time zone, without a trial and without a restart.
func (m *configuration) putZone(w http.ResponseWriter, r *http.Request) error {
	var body placed
	if err := rest.ReadJSON(w, r, &body); err != nil {
		return err
	}
	var f wire.Faults
	if f.Need("zone", body.Zone.Value) && len(body.Zone.Text) > maxZone {
		f.Wrong("zone", body.Zone.Value, "want a name such as Europe/Berlin")
	}
	if f.Err() != nil {
		return f.Err()
	}
	if err := m.trial.Move(body.Zone.Text); err != nil {
		return m.live.switchFault(err)
	}
	m.live.cfg.Log.Info("the device has another time zone", "zone", body.Zone.Text, "by", r.RemoteAddr)
	return rest.WriteDone(w, nil)
}

// placed is where the device stands.
type placed struct {
	Zone wire.Word `json:"zone"`
}

// named is the device's name.
type named struct {
	Name string `json:"name"`
}

func (m *configuration) confirmConfig(w http.ResponseWriter, r *http.Request) error {
	return rest.WriteDone(w, m.live.configFault(m.trial.Confirm()))
}

func (m *configuration) getTrial(w http.ResponseWriter, r *http.Request) error {
	return rest.WriteJSON(w, http.StatusOK, configObject(m.trial.State()))
}

func (m *configuration) endTrial(w http.ResponseWriter, r *http.Request) error {
	return rest.WriteDone(w, m.live.configFault(m.trial.Return()))
}

// configFault returns the answer to an error: its own, or that the configuration
// cannot be kept; nil for nil.
func (l *Live) configFault(err error) error {
	if _, told := wire.Messages(err); err == nil || told || errors.As(err, new(*rest.Refusal)) {
		return err
	}
	l.cfg.Log.Error("the configuration cannot be saved", "err", err)
	return rest.Refuse(http.StatusInsufficientStorage, "The configuration cannot be saved, so nothing was changed")
}

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
	var f wire.Faults
	if f.Need("serial", body.Serial.Value) && body.Serial.Text != m.live.cfg.Device.Identity().Serial {
		f.Wrong("serial", body.Serial.Value, "want this device's serial_number")
	}
	if f.Err() != nil {
		return f.Err()
	}
	if err := m.resetter.Reset(r.RemoteAddr); err != nil {
		return rest.Refuse(http.StatusInsufficientStorage, "The device cannot write to its disk, and nothing is reset")
	}
	return rest.WriteDone(w, nil)
}

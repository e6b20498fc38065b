// SPDX-License-Identifier: Apache-2.0

package rig

import (
	"encoding/json"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ledpost/ledpost/api"
	"github.com/ledpost/ledpost/internal/must"
)

// Widget returns the id of the only widget of a package.
func (r *Device) Widget(pkg string) (id string) {
	r.t.Helper()
	var a struct{ Widgets map[string]any }
	r.Call("GET", "/api/v2/device/apps/"+pkg, "", &a)
	for id = range a.Widgets {
	}
	return id
}

// Metrics returns the text that Prometheus gets.
func (r *Device) Metrics() string {
	r.t.Helper()
	_, text := r.Ask("GET", "/metrics", "")
	return string(text)
}

// AskAs returns the status of an answer to another key.
func (r *Device) AskAs(key string) int {
	r.t.Helper()
	req := must.Get(http.NewRequest("GET", r.URL+"/api/v2/device", nil))(r.t)
	req.SetBasicAuth("dev", key)
	resp := must.Get(http.DefaultClient.Do(req))(r.t)
	resp.Body.Close()
	return resp.StatusCode
}

// Width returns the columns of the panel, 0 while the device does not answer.
func (r *Device) Width() int {
	req, err := http.NewRequest("GET", r.URL+"/live/frame.png", nil)
	must.Do(r.t, err)
	req.SetBasicAuth("dev", r.Key)
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return 0
	}
	defer resp.Body.Close()
	head := make([]byte, 24)
	if _, err := io.ReadFull(resp.Body, head); err != nil {
		return 0
	}
	return int(head[18])<<8 | int(head[19]) // of a PNG's IHDR
}

// Trial tells whether a configuration is on trial.
type Trial struct {
	Trial   bool
	Left    int
	Outcome string
	Locked  map[string]string
}

// Trial asks how the configuration stands.
func (r *Device) Trial() (s Trial) {
	r.t.Helper()
	r.Call("GET", "/live/config/trial", "", &s)
	return s
}

// Saved reports whether health and metrics say that all is saved.
func (r *Device) Saved() bool {
	r.t.Helper()
	status, body := r.Ask("GET", "/healthz", "")
	metrics := r.Metrics()
	ok := strings.Contains(strings.ReplaceAll(string(body), " ", ""), `"name":"state","status":"ok"`)
	return ok && status == http.StatusOK && strings.Contains(metrics, "ledpost_state_unsaved_seconds 0\n")
}

// Serial returns the serial number.
func (r *Device) Serial() string {
	r.t.Helper()
	var d struct {
		Serial string `json:"serial_number"`
	}
	r.Call("GET", "/api/v2/device", "", &d)
	return d.Serial
}

// Volume returns the volume in percent.
func (r *Device) Volume() int {
	r.t.Helper()
	var a struct{ Volume int }
	r.Call("GET", "/api/v2/device/audio", "", &a)
	return a.Volume
}

// Kill ends it as a power cut does.
func (r *Device) Kill() {
	r.t.Helper()
	_ = r.Cmd.Process.Kill()
	<-r.Done
}

// Health asks /healthz.
func (r *Device) Health() (status int, parts map[string]api.Component) {
	r.t.Helper()
	var said struct{ Parts []api.Component }
	status, answer := r.Ask("GET", "/healthz", "")
	must.Do(r.t, json.Unmarshal(answer, &said))
	parts = map[string]api.Component{}
	for _, p := range said.Parts {
		parts[p.Name] = p
	}
	return status, parts
}

// Configured returns the arguments of a device with this configuration.
func Configured(t *testing.T, text string) []string {
	t.Helper()
	cfg := filepath.Join(t.TempDir(), "config.toml")
	must.Do(t, os.WriteFile(cfg, []byte(text), 0o600))
	return []string{"--config", cfg}
}

// Unsaved reports whether health and metrics say that the state is not saved.
func (r *Device) Unsaved() bool {
	r.t.Helper()
	status, body := r.Ask("GET", "/healthz", "")
	metrics := r.Metrics()
	failed := strings.Contains(strings.ReplaceAll(string(body), " ", ""), `"name":"state","status":"failed"`)
	return failed && status == http.StatusServiceUnavailable &&
		!strings.Contains(metrics, "ledpost_state_unsaved_seconds 0\n")
}

// SPDX-License-Identifier: Apache-2.0

package widgets

import (
	"bytes"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"time"
)

// A Widget is an entry of the list: a picture of an app, with its settings. Its place in
// the list is its place in the rotation.
type Widget struct {
	ID       string          `json:"id"` // 32 hex digits
	Package  string          `json:"package"`
	Title    string          `json:"title,omitempty"` // "" = the app's
	Visible  bool            `json:"visible,omitempty"`
	Seconds  int             `json:"seconds"`            // how long it shows in auto mode, 1 to MaxSeconds
	Settings json.RawMessage `json:"settings,omitempty"` // as the app's Schema describes them; none = all unset
}

// Limits of the list of widgets.
const (
	MaxSeconds  = 3600
	MaxWidgets  = 64       // in the list
	maxTitle    = 64       // characters
	maxSettings = 32 << 10 // bytes for one widget, so that the settings of all fit into their file
)

// DefaultDwell is how long a widget shows in auto mode.
const DefaultDwell = 20 * time.Second

// FirstID returns the id of a package's widget on a new device: the same on every
// device.
func FirstID(pkg string) string {
	sum := sha256.Sum256([]byte("widget " + pkg))
	return hex.EncodeToString(sum[:16])
}

// newID returns a new id.
func newID() string {
	var id [16]byte
	rand.Read(id[:]) // never fails, crypto/rand
	return hex.EncodeToString(id[:])
}

// Equal reports whether w and v are the same, with the same settings byte for byte.
func (w Widget) Equal(v Widget) bool {
	return bytes.Equal(w.Settings, v.Settings) && w.ID == v.ID && w.Package == v.Package && w.Title == v.Title &&
		w.Visible == v.Visible && w.Seconds == v.Seconds
}

// shown returns w for clients: with a title, without secrets.
func (w Widget) shown(k *Kind) Widget { return w.told(k, (*Schema).hide) }

// told is shown with another way to hide secrets.
func (w Widget) told(k *Kind, hide func(*Schema, any) any) Widget {
	if w.Title == "" {
		w.Title = k.Title
	}
	v, err := decode(w.Settings)
	if err != nil {
		v = map[string]any{} // a state file that somebody has edited
	}
	w.Settings = encode(hide(k.Schema, v))
	return w
}

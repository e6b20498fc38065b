// SPDX-License-Identifier: Apache-2.0

package note

import "github.com/ledpost/ledpost/internal/enum"

// Form is by whose rules a frame is drawn. The zero value is FormOwn.
type Form uint8

const (
	FormOwn          Form = iota // ours: device/paint
	FormAwtrixApp                // the rules of AWTRIX 3 for a custom app: device/awtrix
	FormAwtrixNotice             // the rules of AWTRIX 3 for a notification
)

var formNames = []string{"own", "awtrix app", "awtrix notification"}

// String returns the name that is kept with a frame.
func (f Form) String() string { return enum.Name(formNames, f) }

// MarshalText returns the text of String.
func (f Form) MarshalText() ([]byte, error) { return enum.Marshal(formNames, f) }

// UnmarshalText is the inverse of MarshalText.
func (f *Form) UnmarshalText(text []byte) error { return enum.Unmarshal(formNames, text, f) }

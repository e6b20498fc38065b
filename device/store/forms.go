// SPDX-License-Identifier: Apache-2.0

package store

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/ledpost/ledpost/device"
	"github.com/ledpost/ledpost/device/note"
)

// version is the version of the file format. A later one may have more fields; those
// that this version does not know are skipped.
const version = 2

// file is one of the files that a device.Saved is stored in. They are written in this
// order: no id is used before it is reserved.
type file struct {
	name string
	most int64 // bytes; a longer file was not written by this program
	form func(*encoder, device.Saved) any
}

var files = []file{
	{identityName, 64 << 10, func(_ *encoder, v device.Saved) any {
		return identityFile{version, v.Identity, v.Reserved}
	}},
	{settingsName, 4 << 20, func(e *encoder, v device.Saved) any {
		return settingsFile{version, e.settings(v.Settings), v.Since, v.Touched}
	}},
	{appsName, 4 << 20, func(e *encoder, v device.Saved) any { return appsFile{version, e.apps(v.Apps)} }},
	{endedName, 1 << 20, func(_ *encoder, v device.Saved) any { return endedFile{version, v.Ended} }},
	{queueName, 4 << 20, func(e *encoder, v device.Saved) any {
		return queueFile{version, v.At, v.Unsure, v.Clean, v.Unclean, v.Boot, e.waiting(v.Waiting)}
	}},
	{deviceName, 64 << 10, func(_ *encoder, v device.Saved) any {
		v.Identity.Name = ""
		return identityFile{version, v.Identity, 0}
	}},
}

// Names of the files. The two that change together are separate because one is
// written when a notification comes, and the other only when one has ended.
const (
	identityName = "identity.json"
	settingsName = "settings.json"
	appsName     = "apps.json"
	endedName    = "ended.json"
	queueName    = "queue.json"
	// who the device is, in a file that is hardly ever written: a failing card seldom breaks it
	deviceName = "device.json"
)

// called returns the file with that name.
func called(name string) file {
	return files[slices.IndexFunc(files, func(f file) bool { return f.name == name })]
}

// identityFile is the form of two files: deviceName is without the counter, and without the
// name of the device, which is a setting.
type identityFile struct {
	Version  int             `json:"version"`
	Identity device.Identity `json:"identity"`
	Reserved uint64          `json:"reserved,omitempty"`
}

type settingsFile struct {
	Version  int           `json:"version"`
	Settings savedSettings `json:"settings"`
	// Since is the version of the program that has written the file first, and Touched what
	// calls have changed since ([device.Saved]): by these a way back to the version before
	// tells what clients have set from what the newer version has (package update/install).
	Since   string   `json:"since,omitempty"`
	Touched []string `json:"touched,omitempty"`
}

type appsFile struct {
	Version int                        `json:"version"`
	Apps    map[string]device.SavedApp `json:"apps"`
}

type endedFile struct {
	Version int               `json:"version"`
	Ended   []device.SavedEnd `json:"ended"`
}

type queueFile struct {
	Version int          `json:"version"`
	At      time.Time    `json:"at"`
	Unsure  bool         `json:"unsure,omitempty"`
	Clean   bool         `json:"clean"`
	Unclean int          `json:"unclean,omitempty"`
	Boot    string       `json:"boot,omitempty"`
	Waiting []savedEntry `json:"waiting"`
}

// The types of the device stand in the files as they are, but for these: in them a duration
// is a word, and json.RawMessage a value that may lie in a file of its own.

type savedSettings struct {
	device.Settings
	Indicators [note.Indicators]savedIndicator `json:"indicators,omitzero"`
}

type savedIndicator struct {
	note.Indicator
	Period span `json:"period,omitempty"`
}

type savedEntry struct {
	device.SavedEntry
	Left         span            `json:"left"`
	Notification json.RawMessage `json:"notification"` // a savedNotification
}

type savedNotification struct {
	note.Notification
	Lifetime span         `json:"lifetime"`
	Frames   []savedFrame `json:"frames"`
}

type savedFrame struct {
	note.Frame
	Icon     json.RawMessage `json:"icon,omitempty"` // an icons.Ref
	Period   span            `json:"period,omitempty"`
	Duration span            `json:"duration,omitempty"`
}

// span is a time.Duration that is written as 1m30s.
type span time.Duration

func (s span) MarshalText() ([]byte, error) { return []byte(time.Duration(s).String()), nil }

func (s *span) UnmarshalText(text []byte) error {
	v, err := time.ParseDuration(string(text))
	if err == nil {
		*s = span(v)
	}
	return err
}

// Readable reports whether this version of the program understands the form in
// which a file of the state is written. New words of a later form would be
// skipped, and lost with the next change.
func Readable(text []byte) bool {
	var f struct {
		Version int `json:"version"`
	}
	return json.Unmarshal(text, &f) == nil && f.Version <= version
}

// EncodeSettings returns settings in the form in which they are stored: readable
// JSON.
func EncodeSettings(v device.Settings) ([]byte, error) {
	return whole(settingsName, device.Saved{Settings: v})
}

// DecodeSettings is the inverse of EncodeSettings. Unlike the store it refuses what
// it cannot use: each error names a field.
func DecodeSettings(data []byte) (device.Settings, error) {
	to := settingsFile{Settings: savedSettings{Settings: device.DefaultSettings}}
	if most := called(settingsName).most; len(data) > int(most) {
		return device.DefaultSettings, fmt.Errorf("%d bytes, at most %d are allowed", len(data), most)
	}
	if err := check(data); err != nil {
		return device.DefaultSettings, err
	}
	var faults []error
	r := reader{file: func(string, int64) ([]byte, error) { return nil, errors.New("refers to another file") }}
	r.warn = func(field string, err error) {
		if r.full = len(faults) == maxFaults; !r.full {
			faults = append(faults, fmt.Errorf("%s: %w", field, err))
		}
	}
	decode(&r, "", data, &to)
	v := r.settings(to.Settings)
	if len(faults) == 0 && to.Version > version {
		faults = []error{fmt.Errorf("version: %d, this version reads up to %d", to.Version, version)}
	}
	return v, errors.Join(faults...)
}

// maxFaults bounds the errors of DecodeSettings.
const maxFaults = 20

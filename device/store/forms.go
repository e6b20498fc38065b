// SPDX-License-Identifier: Apache-2.0

package store

import (
	"encoding/json"
	"time"

	"github.com/ledpost/ledpost/device"
)

// version is the version of the file format. A later one may have more fields; those
// that this version does not know are skipped.
const version = 2

// file is one of the files that a device.Saved is stored in. They are written in this
// order: no id is used before it is reserved.
type file struct {
	name string
	most int64 // bytes; a longer file was not written by this program
	form func(device.Saved) any
	core func(device.Saved) any // the part of it whose change is worth a write
}

var files = []file{
	{identityName, 64 << 10, identityForm, identityForm},
	{settingsName, 4 << 20, settingsForm, settingsForm},
	{appsName, 4 << 20, appsForm, appsForm},
	{endedName, 1 << 20, endedForm, endedForm},
	{queueName, 4 << 20, queueForm, queueCore},
	{deviceName, 64 << 10, deviceForm, deviceForm},
}

// Names of the files. The two that change together are separate because one is
// written when a notification comes, and the other only when one has ended.
const (
	identityName = "identity.json"
	settingsName = "settings.json"
	appsName     = "apps.json"
	endedName    = "ended.json"
	queueName    = "queue.json"
	deviceName   = "device.json" // who the device is, in a file that is hardly ever written: a failing card seldom breaks it
)

type identityFile struct {
	Version  int             `json:"version"`
	Identity device.Identity `json:"identity"`
	Reserved uint64          `json:"reserved"`
}

// deviceFile is without the name, which is a setting.
type deviceFile struct {
	Version  int             `json:"version"`
	Identity device.Identity `json:"identity"`
}

type settingsFile struct {
	Version  int             `json:"version"`
	Settings device.Settings `json:"settings"`
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
	Version int                 `json:"version"`
	At      time.Time           `json:"at"`
	Unsure  bool                `json:"unsure,omitempty"`
	Clean   bool                `json:"clean"`
	Unclean int                 `json:"unclean,omitempty"`
	Boot    string              `json:"boot,omitempty"`
	Waiting []device.SavedEntry `json:"waiting"`
}

func identityForm(v device.Saved) any { return identityFile{version, v.Identity, v.Reserved} }
func deviceForm(v device.Saved) any {
	v.Identity.Name = ""
	return deviceFile{version, v.Identity}
}
func settingsForm(v device.Saved) any { return settingsFile{version, v.Settings, v.Since, v.Touched} }
func appsForm(v device.Saved) any     { return appsFile{version, v.Apps} }
func endedForm(v device.Saved) any    { return endedFile{version, v.Ended} }
func queueForm(v device.Saved) any {
	return queueFile{version, v.At, v.Unsure, v.Clean, v.Unclean, v.Boot, v.Waiting}
}

// queueCore leaves out the time and the rest of the lifetimes: as long as nothing
// else changes, the written values say the same.
func queueCore(v device.Saved) any {
	waiting := make([]device.SavedEntry, len(v.Waiting))
	for i, e := range v.Waiting {
		e.Left = 0
		waiting[i] = e
	}
	return queueFile{version, time.Time{}, v.Unsure, v.Clean, v.Unclean, v.Boot, waiting}
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

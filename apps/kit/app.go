// SPDX-License-Identifier: Apache-2.0

package kit

import (
	"cmp"
	"encoding/json"

	"github.com/ledpost/ledpost/device"
)

// Factory makes an app. kept is what the app kept, nil on a new device, and version is
// the version of the app that wrote it. The app ignores what it cannot read.
type Factory func(env Env, kept json.RawMessage, version int) device.App

// App is an app as a table lists it.
type App struct {
	Package string  // the name that clients know it by
	Widget  string  // id of its widget on a new device; "" = derived from Package
	New     Factory // never nil
}

// FirstWidget returns the id of the app's widget on a new device.
func (a App) FirstWidget() string { return cmp.Or(a.Widget, device.FirstWidget(a.Package)) }

// Make makes the app as it was saved, by package.
func (a App) Make(env Env, saved map[string]device.SavedApp) device.App {
	was := saved[a.Package]
	return a.New(env, was.Keep, was.Version)
}

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

// About describes an app of this project: the first version of what it keeps, and its settings.
func About(pkg, title string, settings []device.Property) device.About {
	return device.About{Package: pkg, Title: title, Vendor: "ledpost", Version: "1.0.0", Code: 1,
		Settings: device.Schema{Properties: settings}}
}

// FirstWidget returns the id of the app's widget on a new device.
func (a App) FirstWidget() string { return cmp.Or(a.Widget, device.FirstWidget(a.Package)) }

// Make makes the app as it was saved, by package.
func (a App) Make(env Env, saved map[string]device.SavedApp) device.App {
	was := saved[a.Package]
	return a.New(env, was.Keep, was.Version)
}

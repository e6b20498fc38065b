// SPDX-License-Identifier: Apache-2.0

package apptest

import (
	"encoding/json"
	"image"
	"time"

	"github.com/ledpost/ledpost/apps/kit"
	"github.com/ledpost/ledpost/device"
	"github.com/ledpost/ledpost/render"
)

// Backdrop is an app that shows nothing: it stands first in a list where the app under
// test must not be seen at once.
var Backdrop = kit.App{
	Package: backdropPackage,
	New:     func(env kit.Env, _ json.RawMessage, _ int) device.App { return backdrop{env.Size} },
}

const backdropPackage = "com.example.backdrop"

type backdrop struct{ size image.Point }

// About implements [device.App].
func (backdrop) About() device.About {
	return device.About{Package: backdropPackage, Title: "Backdrop", Vendor: "ledpost", Version: "1.0.0", Code: 1}
}

// Do implements [device.App]: there are no actions.
func (backdrop) Do(string, string, device.Args, time.Time) error { return nil }

// Step implements [device.App].
func (b backdrop) Step(time.Time) device.Now {
	dark := &render.Still{Image: image.NewRGBA(image.Rectangle{Max: b.size})}
	return device.Now{Views: map[string]device.View{"": {Root: dark}}}
}

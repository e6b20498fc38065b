// SPDX-License-Identifier: Apache-2.0

package others

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/ledpost/ledpost/apps/kit"
	"github.com/ledpost/ledpost/device"
	"github.com/ledpost/ledpost/device/note"
	"github.com/ledpost/ledpost/internal/applet"
)

// sentence returns the view of words about an app that shows nothing.
func (o *Others) sentence(it *item, fault error, now time.Time) device.View {
	words := o.words(it.app, fault)
	painter := o.Painter()
	painter.Look = kit.Pale(o.Look)
	w, _ := painter.Frame(&note.Frame{Text: []note.Fragment{{Text: kit.Printable(kit.Short(words, 128))}}})
	return device.View{Root: w, Start: now, Anew: true, Says: words}
}

// words returns what is said about an app that shows nothing.
func (o *Others) words(app string, fault error) string {
	say := o.Env.Local(o.Region, "").Phrases
	asks, failed := (*Asks)(nil), (*applet.Error)(nil)
	app = strings.TrimPrefix(app, Community)
	switch {
	case errors.Is(fault, errNoApp):
		return say.SetApp
	case fault == nil:
		return app
	case errors.Is(fault, applet.ErrMissing):
		return fmt.Sprintf(say.Install, applet.Name)
	case errors.Is(fault, ErrNoApp):
		return fmt.Sprintf(say.NoApp, app)
	case errors.As(fault, &asks) && asks.Place.Address.IsValid():
		return fmt.Sprintf(say.AsksNear, app, asks.Place)
	case errors.As(fault, &asks):
		return fmt.Sprintf(say.Asks, app, asks.Place)
	case errors.As(fault, &failed) && failed.Line > 0: // 3:14 would be a time
		return fmt.Sprintf(say.Line, app, failed.Line, failed.Message)
	}
	return app + ": " + fault.Error()
}

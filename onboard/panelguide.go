// SPDX-License-Identifier: Apache-2.0

package onboard

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/ledpost/ledpost/device"
	"github.com/ledpost/ledpost/device/say"
)

// A Guide says on the panel what to do: as long as nobody has used the device, how it is
// reached, and while Wi-Fi is set up, how. The first is over once a client has come, a
// notification was sent, or a button is pressed, and does not come back after a restart.
// Its fields must not change once Run was called.
type Guide struct {
	Device  *device.Device
	Name    string        // of the device
	Address func() string // host and port of the page, for others on the network; "" = there is no network
	Used    <-chan struct{}
	Setup   *Setup // nil = Wi-Fi cannot be set up
	Quiet   bool   // only what Setup says
}

// every is how often the Guide asks for the address.
const every = time.Second

// Run shows the guide until ctx ends, or nothing is left to say.
func (g *Guide) Run(ctx context.Context) error {
	fresh, err := g.Device.New(ctx)
	fresh = fresh && !g.Quiet
	shown := &shownGuide{Device: g.Device}
	tick := time.NewTicker(every)
	defer tick.Stop()
	for err == nil && ctx.Err() == nil && (fresh || g.Setup != nil) {
		words := g.Device.Words(ctx)
		setup := g.Setup.pages(words)
		if pages := setup; pages != nil || !fresh {
			err = shown.show(ctx, pages)
		} else {
			err = shown.show(ctx, g.pages(words))
		}
		used, look := g.Used, tick.C
		if !fresh { // nothing to wait for but Setup
			used, look = nil, nil
		}
		over := false
		select {
		case <-ctx.Done():
		case <-g.Setup.changed():
		case <-look:
			s, err := g.Device.Stats(ctx)
			over = err == nil && s.Sent > 0 // the device's own are no use
		case <-used:
			over = true
		case <-shown.pressed:
			shown.pages, shown.pressed = nil, nil // the device has ended it, and a closed channel would come again and again
			if over = setup == nil; !over {
				g.Setup.Cancel()
			}
		}
		if over && fresh {
			fresh, err = false, g.Device.Used(ctx)
		}
	}
	_ = shown.show(context.WithoutCancel(ctx), nil) // fails only when the device has ended
	return nil
}

// shownGuide is what the device was given.
type shownGuide struct {
	*device.Device
	pages   []device.GuidePage
	pressed <-chan struct{}
}

// show makes the panel show pages, unless it does.
func (s *shownGuide) show(ctx context.Context, pages []device.GuidePage) (err error) {
	if slices.Equal(pages, s.pages) {
		return nil
	}
	if s.pages = pages; len(pages) == 0 {
		s.pressed = nil
		return s.EndGuide(ctx)
	}
	s.pressed, err = s.Guide(ctx, pages)
	return err
}

// pages returns how the device is reached.
func (g *Guide) pages(words *say.Words) []device.GuidePage {
	at := g.Address()
	if at == "" {
		hint := words.PlugIn
		if g.Setup != nil {
			hint = words.PlugInOrHold
		}
		return []device.GuidePage{{Text: fmt.Sprintf(words.NoNetwork, g.Name)}, {Text: hint}}
	}
	return []device.GuidePage{
		{Text: g.Name + ": http://" + at, Link: at},
		{Text: words.Scan, Code: strings.ToUpper("http://" + at + "/")}, // scheme and host in capitals make a smaller code
	}
}

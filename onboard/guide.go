// Package onboard takes a new device to its first client: its panel says what to do.
package onboard

import (
	"context"
	"slices"
	"strings"
	"time"

	"github.com/ledpost/ledpost/device"
)

// A Guide says on the panel how the device is reached, as long as nobody has used it: until
// a client has come, a notification was sent, or a button is pressed. It does not
// come back after a restart. Its fields must not change once Run was called.
type Guide struct {
	Device  *device.Device
	Name    string        // of the device
	Address func() string // host and port of the page, for others on the network; "" = there is no network
	Used    <-chan struct{}
}

// every is how often the Guide asks for the address.
const every = time.Second

// Run shows the guide until it is over, or ctx ends.
func (g *Guide) Run(ctx context.Context) error {
	if fresh, err := g.Device.New(ctx); err != nil || !fresh {
		return nil // the device has ended, or somebody uses it
	}
	tick := time.NewTicker(every)
	defer tick.Stop()
	var shown []device.GuidePage
	var pressed <-chan struct{}
	for {
		if pages := g.pages(); !slices.Equal(pages, shown) {
			var err error
			if pressed, err = g.Device.Guide(ctx, pages); err != nil {
				return nil
			}
			shown = pages
		}
		select {
		case <-ctx.Done():
			return nil
		case <-tick.C:
			if s, err := g.Device.Stats(ctx); err == nil && s.Received == 0 {
				continue
			}
		case <-g.Used:
		case <-pressed:
		}
		_ = g.Device.Used(ctx) // fails only when the device ends
		_ = g.Device.EndGuide(ctx)
		return nil
	}
}

// pages returns what the panel says: first what can be read from any of them.
func (g *Guide) pages() []device.GuidePage {
	at := g.Address()
	if at == "" {
		return []device.GuidePage{{Text: g.Name + ": no network yet"}, {Text: "Plug in a network cable, or set up Wi-Fi"}}
	}
	return []device.GuidePage{
		{Text: g.Name + ": http://" + at},
		{Text: "Scan me", Code: strings.ToUpper("http://" + at + "/")}, // scheme and host in capitals make a smaller code
	}
}

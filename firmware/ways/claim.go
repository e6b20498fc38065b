// SPDX-License-Identifier: Apache-2.0

package ways

import (
	"context"
	"fmt"
	"log/slog"
	"net/netip"
	"time"

	"github.com/ledpost/ledpost/api/keys"
	"github.com/ledpost/ledpost/device"
	"github.com/ledpost/ledpost/device/note"
	"github.com/ledpost/ledpost/firmware/hardware"
	"github.com/ledpost/ledpost/firmware/host"
	"github.com/ledpost/ledpost/icons"
	"github.com/ledpost/ledpost/internal/latest"
)

// digitsTime is how long the panel shows digits that nobody types, or words about the claim.
const digitsTime = 10 * time.Second

// claims tells whoever stands before the device that it can be claimed, by which digits, and
// who has claimed it: the panel, and the service manager, which writes it on the console of
// the image.
type claims struct {
	by      latest.Box[netip.Addr] // who has claimed it
	digits  latest.Box[string]     // for the panel; "" = none
	guard   *keys.Guard
	address func() string // at which others find the page; "" = nowhere yet
	log     *slog.Logger
}

// newClaims returns them for the ports l. Their guard is still missing.
func newClaims(in Inside, l *Listeners) *claims {
	address := func() string { return l.Reachable(in.Network.Wifi()) }
	return &claims{by: latest.New[netip.Addr](), digits: latest.New[string](), address: address, log: in.Log}
}

// panel returns what shows the digits: a panel, or one in the terminal.
func (c *claims) panel(h *hardware.Hardware) (p keys.Panel) {
	if p.Simulated = h.Simulated(); !p.Simulated || h.InTerminal() {
		p.Show = c.digits.Put
	}
	return p
}

// lookEvery is how often it is looked whether the device still can be claimed.
const lookEvery = time.Second

// run tells until ctx ends.
func (c *claims) run(ctx context.Context, d *device.Device) error {
	tick := time.NewTicker(lookEvery)
	defer tick.Stop()
	look, said := tick.C, ""
	for {
		select {
		case <-ctx.Done():
			return nil
		case by := <-c.by:
			look, said = nil, fmt.Sprintf("%s has claimed this device", by)
			host.Notify("STATUS=" + said)
			c.greet(ctx, d, by)
		case digits := <-c.digits:
			if err := d.ShowDigits(ctx, digits, digitsTime); err != nil {
				c.log.Warn("the panel cannot show the digits of the claim", "err", err)
			}
		case <-look:
			if now := c.invitation(said); now != said {
				said = now
				host.Notify("STATUS=" + said)
			}
		}
	}
}

// invitation returns what the console says while the device can be claimed, once it has
// an address, and "" when that is over; said is what it says now.
func (c *claims) invitation(said string) string {
	at := c.address()
	switch {
	case c.guard.Claimable() && at != "":
		return fmt.Sprintf("nobody has used this device: the first browser at http://%s/ may claim it", at)
	case c.guard.Claimable():
		return said
	}
	return ""
}

// greet says hello on the panel at once, and who has claimed the device: until the first step of the
// welcome takes its place.
func (c *claims) greet(ctx context.Context, d *device.Device, by netip.Addr) {
	words := d.Words(ctx)
	frame := func(text string) note.Frame { return note.Frame{Text: []note.Fragment{{Text: text}}} }
	n := note.Notification{Frames: []note.Frame{frame(words.Hello), frame(fmt.Sprintf(words.Claimed, by))}}
	var err error
	if n.Frames[0].Icon, err = icons.Parse("face-wink"); err != nil {
		c.log.Warn("the hello has no face", "err", err)
	}
	root, _, err := d.Preview(ctx, n, device.MaxTry)
	if err == nil {
		err = d.Try(ctx, root, digitsTime)
	}
	if err != nil {
		c.log.Warn("the panel cannot show the claim of the device", "err", err)
	}
}

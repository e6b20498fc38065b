// SPDX-License-Identifier: Apache-2.0

package firmware

import (
	"context"
	"fmt"
	"log/slog"
	"time"

	"github.com/ledpost/ledpost/api"
	"github.com/ledpost/ledpost/device"
	"github.com/ledpost/ledpost/device/walltime"
	"github.com/ledpost/ledpost/internal/timesync"
	"github.com/ledpost/ledpost/internal/version"
)

// How often the system is asked whether its clock is synchronised: at the
// start, when the clock is set, and in between less and less often, until it
// is. Each query may start systemd's time service.
const askFirst, askRarely = 5 * time.Second, 10 * time.Minute

// clock judges the machine's clock and follows its changes.
type clock struct {
	device.WallClock
	stepped chan struct{}                       // signals that the clock was set
	ask     func(context.Context) (bool, error) // whether the system's clock is synchronised
	log     *slog.Logger
}

// newClock returns the clock of a device that was last running at the time
// last.
func newClock(last time.Time, log *slog.Logger) *clock {
	return &clock{
		WallClock: device.NewWallClock(version.Built(), last), stepped: make(chan struct{}, 1),
		ask: timesync.Synchronized, log: log,
	}
}

// watch applies the rules again when the wall clock is set.
func (c *clock) watch(ctx context.Context, d *device.Device) error {
	err := walltime.WatchSteps(ctx, func() {
		c.Set()
		select {
		case c.stepped <- struct{}{}:
		default:
		}
		_ = d.Wake(ctx)
	})
	if err != nil {
		c.log.Warn("the device notices steps of the clock late", "err", err)
	}
	return nil
}

// synchronize waits until the system reports that its clock is synchronised.
func (c *clock) synchronize(ctx context.Context, d *device.Device) error {
	for wait := askFirst; ; wait = min(2*wait, askRarely) {
		yes, err := c.ask(ctx)
		if err != nil {
			c.log.Debug("the device cannot tell whether the clock is synchronised", "err", err)
		}
		if yes {
			c.Synchronized()
			_ = d.Wake(ctx)
			c.log.Debug("the clock is synchronised")
			return nil
		}
		select {
		case <-time.After(wait):
		case <-c.stepped:
			wait = askFirst
		case <-ctx.Done():
			return nil
		}
	}
}

func (c *clock) Health() []api.Component {
	return []api.Component{api.Condition("clock", c.fault(), api.Degraded)}
}

// fault returns why times are not shown, or nil while they are.
func (c *clock) fault() error {
	now := time.Now()
	if c.Plausible(now) {
		return nil
	}
	return fmt.Errorf("the clock says %s, which is before %s: "+
		"the device shows no time and follows no schedule until the clock is set or synchronised (timedatectl)",
		now.UTC().Format(time.DateTime), c.After().UTC().Format(time.DateTime))
}

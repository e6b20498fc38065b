package firmware

import (
	"context"
	"fmt"
	"time"

	"github.com/ledpost/ledpost/device"
	"github.com/ledpost/ledpost/internal/timesync"
)

// The system is asked whether its clock is synchronised at the start, when the
// clock is set, and in between less and less often, until it says so: each
// question may start systemd's service of the time.
const askFirst, askRarely = 5 * time.Second, 10 * time.Minute

// steps applies the rules anew when the wall clock is set.
func (b *builder) steps(ctx context.Context) error {
	err := device.WatchClock(ctx, func() {
		b.clock.Set()
		select {
		case b.stepped <- struct{}{}:
		default:
		}
		_ = b.device.Wake(ctx)
	})
	if err != nil {
		b.Log.Warn("steps of the clock are noticed late", "err", err)
	}
	return nil
}

// synchronize waits until the system says that its clock is synchronised.
func (b *builder) synchronize(ctx context.Context) error {
	for wait := askFirst; ; wait = min(2*wait, askRarely) {
		yes, err := timesync.Synchronized(ctx)
		if err != nil {
			b.Log.Debug("whether the clock is synchronised is not known", "err", err)
		}
		if yes {
			b.clock.Synchronized()
			_ = b.device.Wake(ctx)
			b.Log.Debug("the clock is synchronised")
			return nil
		}
		select {
		case <-time.After(wait):
		case <-b.stepped:
			wait = askFirst
		case <-ctx.Done():
			return nil
		}
	}
}

// clockFault tells why times are not shown, nil while they are.
func (b *builder) clockFault() error {
	now := time.Now()
	if b.clock.Plausible(now) {
		return nil
	}
	return fmt.Errorf("the clock says %s, which is before %s: no time is shown and no rule of the time applies until it is set or synchronised (timedatectl)",
		now.UTC().Format(time.DateTime), b.clock.After().UTC().Format(time.DateTime))
}

// SPDX-License-Identifier: Apache-2.0

package firmware

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"github.com/ledpost/ledpost/api/keys"
	"github.com/ledpost/ledpost/api/live"
	"github.com/ledpost/ledpost/api/rest"
	"github.com/ledpost/ledpost/config"
	"github.com/ledpost/ledpost/device"
	"github.com/ledpost/ledpost/internal/durable"
)

// TrialTime is how long a new configuration may wait for its confirmation.
const TrialTime = time.Minute

// errAnew ends a run that is to be followed by another one, with another
// configuration.
var errAnew = errors.New("firmware: the configuration has changed")

// trial is the owner of the configuration that clients write. A new one is tried:
// the device restarts with it, and with the last good one again unless
// somebody confirms within TrialTime. It implements live.Configuration.
type trial struct {
	layers config.Layers
	kept   *config.Kept
	dir    durable.Dir     // the data directory
	change durable.Journal // of a restored backup, which may be on trial with its configuration
	log    *slog.Logger
	fault  atomic.Pointer[error] // of the folder at the last start; nil, or a pointer to nil, for none

	disk sync.Mutex // guards kept and change; a slow card may hold it for seconds

	// Guards all below, which changes only while disk is held, too; never held over the
	// disk, so that nobody who only looks waits for it.
	mu      sync.Mutex
	own     []byte // in force
	running bool
	asks    bool // the panel itself asks whether the one on trial is right
	until   time.Time
	outcome string               // of the last trial, in words; "" = there was none
	decided chan struct{}        // closed when the trial is confirmed; nil = no trial
	leaving bool                 // a backup is restored, or a trial has failed: a change now would be lost
	anew    func()               // ends the run
	renamed func(string)         // tells another name of the device; guarded by disk
	moved   func(*time.Location) // the same of another zone
}

func newTrial(o Options) *trial {
	o.Layers.Data = o.Dir
	return &trial{
		dir: durable.Dir(o.Dir), layers: o.Layers, kept: config.NewKept(durable.Dir(o.Dir)), log: o.Log,
		anew: func() {}, renamed: func(string) {}, moved: func(*time.Location) {},
		change: durable.Journal{FS: durable.Dir(o.Dir), Back: keys.TakenBack(o.Dir)},
	}
}

// begin returns the configuration of the next run.
func (t *trial) begin() (config.Config, error) {
	t.disk.Lock()
	defer t.disk.Unlock()
	if err := t.change.Replay(t.kept.Waits); err != nil {
		t.log.Error("a backup is not restored in full yet; the next start continues", "err", err)
	}
	start, fault := t.kept.Begin() // a variable that nothing below writes: Unsaved reads it
	t.fault.Store(&fault)
	if fault != nil {
		t.log.Error("the page's configuration cannot be saved", "err", fault)
	}
	if start.Broken {
		t.end("the device stopped before the new configuration was confirmed; the previous configuration is back")
	}
	t.started(start)
	cfg, left, err := t.layers.Load(start.Own)
	if left != nil {
		t.log.Error("some of the page's configuration cannot be used", "err", left)
	}
	if doubts := cfg.Doubts(); doubts != nil {
		t.log.Warn("the configuration has values that no client may set", "err", doubts)
	}
	return cfg, err
}

// started notes what a run begins with. t.disk must be held.
func (t *trial) started(s config.Start) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.leaving, t.own, t.running, t.asks = false, s.Own, s.Trial, t.asks && s.Trial
	if t.running {
		t.until, t.decided = time.Now().Add(TrialTime), make(chan struct{})
		t.log.Warn("a new configuration is on trial", "confirm_within", TrialTime.String())
	}
}

// Unsaved returns why the configuration that clients have written cannot be kept, or
// nil. Try and Confirm report their own errors to whoever asked. Any goroutine may
// call it.
func (t *trial) Unsaved() error {
	if err := t.fault.Load(); err != nil && *err != nil {
		return fmt.Errorf("the page's configuration cannot be saved: %w", *err)
	}
	return nil
}

// starts is called at each start: again ends it, so that another one begins.
func (t *trial) starts(anew func()) {
	t.disk.Lock()
	defer t.disk.Unlock()
	t.mu.Lock()
	defer t.mu.Unlock()
	t.anew = anew
}

// end stores and logs what became of a trial. t.disk must be held.
func (t *trial) end(outcome string) {
	t.mu.Lock()
	t.outcome, t.running = outcome, false
	t.mu.Unlock()
	t.log.Warn(outcome)
}

// failed reports whether the run that ended with err was of a trial, which it ends.
func (t *trial) failed(err error) bool {
	t.disk.Lock()
	defer t.disk.Unlock()
	if !t.running {
		return false
	}
	t.refuse(fmt.Sprintf("the new configuration does not work; the previous configuration is back: %v", err))
	return true
}

// refuse ends the trial. t.disk must be held.
func (t *trial) refuse(outcome string) {
	if err := t.kept.Refuse(); err != nil {
		t.log.Error("the end of the configuration's trial cannot be saved", "err", err)
	}
	t.end(outcome)
	t.mu.Lock()
	t.leaving = true // own is the refused one until the next run: nobody may add to it
	t.mu.Unlock()
}

// run ends the trial when its time is over, and tells people of it.
func (t *trial) run(ctx context.Context, d *device.Device) error {
	t.mu.Lock()
	running, asks, until, decided := t.running, t.asks, t.until, t.decided
	t.mu.Unlock()
	t.notice(ctx, d)
	if !running {
		return nil
	}
	over := time.NewTimer(time.Until(until))
	defer over.Stop()
	if asks {
		var asking sync.WaitGroup
		defer asking.Wait()
		asking.Go(func() { t.ask(ctx, d, until, decided) })
	}
	for waits := true; waits; {
		select {
		case <-decided:
			waits = false
		case <-over.C:
			left := t.expire()
			over.Reset(left)
			waits = left > 0
		case <-ctx.Done():
			return nil
		}
	}
	t.notice(ctx, d)
	return nil
}

// findMargin is how much longer a configuration on trial lasts than the search for a panel, or the step of a
// self-test, that runs with it: the result, or a new beginning, takes its place.
const findMargin = 5 * time.Second

// prolong gives a trial that runs at least so much more time.
func (t *trial) prolong(more time.Duration) {
	t.disk.Lock()
	defer t.disk.Unlock()
	t.mu.Lock()
	defer t.mu.Unlock()
	if until := time.Now().Add(more); t.running && until.After(t.until) {
		t.until = until
	}
}

// notice shows people how a trial stands.
func (t *trial) notice(ctx context.Context, d *device.Device) {
	t.mu.Lock()
	text := t.outcome
	if t.running {
		text = "a new configuration is on trial: confirm it, or the previous configuration returns"
	}
	t.mu.Unlock()
	if err := d.SetNotice(ctx, text); err != nil {
		t.log.Debug("the panel cannot show the notice of the configuration", "err", err)
	}
}

// expire ends a trial that nobody has confirmed, unless it was prolonged: then it returns
// the time that is left.
func (t *trial) expire() time.Duration {
	t.disk.Lock()
	defer t.disk.Unlock()
	if left := time.Until(t.until); t.running && left > 0 {
		return left
	}
	if t.running {
		t.refuse(
			fmt.Sprintf("the new configuration was not confirmed within %v; the previous configuration is back", TrialTime))
		t.anew()
	}
	return 0
}

// Text returns the configuration of clients that is in force, on trial or not.
func (t *trial) Text() []byte {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.own
}

// Try checks a configuration, keeps it, and starts the device again with it.
func (t *trial) Try(own []byte) error {
	if err := t.layers.Check(own); err != nil {
		return live.BadConfiguration(err)
	}
	t.disk.Lock()
	defer t.disk.Unlock()
	if t.leaving {
		return rest.ErrTrial
	}
	if err := t.kept.Try(own); err != nil {
		return err
	}
	t.leave(false)
	return nil
}

// restore makes the changes of a backup and starts the device again. own is the backup's
// configuration, which was checked; nil = the present one stays. If it is another one than
// that in force, or locks says that the changes may lock the owner out, all of them are on
// trial, and tried is true. After an error nothing has changed.
func (t *trial) restore(own []byte, changes []durable.Change, locks bool) (tried bool, err error) {
	t.disk.Lock()
	defer t.disk.Unlock()
	if t.running || t.leaving || t.kept.Waits() || t.change.Pending() {
		return false, rest.ErrTrial
	}
	if tried = locks || t.differs(own); tried {
		if own == nil {
			own = append([]byte{}, t.own...) // a file, where there is none
		}
		changes = append(changes, config.Changes(own, t.own)...)
	}
	if err := t.change.Commit(changes, tried); err != nil {
		return tried, err
	}
	t.leave(true)
	return tried, nil
}

// differs reports whether own, of a backup, is another configuration than that in force.
func (t *trial) differs(own []byte) bool { return own != nil && !bytes.Equal(own, t.own) }

// leave ends the run; the page asks whether what comes next is right. restored tells that
// nothing may be changed until then. t.disk must be held.
func (t *trial) leave(restored bool) {
	t.mu.Lock()
	t.asks, t.leaving, t.until = false, restored, time.Now() // one that runs is over
	t.mu.Unlock()
	t.anew()
}

// Confirm ends the trial: its configuration is the last good one from now on.
func (t *trial) Confirm() error {
	t.disk.Lock()
	defer t.disk.Unlock()
	if !t.running {
		return live.ErrNoTrial
	}
	if err := t.kept.Confirm(); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	} // else it was confirmed by a call that failed at the next step
	if err := t.change.Keep(); err != nil {
		return err
	}
	t.mu.Lock()
	t.outcome, t.running = "", false
	t.mu.Unlock()
	t.log.Info("the new configuration is confirmed")
	close(t.decided)
	return nil
}

// Return ends the trial at once: the device restarts with the last good one.
func (t *trial) Return() error {
	t.disk.Lock()
	defer t.disk.Unlock()
	if !t.running {
		return live.ErrNoTrial
	}
	t.refuse("the new configuration was given up; the previous configuration is back")
	t.anew()
	return nil
}

// State returns how a trial stands.
func (t *trial) State() live.ConfigState {
	locked, err := t.layers.Locked()
	if err != nil {
		t.log.Debug("the administrator's configuration cannot be read", "err", err)
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	s := live.ConfigState{Locked: locked, Outcome: t.outcome}
	if t.running {
		s.Trial, s.Left = true, max(time.Until(t.until), 0)
	}
	return s
}

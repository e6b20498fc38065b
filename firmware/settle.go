// SPDX-License-Identifier: Apache-2.0

package firmware

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"time"

	"github.com/ledpost/ledpost/api/live"
	"github.com/ledpost/ledpost/api/rest"
	"github.com/ledpost/ledpost/config"
	"github.com/ledpost/ledpost/device"
	"github.com/ledpost/ledpost/internal/durable"
	"github.com/ledpost/ledpost/onboard"
	"github.com/ledpost/ledpost/update/check"
)

// errOnTrial is returned for a change while another one is on trial, or is about to be.
var errOnTrial = errors.New("firmware: a new configuration is on trial")

// settle keeps the values given with the Wi-Fi set-up, and restarts the device with them.
// The administrator's values stay, which is an error. Nobody can confirm name and zone,
// since the page that asked is gone by then; so they are checked, and
// there is no trial. Another panel is tried, and the device itself asks whether it is right;
// the first one stays, since nobody could read the question without it.
func (t *trial) settle(given onboard.Given) (left error) {
	t.disk.Lock()
	defer t.disk.Unlock()
	if t.running || t.leaving || t.kept.Waits() {
		return errOnTrial
	}
	own := t.own
	for _, one := range [][2]string{{given.Name, ""}, {"", given.Zone}} {
		next := config.Settled(own, one[0], one[1])
		if err := t.layers.Check(next); err != nil {
			left = errors.Join(left, err)
		} else {
			own = next
		}
	}
	changed := !bytes.Equal(own, t.own)
	if changed {
		if err := t.put(own); err != nil {
			return errors.Join(left, err)
		}
	}
	if given.Panel != "" {
		err := t.choosePanel(given.Panel, given.Stays)
		left = errors.Join(left, err)
		changed = changed || err == nil
	}
	if changed {
		t.anew()
	}
	return left
}

// put makes a checked configuration the good one, without a trial. t.disk must be held.
func (t *trial) put(own []byte) error {
	if err := t.kept.Keep(own); err != nil {
		return err
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	t.own = own
	return nil
}

// choosePanel chooses the panel of the next start, which tries it unless it stays.
// t.disk must be held.
func (t *trial) choosePanel(id string, stays bool) error {
	keys := panelKeys(id)
	if keys == nil {
		return fmt.Errorf("firmware: there is no panel %q", id)
	}
	next, err := config.WithPanel(t.own, keys)
	if err == nil {
		err = t.layers.Check(next)
	}
	if err == nil && stays {
		return t.put(next)
	}
	if err == nil {
		err = t.kept.Try(next)
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	t.asks = err == nil
	return err
}

// ask asks on the panel on trial whether it is right: who can read that presses a button.
// It returns when there is an answer or the trial is over.
func (t *trial) ask(ctx context.Context, d *device.Device, until time.Time, decided <-chan struct{}) {
	words := d.Words(ctx)
	over, err := d.Ask(ctx, device.Prompt{
		Text: words.KeepPanel, Any: true, Within: time.Until(until),
		Approved: words.Kept, Denied: words.OnThePage, Expired: words.PanelReturns,
	})
	if err != nil {
		return // another question is on the panel: the page can still confirm
	}
	select {
	case answer := <-over:
		if answer != device.Approved {
			return
		}
		if err := t.Confirm(); err != nil {
			t.log.Warn("the new panel cannot be confirmed", "err", err)
		}
	case <-decided:
		_ = d.AnswerPrompt(ctx, over, false) // it may be over
	case <-ctx.Done():
	}
}

// Rename saves another name of the device in the page's configuration and tells it at once to
// the services that announce it, without a trial.
func (t *trial) Rename(name string) error {
	t.disk.Lock()
	defer t.disk.Unlock()
	if t.running || t.leaving || t.kept.Waits() {
		return rest.ErrTrial
	}
	next := config.Settled(t.own, name, "")
	cfg, _, err := t.layers.Load(next) // what cannot be used was said at the start
	switch {
	case err != nil:
		return err
	case cfg.Name != name:
		return live.Locked("name")
	}
	if err := t.put(next); err != nil {
		return err
	}
	t.renamed(name)
	return nil
}

// Move saves another time zone of the device in the page's configuration, and has every wall
// time follow it at once, without a trial.
func (t *trial) Move(zone string) error {
	t.disk.Lock()
	defer t.disk.Unlock()
	if t.running || t.leaving || t.kept.Waits() {
		return rest.ErrTrial
	}
	if _, err := time.LoadLocation(zone); err != nil {
		return live.BadConfiguration(fmt.Errorf("zone: %q is not a time zone, want a name such as Europe/Berlin", zone))
	}
	next := config.Settled(t.own, "", zone)
	cfg, _, err := t.layers.Load(next) // what cannot be used was said at the start
	switch {
	case err != nil:
		return err
	case cfg.Zone != zone:
		return live.Locked("zone")
	}
	if err := t.put(next); err != nil {
		return err
	}
	t.moved(cfg.Location())
	return nil
}

// tells sets what learns the next name and the next zone; each start sets its own.
func (t *trial) tells(renamed func(string), moved func(*time.Location)) {
	t.disk.Lock()
	defer t.disk.Unlock()
	t.renamed, t.moved = renamed, moved
}

// move has the device live in another zone.
func (a *appliance) move(ctx context.Context) func(*time.Location) {
	return func(zone *time.Location) {
		if err := a.device.SetZone(ctx, zone); err != nil {
			a.Log.Debug("the device ends, and has its new zone from the next start on", "err", err)
		}
	}
}

// rename gives the device another name, and the services that announce it.
func (a *appliance) rename(ctx context.Context) func(name string) {
	return func(name string) {
		a.ways.Rename(name)
		if err := a.device.Rename(ctx, name); err != nil {
			a.Log.Debug("the device ends, and has its new name from the next start on", "err", err)
		}
	}
}

// releases lets clients say which releases are looked for.
type releases struct {
	*check.Updater
	trial *trial
}

// Switch saves the choice in the page's configuration and applies it at once, without a trial.
func (r releases) Switch(want live.Releases) error {
	cfg, err := r.trial.switchUpdates(want)
	if err == nil {
		r.Configure(cfg)
	}
	return err
}

// switchUpdates saves the choice in the good configuration, and returns what now holds.
func (t *trial) switchUpdates(want live.Releases) (check.Config, error) {
	t.disk.Lock()
	defer t.disk.Unlock()
	if t.running || t.leaving || t.kept.Waits() {
		return check.Config{}, rest.ErrTrial
	}
	next, err := config.WithUpdate(t.own, want.Enabled, want.Channel)
	if err != nil {
		return check.Config{}, live.BadConfiguration(err)
	}
	cfg, _, err := t.layers.Load(next) // what cannot be used was said at the start
	u := cfg.Update
	switch {
	case err != nil:
		return check.Config{}, err
	case want.Enabled != nil && u.Chosen() != *want.Enabled:
		return check.Config{}, live.Locked("enabled")
	case want.Channel != "" && u.Channel != want.Channel:
		return check.Config{}, live.Locked("channel")
	}
	return u.Config, t.put(next)
}

// mapName is the name of a map in the data directory, empty for none. It follows from the
// map, so that the configurations before and after a trial each have their own.
func mapName(content []byte) string {
	if content == nil {
		return ""
	}
	sum := sha256.Sum256(content)
	return "panel-" + hex.EncodeToString(sum[:4]) + ".map"
}

// tryPanel tries the configuration in force with other keys of its panel; nil takes a key
// away. content is the file of the map, nil for none.
func (t *trial) tryPanel(keys map[string]any, name string, content []byte) error {
	own, err := config.ChangedPanel(t.Text(), keys, name)
	if err != nil {
		return err
	}
	if content != nil {
		if err := durable.WriteIn(t.dir, name, content); err != nil {
			return err
		}
	}
	return t.Try(own)
}

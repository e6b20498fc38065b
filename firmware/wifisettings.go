// SPDX-License-Identifier: Apache-2.0

package firmware

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/ledpost/ledpost/config"
	"github.com/ledpost/ledpost/device"
	"github.com/ledpost/ledpost/onboard"
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

package firmware

import (
	"bytes"
	"errors"

	"github.com/ledpost/ledpost/config"
)

// errOnTrial is returned for a change while another one is on trial, or is about to be.
var errOnTrial = errors.New("firmware: a new configuration is on trial")

// settle keeps the name and the time zone that were given when Wi-Fi was set up ("" = as
// it is), and starts the device anew with them. One that the administrator has set stays,
// which is an error. Whoever has given them cannot confirm them, since the page that asked
// is gone by then; so they are checked, and there is no trial.
func (t *trial) settle(name, zone string) (left error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.running || t.kept.Waits() {
		return errOnTrial
	}
	own := t.own
	for _, given := range [][2]string{{name, ""}, {"", zone}} {
		next := config.Settled(own, given[0], given[1])
		if err := t.layers.Check(next); err != nil {
			left = errors.Join(left, err)
		} else {
			own = next
		}
	}
	if bytes.Equal(own, t.own) {
		return left
	}
	if err := t.kept.Try(own); err != nil {
		return err
	}
	if _, err := t.kept.Begin(); err != nil {
		return err
	}
	if err := t.kept.Confirm(); err != nil {
		return err
	}
	t.own = own
	t.anew()
	return left
}

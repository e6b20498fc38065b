// SPDX-License-Identifier: Apache-2.0

package live

import (
	"fmt"
	"net/http"
	"strconv"
	"time"

	"github.com/ledpost/ledpost/api/rest"
	"github.com/ledpost/ledpost/api/wire"
	"github.com/ledpost/ledpost/device"
	"github.com/ledpost/ledpost/internal/enum"
)

// errNoButton lists the valid names.
var errNoButton = rest.Refuse(http.StatusNotFound,
	"Button not found: want left, right, action, volume_up or volume_down")

// maxHold is the longest time in seconds for which a client may hold a button.
const maxHold = 5

// postButton presses a button of the device, and holds it for so many seconds.
// A press with a key of scope all counts like one by hand.
func (l *Live) postButton(w http.ResponseWriter, r *http.Request) error {
	button, err := enum.Read[device.Button](r.PathValue("name"))
	if err != nil {
		return errNoButton
	}
	hold, err := holdOf(r)
	if err != nil {
		return err
	}
	dev := l.cfg.Device
	ctx, done := rest.Patience(r)
	defer done()
	if !l.cfg.Keys.SeesAll(r) {
		return rest.WriteDone(w, dev.Press(ctx, button))
	}
	_, err = dev.PressHere(ctx, button, device.Down)
	if err == nil {
		select { // a client that goes away lets go
		case <-time.After(hold):
		case <-r.Context().Done():
		case <-l.closing.Done():
		}
		ctx, done := rest.Patience(r)
		defer done()
		_, err = dev.PressHere(ctx, button, device.Up)
	}
	return rest.WriteDone(w, err)
}

// holdOf returns how long the client holds the button; 0 if it does not say.
func holdOf(r *http.Request) (time.Duration, error) {
	text := r.URL.Query().Get("hold")
	if text == "" {
		return 0, nil
	}
	seconds, err := strconv.ParseFloat(text, 64)
	if err != nil || !(seconds >= 0 && seconds <= maxHold) {
		var f wire.Faults
		f.Add("hold", fmt.Sprintf("%s, want 0 to %d seconds", wire.Excerpt([]byte(strconv.Quote(text))), maxHold))
		return 0, f.Err()
	}
	return time.Duration(seconds * float64(time.Second)), nil
}

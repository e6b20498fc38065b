// SPDX-License-Identifier: Apache-2.0

package live

import (
	"fmt"
	"net/http"
	"time"

	"github.com/ledpost/ledpost/api/rest"
	"github.com/ledpost/ledpost/api/wire"
	"github.com/ledpost/ledpost/device"
	"github.com/ledpost/ledpost/render/testcard"
)

// postTestCard shows a test pattern, or ends it.
func (l *Live) postTestCard(w http.ResponseWriter, r *http.Request) error {
	var body struct {
		Pattern wire.Word    `json:"pattern"`
		Seconds wire.Integer `json:"seconds"`
	}
	if err := rest.ReadJSON(w, r, &body); err != nil {
		return err
	}
	if !body.Pattern.Set {
		return wire.Missing("pattern")
	}
	var f wire.Faults
	pattern, _ := wire.Choice(&f, "pattern", body.Pattern, testcard.Parse)
	seconds, most := 10, int(device.MaxTest/time.Second)
	if f.Int32("seconds", body.Seconds) && body.Seconds.Set {
		if seconds = body.Seconds.Int; seconds < 0 || seconds > most {
			f.Wrong("seconds", body.Seconds.Value, fmt.Sprintf("want 0 to %d", most))
		}
	}
	if err := f.Err(); err != nil {
		return err
	}
	ctx, done := rest.Patience(r)
	defer done()
	if err := l.cfg.Device.Test(ctx, pattern, time.Duration(seconds)*time.Second); err != nil {
		return err
	}
	return rest.WriteDone(w)
}

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
	length := secondsOf(&f, body.Seconds, 10*time.Second, device.MaxTest)
	if err := f.Err(); err != nil {
		return err
	}
	ctx, done := rest.Patience(r)
	defer done()
	if err := l.cfg.Device.Test(ctx, pattern, length); err != nil {
		return err
	}
	return rest.WriteDone(w)
}

// secondsOf returns the body's field seconds, 0 to most; usual if it is absent.
func secondsOf(f *wire.Faults, sent wire.Integer, usual, most time.Duration) time.Duration {
	if !f.Int32("seconds", sent) || !sent.Set {
		return usual
	}
	if limit := int(most / time.Second); sent.Int < 0 || sent.Int > limit {
		f.Wrong("seconds", sent.Value, fmt.Sprintf("want 0 to %d", limit))
	}
	return time.Duration(sent.Int) * time.Second
}

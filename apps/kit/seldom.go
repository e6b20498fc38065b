// SPDX-License-Identifier: Apache-2.0

package kit

import (
	"encoding/json"
	"time"
)

// Seldom decides when to write what an app keeps, which may change each second: the first changes at once, then only
// now and then, since SD cards wear out. Changes held back are lost in a power cut. The zero value has kept nothing.
type Seldom struct {
	Raw     json.RawMessage // as last handed out
	Changed bool            // there is something else to keep
	paid    time.Time       // until when the writes so far are paid for
}

// SeldomEvery is the time between two writes that go on for long; SeldomAhead come at once before.
const (
	SeldomEvery = 30 * time.Second
	SeldomAhead = 20
)

// next returns when a change may be written.
func (k *Seldom) next(now time.Time) time.Time {
	at := k.paid.Add(-(SeldomAhead - 1) * SeldomEvery)
	if at.Before(now) {
		return now
	}
	return at
}

// Keep returns the state to save at now, which write returns, and when the next change may be written; zero = there
// is none.
func (k *Seldom) Keep(now time.Time, write func() json.RawMessage) (raw json.RawMessage, again time.Time) {
	switch {
	case !k.Changed:
		return k.Raw, time.Time{}
	case k.next(now).After(now):
		return k.Raw, k.next(now)
	}
	if k.paid.Before(now) {
		k.paid = now
	}
	k.paid, k.Changed = k.paid.Add(SeldomEvery), false
	k.Raw = write()
	return k.Raw, time.Time{}
}

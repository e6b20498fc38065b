// SPDX-License-Identifier: Apache-2.0

package device

import (
	"errors"
	"math"
	"testing"
	"time"

	"github.com/ledpost/ledpost/device/note"
	"github.com/ledpost/ledpost/internal/must"
)

// TestDistant: an app draws for who is far by itself once the readings have settled, for who comes at once, and as
// near when a sensor says nothing for ten minutes.
func TestDistant(t *testing.T) {
	one, only := theTwofold()
	story(t, only, func(t *testing.T, r *rig) {
		tell := func(metres float64) DistanceNow {
			t.Helper()
			return must.Get(r.SetDistance(background, Measured{Value: metres, Known: true}))(t)
		}
		r.root("nobody has told anything", one.usual)
		if now := tell(4); now.Far || now.Metres != (Measured{Value: 4, Known: true}) {
			t.Errorf("%+v", now)
		}
		r.root("somebody goes", one.usual)
		time.Sleep(3 * time.Second)
		r.root("and is gone", one.other)
		tell(1)
		r.root("and comes", one.usual)
		tell(4)
		time.Sleep(9 * time.Minute)
		r.root("the last reading counts", one.other)
		time.Sleep(time.Minute)
		r.root("until ten minutes are over", one.usual)
		if now := must.Get(r.Distance(background))(t); now != (DistanceNow{}) {
			t.Errorf("%+v", now)
		}
		for _, metres := range []float64{-0.1, 100.1, math.NaN(), math.Inf(1)} {
			_, err := r.SetDistance(background, Measured{Value: metres, Known: true})
			if _, ok := errors.AsType[*note.InvalidError](err); !ok {
				t.Errorf("%v m: %v", metres, err)
			}
		}
	})
}

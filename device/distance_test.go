// SPDX-License-Identifier: Apache-2.0

package device

import (
	"errors"
	"math"
	"testing"
	"time"

	"github.com/ledpost/ledpost/device/note"
	"github.com/ledpost/ledpost/internal/must"
	"github.com/ledpost/ledpost/render"
)

// distant is a ground with another picture for who is far.
type distant struct {
	ground
	near, afar render.Widget
	far        *bool
}

func (d distant) SetFar(far bool) { *d.far = far }

func (d distant) Step(time.Time) Now {
	root := d.near
	if *d.far {
		root = d.afar
	}
	return Now{Views: map[string]View{"": {Root: root}}}
}

// TestDistant: an app draws for who is far by itself once the readings have settled, for who comes at once, and as
// near when a sensor says nothing for ten minutes.
func TestDistant(t *testing.T) {
	one := distant{ground{"clock"}, &render.Fill{}, &render.Still{}, new(bool)}
	story(t, func(c *Config, _ *Saved) { c.Apps = []App{one} }, func(t *testing.T, r *rig) {
		see := func(why string, want render.Widget) {
			t.Helper()
			if got := r.scene().Root; got != want {
				t.Errorf("%s: %T, want %T", why, got, want)
			}
		}
		tell := func(metres float64) DistanceNow {
			t.Helper()
			return must.Get(r.SetDistance(background, Measured{Value: metres, Known: true}))(t)
		}
		see("nobody has told anything", one.near)
		if now := tell(4); now.Far || now.Metres != (Measured{Value: 4, Known: true}) {
			t.Errorf("%+v", now)
		}
		see("somebody goes", one.near)
		time.Sleep(3 * time.Second)
		see("and is gone", one.afar)
		tell(1)
		see("and comes", one.near)
		tell(4)
		time.Sleep(9 * time.Minute)
		see("the last reading counts", one.afar)
		time.Sleep(time.Minute)
		see("until ten minutes are over", one.near)
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

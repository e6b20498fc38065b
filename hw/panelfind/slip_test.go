// SPDX-License-Identifier: Apache-2.0

package panelfind

import (
	"fmt"
	"image"
	"strings"
	"testing"

	"github.com/ledpost/ledpost/hw/hub75"
	"github.com/ledpost/ledpost/internal/must"
)

// TestOneAnswerOffByOne: a person who names one LED a column or a row beside itself is asked once more,
// and finds the panel, or the wire that is broken.
func TestOneAnswerOffByOne(t *testing.T) {
	for _, size := range []image.Point{{64, 64}, {64, 32}, {32, 16}} {
		for _, broken := range []wiring{{}, {exchanged: "R1 G1"}} {
			for _, off := range []image.Point{{1, 0}, {-1, 0}, {0, 1}, {0, -1}, {2, 0}, {0, -2}} {
				if testing.Short() && off.X+off.Y != 1 {
					continue
				}
				p := plain(size)
				p.addresses, p.address, p.order, p.broken = size.Y/2, "direct", "RGB", broken
				for n := 0; p.slips(t, n, off); n++ {
				}
			}
		}
	}
}

// slips searches with the n-th LED named so far off, and reports whether there was such an LED.
func (p *panel) slips(t *testing.T, n int, off image.Point) bool {
	t.Helper()
	const most = 10
	s := must.Get(New(hub75.Config{}))(t)
	leds := 0
	for s.Step().Question != nil {
		a := p.answer(t, s.Step())
		if at, ok := numbers(a, ","); ok {
			if at = at.Add(off); leds == n && at.In(image.Rectangle{image.Pt(1, 1), p.size.Add(image.Pt(1, 1))}) {
				a = fmt.Sprintf("%d,%d", at.X, at.Y)
			}
			leds++
		}
		must.Do(t, s.Answer(a))
	}
	step, want := s.Step(), ""
	if p.broken.exchanged != "" {
		want = "are exchanged"
	}
	if (step.Failed == "") != (want == "") || !strings.Contains(step.Failed, want) || step.Asked > most {
		t.Errorf("%v %+v, LED %d off by %v: %d questions %q: %s", p.size, p.broken, n, off, step.Asked, s.answers,
			step.Failed)
	}
	return leds > n
}

// SPDX-License-Identifier: Apache-2.0

package hub75

import (
	"path/filepath"
	"testing"
	"time"

	"github.com/ledpost/ledpost/hw/refresh"
	"github.com/ledpost/ledpost/internal/must"
)

// TestPeriodIsMeasured: a refresh with pulses of 3 µs lasts at least as long as they do, and
// a panel that waited for its first picture counts from that. On a board that is busy it
// lasts longer.
func TestPeriodIsMeasured(t *testing.T) {
	p := must.Get(openTape(filepath.Join(t.TempDir(), "tape")))(t)
	defer p.Close()
	lit := 3 * time.Microsecond * (1<<8 - 1) * smallAddresses
	if got := p.measured(refresh.Patient().Ready); got < lit {
		t.Errorf("a refresh takes %v, its light alone %v", got, lit)
	}
	must.Do(t, p.Close())
	if got := p.measured(time.Minute); got != 0 {
		t.Errorf("a closed panel is refreshed in %v", got)
	}
}

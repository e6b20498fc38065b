package apps

import (
	"strings"
	"testing"

	"github.com/ledpost/ledpost/apps/clock"
)

// TestNewDeviceApps: one widget of each package, of which only the clock is
// visible.
func TestNewDeviceApps(t *testing.T) {
	var got []string
	for _, w := range First(clock.Config{}, 0) {
		if w.Visible {
			w.Package += " visible"
		}
		got = append(got, w.Package)
	}
	if all := strings.Join(got, ", "); !strings.HasPrefix(all, "com.lametric.clock visible, com.lametric.countdown, com.lametric.stopwatch") || strings.Count(all, "visible") != 1 {
		t.Errorf("%s", all)
	}
}

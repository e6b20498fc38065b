// SPDX-License-Identifier: Apache-2.0

package owner

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/ledpost/ledpost/e2e/browser"
	"github.com/ledpost/ledpost/e2e/rig"
	"github.com/ledpost/ledpost/internal/eventually"
	"github.com/ledpost/ledpost/internal/forget"
)

// TestPageResets: the page makes the device as new after a second press, and then asks for a
// key, as on a device that it does not know.
func TestPageResets(t *testing.T) {
	data := t.TempDir()
	r := rig.LaunchIn(t, data, nil, "--config", os.DevNull)
	p := browser.NewPage(t, 390, 844, browser.Light)
	p.Expect(browser.IsAway) // it ends
	p.SignIn(r)
	p.Open("Device")
	p.Press("Start again as new…")
	p.Sees("Erase everything?", "make a backup first")
	p.Looks("the question")
	p.Press("Cancel")
	if _, err := os.Stat(filepath.Join(data, forget.Request)); err == nil {
		t.Fatal("it is reset before the second press")
	}
	p.Press("Start again as new…")
	p.Press("Erase everything")
	select {
	case <-r.Done:
	case <-time.After(eventually.Patience):
		t.Fatal("the device does not end")
	}
	old := r.Key
	if r = rig.LaunchIn(t, data, nil, "--config", os.DevNull); r.Key == old {
		t.Error("the key of the owner is still the device's")
	}
}

// SPDX-License-Identifier: Apache-2.0

package e2e

import (
	"testing"

	"github.com/ledpost/ledpost/e2e/rig"
	"github.com/ledpost/ledpost/internal/eventually"
)

// TestCountdownOverAPowerCut: the program is killed while a countdown runs. After
// the next start it rings, once, and the action button dismisses it.
func TestCountdownOverAPowerCut(t *testing.T) {
	dir := t.TempDir()
	r := rig.LaunchIn(t, dir, nil)
	actions := "/api/v2/device/apps/com.lametric.countdown/widgets/" + r.Widget("com.lametric.countdown") + "/actions"
	r.Call("POST", actions, `{"id":"countdown.configure","params":{"duration":1,"start_now":true},"activate":false}`, nil)
	eventually.True(t, "all is saved", r.Saved)
	r.Kill()
	r = rig.LaunchIn(t, dir, nil)
	eventually.True(t, "it rings", func() bool { return len(r.Queue()) > 0 })
	it := r.Queue()[0]
	if it.Type != "internal" || it.Priority != "critical" || it.Model.Frames[0]["text"] != "0:01" ||
		it.Model.Sound["id"] != "alarm7" || len(r.Queue()) != 1 {
		t.Errorf("in the queue is %+v", r.Queue())
	}
	r.Call("POST", "/live/buttons/action", "", nil)
	eventually.True(t, "nothing rings", func() bool { return len(r.Queue()) == 0 })
}

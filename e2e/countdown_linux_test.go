package e2e

import (
	"testing"
)

// TestCountdownOverAPowerCut: the program is killed while a countdown runs. After
// the next start it rings, once, and the action button dismisses it.
func TestCountdownOverAPowerCut(t *testing.T) {
	dir := t.TempDir()
	r := launchIn(t, dir, nil)
	actions := "/api/v2/device/apps/com.lametric.countdown/widgets/" + r.widget("com.lametric.countdown") + "/actions"
	r.call("POST", actions, `{"id":"countdown.configure","params":{"duration":1,"start_now":true},"activate":false}`, nil)
	eventually(t, "all is saved", r.saved)
	r.kill()
	r = launchIn(t, dir, nil)
	eventually(t, "it rings", func() bool { return len(r.queue()) > 0 })
	it := r.queue()[0]
	if it.Type != "internal" || it.Priority != "critical" || it.Model.Frames[0]["text"] != "0:01" || it.Model.Sound["id"] != "alarm7" || len(r.queue()) != 1 {
		t.Errorf("in the queue is %+v", r.queue())
	}
	r.call("POST", "/live/buttons/action", "", nil)
	eventually(t, "nothing rings", func() bool { return len(r.queue()) == 0 })
}

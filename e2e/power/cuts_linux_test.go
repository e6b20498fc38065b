// SPDX-License-Identifier: Apache-2.0

package power

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ledpost/ledpost/e2e/rig"
	"github.com/ledpost/ledpost/internal/eventually"
	"github.com/ledpost/ledpost/internal/must"
	"github.com/ledpost/ledpost/internal/testtool"
)

// another returns the command that runs a device in another boot of the machine: with an
// ID of its own in the place of the kernel's, which only that process sees. The test is
// skipped where that is not granted.
func another(t *testing.T, n int) []string {
	t.Helper()
	id := filepath.Join(t.TempDir(), "boot_id")
	must.Do(t, os.WriteFile(id, fmt.Appendf(nil, "00000000-0000-4000-8000-%012d\n", n), 0o644))
	wrap := []string{"unshare", "--mount", "sh", "-ec", `mount --bind "$0" /proc/sys/kernel/random/boot_id; exec "$@"`, id}
	if out, err := exec.Command(wrap[0], append(wrap[1:], "true")...).CombinedOutput(); err != nil {
		testtool.Missing(t, fmt.Sprintf("the right to mount a file over /proc: %v, %s", err, out))
	}
	return wrap
}

// item is what the API tells of a notification.
type item struct {
	ID, Priority, Outcome, Reason string
	Model                         struct {
		Frames []struct{ Icon, Text string }
		Sound  *struct{ ID string }
	}
}

// post queues a notification and returns its id.
func post(r *rig.Device, body string) string {
	var answer struct{ Success struct{ ID string } }
	r.Call("POST", "/api/v2/device/notifications", body, &answer)
	return answer.Success.ID
}

// TestAlarmSurvivesPowerCuts: a critical alarm is there after ten of them, each as soon as
// it shows again, with its sound, its icon and its place before all others.
func TestAlarmSurvivesPowerCuts(t *testing.T) {
	data := t.TempDir()
	wav := rig.Configured(t, fmt.Sprintf("[audio]\noutput = \"wav:%s\"\n", filepath.Join(t.TempDir(), "heard.wav")))
	r := rig.LaunchIn(t, data, another(t, 0), wav...)
	message := func(priority, icon string) string {
		return post(r, fmt.Sprintf(`{"priority":%q,"lifetime":86400000,"model":{"cycles":0,"frames":[{"icon":%q,`+
			`"text":"x"}],"sound":{"category":"alarms","id":"alarm1","repeat":0}}}`, priority, icon))
	}
	ids := []string{message("info", "weather-rain"), message("critical", "weather-sun"),
		message("critical", "weather-rain")}
	want := fmt.Sprintf("%s weather-sun alarm1, %s weather-rain alarm1, %s weather-rain alarm1", ids[1], ids[2], ids[0])
	for cut := range 11 {
		eventually.True(t, fmt.Sprintf("the alarm shows and sounds after %d power cuts", cut), func() bool {
			return shows(r, ids[1])
		})
		if got := told(r); got != want {
			t.Errorf("after %d power cuts: %s\nwant %s", cut, got, want)
		}
		if log := r.Log.String(); strings.Contains(log, "safe mode") || strings.Contains(log, "it waits") {
			t.Errorf("after %d power cuts: the start was a careful one: %s", cut, log)
		}
		eventually.True(t, "all is saved", r.Saved)
		if r.Kill(); cut < 10 {
			r = rig.LaunchIn(t, data, another(t, cut+1), wav...)
		}
	}
}

// shows reports whether the notification id is visible and its sound is playing.
func shows(r *rig.Device, id string) bool {
	var s struct {
		Showing struct{ Notification string }
		Playing *struct{ ID string }
	}
	r.Call("GET", "/live/status", "", &s)
	return s.Showing.Notification == id && s.Playing != nil && s.Playing.ID == "alarm1"
}

// told returns the id, icon and sound of all that wait, in order.
func told(r *rig.Device) string {
	var items []item
	r.Call("GET", "/api/v2/device/notifications", "", &items)
	var all []string
	for _, it := range items {
		sound := ""
		if it.Model.Sound != nil {
			sound = it.Model.Sound.ID
		}
		all = append(all, it.ID+" "+it.Model.Frames[0].Icon+" "+sound+it.Reason)
	}
	return strings.Join(all, ", ")
}

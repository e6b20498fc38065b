// SPDX-License-Identifier: Apache-2.0

// Package power tests what is left when the power is cut, on ledpost running as a
// process that is killed.
package power

import (
	"bytes"
	"encoding/json"
	"fmt"
	"image"
	"image/png"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/ledpost/ledpost/e2e/rig"
	"github.com/ledpost/ledpost/internal/applet/applettest"
	"github.com/ledpost/ledpost/internal/eventually"
	"github.com/ledpost/ledpost/internal/must"
)

// kills is how often TestKills ends the device; LEDPOST_KILLS=200 is the whole test.
func kills(t *testing.T) int {
	n, err := strconv.Atoi(os.Getenv("LEDPOST_KILLS"))
	if err != nil && os.Getenv("LEDPOST_KILLS") != "" {
		t.Fatal(err)
	}
	switch {
	case n > 0:
		return n
	case testing.Short():
		return 2
	}
	return 10
}

// promise is within what time the write of a change begins (docs/decisions.md 4, restart).
const promise = 2 * time.Second

// TestKills ends a device at random while notifications, settings, alarms, keys, icons, scenes, widgets, own
// apps and apps of the gallery are written. What it had acknowledged before the oldest change that it called unsaved is
// there afterwards; keys, icons and both kinds of apps are there as soon as they are acknowledged; nothing is
// written by halves and no temporary file stays. By the device's own log each write began as
// promised, however long the disk took: a busy processor may double the time.
func TestKills(t *testing.T) {
	applettest.Program(t)
	data, h, args := t.TempDir(), newHistory(), append(shop(t), "--log", "debug")
	r := rig.LaunchIn(t, data, another(t, 0), args...)
	r.Call("POST", "/live/gallery", "{}", nil)
	h.clock = r.Widget("com.lametric.clock")
	h.found(t, r, 0)
	most := time.Duration(0)
	for n := range kills(t) {
		priorities, since := []string{"info", "warning", "critical"}, time.Duration(0)
		if n%3 == 0 { // a critical one has everything written at once; without it the second write waits
			priorities, since = priorities[:2], promise
		}
		w := h.work(t, r, priorities)
		w.wait(1+rand.IntN(60), since)
		r.Kill()
		w.end()
		most = max(most, w.unsaved)
		writes, late := began(t, r)
		if writes == 0 || late > promise {
			t.Errorf("before kill %d there were %d writes, one %v later than promised", n+1, writes, late)
		}
		h.sure(w.sure)
		r = rig.LaunchIn(t, data, another(t, n+1), args...)
		h.found(t, r, n+1)
		if log := r.Log.String(); strings.Contains(log, "broken") {
			t.Errorf("after kill %d: %s", n+1, log)
		}
		eventually.True(t, "no temporary file is left", func() bool { return r.Saved() && len(halves(t, data)) == 0 })
		if t.Failed() {
			return
		}
	}
	r.Stop()
	if left := halves(t, data); len(left) > 0 {
		t.Errorf("left over: %v", left)
	}
	t.Logf("%s; the oldest change that was unsaved was %v old", h, most.Round(time.Millisecond))
}

// began reads from the log of a device how many writes it has made, and how much later than
// promised the latest of them began.
func began(t *testing.T, r *rig.Device) (writes int, late time.Duration) {
	t.Helper()
	for line := range strings.Lines(r.Log.String()) {
		if !strings.Contains(line, `"the state is saved"`) {
			continue
		}
		var said struct{ Late *time.Duration }
		if err := json.Unmarshal([]byte(line), &said); err != nil || said.Late == nil {
			t.Fatalf("%v in %s", err, line)
		}
		writes, late = writes+1, max(late, *said.Late)
	}
	return writes, late
}

// halves returns the temporary files below dir.
func halves(t *testing.T, dir string) (names []string) {
	t.Helper()
	err := filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
		if strings.HasSuffix(path, ".tmp") {
			names = append(names, path)
		}
		if os.IsNotExist(err) { // it was just replaced
			return nil
		}
		return err
	})
	must.Do(t, err)
	return names
}

// found compares what the device has with what it must have, and takes it as what it
// began with.
func (h *history) found(t *testing.T, r *rig.Device, kill int) {
	t.Helper()
	volume := strconv.Itoa(r.Volume())
	h.volumes.check(t, kill, "volume", volume)
	h.alarms.check(t, kill, "alarm", alarm(r, h.clock))
	var ids, names []string
	for _, it := range r.Queue() {
		ids = append(ids, it.ID)
	}
	h.notes.check(t, kill, "notification", ids)
	var keys []struct{ Name string }
	r.Call("GET", "/live/keys", "", &keys)
	for _, k := range keys {
		names = append(names, k.Name)
	}
	h.keys.check(t, kill, "key", names)
	var icons []string
	for _, name := range h.icons.names() {
		if status, _ := r.Ask("GET", "/live/icons/"+name, ""); status == 200 {
			icons = append(icons, name)
		}
	}
	h.icons.check(t, kill, "icon", icons)
	h.own.check(t, kill, "own app", programs(t, r))
	h.installed.check(t, kill, "app of the gallery", installedApps(t, r))
	h.scenes.check(t, kill, "scene", sceneOf(r))
	var apps []struct{ Widget, Package string }
	var widgets []string
	for r.Call("GET", "/live/apps", "", &apps); len(apps) > 0; apps = apps[1:] {
		if apps[0].Package == dataApp {
			widgets = append(widgets, apps[0].Widget)
		}
	}
	h.apps.check(t, kill, "widget", widgets)
}

// programs returns the names of the own apps, and fails the test for one that is not whole.
func programs(t *testing.T, r *rig.Device) (names []string) {
	t.Helper()
	var all struct{ Scripts []struct{ Name string } }
	r.Call("GET", "/live/scripts", "", &all)
	for _, s := range all.Scripts {
		var one struct{ Source string }
		if r.Call("GET", "/live/scripts/"+s.Name, "", &one); one.Source != program(s.Name) {
			t.Errorf("the own app %s has %d of %d bytes", s.Name, len(one.Source), len(program(s.Name)))
		}
		names = append(names, s.Name)
	}
	return names
}

// program is an own app that no other name has, of some blocks of the disk.
func program(name string) string {
	return strings.Repeat("# "+name+"\n", 1000) + "def main():\n    return None\n"
}

// dataApp is the package of the widgets that are added and removed.
const dataApp = "com.lametric.diy.devwidget"

// widgetOf reads the id of a new widget.
func widgetOf(answer []byte) string {
	var a struct{ Widget string }
	_ = json.Unmarshal(answer, &a)
	return a.Widget
}

// scene returns one that says a number twice: in an app, and in the look.
func scene(n string) string {
	return fmt.Sprintf(`{"scene":1,"apps":[{"package":"com.lametric.stopwatch","seconds":%s}],`+
		`"look":{"scroll_speed":%[1]s}}`, n)
}

// sceneOf returns the number of the device's scene, or both if they differ: a scene taken by halves.
func sceneOf(r *rig.Device) string {
	var s struct {
		Apps []struct {
			Package string
			Seconds int
		}
		Look struct {
			Speed float64 `json:"scroll_speed"`
		}
	}
	r.Call("GET", "/live/scene", "", &s)
	for _, app := range s.Apps {
		if app.Package == "com.lametric.stopwatch" && float64(app.Seconds) != s.Look.Speed {
			return fmt.Sprintf("%d and %v", app.Seconds, s.Look.Speed)
		}
	}
	return fmt.Sprint(s.Look.Speed)
}

// alarm returns the time of the clock's first alarm.
func alarm(r *rig.Device, clock string) string {
	var list []struct {
		Widget   string
		Settings struct{ Alarms []struct{ Time string } }
	}
	r.Call("GET", "/live/apps", "", &list)
	for _, w := range list {
		if w.Widget == clock && len(w.Settings.Alarms) > 0 {
			return w.Settings.Alarms[0].Time[:5]
		}
	}
	return ""
}

// icon is an 8×8 picture that no other number has.
func icon(n int) string {
	m := image.NewRGBA(image.Rect(0, 0, 8, 8))
	for i := range m.Pix {
		m.Pix[i] = byte(n * (i + 1))
	}
	var b bytes.Buffer
	_ = png.Encode(&b, m) // cannot fail
	return b.String()
}

// unsavedOf reads for how long the oldest change has been unsaved from metrics.
func unsavedOf(metrics []byte) (time.Duration, bool) {
	_, rest, ok := bytes.Cut(metrics, []byte("\nledpost_state_unsaved_seconds "))
	number, _, _ := bytes.Cut(rest, []byte("\n"))
	seconds, err := strconv.ParseFloat(string(number), 64)
	return time.Duration(seconds * float64(time.Second)), ok && err == nil
}

// newest returns the id in the answer to a POST of a notification.
func newest(answer []byte) string {
	var a struct{ Success struct{ ID string } }
	_ = json.Unmarshal(answer, &a)
	return a.Success.ID
}

func (h *history) String() string {
	return fmt.Sprintf("%d volumes, %d alarms, %d scenes, %d notifications, %d keys, %d icons, %d widgets, "+
		"%d own apps, %d apps of the gallery were acknowledged",
		h.volumes.acked, h.alarms.acked, h.scenes.acked, h.notes.acked, h.keys.acked, h.icons.acked, h.apps.acked,
		h.own.acked, h.installed.acked)
}

// names returns all that may be there.
func (s *things) names() (all []string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for name := range s.all {
		all = append(all, name)
	}
	slices.Sort(all)
	return all
}

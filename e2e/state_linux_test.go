// SPDX-License-Identifier: Apache-2.0

package e2e

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/ledpost/ledpost/api"
	"github.com/ledpost/ledpost/e2e/rig"
	"github.com/ledpost/ledpost/internal/eventually"
	"github.com/ledpost/ledpost/internal/must"
)

// TestFullDisk: the device runs on, says it, starts again, and saves by itself
// when there is room.
func TestFullDisk(t *testing.T) {
	dir := rig.Disk(t)
	r := rig.LaunchIn(t, dir, nil)
	serial := r.Serial()
	eventually.True(t, "all is saved", r.Saved)
	ballast := filepath.Join(dir, "ballast")
	if err := os.WriteFile(ballast, make([]byte, 1<<20), 0o600); err == nil {
		t.Fatal("the disk is not full")
	}
	r.Call("PUT", "/api/v2/device/audio", `{"volume":13}`, nil)
	eventually.True(t, "it says that it cannot save", r.Unsaved)
	if n := strings.Count(r.Log.String(), "cannot be saved"); n != 1 {
		t.Errorf("said %d times in the log", n)
	}
	r.Kill()
	r = rig.LaunchIn(t, dir, nil)
	if !r.Unsaved() || r.Serial() != serial {
		t.Errorf("after a restart on a full disk: serial number %s, want %s", r.Serial(), serial)
	}
	r.Call("PUT", "/api/v2/device/audio", `{"volume":14}`, nil)
	must.Do(t, os.Remove(ballast))
	eventually.True(t, "it saves again", r.Saved)
	r.Kill()
	if r = rig.LaunchIn(t, dir, nil); r.Volume() != 14 || r.Serial() != serial {
		t.Errorf("volume %d, want 14; serial number %s, want %s", r.Volume(), r.Serial(), serial)
	}
}

// TestReadOnlyDisk: it starts, with what was kept and nothing written.
func TestReadOnlyDisk(t *testing.T) {
	dir := rig.Disk(t)
	r := rig.LaunchIn(t, dir, nil)
	serial, key := r.Serial(), r.Key
	r.Call("PUT", "/api/v2/device/audio", `{"volume":13}`, nil)
	r.Stop()
	rig.ReadOnly(t, dir, true)
	r = rig.LaunchIn(t, dir, nil)
	if !r.Unsaved() || r.Serial() != serial || r.Key != key || r.Volume() != 13 {
		t.Errorf("serial number %s, want %s; volume %d", r.Serial(), serial, r.Volume())
	}
	r.Call("PUT", "/api/v2/device/audio", `{"volume":14}`, nil)
	rig.ReadOnly(t, dir, false)
	eventually.True(t, "it saves again", r.Saved)
	rig.ReadOnly(t, dir, true)
	if took := r.Stop(); took > 10*time.Second {
		t.Errorf("it took %v to end", took)
	}
}

// TestNewOnReadOnlyDisk: a device that has nothing but a key, and can keep
// nothing, runs too.
func TestNewOnReadOnlyDisk(t *testing.T) {
	dir := rig.Disk(t)
	must.Do(t, os.WriteFile(filepath.Join(dir, "key"), []byte("0123456789abcdef"), 0o600))
	rig.ReadOnly(t, dir, true)
	r := rig.LaunchIn(t, dir, nil)
	if !r.Unsaved() {
		t.Error("it does not say that it cannot save")
	}
	rig.ReadOnly(t, dir, false)
	eventually.True(t, "it saves", r.Saved)
	eventually.True(t, "the certificate is kept", func() bool {
		_, err := os.Stat(filepath.Join(dir, "cert.pem"))
		return err == nil
	})
	serial := r.Serial()
	r.Stop()
	if r = rig.LaunchIn(t, dir, nil); r.Serial() != serial {
		t.Error("it did not keep who it is")
	}
}

// TestDataRemoved: the directory is made again, with everything that was in it.
func TestDataRemoved(t *testing.T) {
	r := rig.Launch(t, nil)
	serial, key := r.Serial(), r.Key
	must.Do(t, os.RemoveAll(r.Data))
	r.Call("PUT", "/api/v2/device/audio", `{"volume":13}`, nil)
	eventually.True(t, "it is there again", func() bool {
		_, err := os.Stat(filepath.Join(r.Data, "cert.pem"))
		return err == nil
	})
	eventually.True(t, "all is saved", r.Saved)
	r.Kill()
	r = rig.LaunchIn(t, r.Data, nil)
	if r.Serial() != serial || r.Key != key || r.Volume() != 13 {
		t.Errorf("after a restart: serial number %s, want %s; volume %d; the key is the same: %v", r.Serial(), serial,
			r.Volume(), r.Key == key)
	}
}

// TestSafeMode: what was visible at two ends that nobody asked for comes back
// without the sound and icon that are not built in, at a third not at all; what waits is
// not touched.
func TestSafeMode(t *testing.T) {
	const onePixel = "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
	r := rig.Launch(t, nil)
	type item struct {
		Outcome, Reason string
		Model           struct {
			Frames []struct{ Icon, Text string }
			Sound  *struct{ ID string }
		}
	}
	look := func(id string) (it item) {
		t.Helper()
		r.Call("GET", "/api/v2/device/notifications/"+id, "", &it)
		return it
	}
	post := func(body string) string {
		t.Helper()
		var answer struct{ Success struct{ ID string } }
		r.Call("POST", "/api/v2/device/notifications", body, &answer)
		return answer.Success.ID
	}
	bad := post(`{"model":{"cycles":0,"frames":[{"icon":"` + onePixel +
		`","text":"x"},{"icon":"weather-rain"}],"sound":{"url":"http://127.0.0.1:1/a.mp3","type":"mp3"}}}`)
	good := post(`{"lifetime":3600000,"model":{"frames":[{"icon":"weather-sun","text":"y"}]}}`)
	for n, want := range []struct {
		bare    bool
		outcome string
	}{{false, ""}, {true, ""}, {true, "refused"}} {
		eventually.True(t, "all is saved", r.Saved)
		eventually.True(t, "it is visible", func() bool {
			var s struct{ Showing struct{ Notification string } }
			r.Call("GET", "/live/status", "", &s)
			return s.Showing.Notification == bad
		})
		eventually.True(t, "all is saved", r.Saved)
		r.Kill()
		r = rig.LaunchIn(t, r.Data, nil)
		it := look(bad)
		if it.Outcome != want.outcome {
			t.Errorf("after %d kills: outcome %q, want %q", n+1, it.Outcome, want.outcome)
		}
		if want.outcome == "" && (it.Model.Sound == nil) != want.bare ||
			want.outcome == "" && (it.Model.Frames[0].Icon == "") != want.bare {
			t.Errorf("after %d kills: %+v", n+1, it)
		}
		if want.outcome == "" && it.Model.Frames[1].Icon != "weather-rain" {
			t.Errorf("after %d kills the built-in icon is %q", n+1, it.Model.Frames[1].Icon)
		}
		if (it.Reason != "") != want.bare || strings.Contains(r.Log.String(), "safe mode") != want.bare {
			t.Errorf("after %d kills: reason %q, log %s", n+1, it.Reason, r.Log.String())
		}
		if it := look(good); it.Outcome != "" || it.Model.Frames[0].Icon != "weather-sun" {
			t.Errorf("after %d kills: the one behind it is %+v", n+1, it)
		}
	}
	_ = r.Cmd.Process.Signal(syscall.SIGTERM)
	<-r.Done
}

// TestKeyTakenBackOnAFullDisk is refused at once and after a restart, once there is
// room, although nothing else changes; until then DELETE and the health say it.
func TestKeyTakenBackOnAFullDisk(t *testing.T) {
	dir := rig.Disk(t)
	r := rig.LaunchIn(t, dir, nil)
	var stolen struct{ Key string }
	if status, body := r.Ask("POST", "/live/keys", `{"name":"stolen","scope":"all"}`); status != 201 ||
		json.Unmarshal(body, &stolen) != nil {
		t.Fatalf("%d %s", status, body)
	}
	eventually.True(t, "all is saved", r.Saved)
	ballast := filepath.Join(dir, "ballast")
	if err := os.WriteFile(ballast, make([]byte, 1<<20), 0o600); err == nil {
		t.Fatal("the disk is not full")
	}
	refused := func(when string) {
		t.Helper()
		own := r.Key
		r.Key = stolen.Key
		if status, body := r.Ask("GET", "/api/v2/device", ""); status != 401 {
			t.Errorf("%s: %d %s", when, status, body)
		}
		r.Key = own
	}
	for range 2 {
		if status, body := r.Ask("DELETE", "/live/keys/stolen", ""); status != 507 {
			t.Errorf("%d %s", status, body)
		}
		refused("on a full disk")
	}
	if status, parts := r.Health(); status != 503 || parts["state"].Status != api.Failed {
		t.Errorf("%d %+v", status, parts["state"])
	}
	must.Do(t, os.Remove(ballast))
	eventually.True(t, "it saves again", r.Saved)
	r.Kill()
	r = rig.LaunchIn(t, dir, nil)
	refused("after a restart")
	if status, _ := r.Ask("DELETE", "/live/keys/stolen", ""); status != 404 {
		t.Errorf("once it is written: %d", status)
	}
}

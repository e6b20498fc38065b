package e2e

import (
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"github.com/ledpost/ledpost/internal/testtool"
)

// disk is a small file system of its own; the test is skipped where none is granted.
func disk(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	if err := unix.Mount("tmpfs", dir, "tmpfs", 0, "size=512k"); err != nil {
		testtool.Missing(t, "the right to mount a file system: "+err.Error())
	}
	t.Cleanup(func() { _ = unix.Unmount(dir, unix.MNT_DETACH) })
	return dir
}

func readOnly(t *testing.T, dir string, yes bool) {
	t.Helper()
	flags := uintptr(unix.MS_REMOUNT)
	if yes {
		flags |= unix.MS_RDONLY
	}
	if err := unix.Mount("tmpfs", dir, "tmpfs", flags, "size=512k"); err != nil {
		t.Fatal(err)
	}
}

// unsaved reports whether health and metrics say that the state is not saved.
func (r *running) unsaved() bool {
	r.t.Helper()
	status, body := r.ask("GET", "/healthz", "")
	metrics := r.metrics()
	failed := strings.Contains(strings.ReplaceAll(string(body), " ", ""), `"name":"state","status":"failed"`)
	return failed && status == http.StatusServiceUnavailable && !strings.Contains(metrics, "ledpost_state_unsaved_seconds 0\n")
}

func (r *running) saved() bool {
	r.t.Helper()
	status, body := r.ask("GET", "/healthz", "")
	metrics := r.metrics()
	ok := strings.Contains(strings.ReplaceAll(string(body), " ", ""), `"name":"state","status":"ok"`)
	return ok && status == http.StatusOK && strings.Contains(metrics, "ledpost_state_unsaved_seconds 0\n")
}

// serial is that of the device.
func (r *running) serial() string {
	r.t.Helper()
	var d struct {
		Serial string `json:"serial_number"`
	}
	r.call("GET", "/api/v2/device", "", &d)
	return d.Serial
}

func (r *running) volume() int {
	r.t.Helper()
	var a struct{ Volume int }
	r.call("GET", "/api/v2/device/audio", "", &a)
	return a.Volume
}

// kill ends it as a power cut does.
func (r *running) kill() {
	r.t.Helper()
	_ = r.cmd.Process.Kill()
	<-r.done
}

// TestFullDisk: the device runs on, says it, starts again, and saves by itself
// when there is room.
func TestFullDisk(t *testing.T) {
	dir := disk(t)
	r := launchIn(t, dir, nil)
	serial := r.serial()
	eventually(t, "all is saved", r.saved)
	ballast := filepath.Join(dir, "ballast")
	if err := os.WriteFile(ballast, make([]byte, 1<<20), 0o600); err == nil {
		t.Fatal("the disk is not full")
	}
	r.call("PUT", "/api/v2/device/audio", `{"volume":13}`, nil)
	eventually(t, "it says that it cannot save", r.unsaved)
	if n := strings.Count(r.log.String(), "cannot be saved"); n != 1 {
		t.Errorf("said %d times in the log", n)
	}
	r.kill()
	r = launchIn(t, dir, nil)
	if !r.unsaved() || r.serial() != serial {
		t.Errorf("after a restart on a full disk: serial number %s, want %s", r.serial(), serial)
	}
	r.call("PUT", "/api/v2/device/audio", `{"volume":14}`, nil)
	if err := os.Remove(ballast); err != nil {
		t.Fatal(err)
	}
	eventually(t, "it saves again", r.saved)
	r.kill()
	if r = launchIn(t, dir, nil); r.volume() != 14 || r.serial() != serial {
		t.Errorf("volume %d, want 14; serial number %s, want %s", r.volume(), r.serial(), serial)
	}
}

// TestReadOnlyDisk: it starts, with what was kept and nothing written.
func TestReadOnlyDisk(t *testing.T) {
	dir := disk(t)
	r := launchIn(t, dir, nil)
	serial, key := r.serial(), r.key
	r.call("PUT", "/api/v2/device/audio", `{"volume":13}`, nil)
	r.stop()
	readOnly(t, dir, true)
	r = launchIn(t, dir, nil)
	if !r.unsaved() || r.serial() != serial || r.key != key || r.volume() != 13 {
		t.Errorf("serial number %s, want %s; volume %d", r.serial(), serial, r.volume())
	}
	r.call("PUT", "/api/v2/device/audio", `{"volume":14}`, nil)
	readOnly(t, dir, false)
	eventually(t, "it saves again", r.saved)
	readOnly(t, dir, true)
	if took := r.stop(); took > 10*time.Second {
		t.Errorf("it took %v to end", took)
	}
}

// TestNewOnReadOnlyDisk: a device that has nothing but a key, and can keep
// nothing, runs too.
func TestNewOnReadOnlyDisk(t *testing.T) {
	dir := disk(t)
	if err := os.WriteFile(filepath.Join(dir, "key"), []byte("0123456789abcdef"), 0o600); err != nil {
		t.Fatal(err)
	}
	readOnly(t, dir, true)
	r := launchIn(t, dir, nil)
	if !r.unsaved() {
		t.Error("it does not say that it cannot save")
	}
	readOnly(t, dir, false)
	eventually(t, "it saves", r.saved)
	eventually(t, "the certificate is kept", func() bool {
		_, err := os.Stat(filepath.Join(dir, "cert.pem"))
		return err == nil
	})
	serial := r.serial()
	r.stop()
	if r = launchIn(t, dir, nil); r.serial() != serial {
		t.Error("it did not keep who it is")
	}
}

// TestDataRemoved: the directory is made anew, with everything that was in it.
func TestDataRemoved(t *testing.T) {
	r := launch(t, nil)
	serial, key := r.serial(), r.key
	if err := os.RemoveAll(r.data); err != nil {
		t.Fatal(err)
	}
	r.call("PUT", "/api/v2/device/audio", `{"volume":13}`, nil)
	eventually(t, "it is there again", func() bool {
		_, err := os.Stat(filepath.Join(r.data, "cert.pem"))
		return err == nil
	})
	eventually(t, "all is saved", r.saved)
	r.kill()
	r = launchIn(t, r.data, nil)
	if r.serial() != serial || r.key != key || r.volume() != 13 {
		t.Errorf("after a restart: serial number %s, want %s; volume %d; the key is the same: %v", r.serial(), serial, r.volume(), r.key == key)
	}
}

// TestPageTellsTrouble: who looks at the page sees it.
func TestPageTellsTrouble(t *testing.T) {
	dir := disk(t)
	ctx := browse(t, 1100, 900, lightScheme)
	expect(ctx, failsItsCheck)
	r := launchIn(t, dir, nil)
	readOnly(t, dir, true)
	r.call("PUT", "/api/v2/device/audio", `{"volume":13}`, nil)
	eventually(t, "it cannot save", r.unsaved)
	signIn(t, ctx, r)
	do(t, ctx, until(`/^state: .*read-only/m.test(document.getElementById('trouble').textContent) && !document.getElementById('trouble').hidden`))
	readOnly(t, dir, false)
	do(t, ctx, until(`document.getElementById('trouble').hidden`))
}

// TestSafeMode: what was visible at two ends that nobody asked for comes back
// without its sound and icon, at a third not at all; what waits is not touched.
func TestSafeMode(t *testing.T) {
	r := launch(t, nil)
	type item struct {
		Outcome, Reason string
		Model           struct {
			Frames []struct{ Icon, Text string }
			Sound  *struct{ ID string }
		}
	}
	look := func(id string) (it item) {
		t.Helper()
		r.call("GET", "/api/v2/device/notifications/"+id, "", &it)
		return it
	}
	post := func(body string) string {
		t.Helper()
		var answer struct{ Success struct{ ID string } }
		r.call("POST", "/api/v2/device/notifications", body, &answer)
		return answer.Success.ID
	}
	bad := post(`{"model":{"cycles":0,"frames":[{"icon":"weather-sun","text":"x"},{"icon":"weather-rain"}],"sound":{"category":"alarms","id":"alarm1","repeat":0}}}`)
	good := post(`{"lifetime":3600000,"model":{"frames":[{"icon":"weather-sun","text":"y"}]}}`)
	for n, want := range []struct {
		bare    bool
		outcome string
	}{{false, ""}, {true, ""}, {true, "refused"}} {
		eventually(t, "all is saved", r.saved)
		time.Sleep(100 * time.Millisecond)
		eventually(t, "all is saved", r.saved)
		r.kill()
		r = launchIn(t, r.data, nil)
		it := look(bad)
		if it.Outcome != want.outcome {
			t.Errorf("after %d kills: outcome %q, want %q", n+1, it.Outcome, want.outcome)
		}
		if want.outcome == "" && (it.Model.Sound == nil) != want.bare || want.outcome == "" && (it.Model.Frames[0].Icon == "") != want.bare {
			t.Errorf("after %d kills: %+v", n+1, it)
		}
		if (it.Reason != "") != want.bare || strings.Contains(r.log.String(), "safe mode") != want.bare {
			t.Errorf("after %d kills: reason %q, log %s", n+1, it.Reason, r.log.String())
		}
		if it := look(good); it.Outcome != "" || it.Model.Frames[0].Icon != "weather-sun" {
			t.Errorf("after %d kills: the one behind it is %+v", n+1, it)
		}
	}
	_ = r.cmd.Process.Signal(syscall.SIGTERM)
	<-r.done
}

// SPDX-License-Identifier: Apache-2.0

package e2e

import (
	"encoding/json"
	"io"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/ledpost/ledpost/api"
	"github.com/ledpost/ledpost/e2e/rig"
	"github.com/ledpost/ledpost/internal/eventually"
	"github.com/ledpost/ledpost/internal/must"
)

// claim asks a device for its first key, without one.
func claim(t *testing.T, r *rig.Device) (status int, answer string) {
	t.Helper()
	resp := must.Get(http.Post(r.URL+"/live/claim", "application/json", strings.NewReader("{}")))(t)
	defer resp.Body.Close()
	body := must.Get(io.ReadAll(resp.Body))(t)
	return resp.StatusCode, string(body)
}

// TestClaim is a new device that one client claims: the log says who, as the panel does, the
// key does everything, also after a kill, and nobody else gets one.
func TestClaim(t *testing.T) {
	data := t.TempDir()
	r := rig.LaunchIn(t, data, nil)
	status, answer := claim(t, r)
	var made struct{ Key, Scope string }
	if err := json.Unmarshal([]byte(answer), &made); err != nil || status != http.StatusCreated || made.Scope != "all" {
		t.Fatalf("%d %s", status, answer)
	}
	if status, answer := claim(t, r); status != http.StatusConflict {
		t.Errorf("a second claim: %d %s", status, answer)
	}
	r.Key = made.Key
	eventually.True(t, "the panel says hello", func() bool {
		var now struct{ Showing struct{ Kind string } }
		r.Call("GET", "/live/status", "", &now)
		return now.Showing.Kind == "test"
	})
	eventually.True(t, "the log says who has claimed it", func() bool {
		return strings.Contains(r.Log.String(), `"the device is claimed","by":"127.0.0.1"`)
	})
	if q := r.Queue(); len(q) > 0 {
		t.Errorf("the hello on the panel waits before the owner's messages: %+v", q)
	}
	if strings.Contains(r.Log.String(), made.Key) {
		t.Error("the log has the key")
	}
	r.Kill()
	r = rig.LaunchIn(t, data, nil)
	if status, answer := claim(t, r); status != http.StatusConflict {
		t.Errorf("a second claim after a kill: %d %s", status, answer)
	}
	r.Key = made.Key
	if status, answer := r.Ask("GET", "/live/keys", ""); status != http.StatusOK {
		t.Errorf("the key after a kill: %d %s", status, answer)
	}
	r.Stop()
}

// open reports whether a device that answers can be claimed.
func open(r *rig.Device) bool {
	resp, err := http.Get(r.URL + "/live/claim")
	if err != nil {
		return true
	}
	defer resp.Body.Close()
	body, _ := io.ReadAll(resp.Body)
	return !strings.Contains(string(body), `"open":false`)
}

// TestOwnerIsShown: a device that is used without a key has an owner, after a restart too. Its
// configuration alone would say so: --open has the device ask for more.
func TestOwnerIsShown(t *testing.T) {
	configured := rig.Configured(t, "[awtrix]\nenabled = true\naddr = \"\"\nopen = true\n[stream]\nddp = true\n")
	hub, at := newHub(t)
	brokered := rig.Configured(t, "[mqtt]\nbroker = \"tcp://"+at+"\"\nprefix = \"home\"\n")
	plain := rig.Configured(t, "")
	for _, row := range []struct {
		why    string
		args   []string
		opened bool
		use    func(r *rig.Device)
		want   int
		says   string
	}{
		{"a configuration", configured, false, func(*rig.Device) {}, http.StatusForbidden,
			"its configuration sets awtrix.enabled"},
		{"it is opened again", configured, true, func(*rig.Device) {}, http.StatusCreated, ""},
		{"a message in AWTRIX's form", configured, true, func(r *rig.Device) {
			resp, err := http.Post(r.URL+"/api/notify", "application/json", strings.NewReader(`{"text":"tea"}`))
			if err != nil || resp.StatusCode != http.StatusOK {
				t.Fatal(err, resp)
			}
			resp.Body.Close()
		}, http.StatusForbidden, "a command in AWTRIX's form"},
		{"a stream", configured, true, func(r *rig.Device) {
			pixels := must.Get(net.Dial("udp", "127.0.0.1:4048"))(t)
			defer pixels.Close()
			eventually.True(t, "the stream ends the claim", func() bool {
				_, _ = pixels.Write(ddpFrame(1, 200))
				return !open(r)
			})
		}, http.StatusForbidden, "a command as a stream"},
		{"a command over MQTT", brokered, true, func(r *rig.Device) {
			eventually.True(t, "the device is on the broker", func() bool {
				_, parts := r.Health()
				return parts["mqtt"].Status == api.OK
			})
			if !open(r) {
				t.Error("the connection alone has ended the claim")
			}
			must.Do(t, hub.Publish("home/cmd/notify", []byte("tea"), false, 1))
			eventually.True(t, "the command ends the claim", func() bool { return !open(r) })
		}, http.StatusForbidden, "a command over MQTT"},
	} {
		data := t.TempDir()
		r := rig.LaunchIn(t, data, nil, plain...)
		r.Stop()
		if row.opened {
			if said, errs, code := rig.Command(t, "", "key", "--open", "--data", data); code != 0 ||
				strings.Contains(said, r.Key) {
				t.Fatal(said, errs)
			}
		}
		r = rig.LaunchIn(t, data, nil, row.args...)
		row.use(r)
		r.Kill()
		r = rig.LaunchIn(t, data, nil, row.args...)
		if status, answer := claim(t, r); status != row.want || !strings.Contains(answer, row.says) {
			t.Errorf("%s: %d %s", row.why, status, answer)
		}
		r.Stop()
	}
}

// TestKeyOfAService: root prints and makes the key of a service as the service's user,
// who can read the new one.
func TestKeyOfAService(t *testing.T) {
	if os.Getuid() != 0 {
		t.Skip("only root becomes another user")
	}
	const user = 65534
	must.Do(t, os.Chmod(filepath.Dir(rig.Binary(t)), 0o755))
	dir, err := os.MkdirTemp("", "ledpost") // t.TempDir is root's alone
	must.Do(t, err)
	t.Cleanup(func() { os.RemoveAll(dir) })
	must.Do(t, os.Chown(dir, user, user))
	made, errs, code := rig.Command(t, "", "key", "--new", "--data", dir)
	if code != 0 {
		t.Fatal(errs)
	}
	info, err := os.Stat(filepath.Join(dir, "key"))
	if err != nil || info.Sys().(*syscall.Stat_t).Uid != user || info.Mode().Perm() != 0o600 {
		t.Errorf("%v %v", info, err)
	}
	if again, errs, _ := rig.Command(t, "", "key", "--data", dir); again != made || len(made) != 65 {
		t.Errorf("%q, then %q %s", made, again, errs)
	}
	if link, errs, _ := rig.Command(t, "", "key", "--link", "--data", dir); !strings.HasPrefix(link, "http://") ||
		!strings.HasSuffix(link, ":8080/#"+made) {
		t.Errorf("%q %s", link, errs)
	}
}

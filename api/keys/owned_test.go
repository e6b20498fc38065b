// SPDX-License-Identifier: Apache-2.0

package keys

import (
	"context"
	"errors"
	"os"
	"strings"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"github.com/ledpost/ledpost/internal/durable"
	"github.com/ledpost/ledpost/internal/durable/durabletest"
	"github.com/ledpost/ledpost/internal/must"
)

// follows lets the guard follow its files until stop.
func (r *rig) follows() (stop func()) {
	return must.Run(r.t, func(ctx context.Context) error { r.Run(ctx); return nil })
}

// runs lets the guard follow its files for a while.
func (r *rig) runs(how time.Duration) {
	stop := r.follows()
	time.Sleep(how)
	stop()
}

// TestOwned: what shows that somebody uses a device closes its claim for good, also where no
// key was ever shown, until somebody at the machine opens it again.
func TestOwned(t *testing.T) {
	configured := func(c *Config) { c.Owner = "mqtt.broker" }
	plain := func(*Config) {}
	for _, row := range []struct {
		why    string
		first  func(*Config)
		do     func(r *rig, dir string)
		then   func(*Config) // configuration of the second start
		want   int           // status of a claim then, with digits where there is a panel
		reason string
	}{
		{"nothing", plain, func(*rig, string) {}, plain, 201, ""},
		{"its configuration", configured, func(*rig, string) {}, configured, 403, "its configuration sets mqtt.broker"},
		{"a configuration that was taken away", configured, func(*rig, string) {}, plain, 403,
			"its configuration sets mqtt.broker"},
		{"a configuration of later", plain, func(*rig, string) {}, configured, 403, "its configuration sets mqtt.broker"},
		{"commands over MQTT", plain, func(r *rig, _ string) { r.Commanded("over MQTT"); r.Commanded("as a stream") }, plain,
			403, "a command over MQTT"},
		{"a key", plain, func(r *rig, _ string) {
			r.do("GET", "/live/status", "")
			r.ask(as(string(r.own.key), "GET", "/live/status", ""))
		}, plain, 403, "used the device"},
		{"23 hours", plain, func(r *rig, _ string) { r.runs(23 * time.Hour) }, plain, 201, ""},
		{"24 hours", plain, func(r *rig, _ string) { r.runs(ownedAfter + time.Second) }, plain, 403, "run for a day"},
		{"opened again", configured, func(_ *rig, dir string) { must.Do(t, OpenClaim(dir)) }, configured, 201, ""},
		{"opened again, and used", configured, func(r *rig, dir string) {
			must.Do(t, OpenClaim(dir))
			fresh(t, dir, nil, configured).Commanded("as a stream")
		}, configured, 403, "a command as a stream"},
		{"a used one that is opened again", plain, func(r *rig, dir string) {
			r.ask(as(string(r.own.key), "GET", "/live/status", ""))
			must.Do(t, OpenClaim(dir))
		}, plain, 201, ""},
	} {
		t.Run(row.why, func(t *testing.T) {
			dir := t.TempDir()
			synctest.Test(t, func(t *testing.T) {
				row.do(fresh(t, dir, nil, row.first), dir)
				r := fresh(t, dir, nil, row.then)
				if open := r.isOpen(t, owner) > 0; open != (row.want == 201) || open != r.Claimable() {
					t.Errorf("open: %v, claimable: %v", open, r.Claimable())
				}
				if status, body := r.claims(owner); status != row.want || !strings.Contains(body, row.reason) {
					t.Errorf("%d %s", status, body)
				}
				if status, body := fresh(t, dir, nil, row.then).claims(stranger); status == 201 && row.want != 201 {
					t.Errorf("after another start: %d %s", status, body)
				}
			})
		})
	}
}

// TestDaysWithAPanel: a device whose panel shows the digits stays open.
func TestDaysWithAPanel(t *testing.T) {
	dir := t.TempDir()
	synctest.Test(t, func(t *testing.T) {
		panelled(t, dir).runs(48 * time.Hour)
		b := panelled(t, dir)
		b.asks(owner)
		if status, body := b.tries(owner, b.digits()); status != 201 {
			t.Errorf("%d %s", status, body)
		}
	})
}

// TestNothingIsCounted: a device that cannot be claimed writes no times down.
func TestNothingIsCounted(t *testing.T) {
	for why, used := range map[string]bool{"its key was given": false, "it is used": true} {
		dir := t.TempDir()
		if !used {
			write(t, KeyFile(dir), testKey)
		}
		synctest.Test(t, func(t *testing.T) {
			r := fresh(t, dir, nil)
			r.ask(as(string(r.own.key), "GET", "/live/status", ""))
			r.runs(ownedAfter / 2)
			text, err := os.ReadFile(KeysFile(dir))
			if c := claimOf(text); c.Ran != 0 || err != nil || c.Used != used {
				t.Errorf("%s: %+v, %v", why, c, err)
			}
		})
	}
}

// noRoom is a disk that takes nothing new and lets go of what it has.
type noRoom struct{ durable.FS }

func (noRoom) Create(string) (durable.File, error) { return nil, syscall.ENOSPC }

// TestUsedOnAFullDisk: a device whose first use finds a full disk, and whose power is cut then,
// is not open again.
func TestUsedOnAFullDisk(t *testing.T) {
	for _, claimed := range []bool{false, true} {
		dir := t.TempDir()
		r := fresh(t, dir, nil)
		key := string(r.own.key)
		if claimed {
			_, body := r.claims(owner)
			key = secretOf(t, body)
		}
		r.keyring.dir = noRoom{r.keyring.dir}
		r.ask(as(key, "GET", "/live/status", ""))
		if r.Unsaved() == nil {
			t.Error("it is well, although the disk is full")
		}
		if status, body := fresh(t, dir, nil).claims(stranger); status == 201 {
			t.Errorf("claimed %v: a stranger claims it after a power cut: %s", claimed, body)
		}
	}
}

// TestFirstStartOnAFullDisk: it can be claimed once there is room, and after a restart, too.
func TestFirstStartOnAFullDisk(t *testing.T) {
	for at := 1; at < 30; at++ {
		dir := t.TempDir()
		full := &durabletest.Faulty{FS: durable.Dir(dir), First: at, Last: 1000, Err: syscall.ENOSPC}
		key, err := firstKey(full)
		if err == nil {
			return
		}
		if !errors.Is(err, syscall.ENOSPC) {
			t.Fatal(err)
		}
		r := started(t, dir, key, nil, func(c *Config) { c.Unkept = err })
		must.Do(t, r.KeepKeys())
		if status, body := fresh(t, dir, nil).claims(owner); status != 201 {
			t.Errorf("call %d failed: %d %s", at, status, body)
		}
	}
	t.Error("the first start never succeeds")
}

// TestLostDiskIsNoFirstStart: a device whose key cannot be read may be in use.
func TestLostDiskIsNoFirstStart(t *testing.T) {
	dir := t.TempDir()
	fresh(t, dir, nil)
	r := started(t, dir, testKey, nil, func(c *Config) { c.Unkept = syscall.EIO })
	if r.Claimable() {
		t.Error("it can be claimed")
	}
}

// SPDX-License-Identifier: Apache-2.0

package firmware

import (
	"bytes"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"testing"

	"github.com/ledpost/ledpost/api/rest"
	"github.com/ledpost/ledpost/config"
	"github.com/ledpost/ledpost/device"
	"github.com/ledpost/ledpost/device/store"
	"github.com/ledpost/ledpost/internal/durable"
	"github.com/ledpost/ledpost/internal/durable/durabletest"
	"github.com/ledpost/ledpost/internal/must"
)

// whole is a device before a restore and after it, on a disk that loses its power.
type whole struct {
	now, next device.Restored
	changes   []durable.Change // without the configuration
}

var oldConfig, newConfig = []byte("name = \"old\"\n"), []byte("name = \"new\"\n")

func newWhole(t *testing.T) *whole {
	t.Helper()
	w := &whole{now: device.Restored{Settings: device.DefaultSettings, Identity: device.NewIdentity()}}
	w.next = device.Restored{Settings: device.DefaultSettings, Identity: device.NewIdentity()}
	w.now.Settings.Volume, w.next.Settings.Volume = 10, 20
	var err error
	if w.changes, err = store.Changes(w.now, w.next); err != nil {
		t.Fatal(err)
	}
	w.changes = append(w.changes,
		durable.Change{Name: "key", Old: []byte("old key\n"), New: []byte("new key\n")},
		durable.Change{Name: "keys.json", Old: []byte("old keys\n"), New: []byte("new keys\n")},
		durable.Change{Name: "cert.pem", Old: []byte("old cert\n"), New: []byte("new cert\n")},
		durable.Change{Name: "icons/door.gif", Old: []byte("old door")},
		durable.Change{Name: "icons/door.png", New: []byte("new door")},
	)
	return w
}

// disk is the old device.
func (w *whole) disk() *durabletest.Memory {
	m := durabletest.NewMemory()
	for _, dir := range []string{"icons", "config"} {
		_, _ = m.Mkdir(dir)
	}
	for _, c := range w.changes {
		if c.Old != nil {
			m.Set(c.Name, c.Old)
		}
	}
	m.Set("config/config.toml", oldConfig)
	return m
}

// on is the owner of the configuration on a disk.
func on(fs durable.FS) *trial {
	t := newTrial(Options{Log: slog.New(slog.DiscardHandler)})
	t.layers.File = os.DevNull
	t.kept, t.change = config.NewKept(fs), durable.Journal{FS: fs}
	return t
}

// done returns the error of a restore.
func done(_ bool, err error) error { return err }

// start starts the device and returns which one it is, old or new.
func (w *whole) start(t *testing.T, why string, m *durabletest.Memory) string {
	t.Helper()
	tr := on(m)
	if _, err := tr.begin(); err != nil {
		t.Errorf("%s: %v", why, err)
	}
	is := map[string]bool{}
	files := m.Contents()
	for _, c := range append(w.changes, durable.Change{Old: oldConfig, New: newConfig}) {
		there := files[c.Name]
		if c.Name == "" {
			there = tr.own
		}
		is["old"] = is["old"] || !bytes.Equal(there, c.New)
		is["new"] = is["new"] || !bytes.Equal(there, c.Old)
	}
	if is["old"] == is["new"] {
		t.Errorf("%s: the device is mixed: %q with the configuration %q", why, files, tr.own)
	}
	if is["old"] {
		return "old"
	}
	return "new"
}

// cut cuts the power after every call of what, and hands out everything that may be
// left, and whether what had returned without an error.
func cut(base *durabletest.Memory, what func(*trial) error, f func(why string, after *durabletest.Memory, done bool)) {
	for calls, done := 0, false; !done; calls++ {
		m := base.Settled()
		tr := on(m)
		_, _ = tr.begin() // not cut
		m.Calls = calls
		done = what(tr) == nil
		m.Cuts(func(why string, after *durabletest.Memory) {
			f(fmt.Sprintf("cut after %d calls, %s", calls, why), after, done)
		})
	}
}

// TestRestoreIsOne cuts the power after every call of a restore, of the start after
// it, and of the confirmation. There is the old device or the new one, with its
// configuration; without the confirmation the start after the trial has the old one.
func TestRestoreIsOne(t *testing.T) {
	w := newWhole(t)
	restore := func(tr *trial) error { return done(tr.restore(newConfig, w.changes, false)) }
	cuts := 0
	again := func(why string, after *durabletest.Memory, must string) {
		cuts++
		is := w.start(t, why, after)
		if must != "" && is != must {
			t.Errorf("%s: the device is the %s one", why, is)
		}
		if is := w.start(t, why+", and once more", after.Settled()); is != "old" {
			t.Errorf("%s: after a trial that nobody has confirmed, it is the %s one", why, is)
		}
	}
	cut(w.disk(), restore, func(why string, after *durabletest.Memory, done bool) {
		again("restore: "+why, after, map[bool]string{true: "new"}[done])
	})
	decided := w.disk()
	tr := on(decided)
	if _, err := tr.begin(); err != nil || restore(tr) != nil {
		t.Fatal(err)
	}
	decided = decided.Settled()
	for calls, done := 0, false; !done; calls++ {
		m := decided.Settled()
		m.Calls = calls
		tr := on(m)
		done = errors.Join(tr.change.Replay(tr.kept.Waits), second(tr.kept.Begin())) == nil
		m.Cuts(func(why string, after *durabletest.Memory) {
			again(fmt.Sprintf("start: cut after %d calls, %s", calls, why), after, "")
		})
	}
	if t.Logf("%d ways to lose the power", cuts); cuts < 200 {
		t.Errorf("only %d ways to lose the power", cuts)
	}
}

func second[T any](_ T, err error) error { return err }

// TestRestoreIsConfirmedAsOne cuts the power after every call of the confirmation.
func TestRestoreIsConfirmedAsOne(t *testing.T) {
	w := newWhole(t)
	base := w.disk()
	tr := on(base)
	_, _ = tr.begin()
	must.Do(t, done(tr.restore(newConfig, w.changes, false)))
	for calls, done := 0, false; !done; calls++ {
		m := base.Settled()
		tr := on(m)
		if _, err := tr.begin(); err != nil || !tr.running {
			t.Fatal(err, tr.running)
		}
		m.Calls = calls
		done = tr.Confirm() == nil
		m.Cuts(func(why string, after *durabletest.Memory) {
			if is := w.start(t, why, after); done && is != "new" {
				t.Errorf("confirmed, cut after %d calls, %s: it is the %s one", calls, why, is)
			}
		})
		if m.Calls = -1; !done && !tr.running {
			t.Errorf("call %d has failed, and the trial is over", calls)
		} else if !done {
			if err := tr.Confirm(); err != nil {
				t.Errorf("call %d has failed, and so does the second try: %v", calls, err)
			}
			if is := w.start(t, "second try", m.Settled()); is != "new" {
				t.Errorf("call %d has failed, and after the second try it is the %s one", calls, is)
			}
		}
	}
}

// TestRestoreDuringTrial: one thing at a time; a configuration that is written during
// the trial takes its place, and its failure takes back the restore, too.
func TestRestoreDuringTrial(t *testing.T) {
	w := newWhole(t)
	disk := w.disk()
	tr := on(disk)
	begin := func(own string, running bool) {
		t.Helper()
		if _, err := tr.begin(); err != nil || string(tr.own) != own || tr.running != running {
			t.Errorf("%v, configuration %q, on trial %v", err, tr.own, tr.running)
		}
	}
	begin(string(oldConfig), false)
	must.Do(t, done(tr.restore(newConfig, w.changes, false)))
	if a, b := done(tr.restore(nil, w.changes, false)), tr.Try(oldConfig); a == nil || b == nil {
		t.Errorf("before the new start: %v, %v", a, b)
	}
	begin(string(newConfig), true)
	if _, err := tr.restore(nil, w.changes, false); err == nil {
		t.Error("a second restore is taken during the trial of the first")
	}
	must.Do(t, tr.Try([]byte("name = \"mended\"\n")))
	begin("name = \"mended\"\n", true)
	must.Do(t, tr.Return())
	if is := w.start(t, "given up", disk); is != "old" {
		t.Errorf("given up, and it is the %s one", is)
	}
}

// TestRestoreWithoutAConfiguration is not on trial, and still nothing may be changed before
// the new start: it would be lost.
func TestRestoreWithoutAConfiguration(t *testing.T) {
	w := newWhole(t)
	tr := on(w.disk())
	must.Get(tr.begin())(t)
	must.Do(t, done(tr.restore(nil, w.changes, false)))
	a, b := done(tr.restore(nil, w.changes, false)), tr.Try(newConfig)
	if !errors.Is(a, rest.ErrTrial) || !errors.Is(b, rest.ErrTrial) {
		t.Errorf("before the new start: %v, %v", a, b)
	}
	if _, err := tr.begin(); err != nil || tr.running {
		t.Errorf("%v, on trial %v", err, tr.running)
	}
	if err := tr.Try(newConfig); err != nil {
		t.Errorf("after it: %v", err)
	}
}

// TestRestoredState: what the store makes of a restore: settings and identity are the
// new ones, the ids go on.
func TestRestoredState(t *testing.T) {
	w := newWhole(t)
	disk := durabletest.NewMemory()
	quiet := store.Options{Log: slog.New(slog.DiscardHandler)}
	_, first := store.Open(disk, quiet)
	tr := on(disk)
	_, _ = tr.begin()
	must.Do(t, done(tr.restore(nil, w.changes, false)))
	_, _ = tr.begin()
	s, saved := store.Open(disk, quiet)
	if id := saved.Identity; id.Serial != w.next.Identity.Serial || saved.Settings.Volume != 20 || s.Fault() != nil {
		t.Errorf("%v, volume %d, %v", id, saved.Settings.Volume, s.Fault())
	}
	if saved.Reserved < first.Reserved+device.Reserve {
		t.Errorf("ids begin at %d, and those below %d may be in use", saved.Reserved, first.Reserved+device.Reserve)
	}
	if tr.change.Pending() {
		t.Error("a restore without a configuration is on trial")
	}
}

// SPDX-License-Identifier: Apache-2.0

package firmware

import (
	"bytes"
	"errors"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/ledpost/ledpost/api/door"
	"github.com/ledpost/ledpost/api/keys"
	"github.com/ledpost/ledpost/api/live"
	"github.com/ledpost/ledpost/device"
	"github.com/ledpost/ledpost/device/devicetest"
	"github.com/ledpost/ledpost/device/note"
	"github.com/ledpost/ledpost/device/store"
	"github.com/ledpost/ledpost/fonts"
	"github.com/ledpost/ledpost/internal/durable"
	"github.com/ledpost/ledpost/internal/must"
	"github.com/ledpost/ledpost/onboard"
	"github.com/ledpost/ledpost/render"
)

// TestKeepAgain: a data directory that somebody has emptied gets its key and its certificate
// back; as long as it cannot be written, that is said.
func TestKeepAgain(t *testing.T) {
	dir, log := t.TempDir(), bytes.Buffer{}
	d := &data{dir: dir, key: boxKey, log: slog.New(slog.NewTextHandler(&log, nil))}
	d.keepAgain() // before the key is made there is nothing to keep
	var err error
	must.Do(t, keys.KeepKey(dir, boxKey))
	if d.cert, err = door.LoadCert(dir, d.log); err != nil {
		t.Fatal(err)
	}
	d.guard = keys.New(keys.Config{Key: boxKey, KeyFile: keys.KeyFile(dir), KeysFile: keys.KeysFile(dir), Log: d.log})
	before := must.Get(os.ReadFile(filepath.Join(dir, "cert.pem")))(t)
	log.Reset()
	half := filepath.Join(dir, "cert.pem"+durable.Half)
	// it cannot be written
	must.Do(t, errors.Join(os.RemoveAll(dir), os.MkdirAll(filepath.Join(half, "full"), 0o700)))
	d.keepAgain()
	if text := log.String(); !strings.Contains(text, "the certificate cannot be saved") {
		t.Errorf("without a certificate: %s", text)
	}
	must.Do(t, os.RemoveAll(half))
	log.Reset()
	d.keepAgain()
	after, err := os.ReadFile(filepath.Join(dir, "cert.pem"))
	if err != nil || !bytes.Equal(before, after) {
		t.Errorf("%v, or it is another certificate", err)
	}
	must.Equal(t, must.Get(keys.LoadKey(dir, ""))(t), boxKey, "the key is")
	if text := log.String(); strings.Contains(text, "cannot be saved") {
		t.Errorf("all is saved, and the log says %s", text)
	}
}

// TestNamedKeysOfABackup: before the guard runs those of the file, if there is one.
func TestNamedKeysOfABackup(t *testing.T) {
	d := &data{dir: t.TempDir()}
	if text, err := d.namedKeys(); err != nil || text != nil {
		t.Errorf("%q, %v", text, err)
	}
	must.Do(t, os.WriteFile(keys.KeysFile(d.dir), []byte("{}"), 0o600))
	if text, err := d.namedKeys(); err != nil || string(text) != "{}" {
		t.Errorf("%q, %v", text, err)
	}
}

// TestKeyFile: a key of the command line is in no file that could be changed.
func TestKeyFile(t *testing.T) {
	for _, row := range []struct{ given, want string }{{"", keys.KeyFile("/data")}, {boxKey, ""}} {
		if got := (&data{dir: "/data", given: row.given}).keyFile(); got != row.want {
			t.Errorf("given %q: %q, want %q", row.given, got, row.want)
		}
	}
}

// TestMakeDir: a data directory that cannot be made is said, and the device runs.
func TestMakeDir(t *testing.T) {
	var log bytes.Buffer
	o := Options{Dir: filepath.Join(t.TempDir(), "a", "b"), Log: slog.New(slog.NewTextHandler(&log, nil))}
	makeDir(o)
	if info, err := os.Stat(o.Dir); err != nil || info.Mode() != fs.ModeDir|0o700 || log.Len() != 0 {
		t.Errorf("%v, %v, %s", info, err, log.String())
	}
	o.Dir = os.DevNull + "/data"
	makeDir(o)
	if _, err := os.Stat(o.Dir); err == nil || errors.Is(err, fs.ErrPermission) ||
		!strings.Contains(log.String(), "nothing can be saved") {
		t.Errorf("%v, %s", err, log.String())
	}
}

// TestKeyThatCannotBeKept holds until the program ends, and that is said.
func TestKeyThatCannotBeKept(t *testing.T) {
	var log bytes.Buffer
	d := &data{dir: os.DevNull + "/data", log: slog.New(slog.NewTextHandler(&log, nil))}
	if err := d.load(); err != nil || d.key == "" || d.unkept == nil ||
		!strings.Contains(log.String(), "the API key cannot be saved") {
		t.Errorf("%v, key %q, %v, %s", err, d.key, d.unkept, log.String())
	}
}

// TestFetch: once the first picture is drawn, a long message of before the restart gets the
// content that was not read with the queue, and a short one, which has it, stays as it is.
func TestFetch(t *testing.T) {
	quiet := slog.New(slog.DiscardHandler)
	text := func(s string) []note.Frame { return []note.Frame{{Text: []note.Fragment{{Text: s}}}} }
	saved := device.Fresh()
	saved.At = time.Now()
	saved.Waiting = []device.SavedEntry{
		{ID: "1", Left: time.Hour, Notification: note.Notification{Frames: text("short")}},
		{ID: "2", Left: time.Hour, Stored: &device.Stored{JSON: []byte(`{"frames":[{"text":[{"t":"long"}]}]}`)}},
	}
	drawn := 0
	d := &data{saved: saved, log: quiet, drawn: func() { drawn++ }}
	d.store, _ = store.Open(durable.Dir(t.TempDir()), store.Options{Log: quiet})
	set := must.Get(fonts.Open(fonts.Options{Rows: 8}))(t)
	loop := render.NewLoop(live.NewPreview(4, 2), quiet)
	edges := devicetest.Nowhere()
	edges.Screen = loop
	dev := device.New(device.Config{Width: 4, Height: 2, Fonts: set}, saved, edges)
	must.Run(t, loop.Run)
	must.Run(t, dev.Run)
	ctx := t.Context()
	if err := d.fetch(ctx, dev, loop); err != nil || drawn != 1 {
		t.Errorf("%v, drawn %d times", err, drawn)
	}
	all, err := dev.Queue(ctx)
	var have []string
	for _, n := range all {
		for _, f := range n.Frames {
			have = append(have, n.ID+" "+f.Text[0].Text)
		}
	}
	if err != nil || !slices.Equal(have, []string{"1 short", "2 long"}) {
		t.Errorf("%v, the queue has %q", err, have)
	}
}

// slowDisk is a disk on which each change waits.
type slowDisk struct {
	durable.FS
	asked, goOn chan struct{} // asked: a change waits; goOn is closed: it goes on
}

func (d *slowDisk) wait() {
	select {
	case d.asked <- struct{}{}:
	default:
	}
	<-d.goOn
}

func (d *slowDisk) Create(name string) (durable.File, error) { d.wait(); return d.FS.Create(name) }
func (d *slowDisk) Rename(from, to string) error             { d.wait(); return d.FS.Rename(from, to) }
func (d *slowDisk) Sync(name string) error                   { d.wait(); return d.FS.Sync(name) }

// TestNobodyWaitsForASlowCard who only asks how the configuration stands: not during a
// restore, nor while a trial begins or ends.
func TestNobodyWaitsForASlowCard(t *testing.T) {
	w := newWhole(t)
	for _, c := range []struct {
		name  string
		trial bool
		do    func(*trial) error
	}{
		{"a restore", false, func(tr *trial) error { return done(tr.restore(newConfig, w.changes, false)) }},
		{"a new configuration", false, func(tr *trial) error { return tr.Try(newConfig) }},
		{"Wi-Fi settings", false, func(tr *trial) error { return tr.settle(onboard.Given{Name: "lamp"}) }},
		{"a confirmation", true, (*trial).Confirm},
		{"a trial that is given up", true, (*trial).Return},
		{"a trial that is over", true, func(tr *trial) error { tr.until = time.Now(); tr.expire(); return nil }},
		{"a trial that fails", true, func(tr *trial) error { tr.failed(errors.New("no port")); return nil }},
	} {
		t.Run(c.name, func(t *testing.T) {
			disk := &slowDisk{FS: w.disk(), asked: make(chan struct{}, 1), goOn: make(chan struct{})}
			if c.trial {
				must.Do(t, on(disk.FS).Try(newConfig))
			}
			tr := on(disk.FS)
			if _, err := tr.begin(); err != nil || tr.running != c.trial {
				t.Fatal(err, tr.running)
			}
			tr.kept, tr.change = on(disk).kept, durable.Journal{FS: disk}
			ended, told := make(chan error, 1), make(chan struct{})
			go func() { ended <- c.do(tr) }()
			select {
			case <-disk.asked:
			case err := <-ended:
				t.Fatalf("it ends before it asks the card: %v", err)
			}
			go func() {
				tr.State()
				tr.Text()
				close(told)
			}()
			select {
			case <-told:
			case <-time.After(10 * time.Second):
				t.Error("whoever asks waits for the card")
			}
			close(disk.goOn)
			must.Do(t, <-ended)
		})
	}
}

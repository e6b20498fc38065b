// SPDX-License-Identifier: Apache-2.0

package firmware

import (
	"bytes"
	"context"
	"errors"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
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
	before, err := os.ReadFile(filepath.Join(dir, "cert.pem"))
	must.Do(t, err)
	log.Reset()
	half := filepath.Join(dir, "cert.pem"+durable.Half)
	if err := errors.Join(os.RemoveAll(dir), os.MkdirAll(filepath.Join(half, "full"), 0o700)); err != nil { // it cannot be written
		t.Fatal(err)
	}
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
	if key, err := keys.LoadKey(dir, ""); err != nil || key != boxKey {
		t.Errorf("the key is %q, %v", key, err)
	}
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
	if _, err := os.Stat(o.Dir); err == nil || errors.Is(err, fs.ErrPermission) || !strings.Contains(log.String(), "nothing can be saved") {
		t.Errorf("%v, %s", err, log.String())
	}
}

// TestKeyThatCannotBeKept holds until the program ends, and that is said.
func TestKeyThatCannotBeKept(t *testing.T) {
	var log bytes.Buffer
	d := &data{dir: os.DevNull + "/data", log: slog.New(slog.NewTextHandler(&log, nil))}
	if err := d.load(); err != nil || d.key == "" || d.unkept == nil || !strings.Contains(log.String(), "the API key cannot be saved") {
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
	set, err := fonts.Open(fonts.Options{Rows: 8})
	must.Do(t, err)
	loop := render.NewLoop(live.NewPreview(4, 2), quiet)
	edges := devicetest.Nowhere()
	edges.Screen = loop
	dev := device.New(device.Config{Width: 4, Height: 2, Fonts: set}, saved, edges)
	ctx, cancel := context.WithCancel(t.Context())
	var running sync.WaitGroup
	running.Go(func() { _ = loop.Run(ctx) })
	running.Go(func() { _ = dev.Run(ctx) })
	defer func() { cancel(); running.Wait() }()
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

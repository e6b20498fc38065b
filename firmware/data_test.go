// SPDX-License-Identifier: Apache-2.0

package firmware

import (
	"bytes"
	"errors"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ledpost/ledpost/api/door"
	"github.com/ledpost/ledpost/api/keys"
	"github.com/ledpost/ledpost/internal/durable"
)

// TestKeepAgain: a data directory that somebody has emptied gets its key and its certificate
// back; as long as it cannot be written, that is said.
func TestKeepAgain(t *testing.T) {
	dir, log := t.TempDir(), bytes.Buffer{}
	d := &data{dir: dir, key: boxKey, log: slog.New(slog.NewTextHandler(&log, nil))}
	d.keepAgain() // before the key is made there is nothing to keep
	var err error
	if err = keys.KeepKey(dir, boxKey); err != nil {
		t.Fatal(err)
	}
	if d.cert, err = door.LoadCert(dir, d.log); err != nil {
		t.Fatal(err)
	}
	d.guard = keys.New(keys.Config{Key: boxKey, KeyFile: keys.KeyFile(dir), KeysFile: keys.KeysFile(dir), Log: d.log})
	before, err := os.ReadFile(filepath.Join(dir, "cert.pem"))
	if err != nil {
		t.Fatal(err)
	}
	log.Reset()
	half := filepath.Join(dir, "cert.pem"+durable.Half)
	if err := errors.Join(os.RemoveAll(dir), os.MkdirAll(filepath.Join(half, "full"), 0o700)); err != nil { // it cannot be written
		t.Fatal(err)
	}
	d.keepAgain()
	if text := log.String(); !strings.Contains(text, "the certificate cannot be saved") {
		t.Errorf("without a certificate: %s", text)
	}
	if err := os.RemoveAll(half); err != nil {
		t.Fatal(err)
	}
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
	if err := os.WriteFile(keys.KeysFile(d.dir), []byte("{}"), 0o600); err != nil {
		t.Fatal(err)
	}
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
	if err := d.load(); err != nil || d.key == "" || d.unkept == nil || !strings.Contains(log.String(), "the API key cannot be kept") {
		t.Errorf("%v, key %q, %v, %s", err, d.key, d.unkept, log.String())
	}
}

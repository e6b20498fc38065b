// SPDX-License-Identifier: Apache-2.0

package firmware

import (
	"cmp"
	"context"
	"errors"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"strings"

	"github.com/ledpost/ledpost/api"
	"github.com/ledpost/ledpost/api/door"
	"github.com/ledpost/ledpost/api/keys"
	"github.com/ledpost/ledpost/device"
	"github.com/ledpost/ledpost/device/store"
	"github.com/ledpost/ledpost/internal/boot"
	"github.com/ledpost/ledpost/internal/durable"
	"github.com/ledpost/ledpost/render"
)

// data is the data directory with its content: the state, the API's key and its
// certificate.
type data struct {
	dir    string
	given  string // the key from the command line; "" = the saved one
	log    *slog.Logger
	store  *store.Store
	saved  device.Saved // as it was at the start
	owner  string       // key of the administrator's configuration that shows one; "" = none does
	last   *keys.Guard  // of the run before this one in the same process; nil = there was none
	key    keys.Key
	unkept error // why the data directory lacks the key; nil = it has it
	cert   *door.Cert
	guard  *keys.Guard // knows which keys are in force; nil until it is made
	drawn  func()      // called once the first picture is drawn; set before the tasks run
	reset  resetter    // set before the API runs
	savers []saver     // whoever keeps something beside the store; set before the API runs
}

// A saver keeps something that clients were told is kept. Unsaved returns why it is
// not on the disk now, or nil. Any goroutine may call it, and it must not wait for
// the disk.
type saver interface{ Unsaved() error }

// openData reads the state. It always returns something to run with: a missing
// directory is created, and if that fails, the device runs without one and
// keeps trying. Last is the data of the run before this one in the same process, which
// may owe the directory something; nil = there was none.
func openData(o Options, last *data) *data {
	d := &data{dir: o.Dir, given: o.Key, owner: o.Layers.Owner(), log: o.Log}
	if last != nil {
		d.last = cmp.Or(last.guard, last.last)
	}
	d.store, d.saved = store.Open(durable.Dir(o.Dir), store.Options{Boot: boot.ID(), Again: d.keepAgain, Log: o.Log})
	return d
}

func (d *data) Health() []api.Component {
	return []api.Component{api.Condition("state", d.unsaved(), api.Failed)}
}

// unsaved returns why something that was acknowledged cannot be saved: settings, the
// queue, keys, the configuration. It returns nil while everything is on the disk.
func (d *data) unsaved() error {
	var reasons []string
	if err := d.store.Fault(); err != nil {
		reasons = append(reasons, err.Error())
	}
	for _, s := range d.savers {
		if err := s.Unsaved(); err != nil {
			reasons = append(reasons, err.Error())
		}
	}
	if len(reasons) == 0 {
		return nil
	}
	return errors.New(strings.Join(reasons, "; "))
}

// load reads the key and the certificate. They are made at the first start.
func (d *data) load() (err error) {
	d.key, err = d.ownKey()
	if d.key == "" {
		return err
	}
	if d.unkept = err; err != nil {
		d.log.Error("the API key cannot be saved; it is valid until the program ends", "err", err)
	}
	d.cert, err = door.LoadCert(d.dir, d.log)
	return err
}

// ownKey returns the device's own key. A key that the last run had in force stays, also
// where the directory still lacks it.
func (d *data) ownKey() (keys.Key, error) {
	if d.last != nil {
		if key, err := d.last.Own(); err != nil {
			return key, err
		}
	}
	return keys.LoadKey(d.dir, d.given)
}

// keyFile returns the file in which the key may be changed while the program
// runs, or "" for a key from the command line, which is fixed.
func (d *data) keyFile() string {
	if d.given != "" {
		return ""
	}
	return keys.KeyFile(d.dir)
}

// keys returns what the guard of the keys needs of the directory.
func (d *data) keys() keys.Config {
	return keys.Config{
		Key: d.key, KeyFile: d.keyFile(), Unkept: d.unkept, KeysFile: keys.KeysFile(d.dir), Last: d.last,
		Retry: d.store.Retry, Owner: d.owner,
	}
}

// namedKeys returns the named keys for a backup, without those that were taken back
// although their file could not be written.
func (d *data) namedKeys() ([]byte, error) {
	if d.guard == nil {
		return optional(keys.KeysFile(d.dir))
	}
	return d.guard.NamedKeys()
}

// keepAgain saves whatever is missing besides the state, because the data
// directory was removed or could not be written before. The store calls it, on
// its own goroutine once it runs.
func (d *data) keepAgain() {
	if d.guard == nil {
		return // the key and the certificate have not been made yet
	}
	was := d.guard.Unsaved()
	switch err := d.guard.KeepKeys(); {
	case err != nil && was == nil:
		d.log.Error("the keys cannot be saved; the next start makes new keys", "err", err)
	case err == nil && was != nil:
		d.log.Info("the keys are saved again")
	}
	if missing(filepath.Join(d.dir, "cert.pem")) {
		if err := d.cert.Keep(); err != nil {
			d.log.Warn("the certificate cannot be saved; the next start makes another certificate", "err", err)
		}
	}
}

// fetch reads the messages that were too long to be read before the first picture, one
// after the other, and hands them to the device.
func (d *data) fetch(ctx context.Context, dev *device.Device, loop *render.Loop) error {
	if _, err := dev.Stats(ctx); err != nil { // it has decided what shows
		return err
	}
	if err := loop.Alive(ctx); err != nil { // and that has been drawn: both share one processor
		return err
	}
	d.drawn()
	for _, e := range d.saved.Waiting {
		if !e.Later() {
			continue
		}
		if err := dev.Arrive(ctx, d.store.Fetch(e)); err != nil {
			return err
		}
	}
	return nil
}

func missing(path string) bool {
	_, err := os.Stat(path)
	return errors.Is(err, fs.ErrNotExist)
}

// makeDir creates the data directory if it is missing.
func makeDir(o Options) {
	if err := os.MkdirAll(o.Dir, 0o700); err != nil {
		o.Log.Error("no data directory: nothing can be saved", "err", err)
	}
}

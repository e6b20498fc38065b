// SPDX-License-Identifier: Apache-2.0

package boot

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"golang.org/x/sys/unix"
)

var errReadOnly = errors.New("the card cannot be written")

// device is one that somebody has used: a card, and a partition that lasts.
type device struct {
	t          *testing.T
	card, perm string
	writable   int // how often the card can still be mounted for writing
}

func newDevice(t *testing.T) *device {
	d := &device{t, t.TempDir(), t.TempDir(), 100}
	for _, name := range []string{"config.txt", "ledpost.toml", "rpi-preseed.toml", "ledpost-key.txt"} {
		d.write(d.card, name)
	}
	for _, name := range []string{"card.toml", "ledpost-update/state.json", "ledpost/settings.json", "ledpost/settings.json.old", "ledpost/key", "ledpost/keys.json",
		"ledpost/identity.json", "ledpost/identity.json.old", "ledpost/config/config.toml", "ledpost/icons/own/1.png"} {
		d.write(d.perm, name)
	}
	return d
}

func (d *device) write(dir, name string) {
	d.t.Helper()
	path := filepath.Join(dir, name)
	if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o700), os.WriteFile(path, []byte("x"), 0o600)); err != nil {
		d.t.Fatal(err)
	}
}

// start is a start of the machine.
func (d *device) start() (bool, error) {
	return reset(func(flags uintptr, f func(string) error) error {
		if flags&unix.MS_RDONLY == 0 {
			if d.writable--; d.writable < 0 {
				return errReadOnly
			}
		}
		return f(d.card)
	}, d.perm, filepath.Join(d.perm, "ledpost"))
}

// files are all that are there.
func (d *device) files() (all []string) {
	for _, dir := range []string{d.card, d.perm} {
		_ = filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
			if name, _ := filepath.Rel(dir, path); err == nil && e.Type().IsRegular() {
				all = append(all, name)
			}
			return err
		})
	}
	return all
}

var kept = []string{"config.txt", "ledpost/identity.json", "ledpost/identity.json.old", "ledpost-update/state.json"}

// TestReset: the file is deleted, what the owner has brought is erased, who the device is
// stays, and the next start does nothing.
func TestReset(t *testing.T) {
	d := newDevice(t)
	before := d.files()
	if done, err := d.start(); done || err != nil || !slices.Equal(d.files(), before) {
		t.Fatalf("nobody has asked: %v, %v, %q", done, err, d.files())
	}
	d.write(d.card, ResetFile)
	if done, err := d.start(); !done || err != nil {
		t.Fatal(done, err)
	}
	got := d.files()
	slices.Sort(got)
	want := slices.Clone(kept)
	slices.Sort(want)
	if !slices.Equal(got, want) {
		t.Errorf("left are %q, want %q", got, want)
	}
	d.write(d.perm, "ledpost/key")
	if done, err := d.start(); done || err != nil || !there(filepath.Join(d.perm, "ledpost/key")) {
		t.Errorf("the next start: %v, %v", done, err)
	}
}

// TestResetAsked: ledpost asks, since a button was held; a card that cannot be written is asked once.
func TestResetAsked(t *testing.T) {
	d := newDevice(t)
	d.write(d.perm, "ledpost/"+resetRequest)
	d.writable = 0
	if done, err := d.start(); done || !errors.Is(err, errReadOnly) || Asked(filepath.Join(d.perm, "ledpost")) {
		t.Fatal(done, err)
	}
	d.writable = 100
	d.write(d.perm, "ledpost/"+resetRequest)
	if done, err := d.start(); !done || err != nil || len(d.files()) != len(kept) {
		t.Errorf("%v, %v, %q", done, err, d.files())
	}
}

// TestResetOnABadCard: what cannot be deleted from the card resets nothing.
func TestResetOnABadCard(t *testing.T) {
	d := newDevice(t)
	d.write(d.card, ResetFile)
	d.writable = 0
	before := d.files()
	for range 3 {
		if done, err := d.start(); done || !errors.Is(err, errReadOnly) || !slices.Equal(d.files(), before) {
			t.Fatalf("%v, %v, %q", done, err, d.files())
		}
	}
}

// TestResetGoesOn: what is interrupted once the file is deleted goes on at the next start.
func TestResetGoesOn(t *testing.T) {
	d := newDevice(t)
	d.write(d.card, ResetFile)
	d.writable = 1 // for the file alone
	if done, err := d.start(); done || !errors.Is(err, errReadOnly) {
		t.Fatal(done, err)
	}
	d.writable = 100
	if done, err := d.start(); !done || err != nil || there(filepath.Join(d.card, "ledpost.toml")) || there(filepath.Join(d.perm, "card.toml")) {
		t.Errorf("%v, %v, %q", done, err, d.files())
	}
}

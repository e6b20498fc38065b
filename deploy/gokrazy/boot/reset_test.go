// SPDX-License-Identifier: Apache-2.0

package boot

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/sys/unix"

	"github.com/ledpost/ledpost/internal/forget"
	"github.com/ledpost/ledpost/internal/must"
)

var errReadOnly = errors.New("the card cannot be written")

// word is in each file of the owner, and in the name that the device has.
const word = "kitchen"

// Files of a device that somebody has used, by the partition.
var (
	// ofImage stay on the card, and lasts on the lasting partition.
	ofImage = []string{
		"bootcode.bin", "start4.elf", "fixup.dat", "bcm2710-rpi-zero-2-w.dtb", "vmlinuz", "CONFIG.TXT", "cmdline.txt",
		"Overlays/I2C-RTC.DTBO", "overlays/overlay_map.dtb",
	}
	lasts = []string{
		"random.seed", "ledpost/identity.json", "ledpost/identity.json.old", "ledpost/device.json",
		"var/lib/ledpost-update/state.json",
	}

	onCard = []string{
		"ledpost.toml", "._ledpost.toml", "LEDPOST.BAK", "rpi-preseed.toml", "ledpost-key.txt", "userconf.txt",
		"network-config", "broker.pem", ".Trashes/501/ledpost.toml", "System Volume Information/IndexerVolumeGuid",
		"overlays/mine/notes.txt",
	}
	onPerm = []string{
		"card.toml", "card.toml.tmp", "lost+found/#12", "sh", "home/wifi/log", "ledpost/identity.json.bad",
		"ledpost/settings.json", "ledpost/key", "ledpost/keys.json", "ledpost/config/config.toml",
		"ledpost/icons/own/1.png", "ledpost/not-known-today/2", "var/lib/other/4", "ledpost-update/state.json",
		"var/lib/ledpost-update/previous/state/key", "var/lib/ledpost-update/previous/cache/3.png",
		"var/lib/ledpost-update/refused/apps.json", "var/lib/ledpost-update/mark.json",
		"var/lib/ledpost-update/probation.json", "var/lib/ledpost-update/root.squashfs",
	}
)

// device is one that somebody has used: a card, and a partition that lasts.
type device struct {
	t          *testing.T
	card, perm string
	pending    string
	writable   int // how often the card can still be mounted for writing
	left       int // steps until the power fails; -1 = it does not
}

func newDevice(t *testing.T) *device {
	d := &device{t, t.TempDir(), t.TempDir(), filepath.Join(t.TempDir(), "pending"), 100, -1}
	for dir, names := range map[string][]string{d.card: append(ofImage, onCard...), d.perm: append(lasts, onPerm...)} {
		for _, name := range names {
			d.write(dir, name, word)
		}
	}
	for _, name := range ofImage {
		d.write(d.card, name, "of the image")
	}
	d.write(d.perm, "random.seed", "chance")
	for _, name := range lasts[1:4] {
		d.write(d.perm, name, `{"version":2,"identity":{"id":"1","serial":"LP22","uuid":"u","name":"kitchen"}}`)
	}
	d.write(d.perm, lasts[4],
		`{"installed":"2.0.0","previous":"1.0.0","phase":"done","error":"kitchen","counter":17,"bad":["1.9.0"]}`)
	return d
}

func (d *device) write(dir, name, text string) {
	d.t.Helper()
	path := filepath.Join(dir, name)
	must.Do(d.t, errors.Join(os.MkdirAll(filepath.Dir(path), 0o700), os.WriteFile(path, []byte(text), 0o600)))
}

// asks is ledpost, which asks for a reset.
func (d *device) asks() { d.write(d.perm, "ledpost/"+forget.Request, "") }

// start is a start of the machine.
func (d *device) start() (bool, error) {
	return resetter{func(flags uintptr, f func(string) error) error {
		if flags&unix.MS_RDONLY == 0 {
			if d.writable--; d.writable < 0 {
				return errReadOnly
			}
		}
		return f(d.card)
	}, d.perm, filepath.Join(d.perm, "ledpost"), d.pending, func(string) error {
		if d.left == 0 {
			return errors.New("the power has failed")
		}
		d.left--
		return nil
	}}.reset()
}

// files are all that are there, and told are those with the owner's word.
func (d *device) files() (all, told []string) {
	for _, dir := range []string{d.card, d.perm} {
		_ = filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
			if err != nil || !e.Type().IsRegular() {
				return err
			}
			name, _ := filepath.Rel(dir, path)
			all = append(all, name)
			if text, err := os.ReadFile(path); err != nil || strings.Contains(string(text), word) {
				told = append(told, name)
			}
			return nil
		})
	}
	slices.Sort(all)
	return all, told
}

// isNew reports what is wrong with a device that was reset.
func (d *device) isNew(when string) {
	d.t.Helper()
	all, told := d.files()
	want := slices.Sorted(slices.Values(append(slices.Clone(ofImage), lasts...)))
	if !slices.Equal(all, want) || len(told) != 0 {
		d.t.Errorf("%s: left are %q, want %q; the owner's word is in %q", when, all, want, told)
	}
	state, _ := os.ReadFile(filepath.Join(d.perm, lasts[4]))
	if got := strings.TrimSpace(string(state)); got != `{"installed":"2.0.0","counter":17}` {
		d.t.Errorf("%s: the updater knows %s", when, got)
	}
}

// TestReset: whoever asks, the next start forgets the owner, and the one after that nothing.
func TestReset(t *testing.T) {
	for who, asks := range map[string]func(*device){
		"the card": func(d *device) { d.write(d.card, ResetFile, "") },
		"ledpost":  (*device).asks,
	} {
		d := newDevice(t)
		before, _ := d.files()
		if done, err := d.start(); done || err != nil {
			t.Fatal("nobody has asked:", done, err)
		} else if now, _ := d.files(); !slices.Equal(now, before) {
			t.Fatalf("nobody has asked: %q", now)
		}
		asks(d)
		if done, err := d.start(); !done || err != nil {
			t.Fatal(who, done, err)
		}
		d.isNew(who)
		d.write(d.perm, "ledpost/key", "of the next owner")
		if done, err := d.start(); done || err != nil || !there(filepath.Join(d.perm, "ledpost/key")) {
			t.Errorf("%s: the next start: %v, %v", who, done, err)
		}
	}
}

// TestResetPowerCut: wherever the power fails, the next start goes on.
func TestResetPowerCut(t *testing.T) {
	for left := 0; ; left++ {
		d := newDevice(t)
		d.write(d.card, ResetFile, "")
		d.left = left
		done, err := d.start()
		d.left = -1
		if !done {
			if done, err := d.start(); !done || err != nil {
				t.Fatalf("after %d steps: %v, %v", left, done, err)
			}
		}
		d.isNew("cut")
		if err == nil {
			return
		}
	}
}

// TestResetOnABadCard: what cannot be deleted from the card resets nothing, whoever asks, and
// is not asked for again.
func TestResetOnABadCard(t *testing.T) {
	d := newDevice(t)
	before, _ := d.files()
	d.writable = 0
	d.asks()
	if done, err := d.start(); done || !errors.Is(err, errReadOnly) || Asked(filepath.Join(d.perm, "ledpost")) {
		t.Fatal(done, err)
	}
	d.write(d.card, ResetFile, "")
	for range 3 {
		if done, err := d.start(); done || !errors.Is(err, errReadOnly) {
			t.Fatal(done, err)
		}
	}
	if now, _ := d.files(); len(now) != len(before)+1 {
		t.Errorf("left are %q", now)
	}
}

// TestResetGoesOn: of a card that fails once the file is deleted ledpost is told, and the next
// start goes on.
func TestResetGoesOn(t *testing.T) {
	d := newDevice(t)
	d.asks()
	d.writable = 1 // for the file alone
	if done, err := d.start(); done || !errors.Is(err, errReadOnly) {
		t.Fatal(done, err)
	}
	why, _ := os.ReadFile(d.pending)
	if !strings.Contains(string(why), errReadOnly.Error()) || !Asked(filepath.Join(d.perm, "ledpost")) {
		t.Errorf("ledpost is told %q", why)
	}
	d.writable = 100
	if done, err := d.start(); !done || err != nil {
		t.Fatal(done, err)
	}
	d.isNew("in the end")
}

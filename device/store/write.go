// SPDX-License-Identifier: Apache-2.0

package store

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"slices"
	"strings"

	"github.com/ledpost/ledpost/device"
	"github.com/ledpost/ledpost/internal/bounded"
	"github.com/ledpost/ledpost/internal/durable"
	number "github.com/ledpost/ledpost/internal/version"
)

// Suffixes of file names: for the previous version, and for a file with invalid
// content.
const (
	before = ".old"
	bad    = ".bad"
)

// apartDir holds the values in separate files.
const apartDir = "large"

// disk is the knowledge about the files.
type disk struct {
	fs      durable.FS
	log     *slog.Logger
	written map[string][]byte // what the existing files hold but for the time that passes, by name
	broken  map[string]bool   // files to be set aside before they are replaced
	unread  map[string]error  // files that could not be read
	strange error             // why the identity is not the device's own and must not be written; nil = it is its own
	apart   map[string]bool   // names in apartDir
	used    map[string]bool   // those that the last write used
}

func newDisk(fs durable.FS, log *slog.Logger) disk {
	return disk{fs: fs, log: log, written: map[string][]byte{}, broken: map[string]bool{}, unread: map[string]error{},
		apart: map[string]bool{}, used: map[string]bool{}}
}

// write writes what has changed. The error joins what could not be written; the rest
// was written.
func (s *Store) write(v device.Saved) (remade bool, err error) {
	d := &s.disk
	remade, err = d.prepare()
	s.forgetWrong()
	if len(d.apart) == 0 {
		clear(s.enc.known) // their files may be gone
	}
	if err != nil {
		return remade, fmt.Errorf("store: %w", err)
	}
	s.enc.begin()
	var changes []change
	now := still(v)
	for _, f := range files {
		c := change{name: f.name}
		c.core, err = s.enc.encode(f, now)
		if err == nil && !bytes.Equal(c.core, d.written[f.name]) {
			c.content, err = s.enc.encode(f, v)
			changes = append(changes, c)
		}
		if err != nil {
			return remade, fmt.Errorf("store: %s: %w", f.name, err) // a bug of ours
		}
	}
	s.enc.end()
	// What files refer to is on the disk before they are.
	if err = errors.Join(d.strange, s.writeApart(), d.replaceAll(changes)); err != nil {
		return remade, fmt.Errorf("store: %w", err)
	}
	if !s.enc.later { // else nobody knows which files are in use
		s.sweep()
	}
	return remade, nil
}

// change is a file to be written.
type change struct {
	name          string
	core, content []byte
}

// prepare makes the directories and forgets files that are no longer in them.
func (d *disk) prepare() (remade bool, err error) {
	remade, err = d.fs.Mkdir(".")
	if err != nil {
		return remade, err
	}
	emptied, err := d.fs.Mkdir(apartDir)
	if emptied {
		clear(d.apart)
	}
	if err != nil {
		return remade || emptied, err
	}
	names, err := d.fs.List(".")
	for name := range d.written {
		if !slices.Contains(names, name) {
			delete(d.written, name)
		}
	}
	return remade || emptied && len(d.written) > 0, err
}

// writeApart writes the values of separate files that do not exist yet.
func (s *Store) writeApart() error {
	d, wrote := &s.disk, false
	for name, data := range s.enc.files {
		if s.enc.used[name] && !d.apart[name] {
			if err := durable.Put(d.fs, apartDir+"/"+name, data); err != nil {
				return err
			}
			d.apart[name], wrote = true, true
		}
		delete(s.enc.files, name)
	}
	if wrote { // once for all of them, before the state names them: it must not name what a power cut takes away
		return d.fs.Sync(apartDir)
	}
	return nil
}

// sweep removes the files of values used neither by the last write nor by the one
// before. It is only a cleanup: errors are ignored.
func (s *Store) sweep() {
	d := &s.disk
	for name := range d.apart {
		if !s.enc.used[name] && !d.used[name] {
			_ = d.fs.Remove(apartDir + "/" + name)
			delete(d.apart, name)
		}
	}
	d.used = s.enc.used
}

// replaceAll writes the files, in their order. Their names are synced together, because
// a slow card needs a second for each sync; only reserved ids are on the disk before
// anything that may use them.
func (d *disk) replaceAll(changes []change) error {
	var errs []error
	var named []change // but not synced
	sync := func() {
		if len(named) == 0 {
			return
		}
		err := d.fs.Sync(".")
		for _, c := range named {
			if err == nil {
				d.written[c.name] = c.core
			}
		}
		named, errs = nil, append(errs, err)
	}
	for _, c := range changes {
		if (c.name == identityName || c.name == deviceName) && d.strange != nil {
			continue
		}
		err := d.replace(c)
		if errs = append(errs, err); err == nil {
			named = append(named, c)
		}
		if c.name == identityName {
			sync()
		}
	}
	sync()
	return errors.Join(errs...)
}

// replace writes a file, and leaves it to the caller to sync its name. The old content
// becomes the previous version: at every instant one of the two exists and is complete.
// This needs no links, which some file systems lack.
func (d *disk) replace(c change) error {
	name := c.name
	side, err := durable.Fill(d.fs, name, c.content)
	if err != nil {
		return err
	}
	to := name + before
	if d.broken[name] {
		to = name + bad
	}
	// First the old one out of the way, then the new one in: a cut between the two leaves
	// the previous version, which load takes.
	if err := d.fs.Rename(name, to); err != nil && !errors.Is(err, fs.ErrNotExist) {
		_ = d.fs.Remove(side)
		return err
	}
	delete(d.broken, name)
	delete(d.written, name)
	return d.fs.Rename(side, name)
}

// tidy removes what interrupted writes have left, and finds the files in apartDir.
func (d *disk) tidy() {
	durable.Tidy(d.fs, ".")
	durable.Tidy(d.fs, apartDir)
	names, _ := d.fs.List(apartDir)
	for _, name := range names {
		if isName(name) {
			d.apart[name] = true
		}
	}
}

// isName reports whether name is a result of nameOf.
func isName(name string) bool { return len(name) == 64 && strings.Trim(name, "0123456789abcdef") == "" }

// Changes returns the changes of files in the data directory by which the next start
// has next in the place of now. The counter of ids goes on. What apps keep is the same
// in both, and in it so that it comes back with now.
func Changes(now, next device.Restored) (all []durable.Change, err error) {
	for _, name := range []string{settingsName, appsName, deviceName} {
		c := durable.Change{Name: name}
		if c.Old, err = whole(name, restored(now)); err != nil {
			return nil, err
		}
		if c.New, err = whole(name, restored(next)); err != nil {
			return nil, err
		}
		// Its previous version belongs to another device.
		all = append(all, c, durable.Change{Name: name + before})
	}
	return all, nil
}

func restored(v device.Restored) device.Saved {
	return device.Saved{Settings: v.Settings, Identity: v.Identity, Apps: v.Apps, Since: number.Number,
		Touched: []string{Everything}}
}

// whole returns the content of the file called name, with large values in it.
func whole(name string, v device.Saved) ([]byte, error) {
	f, enc := called(name), newEncoder(nil)
	enc.whole = true
	enc.begin()
	raw, err := enc.encode(f, v)
	if err != nil {
		return nil, err
	}
	var text bytes.Buffer
	if err = json.Indent(&text, raw, "", "  "); err == nil && int64(text.Len()) > f.most {
		err = fmt.Errorf("%s: %w: %d bytes, at most %d are read", name, bounded.ErrTooLarge, text.Len(), f.most)
	}
	return text.Bytes(), err
}

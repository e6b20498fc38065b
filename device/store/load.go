// SPDX-License-Identifier: Apache-2.0

package store

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/ledpost/ledpost/device"
	"github.com/ledpost/ledpost/device/note"
	"github.com/ledpost/ledpost/device/paint"
	"github.com/ledpost/ledpost/icons"
	"github.com/ledpost/ledpost/internal/bounded"
	"github.com/ledpost/ledpost/internal/durable"
)

// load reads the stored state, and reports whether there is any: else the device is new.
func (s *Store) load() (saved device.Saved, found bool) {
	d := &s.disk
	d.tidy()
	var identity identityFile
	settings := settingsFile{Settings: savedSettings{Settings: device.DefaultSettings}}
	var apps appsFile
	var ended endedFile
	var queue queueFile
	whole := s.loadIdentity(&identity)
	saved.Identity, saved.Reserved = identity.Identity, identity.Reserved
	r := read(s, settingsName, &settings)
	saved.Settings, saved.Since, saved.Touched = r.settings(settings.Settings), settings.Since, settings.Touched
	r = read(s, appsName, &apps)
	saved.Apps = r.apps(apps.Apps)
	read(s, endedName, &ended)
	saved.Ended = ended.Ended
	r = read(s, queueName, &queue)
	saved.At, saved.Boot = queue.At, queue.Boot
	saved.Unsure, saved.Clean, saved.Unclean = queue.Unsure, queue.Clean, queue.Unclean
	r.most, r.early = atOnce, true
	saved.Waiting = r.waiting(queue.Waiting)
	found = whole || len(d.written) > 0
	s.took(saved)
	for _, err := range saved.Settings.Mend() {
		s.warn(settingsName, err)
	}
	saved.Unclean = max(saved.Unclean, 0)
	saved.Reserved = max(saved.Reserved, unused(saved))
	saved.Settings.New = saved.Settings.New || !found || !s.used()
	if found && identity.Reserved == 0 { // the counter is lost: ids that clients still know must not come again
		saved.Reserved = leap(saved.Reserved)
	}
	return saved, found
}

// used reports whether the directory has, or had, more than who the device is: that alone is
// what a factory reset leaves.
func (s *Store) used() bool {
	names, err := s.fs.List(".")
	return err != nil || slices.ContainsFunc(names, func(name string) bool {
		name = strings.TrimSuffix(strings.TrimSuffix(name, before), bad)
		return slices.ContainsFunc(files, func(f file) bool {
			return f.name == name && name != identityName && name != deviceName
		})
	})
}

// took finds out which files have what was read from them in the form in which it would be
// written: the others, as those of a version before, are written again.
func (s *Store) took(saved device.Saved) {
	s.enc.begin()
	now := still(saved)
	for _, f := range files {
		data, err := s.enc.encode(f, saved)
		if err == nil && bytes.Equal(data, s.disk.written[f.name]) {
			s.disk.written[f.name], _ = s.enc.encode(f, now)
		} else {
			delete(s.disk.written, f.name)
		}
	}
	maps.DeleteFunc(s.enc.files, func(name string, _ []byte) bool { return s.disk.apart[name] })
}

// loadIdentity takes each field from the first file that has it, and generates the
// missing ones. A file that cannot be read now may still be intact: generated fields
// are then for this run only.
func (s *Store) loadIdentity(to *identityFile) (whole bool) {
	var who identityFile
	readOne(s, deviceName, "", &who)
	to.Identity.Fill(who.Identity)
	for _, suffix := range []string{"", before} {
		var f identityFile
		if _, found := readOne(s, identityName, suffix, &f); found {
			to.Identity.Fill(f.Identity)
			to.Reserved = max(to.Reserved, plausible(f.Reserved))
		}
	}
	whole = to.Identity.Fill(device.NewIdentity())
	err := errors.Join(s.disk.unread[deviceName], s.disk.unread[identityName], s.disk.unread[identityName+before])
	if err != nil && !whole {
		const says = "the identity cannot be read; the device has another identity until the next start: %w"
		s.disk.strange = fmt.Errorf(says, err)
	}
	return whole
}

// plausible returns reserved, or 0 if it is so high that the ids would run out.
func plausible(reserved uint64) uint64 {
	if reserved >= 1<<53 { // no device counts that far: the file was damaged
		return 0
	}
	return reserved
}

// unused returns an id above all ids in saved.
func unused(saved device.Saved) (next uint64) {
	see := func(id string) {
		// 53 bits: clients read ids as JSON numbers, which many hold in a float64.
		if n, err := strconv.ParseUint(id, 10, 53); err == nil {
			next = max(next, n+1)
		}
	}
	for _, e := range saved.Waiting {
		see(e.ID)
	}
	for _, e := range saved.Ended {
		see(e.ID)
	}
	return next
}

// read sets to from the file called name, or else from the previous version of it, and
// returns the reader of what the form refers to.
func read[T any](s *Store, name string, to *T) *reader {
	r, found := readOne(s, name, "", to)
	if !found {
		r, _ = readOne(s, name, before, to)
	}
	return r
}

// readOne sets to from the file called name with that suffix. A file with invalid content is
// set aside; an unreadable one may still be intact, and is set aside only when it would be
// overwritten.
func readOne[T any](s *Store, name, suffix string, to *T) (r *reader, found bool) {
	d, file := &s.disk, name+suffix
	r = &reader{
		warn: func(field string, err error) { s.warn(file+" "+field, err) },
		file: func(apart string, most int64) ([]byte, error) {
			d.used[apart] = true
			return s.content(apart, most)
		},
		most: maxApart,
	}
	data, err := d.fs.Read(file, called(name).most)
	if errors.Is(err, fs.ErrNotExist) {
		return r, false
	}
	if err != nil && !errors.Is(err, bounded.ErrTooLarge) {
		s.opts.Log.Error("a file of the state cannot be read", "file", file, "err", err)
		d.unread[file], d.broken[file] = err, true
		return r, false
	}
	if err == nil {
		err = check(data)
	}
	if err != nil {
		s.opts.Log.Error("a file of the saved state is broken and was set aside", "file", file, "err", err)
		d.broken[file] = d.fs.Rename(file, name+bad) != nil
		return r, false
	}
	decode(r, "", data, to)
	if suffix == "" {
		d.written[name] = data
	}
	return r, true
}

func (s *Store) warn(what string, err error) {
	s.opts.Log.Warn("part of the saved state cannot be used and is left out", "what", what, "err", err)
}

// maxApart bounds a value in a separate file.
const maxApart = 16 << 20

// content returns the value stored in the file name, which has at most that many bytes. A
// lost picture is replaced by a placeholder.
func (s *Store) content(name string, most int64) ([]byte, error) {
	data, err := s.fs.Read(apartDir+"/"+name, most)
	if err == nil && (nameOf(data) != name || !json.Valid(data)) {
		err = errors.New("its file has different content")
		s.mu.Lock()
		s.wrong = append(s.wrong, name) // so that it is written again if it returns
		s.mu.Unlock()
	}
	if err != nil {
		return nil, fmt.Errorf("lost: %w", err)
	}
	return data, nil
}

// forgetWrong forgets the files that have another content.
func (s *Store) forgetWrong() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, name := range s.wrong {
		delete(s.disk.apart, name)
	}
	s.wrong = nil
}

// lost stands for a picture whose file is gone: no icon has this name, so the sign for
// an unknown icon is drawn.
var lost, _ = icons.Parse("lost-picture")

// Look returns l with the settings made on the device that keeps its state in dir, or
// l unchanged if nothing can be read there.
func Look(dir durable.FS, l paint.Look) paint.Look {
	var f settingsFile
	data, err := dir.Read(settingsName, called(settingsName).most)
	if err != nil || check(data) != nil {
		return l
	}
	decode(&reader{warn: func(string, error) {}}, "", data, &f)
	f.Settings.Mend()
	return f.Settings.Look.Over(l)
}

// atOnce is how many bytes of files Open reads for what waits, from the first in the
// queue on. It takes 10 million instructions on a Raspberry Pi Zero; everything else
// comes by Fetch, so that the first picture waits for no queue.
const atOnce = 32 << 10

// errLater is the error of a file that is not read at once.
var errLater = errors.New("it is read later")

// entry sets the notification of e from raw, or marks e as one to be fetched.
func (r *reader) entry(at string, raw json.RawMessage, e *device.SavedEntry) {
	apart := bytes.Contains(raw, []byte(reference))
	if !apart || !r.over { // parsing it would cost the time to be spared
		e.Notification = r.notification(at, raw)
	}
	if apart && r.over {
		e.Notification, e.Stored = note.Notification{}, &device.Stored{JSON: raw}
	}
}

// Fetch reads the content that e was restored without. Where it is lost, e has none, and
// the device refuses it. Any goroutine may call it.
func (s *Store) Fetch(e device.SavedEntry) device.SavedEntry {
	stored, whole := &device.Stored{JSON: e.Stored.JSON}, true
	r := reader{
		warn: func(field string, err error) {
			whole = false
			s.warn("notification "+e.ID+" "+field, err)
		},
		file: func(name string, most int64) ([]byte, error) {
			stored.Files = append(stored.Files, name)
			return s.content(name, most)
		},
		most: maxApart,
	}
	e.Notification = r.notification("", stored.JSON)
	if e.Stored = stored; !whole {
		e.Stored = nil // the rest of it is written again
	}
	return e
}

// has reports whether the files have the notification of x already.
func (e *encoder) has(x *device.SavedEntry) bool {
	if x.Stored == nil || e.whole {
		return false
	}
	return !slices.ContainsFunc(x.Stored.Files, func(name string) bool { return !e.exist[name] && !x.Later() })
}

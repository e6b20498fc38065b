// SPDX-License-Identifier: Apache-2.0

package store

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"strconv"

	"github.com/ledpost/ledpost/device"
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
	settings := settingsFile{Settings: device.DefaultSettings}
	var apps appsFile
	var ended endedFile
	var queue queueFile
	whole := s.loadIdentity(&identity)
	s.read(files[1], &settings)
	s.read(files[2], &apps)
	s.read(files[3], &ended)
	s.read(files[4], &queue)
	for _, err := range settings.Settings.Mend() {
		s.warn(settingsName, err)
	}
	saved = device.Saved{
		At: queue.At, Unsure: queue.Unsure, Clean: queue.Clean, Unclean: max(queue.Unclean, 0), Boot: queue.Boot,
		Identity: identity.Identity, Reserved: identity.Reserved, Settings: settings.Settings,
		Since: settings.Since, Touched: settings.Touched, Waiting: queue.Waiting, Ended: ended.Ended, Apps: apps.Apps,
	}
	saved.Reserved = max(saved.Reserved, unused(saved))
	found = whole || len(d.written) > 0
	saved.Settings.New = saved.Settings.New || !found
	if found && identity.Reserved == 0 { // the counter is lost: ids that clients still know must not come again
		saved.Reserved = leap(saved.Reserved)
	}
	return saved, found
}

// loadIdentity takes each field from the first file that has it, and generates the
// missing ones. A file that cannot be read now may still be intact: generated fields
// are then for this run only.
func (s *Store) loadIdentity(to *identityFile) (whole bool) {
	var who deviceFile
	s.readOne(files[5], deviceName, &who)
	to.Identity.Fill(who.Identity)
	for _, name := range []string{identityName, identityName + before} {
		var f identityFile
		if s.readOne(files[0], name, &f) {
			to.Identity.Fill(f.Identity)
			to.Reserved = max(to.Reserved, plausible(f.Reserved))
		}
	}
	whole = to.Identity.Fill(device.NewIdentity())
	if err := errors.Join(s.disk.unread[deviceName], s.disk.unread[identityName], s.disk.unread[identityName+before]); err != nil && !whole {
		s.disk.strange = fmt.Errorf("the identity cannot be read; the device has another identity until the next start: %w", err)
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

// read sets v from the file f, or else from the previous version of it.
func (s *Store) read(f file, v any) (found bool) {
	return s.readOne(f, f.name, v) || s.readOne(f, f.name+before, v)
}

// readOne sets v from the file called name. A file with invalid content is set aside; an
// unreadable one may still be intact, and is set aside only when it would be
// overwritten.
func (s *Store) readOne(f file, name string, v any) bool {
	d := &s.disk
	data, err := d.fs.Read(name, f.most)
	if errors.Is(err, fs.ErrNotExist) {
		return false
	}
	if err != nil && !errors.Is(err, bounded.ErrTooLarge) {
		s.opts.Log.Error("a file of the state cannot be read", "file", name, "err", err)
		d.unread[name], d.broken[name] = err, true
		return false
	}
	if err == nil {
		err = s.decode(name, data, v)
	}
	if err != nil {
		s.opts.Log.Error("a file of the saved state is broken and was set aside", "file", name, "err", err)
		d.broken[name] = d.fs.Rename(name, f.name+bad) != nil
		return false
	}
	if name == f.name {
		s.took(f, v)
	}
	return true
}

// decode sets v from data, which is a whole JSON object, or changes nothing.
func (s *Store) decode(name string, data []byte, v any) error {
	if !json.Valid(data) || len(data) == 0 || data[0] != '{' {
		return errors.New("is not a JSON object")
	}
	dec := decoder{file: s.content, warn: func(field string, err error) { s.warn(name+" "+field, err) }, early: &early{fs: s.fs, room: atOnce}}
	return dec.decode(data, v)
}

// took remembers the content of a file that was read, so that it is not written
// again unchanged.
func (s *Store) took(f file, v any) {
	s.enc.begin()
	core := v
	if q, ok := v.(*queueFile); ok {
		core = queueCore(device.Saved{Unsure: q.Unsure, Clean: q.Clean, Unclean: q.Unclean, Boot: q.Boot, Waiting: q.Waiting})
	}
	data, err := s.enc.encode(core)
	if err == nil {
		s.disk.written[f.name] = data
	}
	for name := range s.enc.used {
		s.disk.used[name] = true
	}
	maps.DeleteFunc(s.enc.files, func(name string, _ []byte) bool { return s.disk.apart[name] })
}

func (s *Store) warn(what string, err error) {
	s.opts.Log.Warn("part of the saved state cannot be used and is left out", "what", what, "err", err)
}

// maxApart bounds a value in a separate file.
const maxApart = 16 << 20

// content returns the value stored in the file name. A lost picture is replaced by a
// placeholder.
func (s *Store) content(name string) ([]byte, error) {
	data, err := s.fs.Read(apartDir+"/"+name, maxApart)
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
	data, err := dir.Read(settingsName, files[1].most)
	if err == nil && json.Valid(data) {
		err = (&decoder{warn: func(string, error) {}}).decode(data, &f)
	}
	if err != nil {
		return l
	}
	f.Settings.Mend()
	return f.Settings.Look.Over(l)
}

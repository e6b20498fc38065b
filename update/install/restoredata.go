// SPDX-License-Identifier: Apache-2.0

package install

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/ledpost/ledpost/internal/bounded"
)

// A restorer puts back the kept data of the version before. Every step may be repeated.
type restorer struct {
	disk
	reads Reads
}

// restoreAll puts everything back in the one order that is right at each power cut
// (rollBack), each part on the disk before the program that reads it.
func (r restorer) restoreAll(snapshot string, k kept) error {
	return errors.Join(r.restoreConfig(), r.restoreData(snapshot), r.sync(), r.restoreProgram(k), r.sync())
}

// restoreConfig takes back what the update has done to the administrator's folder. What
// its owner has done since stays, unless this version cannot read it: that is kept aside.
func (r restorer) restoreConfig() error { return r.tree(keptConfig, ConfigDir, r.edited) }

// edited returns the content for a file of the administrator. A comparison with the
// file right after the installation tells an edit from the package's change.
func (r restorer) edited(name string, now, was []byte) ([]byte, error) {
	then, known := r.begun(name)
	switch {
	case known && bytes.Equal(then, now) && (then == nil) == (now == nil):
		return was, nil // nobody has touched it since
	case now == nil && known:
		return nil, nil // it was removed
	case now == nil, filepath.Ext(name) == ".toml" && !r.reads.Config(now):
		return was, nil
	}
	return now, nil
}

// begun returns the file as it was when the new version had just been installed, nil for
// none, and whether that is known: older versions did not look.
func (r restorer) begun(name string) (text []byte, known bool) {
	root, err := os.OpenRoot(r.home(previousDir, configBegun))
	if err != nil {
		return nil, false
	}
	defer root.Close()
	text, _, err = readPlain(root, name)
	return text, err == nil || errors.Is(err, fs.ErrNotExist)
}

// restoreData puts back those files of the daemon's data that this version
// cannot read any more, and those that are gone. Whatever it can read stays:
// nothing that was saved during the trial is lost with it. Only settings that no client has
// set since the update are those from before it. On a disk that the
// refused version has filled, there has to be room before.
func (r restorer) restoreData(snapshot string) error {
	return errors.Join(r.freeSpace(snapshot), r.leaveSettings(snapshot), r.tree(snapshot, r.data, r.merge),
		r.restoreCache())
}

// merge returns the content for the file name of the daemon's data.
func (r restorer) merge(name string, now, was []byte) ([]byte, error) {
	base := strings.TrimSuffix(name, ".old")
	switch {
	case now == nil:
		return was, nil
	case name == settingsFile:
		if merged, ok := mergedSettings(now, was, r.reads.State(now)); ok {
			return merged, nil
		} else if r.reads.State(now) {
			return now, nil
		}
		return was, nil
	case filepath.Ext(base) == ".toml" && r.reads.Config(now):
		return now, nil
	case filepath.Ext(base) == ".toml":
		return was, nil
	case filepath.Dir(base) != "." || filepath.Ext(base) != ".json" || formOf(was) == 0:
		return now, nil // keys, the certificate, pictures: they have no forms
	case r.reads.State(now):
		return now, nil
	case base == "identity.json":
		return identity(now, was)
	}
	return was, nil
}

// formOf returns the version of the form of a file of the state, 0 for another file.
func formOf(text []byte) int {
	var f struct {
		Version int `json:"version"`
	}
	_ = json.Unmarshal(text, &f)
	return f.Version
}

// identity returns the kept identity with the ids that are reserved now: an id is never
// used twice.
func identity(now, was []byte) ([]byte, error) {
	var old map[string]json.RawMessage
	var reserved, before struct {
		Reserved uint64 `json:"reserved"`
	}
	if err := json.Unmarshal(was, &old); err != nil {
		return was, fmt.Errorf("install: identity: %w", err)
	}
	_ = json.Unmarshal(was, &before)
	if json.Unmarshal(now, &reserved) != nil || reserved.Reserved <= before.Reserved {
		return was, nil
	}
	old["reserved"], _ = json.Marshal(reserved.Reserved) // a number: cannot fail
	return json.Marshal(old)
}

// restoreCache puts back the gallery's icons that are gone.
func (r restorer) restoreCache() error {
	return r.tree(cacheKept, r.data, func(_ string, now, was []byte) ([]byte, error) {
		if now != nil {
			return now, nil
		}
		return was, nil
	})
}

// A merge returns the content for a file, from the present one (now; nil = it is gone) and
// the kept one (was); nil leaves it as it is. With an error its result holds all the same.
type merge func(name string, now, was []byte) ([]byte, error)

// tree puts the files of a folder of the previous version back to where
// they were. For files that differ, merge returns the content.
func (r restorer) tree(from, to string, merge merge) error {
	source, err := os.OpenRoot(r.home(previousDir, from))
	if errors.Is(err, fs.ErrNotExist) {
		return nil // there was none
	}
	if err != nil {
		return err
	}
	defer source.Close()
	target, err := os.OpenRoot(r.path(to))
	if err != nil {
		return err
	}
	defer target.Close()
	var all error
	err = eachFile(source, nothing, maxCacheNames, func(name string, _ fs.FileInfo) error {
		all = errors.Join(all, r.file(source, target, name, merge))
		return nil
	})
	return errors.Join(err, all)
}

func (r restorer) file(source, target *os.Root, name string, merge merge) error {
	was, like, err := readPlain(source, name)
	if err != nil {
		return err
	}
	now, _, err := readPlain(target, name)
	if err != nil {
		now = nil
	}
	if now != nil && bytes.Equal(now, was) {
		return nil
	}
	content, err := merge(name, now, was)
	if err != nil {
		r.log.Warn("a file cannot be merged with its kept copy", "file", name, "err", err)
	}
	if content == nil || now != nil && bytes.Equal(content, now) {
		return nil
	}
	if now != nil {
		r.setAside(name, now)
	}
	if err := r.cutPoint("restore " + name); err != nil {
		return err
	}
	if err := makeDirs(target, filepath.Dir(name), source); err != nil {
		return err
	}
	if err := placePlain(target, name, bytes.NewReader(content), like); err != nil {
		return err
	}
	r.log.Info("restored", "file", name)
	return nil
}

// readPlain returns the content of a regular file, which is not nil.
func readPlain(root *os.Root, name string) ([]byte, fs.FileInfo, error) {
	f, info, err := bounded.Open(root, name, os.O_RDONLY)
	if err != nil {
		return nil, nil, err
	}
	defer f.Close()
	data, err := bounded.Read(f, maxDataFile)
	if data == nil && err == nil {
		data = []byte{}
	}
	return data, info, err
}

// setAside keeps the replaced file, once, for people who want to know. It is only a
// kindness: errors are ignored.
func (r restorer) setAside(name string, data []byte) {
	path := r.home(refusedDir, name)
	if _, err := os.Stat(path); err == nil || os.MkdirAll(filepath.Dir(path), 0o700) != nil {
		return
	}
	_ = os.WriteFile(path, data, 0o600)
}

// freeSpace removes what only the refused version can have made, when the disk
// is full of it: files that are larger than any that this version writes.
func (r restorer) freeSpace(snapshot string) error {
	root, err := os.OpenRoot(r.path(r.data))
	if err != nil {
		return err
	}
	defer root.Close()
	return eachFile(root, skipped, maxNames, func(name string, info fs.FileInfo) error {
		if info.Size() <= maxDataFile {
			return nil
		}
		if _, err := os.Lstat(r.home(previousDir, snapshot, name)); err == nil { // the version before had it, too
			return nil
		}
		r.log.Warn("a file of the refused version is removed", "file", name, "bytes", info.Size())
		return root.Remove(name)
	})
}

// restoreProgram puts the installed files back, and removes those that the
// refused version has brought.
func (r restorer) restoreProgram(k kept) error {
	if k.Slot != "" {
		return r.pointTo(k.Slot)
	}
	root, err := os.OpenRoot(r.path("/"))
	if err != nil {
		return err
	}
	defer root.Close()
	from, err := os.OpenRoot(r.home(previousDir, keptFiles))
	if err != nil {
		return err
	}
	defer from.Close()
	var all error
	for path, hash := range k.Files {
		all = errors.Join(all, r.installed(root, from, strings.TrimPrefix(path, "/"), hash))
	}
	return errors.Join(all, r.removeNew(root, k))
}

func (r restorer) installed(root, from *os.Root, name, hash string) error {
	if is, err := sum(root, name); err == nil && is == hash {
		return nil
	}
	if is, err := sum(from, name); err != nil || is != hash {
		return fmt.Errorf("install: the copy of %s is damaged: %w", name, errors.Join(err, io.ErrUnexpectedEOF))
	}
	if err := r.cutPoint("restore /" + name); err != nil {
		return err
	}
	if err := root.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		return err
	}
	return copyPlain(root, name, from, name)
}

// removeNew removes installed files that the kept version did not have: a unit
// or a drop-in of the new one would hold for the old one too.
func (r restorer) removeNew(root *os.Root, k kept) error {
	paths, err := r.packaged()
	if err != nil {
		return err
	}
	for _, path := range paths {
		if _, ours := k.Files[path]; ours {
			continue
		}
		if err := r.cutPoint("remove " + path); err != nil {
			return err
		}
		if err := root.Remove(strings.TrimPrefix(path, "/")); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
		r.log.Info("removed, since the version before did not have it", "file", path)
	}
	return nil
}

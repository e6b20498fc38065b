package install

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/ledpost/ledpost/internal/bounded"
)

// A restorer puts back what was kept of the version before. Every step may be
// repeated.
type restorer struct {
	disk
	reads Reads
}

// restoreAll puts everything back in the one order that is right at each power cut
// (rollBack), each part on the disk before the program that reads it.
func (r restorer) restoreAll(snapshot string, k kept) error {
	return errors.Join(r.restoreConfig(), r.restoreData(snapshot), r.sync(), r.restoreProgram(k), r.sync())
}

// restoreConfig makes the administrator's folder what it was. What the new
// version has put there is kept aside.
func (r restorer) restoreConfig() error {
	return r.tree(keptConfig, configDir, func(string, []byte, []byte) ([]byte, error) { return nil, nil })
}

// restoreData puts back those files of the daemon's data that this version
// cannot read any more, and those that are gone. Whatever it can read stays:
// nothing that was saved during the trial is lost with it. On a disk that the
// refused version has filled, there has to be room before.
func (r restorer) restoreData(snapshot string) error {
	return errors.Join(r.freeSpace(snapshot), r.tree(snapshot, r.data, r.merge))
}

// merge returns what shall be in the file name of the daemon's data instead of
// what was kept; nil is just that.
func (r restorer) merge(name string, now, was []byte) ([]byte, error) {
	base := strings.TrimSuffix(name, ".old")
	switch {
	case filepath.Ext(base) == ".toml":
		return keepIf(r.reads.Config(now), now)
	case filepath.Dir(base) != "." || filepath.Ext(base) != ".json" || formOf(was) == 0:
		return now, nil // keys, the certificate, pictures: they have no forms
	case r.reads.State(now):
		return now, nil
	case base == "identity.json":
		return identity(now, was)
	}
	return nil, nil
}

func keepIf(readable bool, now []byte) ([]byte, error) {
	if readable {
		return now, nil
	}
	return nil, nil
}

// formOf returns the version of the form of a file of the state, 0 for what is
// none.
func formOf(text []byte) int {
	var f struct {
		Version int `json:"version"`
	}
	_ = json.Unmarshal(text, &f)
	return f.Version
}

// identity returns what was kept of the identity with the ids reserved that are
// reserved now: an id is never used twice.
func identity(now, was []byte) ([]byte, error) {
	var old map[string]json.RawMessage
	var reserved, before struct {
		Reserved uint64 `json:"reserved"`
	}
	if err := json.Unmarshal(was, &old); err != nil {
		return nil, fmt.Errorf("install: identity: %w", err)
	}
	_ = json.Unmarshal(was, &before)
	if json.Unmarshal(now, &reserved) != nil || reserved.Reserved <= before.Reserved {
		return nil, nil
	}
	old["reserved"], _ = json.Marshal(reserved.Reserved) // a number: cannot fail
	return json.Marshal(old)
}

// tree puts the files of a folder of the previous version back to where
// they were. For those that differ, merge says what they shall be.
func (r restorer) tree(from, to string, merge func(name string, now, was []byte) ([]byte, error)) error {
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
	err = eachFile(source, func(name string, _ fs.FileInfo) error {
		all = errors.Join(all, r.file(source, target, name, merge))
		return nil
	})
	return errors.Join(err, all)
}

func (r restorer) file(source, target *os.Root, name string, merge func(name string, now, was []byte) ([]byte, error)) error {
	was, like, err := readPlain(source, name)
	if err != nil {
		return err
	}
	now, _, err := readPlain(target, name)
	if err == nil && bytes.Equal(now, was) {
		return nil
	}
	content := was
	if err == nil {
		merged, err := merge(name, now, was)
		if err != nil {
			r.log.Warn("a file cannot be merged with what was kept", "file", name, "err", err)
		}
		if merged != nil {
			content = merged
		}
		if bytes.Equal(content, now) {
			return nil
		}
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

// readPlain returns the content of a regular file.
func readPlain(root *os.Root, name string) ([]byte, fs.FileInfo, error) {
	f, info, err := openPlain(root, name)
	if err != nil {
		return nil, nil, err
	}
	defer f.Close()
	data, err := bounded.Read(f, maxDataFile)
	return data, info, err
}

// setAside keeps what is replaced, once, for whoever wants to know. It is only a
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
	return eachFile(root, func(name string, info fs.FileInfo) error {
		if info.Size() <= maxDataFile {
			return nil
		}
		if _, err := os.Lstat(r.home(previousDir, snapshot, name)); err == nil {
			return nil
		}
		r.log.Warn("a file of the refused version is removed", "file", name, "bytes", info.Size())
		return root.Remove(name)
	})
}

// SPDX-License-Identifier: Apache-2.0

package durable

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"strconv"
)

// A Journal changes several files as one: a power cut at any moment leaves all of them
// as they were, or all changed, as soon as Replay has run. A change on trial can be
// taken back as one, too. Only one goroutine may use it.
//
// The new contents and the old ones are files in a folder. A file that lists them is
// written last, which commits the change; its name says how far the change has come.
// Replay moves the contents to their places: a missing content was moved before the
// power went, so that it can be repeated.
type Journal struct {
	FS FS

	// Back returns what comes back in place of back, the old content of the file name,
	// where some of the present content must outlive a change that is taken back; nil =
	// the old content. Calling it again with its result must return the same.
	Back func(name string, back []byte) []byte
}

// A Change is what becomes of one file.
type Change struct {
	Name     string // in the file system of the journal; missing directories are made
	New, Old []byte // nil = no such file
}

// Names of the journal's files.
const (
	committed = "restore.json"  // the change is decided, and to be finished
	onTrial   = "restored.json" // it is made, and taken back unless Keep is called
	staged    = "restore"       // the folder of contents
)

// JournalNames are all names that a journal uses. They mean nothing to another program,
// nor at another time.
var JournalNames = []string{committed, onTrial, staged}

const maxList = 4 << 20 // bytes of the list of changes; 5000 icons take 400 kB

// ErrPending is returned by Commit while another change is not finished.
var ErrPending = errors.New("durable: another change is not finished")

// list is the content of the journal's file. The contents of the change i are in the
// files i.new and i.old of the folder.
type list struct {
	Trial   bool    `json:"trial"`
	Changes []entry `json:"changes"`
}

type entry struct {
	Name string `json:"name"`
	New  bool   `json:"new"` // false = the change removes the file
	Old  bool   `json:"old"` // false = there was none
}

// Commit decides a change: when it returns nil, the next Replay makes it, whatever
// happens meanwhile. On trial, Replay takes it back later on, unless Keep is called.
// After an error nothing will change.
func (j *Journal) Commit(changes []Change, trial bool) error {
	if j.Pending() {
		return ErrPending
	}
	if _, err := j.FS.Mkdir(staged); err != nil {
		return err
	}
	j.clear()
	text, err := j.stage(changes, trial)
	if err == nil {
		err = Write(j.FS, committed, text)
	}
	if err != nil { // the last step may have failed when the file had its name
		_ = j.forget(committed)
	}
	return err
}

// stage writes the contents, and returns the list of them.
func (j *Journal) stage(changes []Change, trial bool) ([]byte, error) {
	l := list{Trial: trial}
	for i, c := range changes {
		e := entry{c.Name, c.New != nil, trial && c.Old != nil}
		l.Changes = append(l.Changes, e)
		if e.New {
			if err := Put(j.FS, content(i, false), c.New); err != nil {
				return nil, err
			}
		}
		if e.Old {
			if err := Put(j.FS, content(i, true), c.Old); err != nil {
				return nil, err
			}
		}
	}
	if err := j.FS.Sync(staged); err != nil {
		return nil, err
	}
	return json.Marshal(l)
}

// content is the name of the file with the new or the old content of the change i.
func content(i int, back bool) string {
	if back {
		return path.Join(staged, strconv.Itoa(i)+".old")
	}
	return path.Join(staged, strconv.Itoa(i)+".new")
}

// Pending reports whether a change is committed or on trial.
func (j *Journal) Pending() bool { return j.has(committed) || j.has(onTrial) }

// Trial reports whether a change is on trial.
func (j *Journal) Trial() bool { return j.has(onTrial) }

func (j *Journal) has(name string) bool {
	_, err := j.FS.Read(name, maxList)
	return !errors.Is(err, fs.ErrNotExist)
}

// Replay finishes a change that was committed, and takes a change back whose trial has
// ended without Keep. The trial of a change lasts as long as goesOn, called after the
// change was made, returns true. Call it at each start, before any of the files is
// read. After an error the files may be mixed until a later Replay returns nil.
func (j *Journal) Replay(goesOn func() bool) error {
	l, err := j.read(committed)
	if err == nil && l != nil {
		err = j.made(l)
	}
	if err != nil {
		return err
	}
	if l, err = j.read(onTrial); err != nil || l != nil && goesOn() {
		return err
	}
	if l != nil {
		if err = j.move(l, true); err == nil {
			err = j.forget(onTrial)
		}
		return err
	}
	j.clear() // of a change that was not committed
	return nil
}

// made makes the change.
func (j *Journal) made(l *list) error {
	if err := j.move(l, false); err != nil {
		return err
	}
	if !l.Trial {
		return j.forget(committed)
	}
	if err := j.FS.Rename(committed, onTrial); err != nil {
		return err
	}
	return j.FS.Sync(".")
}

// Keep ends the trial of a change: it stays. When it returns nil, that survives a power
// cut. Without a trial it does nothing.
func (j *Journal) Keep() error { return j.forget(onTrial) }

// forget ends a change: the journal's file first, since it promises the contents.
func (j *Journal) forget(name string) error {
	err := j.FS.Remove(name)
	if errors.Is(err, fs.ErrNotExist) {
		err = nil
	}
	if err == nil {
		err = j.FS.Sync(".")
	}
	if err == nil {
		j.clear()
	}
	return err
}

// clear empties the folder. It is only a cleanup: errors are ignored.
func (j *Journal) clear() {
	_ = j.FS.Remove(committed + Half)
	names, _ := j.FS.List(staged)
	for _, name := range names {
		_ = j.FS.Remove(path.Join(staged, name))
	}
}

// read returns the list in a file of the journal; nil = there is no such file.
func (j *Journal) read(name string) (*list, error) {
	text, err := j.FS.Read(name, maxList)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	l := new(list)
	if err == nil {
		err = json.Unmarshal(text, l)
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return l, nil
}

// move moves all new contents, or all old ones, to their places. A content that is not
// there was moved before.
func (j *Journal) move(l *list, back bool) error {
	dirs := map[string]bool{staged: true}
	for i, e := range l.Changes {
		dir := path.Dir(e.Name)
		if !dirs[dir] {
			if _, err := j.FS.Mkdir(dir); err != nil {
				return err
			}
			dirs[dir] = true
		}
		if err := j.moveOne(i, e, back); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("%s: %w", e.Name, err)
		}
	}
	for dir := range dirs {
		if err := j.FS.Sync(dir); err != nil {
			return err
		}
	}
	return nil
}

func (j *Journal) moveOne(i int, e entry, back bool) error {
	from := content(i, back)
	if there := e.New && !back || e.Old && back; !there {
		return j.FS.Remove(e.Name)
	}
	if back && j.Back != nil {
		if err := j.merge(e.Name, from); err != nil {
			return err
		}
	}
	return j.FS.Rename(from, e.Name)
}

// merge asks Back for the content that returns in place of the file from.
func (j *Journal) merge(name, from string) error {
	old, err := j.FS.Read(from, maxContent)
	if err != nil {
		return err
	}
	return Put(j.FS, from, j.Back(name, old))
}

const maxContent = 16 << 20 // bytes of a content

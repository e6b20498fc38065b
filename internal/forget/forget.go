// SPDX-License-Identifier: Apache-2.0

// Package forget makes directories forget whoever used them. What survives is named, and all
// else goes: a file that somebody adds later is forgotten without a word here.
//
// Each step may be repeated, so that a mark, made before the first one and removed after the
// last, is all that a reset needs to go on after a power cut. Nothing here needs room on
// the disk.
package forget

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path"
	"slices"
	"strings"

	"github.com/ledpost/ledpost/internal/bounded"
	"github.com/ledpost/ledpost/internal/durable"
	"github.com/ledpost/ledpost/internal/inode"
)

// Request is the name of the empty file in the data directory by which the device asks for a
// factory reset. Whoever takes the reset on removes it when all is forgotten.
const Request = "reset-request"

// Hostname is the name of the file in the data directory that holds the host name which somebody has given the machine
// through the device. It survives until root's part of a reset has taken that name back.
const Hostname = "hostname"

// Pending is the file in which root's part of a factory reset tells the service why it is not
// complete. Without the file there is nothing left to do, or nobody but the service to do it.
const Pending = "/run/ledpost-reset"

// A Rule returns what survives of the content of a file: not more bytes than there were. nil
// is nothing, upon which the file goes.
type Rule func(text []byte) []byte

// Emptied is the rule of a file of which the name survives.
func Emptied([]byte) []byte { return []byte{} }

// A Tree is a directory that is to forget. It follows no link out of it, and it may belong to
// somebody hostile.
type Tree struct {
	Dir string

	// Keep is what survives, by the path from Dir, with slashes; its last element may be a
	// pattern of [path.Match]. A file whose rule is nil stays as it is; a directory that is
	// named stays, empty.
	Keep map[string]Rule

	// Fold takes letters of both cases for the same, as FAT does; Keep has small ones then.
	Fold bool

	// Cut stands before each change; for tests, where an error ends the power. nil = the power
	// stays.
	Cut func(what string) error
}

// maxKept bounds a file with a rule, in bytes; a longer one was not written by this program.
const maxKept = 1 << 20

// Forget does it, and waits until the disk has it. A directory that is not there has
// forgotten. An error names what is left; all else is gone nevertheless.
func (t Tree) Forget() error {
	root, err := os.OpenRoot(t.Dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("forget: %w", err)
	}
	defer root.Close()
	kept, err := t.empty(root, ".")
	// Then what survives: on a full disk there is room now, and a cut leaves the names whole.
	for _, name := range kept {
		if rule, _ := t.rule(name); rule != nil {
			err = errors.Join(err, t.reduce(root, name, rule))
		}
	}
	if err != nil {
		return fmt.Errorf("forget: %w", err)
	}
	return nil
}

// empty removes all below the directory dir but what survives, whose files it returns.
func (t Tree) empty(root *os.Root, dir string) (kept []string, err error) {
	all, err := fs.ReadDir(root.FS(), dir)
	for _, e := range all {
		name := path.Join(dir, e.Name())
		_, named := t.rule(name)
		switch {
		case e.IsDir() && (named || t.leads(name)):
			below, fault := t.empty(root, name)
			kept, err = append(kept, below...), errors.Join(err, fault)
		case e.Type().IsRegular() && named:
			kept = append(kept, name)
		default:
			if fault := t.cut(name); fault != nil {
				return kept, fault
			}
			err = errors.Join(err, root.RemoveAll(name))
		}
	}
	return kept, errors.Join(err, durable.Settle(root.Open(dir)))
}

// rule returns the rule for a path, and whether it is named.
func (t Tree) rule(name string) (rule Rule, named bool) {
	if t.Fold {
		name = strings.ToLower(name)
	}
	if rule, named = t.Keep[name]; named {
		return rule, true
	}
	for _, pattern := range slices.Sorted(maps.Keys(t.Keep)) {
		if is, _ := path.Match(pattern, name); is {
			return t.Keep[pattern], true
		}
	}
	return nil, false
}

// leads reports whether something below the directory is named.
func (t Tree) leads(dir string) bool {
	if t.Fold {
		dir = strings.ToLower(dir)
	}
	for name := range t.Keep {
		if strings.HasPrefix(name, dir+"/") {
			return true
		}
	}
	return false
}

// reduce lets the rule's part of a file survive. It writes over the content in place: that
// needs no room, and the file stays its owner's. What a power cut tears is not read as
// anything else, and the copies of the file are reduced one after the other.
func (t Tree) reduce(root *os.Root, name string, rule Rule) error {
	f, info, err := bounded.Open(root, name, os.O_RDWR)
	if errors.Is(err, bounded.ErrNotPlain) { // since it was listed
		return t.remove(root, name)
	}
	if err != nil {
		return errors.Join(err, t.remove(root, name))
	}
	defer f.Close()
	text, err := bounded.Read(f, maxKept)
	is := []byte(nil)
	if err == nil {
		is = rule(text)
	}
	switch {
	case err != nil && !errors.Is(err, bounded.ErrTooLarge):
		return errors.Join(err, t.remove(root, name))
	case is == nil || len(is) > len(text):
		return t.remove(root, name)
	case inode.Links(info) != 1: // it would be changed elsewhere, too
		return t.remove(root, name)
	case bytes.Equal(bytes.TrimSpace(is), bytes.TrimSpace(text)):
		return nil
	}
	if err := t.cut("the rest of " + name); err != nil {
		return err
	}
	if len(is) == 0 {
		return errors.Join(f.Truncate(0), f.Sync())
	}
	_, err = f.WriteAt(append(is, bytes.Repeat([]byte{' '}, len(text)-len(is))...), 0)
	return errors.Join(err, f.Sync())
}

// remove removes a file of which nothing survives.
func (t Tree) remove(root *os.Root, name string) error {
	if err := t.cut(name); err != nil {
		return err
	}
	return errors.Join(root.RemoveAll(name), durable.Settle(root.Open(path.Dir(name))))
}

func (t Tree) cut(what string) error {
	if t.Cut == nil {
		return nil
	}
	return t.Cut(what)
}

// Data names the files that stay in the data directory: the identity, in all copies (package
// device/store).
var Data = map[string]Rule{"identity.json": who, "identity.json.old": who, "device.json": who}

// who lets the numbers of a device survive, and of its notifications the next id; the name is its
// owner's.
func who(text []byte) []byte {
	var f struct {
		Version  int `json:"version"`
		Identity struct {
			ID     string `json:"id"`
			Serial string `json:"serial"`
			UUID   string `json:"uuid"`
		} `json:"identity"`
		Reserved uint64 `json:"reserved,omitempty"`
	}
	if json.Unmarshal(text, &f) != nil || f.Identity.Serial == "" {
		return nil
	}
	is, _ := json.Marshal(f) // of numbers and words: cannot fail
	return is
}

// With returns what survives where the files of these names do, too.
func With(keep map[string]Rule, names ...string) map[string]Rule {
	all := maps.Clone(keep)
	for _, name := range names {
		all[name] = nil
	}
	return all
}

// Below adds to all what survives of a folder.
func Below(all map[string]Rule, folder string, keep map[string]Rule) {
	for name, rule := range keep {
		all[folder+"/"+name] = rule
	}
}

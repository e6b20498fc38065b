// SPDX-License-Identifier: Apache-2.0

package config

import (
	"errors"
	"fmt"
	"io/fs"
	"path"

	"github.com/ledpost/ledpost/internal/durable"
)

// Kept is the folder of the configuration that clients have written. A new one is
// kept beside the last good one until it is confirmed, and is marked as on trial
// before it is used: whatever ends a trial, the next start has the last good one.
// Its methods must not be called concurrently.
type Kept struct{ fs durable.FS }

// keptDir is the folder's name in the data directory.
const keptDir = "config"

// The files in the folder. Each step of a trial is one rename.
const (
	goodFile    = "config.toml"  // the last good one
	nextFile    = "next.toml"    // to be tried from the next start on
	trialFile   = "trial.toml"   // on trial now
	refusedFile = "refused.toml" // was not confirmed, for the curious
)

// NewKept returns the folder "config" of the data directory data, which need not exist.
func NewKept(data durable.FS) *Kept { return &Kept{data} }

// Start has the values that a start begins with.
type Start struct {
	Own    []byte // what clients have written; nil = nothing
	Trial  bool   // Own is on trial: Confirm or Refuse has to follow
	Broken bool   // the last trial was broken off, by a crash or a power cut
}

// Begin is called once at each start, before the configuration is used. Whatever
// the error, the result can be used.
func (k *Kept) Begin() (s Start, err error) {
	durable.Tidy(k.fs, keptDir)
	next := k.has(nextFile)
	if k.has(trialFile) {
		s.Broken = !next // else it was replaced by another trial
		err = k.Refuse()
	}
	if next && err == nil {
		if err = k.move(nextFile, trialFile); err == nil {
			if s.Own, err = k.read(trialFile); err == nil {
				s.Trial = true
				return s, nil
			}
			err = errors.Join(err, k.Refuse())
		}
	}
	own, fault := k.read(goodFile)
	s.Own = own
	return s, errors.Join(err, fault)
}

// Good returns the last good configuration; nil without such a configuration. Any
// process may call it.
func (k *Kept) Good() ([]byte, error) { return k.read(goodFile) }

// Try keeps a configuration for the next start, which tries it.
func (k *Kept) Try(own []byte) error { return k.write(nextFile, own) }

// Keep makes a configuration the last good one without a trial; none may be on trial or wait for one. The next
// start has the old one or the new one, whenever the power fails.
func (k *Kept) Keep(own []byte) error { return k.write(goodFile, own) }

// Waits reports whether a configuration waits for the next start.
func (k *Kept) Waits() bool { return k.has(nextFile) }

// Changes returns what Try would change, by names in the data directory, and good, the
// last good configuration (nil = none), which is there again when they are taken back.
func Changes(next, good []byte) []durable.Change {
	return []durable.Change{
		{Name: path.Join(keptDir, nextFile), New: next},
		{Name: path.Join(keptDir, goodFile), New: good, Old: good},
	}
}

// Confirm makes the configuration on trial the last good one.
func (k *Kept) Confirm() error { return k.move(trialFile, goodFile) }

// Refuse ends the trial: the next start has the last good one.
func (k *Kept) Refuse() error { return k.move(trialFile, refusedFile) }

func (k *Kept) has(name string) bool {
	_, err := k.fs.Read(path.Join(keptDir, name), MaxOwn)
	return !errors.Is(err, fs.ErrNotExist)
}

// read returns the content of a file; nil if it is missing.
func (k *Kept) read(name string) ([]byte, error) {
	text, err := k.fs.Read(path.Join(keptDir, name), MaxOwn)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("config: %w", err)
	}
	return text, nil
}

// write replaces a file.
func (k *Kept) write(name string, own []byte) error {
	_, err := k.fs.Mkdir(keptDir)
	if err == nil {
		err = durable.Write(k.fs, path.Join(keptDir, name), own)
	}
	if err != nil {
		return fmt.Errorf("config: %w", err)
	}
	return nil
}

// move renames a file, also for the case of a power cut.
func (k *Kept) move(from, to string) error {
	err := k.fs.Rename(path.Join(keptDir, from), path.Join(keptDir, to))
	if err == nil {
		err = k.fs.Sync(keptDir)
	}
	if err != nil {
		return fmt.Errorf("config: %w", err)
	}
	return nil
}

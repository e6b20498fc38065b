package config

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/ledpost/ledpost/internal/bounded"
	"github.com/ledpost/ledpost/internal/durable"
)

// Kept is the folder of the configuration that clients have written. A new one is
// kept beside the last good one until it is confirmed, and is marked as on trial
// before it is used: whatever ends a trial, the next start has the last good one.
// Its methods must not be called concurrently.
type Kept struct{ dir string }

// The files in the folder. Each step of a trial is one rename.
const (
	goodFile    = "config.toml"  // the last good one
	nextFile    = "next.toml"    // to be tried from the next start on
	trialFile   = "trial.toml"   // on trial now
	refusedFile = "refused.toml" // was not confirmed, for the curious
)

// NewKept returns the folder "config" of the data directory, which need not exist.
func NewKept(dataDir string) *Kept { return &Kept{filepath.Join(dataDir, "config")} }

// Start is what a start begins with.
type Start struct {
	Own    []byte // what clients have written; nil = nothing
	Trial  bool   // Own is on trial: Confirm or Refuse has to follow
	Broken bool   // the last trial was broken off, by a crash or a power cut
}

// Begin is called once at each start, before the configuration is used. Whatever
// the error, the result can be used.
func (k *Kept) Begin() (s Start, err error) {
	durable.Tidy(durable.Dir(k.dir), ".")
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

// Good returns the last good configuration; nil if there is none. Any process may
// call it.
func (k *Kept) Good() ([]byte, error) { return k.read(goodFile) }

// Try keeps a configuration for the next start, which tries it.
func (k *Kept) Try(own []byte) error {
	if err := durable.WriteFile(filepath.Join(k.dir, nextFile), own); err != nil {
		return fmt.Errorf("config: %w", err)
	}
	return nil
}

// Waits reports whether a configuration waits for the next start.
func (k *Kept) Waits() bool { return k.has(nextFile) }

// GiveUp takes Try back.
func (k *Kept) GiveUp() error {
	if err := os.Remove(filepath.Join(k.dir, nextFile)); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("config: %w", err)
	}
	return nil
}

// Confirm makes the configuration on trial the last good one.
func (k *Kept) Confirm() error { return k.move(trialFile, goodFile) }

// Refuse ends the trial: the next start has the last good one.
func (k *Kept) Refuse() error { return k.move(trialFile, refusedFile) }

func (k *Kept) has(name string) bool {
	_, err := os.Lstat(filepath.Join(k.dir, name))
	return !errors.Is(err, fs.ErrNotExist)
}

// read returns the content of a file; nil if it is missing.
func (k *Kept) read(name string) ([]byte, error) {
	text, err := bounded.ReadFile(filepath.Join(k.dir, name), MaxOwn)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("config: %w", err)
	}
	return text, nil
}

// move renames a file, also for the case of a power cut.
func (k *Kept) move(from, to string) error {
	err := os.Rename(filepath.Join(k.dir, from), filepath.Join(k.dir, to))
	if err == nil {
		err = k.sync()
	}
	if err != nil {
		return fmt.Errorf("config: %w", err)
	}
	return nil
}

// sync makes the names in the folder last.
func (k *Kept) sync() error {
	d, err := os.Open(k.dir)
	if err != nil {
		return err
	}
	defer d.Close()
	return d.Sync()
}

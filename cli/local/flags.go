// SPDX-License-Identifier: Apache-2.0

// Package local is the device on this machine as commands see it: the flags that say where its
// configuration, its state and its keys are, and what is there.
package local

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/spf13/pflag"

	"github.com/ledpost/ledpost/config"
	"github.com/ledpost/ledpost/internal/durable"
	"github.com/ledpost/ledpost/update/install"
)

// DataFlag is the flag for the data directory, in which the program keeps what it writes.
type DataFlag struct{ Data string }

// Add adds the flag to set.
func (f *DataFlag) Add(set *pflag.FlagSet) {
	f.AddWith(set, "$STATE_DIRECTORY, else $XDG_STATE_HOME/ledpost, else ~/.local/state/ledpost")
}

// AddWith is Add for a command for which otherwise is the directory that counts without the flag.
func (f *DataFlag) AddWith(set *pflag.FlagSet, otherwise string) {
	set.StringVar(&f.Data, "data", "", "keep state in `DIR` (default "+otherwise+")")
}

// Dir returns the data directory and creates it if it is missing.
func (f DataFlag) Dir() (string, error) {
	dir, err := f.Where()
	if err == nil {
		err = os.MkdirAll(dir, 0o700)
	}
	if err != nil {
		return "", fmt.Errorf("data directory: %w", err)
	}
	return dir, nil
}

// Named reports whether the directory was given rather than guessed.
func (f DataFlag) Named() bool { return f.Data != "" || os.Getenv("STATE_DIRECTORY") != "" }

// Where returns the path of the data directory, which need not exist.
func (f DataFlag) Where() (string, error) {
	dir := f.Data
	if dir == "" {
		dir = os.Getenv("STATE_DIRECTORY")
	}
	if dir == "" {
		state := os.Getenv("XDG_STATE_HOME")
		if state == "" {
			home, err := os.UserHomeDir()
			if err != nil {
				return "", errors.New("no home directory: use --data DIR")
			}
			state = filepath.Join(home, ".local", "state")
		}
		dir = filepath.Join(state, "ledpost")
	}
	return dir, nil
}

// Flags are the flags for the configuration and the data of the device.
type Flags struct {
	Config string // file; "" = /etc/ledpost/config.toml, if there is one
	DataFlag
}

// Add adds both flags to set.
func (f *Flags) Add(set *pflag.FlagSet) {
	set.StringVar(&f.Config, "config", "",
		"read the configuration `FILE` (default /etc/ledpost/config.toml if there is one)")
	f.DataFlag.Add(set)
}

// Load returns the configuration as the device uses it: the file, and below it what the page
// has set up.
func (f *Flags) Load() (config.Config, error) {
	own, dir := f.Own()
	cfg, _, err := config.Layers{File: f.Config, Data: dir}.Load(own) // the device reports what cannot be used
	return cfg, err
}

// Own returns the page's set-up, and its directory: the data directory, or else the packaged
// service's, as far as it may be read. nil = there is no such file.
func (f *Flags) Own() (own []byte, data string) {
	dirs := []string{install.DataDir}
	if dir, err := f.Where(); err == nil {
		dirs = []string{dir}
		if !f.Named() {
			dirs = append(dirs, install.DataDir)
		}
	}
	for _, dir := range dirs {
		if own, err := config.NewKept(durable.Dir(dir)).Good(); err == nil && own != nil {
			return own, dir
		}
	}
	return nil, ""
}

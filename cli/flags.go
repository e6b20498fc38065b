// SPDX-License-Identifier: Apache-2.0

package cli

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

// dataFlag is the flag for the data directory, in which the program keeps what
// it writes.
type dataFlag struct{ data string }

func (f *dataFlag) flags(set *pflag.FlagSet) {
	f.flag(set, "$STATE_DIRECTORY, else $XDG_STATE_HOME/ledpost, else ~/.local/state/ledpost")
}

// flag adds the flag; otherwise is what its help says of the directory that counts
// without it.
func (f *dataFlag) flag(set *pflag.FlagSet, otherwise string) {
	set.StringVar(&f.data, "data", "", "keep state in `DIR` (default "+otherwise+")")
}

// configFlag is the flag for the configuration file.
type configFlag struct{ config string }

func (f *configFlag) flags(set *pflag.FlagSet) {
	set.StringVar(&f.config, "config", "", "read the configuration `FILE` (default /etc/ledpost/config.toml if there is one)")
}

// dir returns the data directory and creates it if it is missing.
func (f dataFlag) dir() (string, error) {
	dir, err := f.where()
	if err == nil {
		err = os.MkdirAll(dir, 0o700)
	}
	if err != nil {
		return "", fmt.Errorf("data directory: %w", err)
	}
	return dir, nil
}

// named reports whether the directory was given rather than guessed.
func (f dataFlag) named() bool { return f.data != "" || os.Getenv("STATE_DIRECTORY") != "" }

// where returns the path of the data directory, which need not exist.
func (f dataFlag) where() (string, error) {
	dir := f.data
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

// deviceFlags are the flags for the configuration of the device on this machine.
type deviceFlags struct {
	configFlag
	dataFlag
}

func (f *deviceFlags) flags(set *pflag.FlagSet) {
	f.configFlag.flags(set)
	f.dataFlag.flags(set)
}

// load returns the configuration as the device uses it: the file, and below it what
// the page has set up.
func (f *deviceFlags) load() (config.Config, error) {
	own, dir := f.own()
	cfg, _, err := config.Layers{File: f.config, Data: dir}.Load(own) // the device reports what cannot be used
	return cfg, err
}

// own returns the page's set-up, and its directory: the data directory, or else the packaged
// service's, as far as it may be read.
func (f *deviceFlags) own() (own []byte, data string) {
	dirs := []string{install.DataDir}
	if dir, err := f.where(); err == nil {
		dirs = []string{dir}
		if !f.named() {
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

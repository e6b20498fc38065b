package cli

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/spf13/pflag"
)

// dataFlag is the flag for the data directory, in which the program keeps what
// it writes.
type dataFlag struct{ data string }

func (f *dataFlag) flags(set *pflag.FlagSet) {
	set.StringVar(&f.data, "data", "", "keep state in `DIR` (default $STATE_DIRECTORY, else $XDG_STATE_HOME/ledpost, else ~/.local/state/ledpost)")
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
				return "", errors.New("no home directory: say --data DIR")
			}
			state = filepath.Join(home, ".local", "state")
		}
		dir = filepath.Join(state, "ledpost")
	}
	return dir, nil
}

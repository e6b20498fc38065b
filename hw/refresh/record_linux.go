// SPDX-License-Identifier: Apache-2.0

package refresh

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"golang.org/x/sys/unix"
)

// Each refresher has a file with its setup in RUNTIME_DIRECTORY, as long as its
// panel may be lit: systemd's ExecStopPost= finds there what to blank when both
// processes were killed. Outside a service there are none.

// remember writes the file of one refresher; its name is empty without a folder.
func remember(line []byte) (name string, err error) {
	dir := os.Getenv("RUNTIME_DIRECTORY")
	if dir == "" {
		return "", nil
	}
	f, err := os.CreateTemp(dir, "refresher-*.json") // with mode 0600
	if err != nil {
		return "", fmt.Errorf("refresh: %w", err)
	}
	_, err = f.Write(line)
	if err := errors.Join(err, f.Close()); err != nil {
		os.Remove(f.Name())
		return "", fmt.Errorf("refresh: %w", err)
	}
	return f.Name(), nil
}

func forget(name string) {
	if name != "" {
		os.Remove(name)
	}
}

// blankAll makes the panels of the files dark. The files of panels that could not be
// blanked stay.
func blankAll(kinds map[string]Opener) error {
	dir := os.Getenv("RUNTIME_DIRECTORY")
	if dir == "" {
		return errors.New("refresh: RUNTIME_DIRECTORY is not set: this command is for the service's ExecStopPost=")
	}
	names, err := filepath.Glob(filepath.Join(dir, "refresher-*.json"))
	for _, name := range names {
		err = errors.Join(err, blankRecorded(name, kinds))
	}
	held, failed := filepath.Glob(filepath.Join(dir, "panel-*.json"))
	err = errors.Join(err, failed)
	for _, name := range held {
		err = errors.Join(err, blankHeld(name, kinds))
	}
	return err
}

// blankHeld makes a panel dark that the file of a refresher describes, see hold, unless
// another refresher has it by now. The file is empty then.
func blankHeld(name string, kinds map[string]Opener) error {
	f, err := lockFile(name)
	if errors.Is(err, unix.EWOULDBLOCK) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("refresh: %w", err)
	}
	defer f.Close()
	if info, err := f.Stat(); err != nil || info.Size() == 0 {
		return err
	}
	return errors.Join(blank(f, kinds), f.Truncate(0))
}

func blankRecorded(name string, kinds map[string]Opener) error {
	f, err := os.Open(name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil // closed in order meanwhile
	}
	if err != nil {
		return fmt.Errorf("refresh: %w", err)
	}
	defer f.Close()
	if err := blank(f, kinds); err != nil {
		return err
	}
	return os.Remove(name)
}

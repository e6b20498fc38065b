// SPDX-License-Identifier: Apache-2.0

package boot

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"golang.org/x/sys/unix"

	"github.com/ledpost/ledpost/config/preseed"
	"github.com/ledpost/ledpost/internal/durable"
)

// ResetFile is the file on the boot partition that asks for a factory reset. Its content does
// not matter.
const ResetFile = "ledpost-reset.txt"

// resetRequest is the file by which ledpost, of which a button was held, asks for it.
const resetRequest = "reset-request"

// resetMark is the file on the lasting partition while a reset is not complete.
const resetMark = "reset"

// onCard are the files of the boot partition that a reset removes: configuration, key, and
// what the Imager has written, with the network.
var onCard = []string{preseed.CardName, preseed.Name, "ledpost-key.txt"}

// Reset makes the device one that nobody has used, if the boot partition or ledpost asks for it: settings,
// apps, icons, keys, configuration and network go, its serial number and the ids of
// notifications stay. data is ledpost's folder. The file that asks is deleted first, so that a
// card that cannot be written is not erased at each start. What a power cut interrupts goes on
// at the next one. To be called by root, before anything reads the settings; when it reports
// that it has reset something, other programs may have read them, and the machine is to start
// again.
func Reset(data string) (done bool, err error) { return reset(within, lasting, data) }

// Asked reports whether ledpost has asked for a reset.
func Asked(data string) bool { return there(filepath.Join(data, resetRequest)) }

// reset is Reset with the boot partition as mounted shows it.
func reset(mounted func(flags uintptr, f func(dir string) error) error, perm, data string) (done bool, err error) {
	mark := filepath.Join(perm, resetMark)
	asked := Asked(data)
	if err := mounted(unix.MS_RDONLY, func(dir string) error { asked = asked || there(filepath.Join(dir, ResetFile)); return nil }); err != nil {
		return false, err
	}
	if asked {
		if err := durable.WriteFile(mark, nil); err != nil {
			return false, fmt.Errorf("factory reset: %w", err)
		}
		if err := mounted(0, func(dir string) error { return remove(dir, ResetFile) }); err != nil {
			return false, errors.Join(fmt.Errorf("factory reset failed: nothing is reset: %w", err), remove(perm, resetMark), remove(data, resetRequest))
		}
	} else if !there(mark) {
		return false, nil
	}
	err = mounted(0, func(dir string) error { return remove(dir, onCard...) })
	if err = errors.Join(err, remove(perm, preseed.KeptCard), erase(data)); err != nil {
		return false, fmt.Errorf("factory reset: the next start continues: %w", err)
	}
	return true, remove(perm, resetMark)
}

func there(path string) bool { _, err := os.Stat(path); return err == nil }

// erase removes all in dir but who the device is.
func erase(dir string) error {
	all, err := os.ReadDir(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	for _, e := range all {
		if !strings.HasPrefix(e.Name(), "identity.json") { // and the copies of it
			err = errors.Join(err, os.RemoveAll(filepath.Join(dir, e.Name())))
		}
	}
	return errors.Join(err, sync(dir))
}

// remove removes files of dir, as far as they are there.
func remove(dir string, names ...string) (err error) {
	for _, name := range names {
		if gone := os.Remove(filepath.Join(dir, name)); !errors.Is(gone, fs.ErrNotExist) {
			err = errors.Join(err, gone)
		}
	}
	return errors.Join(err, sync(dir))
}

// sync makes what has changed in dir permanent.
func sync(dir string) error {
	d, err := os.Open(dir)
	if err != nil {
		return err
	}
	return errors.Join(d.Sync(), d.Close())
}

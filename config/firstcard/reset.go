// SPDX-License-Identifier: Apache-2.0

package firstcard

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/ledpost/ledpost/config/preseed"
)

// resetRequest is the file by which the service asks for a factory reset: it removes the
// file itself, when its own part is done.
const resetRequest = "reset-request"

func (m *Machine) asked() bool {
	_, err := os.Lstat(m.path(m.Data, resetRequest))
	return err == nil
}

// before ends the name of the configuration that a reset sets aside, for root alone: an
// administrator may have written it.
const before = ".before-reset"

// reset takes away what the service may not: the configuration, the settings taken from a
// card, the card's file, and the saved Wi-Fi networks. Each goes though another does not.
func (m *Machine) reset(ctx context.Context) (err error) {
	for _, dir := range m.Boot {
		err = errors.Join(err, remove(m.path(dir, preseed.CardName)))
	}
	err = errors.Join(err, os.RemoveAll(m.path(m.Kept)), m.setAside(), remove(m.path(profile)), m.forget(ctx))
	if err != nil {
		return fmt.Errorf("firstcard: factory reset: %w", err)
	}
	return nil
}

// setAside leaves a configuration that sets nothing.
func (m *Machine) setAside() error {
	file := m.path(m.Config)
	if err := os.Rename(file, file+before); errors.Is(err, fs.ErrNotExist) {
		return nil
	} else if err != nil {
		return err
	}
	return errors.Join(os.Chmod(file+before, 0o600),
		put(file, []byte("# ledpost was reset; the earlier configuration is in "+filepath.Base(file)+before+".\n"), 0o644))
}

// forget deletes the Wi-Fi networks that NetworkManager has saved, where it runs.
func (m *Machine) forget(ctx context.Context) error {
	saved, err := m.Commands.Run(ctx, "nmcli", "--terse", "--fields", "UUID,TYPE", "connection", "show")
	if err != nil {
		return nil // NetworkManager is not installed, or not running yet
	}
	for line := range strings.Lines(saved) {
		if id, wifi := strings.CutSuffix(strings.TrimSpace(line), ":802-11-wireless"); wifi {
			_, fault := m.Commands.Run(ctx, "nmcli", "connection", "delete", "uuid", id)
			err = errors.Join(err, fault)
		}
	}
	return err
}

func remove(file string) error {
	if err := os.Remove(file); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}

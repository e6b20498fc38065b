// SPDX-License-Identifier: Apache-2.0

// Package firstcard takes ledpost.toml from the boot partition of a Raspberry Pi OS, as
// the flashable image does from its own: the configuration, and the table [card] with the
// settings of the whole machine. It runs as root, before the service; a file is taken once,
// and again when somebody has changed it.
package firstcard

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"

	"github.com/ledpost/ledpost/config/preseed"
	"github.com/ledpost/ledpost/internal/bounded"
	"github.com/ledpost/ledpost/internal/durable"
)

// Commands runs programs of the machine; an error holds what they have said.
type Commands interface {
	Run(ctx context.Context, name string, args ...string) (string, error)
}

// Machine is where the settings go. All fields are required.
type Machine struct {
	Root     string // "/" but in tests; the other paths are below it
	Boot     []string
	Kept     string // root's own folder
	Data     string // of the service, to whom it belongs
	Config   string // the configuration
	Commands Commands
	Check    func(config []byte) error // whether the program can run with it
	Owner    func() (uid, gid int, err error)
	Updates  func(context.Context) error // makes the updater forget all versions but the one that runs

	cut func(what string) error // before each step of a reset; for tests, nil on a device
}

// Here is the machine of the package, where the boot partition is at /boot/firmware, or at
// /boot before Debian 12.
func Here(
	data string, c Commands, check func([]byte) error, owner func() (uid, gid int, err error),
	updates func(context.Context) error,
) *Machine {
	return &Machine{"/", []string{"boot/firmware", "boot"}, "var/lib/ledpost-card", data, "etc/ledpost/config.toml", c,
		check, owner, updates, nil}
}

// takenFile is the file in Kept that names the settings taken from the card.
const takenFile = "taken.json"

// taken are the SHA-256 of the settings taken last, and of the configuration that came from them.
type taken struct {
	Card   string `json:"card"`
	Config string `json:"config,omitempty"`
}

// Take takes the file if it is new. The configuration and each setting of [card] stand for
// themselves: the error has the faults of each, and the others hold. A wrong
// setting is not tried again before somebody changes it, a setting that the disk refused is.
func (m *Machine) Take(ctx context.Context) error {
	if asked, err := m.asked(); err != nil {
		return err
	} else if asked {
		return m.reset(ctx)
	}
	path, text, err := m.card()
	if text == nil || err != nil {
		return err
	}
	shows, _ := preseed.Shows(text)
	before := m.taken()
	if sum(text) == before.Card && !shows {
		return nil
	}
	kept := durable.Dir(m.path(m.Kept))
	c, wrong := preseed.Kept(text, kept)
	if wrong == nil {
		if wrong = preseed.Take(path, kept); !errors.Is(wrong, preseed.ErrForm) {
			err, wrong = wrong, nil
		}
		if err != nil {
			return fmt.Errorf("firstcard: %w", err) // the next start finds the card as it was
		}
		err = m.apply(ctx, c)
	}
	now := taken{Config: before.Config}
	if fault := m.configure(text, &now); errors.As(fault, new(unusable)) {
		wrong = errors.Join(wrong, fault)
	} else {
		err = errors.Join(err, fault)
	}
	if err == nil {
		err = m.note(path, now)
	}
	return errors.Join(wrong, err)
}

// card returns the file on the boot partition; no text = the card has no such file.
func (m *Machine) card() (path string, text []byte, err error) {
	for _, dir := range m.Boot {
		path = m.path(dir, preseed.CardName)
		text, err = bounded.ReadFile(path, preseed.CardLimit)
		if !errors.Is(err, fs.ErrNotExist) {
			return path, text, err
		}
	}
	return "", nil, nil
}

// An unusable is a configuration that the program cannot run with.
type unusable struct{ error }

// byHand is returned for a configuration that was not taken from a card.
var byHand = unusable{errors.New("firstcard: the configuration was written by hand and stays: the configuration in " +
	preseed.CardName + " is ignored")}

// configure makes the text without [card] the configuration, if that in force sets nothing
// or was taken from a card.
func (m *Machine) configure(text []byte, now *taken) error {
	text, err := preseed.Without(text)
	if err == nil {
		err = m.Check(text)
	}
	if err != nil {
		return unusable{fmt.Errorf("firstcard: %s: %w", preseed.CardName, err)}
	}
	if empty(text) {
		return nil
	}
	file := m.path(m.Config)
	old, err := bounded.ReadFile(file, preseed.CardLimit)
	switch {
	case err != nil && !errors.Is(err, fs.ErrNotExist):
		return fmt.Errorf("firstcard: %w", err)
	case bytes.Equal(old, text):
	case !empty(old) && sum(old) != now.Config:
		return byHand
	default:
		if err := put(file, text, 0o644); err != nil {
			return err
		}
	}
	now.Config = sum(text)
	return nil
}

// taken returns the record of the last taking; a missing or broken file says nothing.
func (m *Machine) taken() (t taken) {
	text, _ := bounded.ReadFile(m.path(m.Kept, takenFile), 1<<10)
	_ = json.Unmarshal(text, &t)
	return t
}

// note writes down that the file, as it is now, was taken.
func (m *Machine) note(path string, now taken) error {
	text, err := bounded.ReadFile(path, preseed.CardLimit)
	if err != nil {
		return err
	}
	now.Card = sum(text)
	text, err = json.Marshal(now)
	if err != nil {
		return err
	}
	return durable.WriteFile(m.path(m.Kept, takenFile), text)
}

func (m *Machine) path(parts ...string) string {
	return filepath.Join(append([]string{m.Root}, parts...)...)
}

func sum(text []byte) string {
	s := sha256.Sum256(text)
	return hex.EncodeToString(s[:])
}

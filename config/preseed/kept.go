// SPDX-License-Identifier: Apache-2.0

package preseed

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"

	"github.com/ledpost/ledpost/internal/bounded"
	"github.com/ledpost/ledpost/internal/durable"
)

// KeptCard is the name of the file with the settings of [card] and their secrets, in a
// folder that updates leave alone. Root alone may read it.
const KeptCard = "card.toml"

// Kept returns the table [card] of a ledpost.toml of that text, over the settings that
// earlier starts have kept in dir; no text is no table. A file that is bad is an error,
// and the Card then comes from the earlier starts.
func Kept(text []byte, dir durable.FS) (Card, error) {
	now, err := ReadCard(bytes.NewReader(text))
	before, fault := keptIn(dir)
	return now.Over(before), errors.Join(err, fault)
}

func keptIn(dir durable.FS) (Card, error) {
	text, err := dir.Read(KeptCard, CardLimit)
	if errors.Is(err, fs.ErrNotExist) {
		return Card{}, nil
	}
	if err != nil {
		return Card{}, err
	}
	return ReadCard(bytes.NewReader(text))
}

// Take keeps in dir what [card] of the file at path says, and then blanks its secrets
// there, where any computer can read them. At a power cut before the end the next
// start does it again. A file without secrets is left alone.
func Take(path string, dir durable.FS) error {
	text, err := bounded.ReadFile(path, CardLimit)
	if err != nil {
		return err
	}
	if shows, err := Shows(text); !shows || err != nil {
		return err
	}
	c, err := Kept(text, dir)
	if err != nil {
		return err
	}
	kept, err := c.Encode()
	if err != nil {
		return err
	}
	if err := durable.WriteIn(dir, KeptCard, kept); err != nil {
		return fmt.Errorf("preseed: save [card]: %w", err)
	}
	f, err := os.OpenFile(path, os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	return errors.Join(Blank(text, f, f.Sync), f.Close())
}

// Shows reports whether a ledpost.toml of that text has a secret in [card], in force or
// half blanked.
func Shows(text []byte) (bool, error) {
	c, err := ReadCard(bytes.NewReader(text))
	return c.Secret() || Unblanked(text), err
}

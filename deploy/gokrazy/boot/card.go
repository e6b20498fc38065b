// SPDX-License-Identifier: Apache-2.0

package boot

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/ledpost/ledpost/config/preseed"
	"github.com/ledpost/ledpost/internal/bounded"
	"github.com/ledpost/ledpost/internal/durable"
)

// lasting is the partition that updates leave alone, and keptCard the file there
// with the settings of [card] and their secrets, which root alone may read.
const (
	lasting  = "/perm"
	keptCard = "card.toml"
)

// Card returns the table [card] of ledpost.toml on the boot partition, over the
// settings that earlier starts took from there. A file that is bad is an error,
// and the Card is then that of the earlier starts.
func Card() (preseed.Card, error) { return card(ReadFile, durable.Dir(lasting)) }

func card(read func(string, int64) ([]byte, error), dir durable.FS) (preseed.Card, error) {
	now, err := parse(read(preseed.CardName, preseed.CardLimit))
	before, fault := parse(dir.Read(keptCard, preseed.CardLimit))
	return now.Over(before), errors.Join(err, fault)
}

// parse reads a file that need not be there.
func parse(text []byte, err error) (preseed.Card, error) {
	if errors.Is(err, fs.ErrNotExist) {
		return preseed.Card{}, nil
	}
	if err != nil {
		return preseed.Card{}, err
	}
	return preseed.ReadCard(bytes.NewReader(text))
}

// TakeSecrets keeps what [card] says on the lasting partition, and then blanks its
// secrets on the boot partition, which any computer can read. At a power cut
// before the end the next start does it again.
func TakeSecrets() error {
	text, err := ReadFile(preseed.CardName, preseed.CardLimit)
	now, fault := parse(text, err)
	if fault != nil || !now.Secret() && !preseed.Unblanked(text) {
		return fault
	}
	return within(0, func(dir string) error { return takeSecrets(dir, durable.Dir(lasting)) })
}

func takeSecrets(boot string, dir durable.FS) error {
	path := filepath.Join(boot, preseed.CardName)
	text, err := bounded.ReadFile(path, preseed.CardLimit)
	if err != nil {
		return err
	}
	c, err := card(func(string, int64) ([]byte, error) { return text, nil }, dir)
	if err != nil {
		return err
	}
	kept, err := c.Encode()
	if err != nil {
		return err
	}
	if err := durable.Write(dir, keptCard, kept); err != nil {
		return fmt.Errorf("keeping [card]: %w", err)
	}
	f, err := os.OpenFile(path, os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	return errors.Join(preseed.Blank(text, f, f.Sync), f.Close())
}

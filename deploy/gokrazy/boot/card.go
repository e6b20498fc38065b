// SPDX-License-Identifier: Apache-2.0

package boot

import (
	"errors"
	"io/fs"
	"path/filepath"

	"github.com/ledpost/ledpost/config/preseed"
	"github.com/ledpost/ledpost/internal/durable"
)

// lasting is the partition that updates leave alone.
const lasting = "/perm"

// Card returns the table [card] of ledpost.toml on the boot partition, over the
// settings that earlier starts took from there. A bad file is an error,
// and the Card is then the earlier starts'.
func Card() (preseed.Card, error) { return card(ReadFile, durable.Dir(lasting)) }

func card(read func(string, int64) ([]byte, error), dir durable.FS) (preseed.Card, error) {
	text, err := read(preseed.CardName, preseed.CardLimit)
	if errors.Is(err, fs.ErrNotExist) {
		err = nil
	}
	c, fault := preseed.Kept(text, dir)
	return c, errors.Join(err, fault)
}

// TakeSecrets keeps what [card] says on the lasting partition, and then blanks its
// secrets on the boot partition, which any computer can read. At a power cut
// before the end the next start does it again.
func TakeSecrets() error {
	text, err := ReadFile(preseed.CardName, preseed.CardLimit)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	if shows, err := preseed.Shows(text); !shows || err != nil {
		return err
	}
	return within(0, func(dir string) error {
		return preseed.Take(filepath.Join(dir, preseed.CardName), durable.Dir(lasting))
	})
}

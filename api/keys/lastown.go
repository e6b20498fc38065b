// SPDX-License-Identifier: Apache-2.0

package keys

import (
	"errors"
	"io/fs"
	"slices"

	"github.com/ledpost/ledpost/internal/bounded"
)

// The file of the named keys also says which key of the device was last in force, by
// its SHA-256. Whoever replaces that key while the program does not run takes it back
// all the same, and a backup that holds it must not bring it back without a word.

// noteOwn remembers the key that was last in force as taken back, if the device's own key
// is another one now, and writes down which it is. A file that was refused stays as it is:
// it has to be mended by whoever wrote it.
func (k *keyring) noteOwn() {
	k.mu.Lock()
	defer k.mu.Unlock()
	own := k.lock.now.Load()
	if k.file == "" || k.refused.Load() || k.own != nil && k.own.sum == own.sum {
		return
	}
	if k.own != nil {
		k.revoked = remember(k.revoked, []Held{*k.own})
		k.replaced = true
	}
	k.revoked = slices.DeleteFunc(k.revoked, func(s Held) bool { return s.sum == own.sum }) // in force again
	k.debt.set(k.keep(*k.lock.named.Load()))
}

// Known returns the keys that were in force before this start and still are; "" is the
// device's own. It may be called from any goroutine.
func (g *Guard) Known() []NamedKey {
	all := g.keyring.list()
	g.keyring.mu.Lock()
	defer g.keyring.mu.Unlock()
	if !g.keyring.replaced {
		all = append(all, g.lock.now.Load().NamedKey)
	}
	return all
}

// had reports whether the file says more than which key is the device's own: there are
// named keys, or were.
func (k *keyring) had() bool {
	text, err := bounded.ReadFile(k.file, maxKeysFile)
	if err != nil {
		return !errors.Is(err, fs.ErrNotExist)
	}
	keys, revoked, err := parseKeys(text)
	_, known := lastOwn(text)
	return err != nil || !known || len(keys)+len(revoked) > 0
}

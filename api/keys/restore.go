// SPDX-License-Identifier: Apache-2.0

package keys

import (
	"bytes"
	"cmp"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/ledpost/ledpost/internal/bounded"
)

// Choices of what a restore does with keys that were taken back since the backup was
// made.
const (
	RevokedAsk  = ""     // RevokedKeys is the answer
	RevokedDrop = "drop" // they stay taken back
	RevokedKeep = "keep" // they are in force again
)

// RevokedKeys is the error of a restore whose backup holds keys that were taken back
// since it was made. They are named; "" is the device's own key.
type RevokedKeys []string

// Error asks what to do with them.
func (e RevokedKeys) Error() string {
	names := slices.Clone(e)
	for i, name := range names {
		if name == "" {
			names[i] = "the device's own key"
		}
	}
	return fmt.Sprintf(
		"The backup holds keys that were revoked since it was made: %s. revoked=drop restores without them, "+
			"revoked=keep with them",
		strings.Join(names, ", "))
}

// RestoreKeys returns what a restore puts into the files of keys: own, the backup's key
// of the device, or nil where the present one stays, and the file of the named keys.
// named is the backup's, nil = the present ones stay. choice is a Revoked constant.
// From then on no key is made or taken back, which the restore would undo, until
// ThawKeys is called. Errors: RevokedKeys; then nothing is changed or frozen. It may be
// called from any goroutine.
func (g *Guard) RestoreKeys(own Key, named []byte, choice string) (ownStays bool, file []byte, err error) {
	k := g.keyring
	k.mu.Lock()
	defer k.mu.Unlock()
	keys, revoked := *k.lock.named.Load(), k.revoked
	if named != nil {
		var theirs []Held
		if keys, theirs, err = parseKeys(named); err != nil {
			return false, nil, err
		}
		revoked = remember(theirs, revoked) // ours last: they are not forgotten first
	}
	all := slices.Clone(keys)
	if own != "" {
		all = append(all, *newSecret(own))
	}
	back := slices.DeleteFunc(all, func(s Held) bool { return !among(k.revoked, s) })
	isBack := func(s Held) bool { return among(back, s) }
	ownStays = own == "" || choice == RevokedDrop && isBack(*newSecret(own))
	switch {
	case len(back) > 0 && choice == RevokedAsk:
		return false, nil, namesOf(back)
	case choice == RevokedDrop:
		keys = slices.DeleteFunc(slices.Clone(keys), isBack)
	}
	ownNext := k.lock.now.Load()
	if !ownStays {
		ownNext = newSecret(own)
	}
	inForce := append(slices.Clone(keys), *ownNext)
	file, err = encodeKeys(ownNext, keys,
		slices.DeleteFunc(slices.Clone(revoked), func(s Held) bool { return among(inForce, s) }))
	k.frozen = err == nil
	return ownStays, file, err
}

// senderName names the device's own key, as long as a restore has replaced it by another one.
const senderName = "before-restore"

// WithSender returns a file of named keys that a restore brings, in which the key of whoever
// has sent the backup stays in force: else nobody could tell that the restored device can be
// reached. sender may be nil.
func WithSender(file []byte, sender *Held) []byte {
	keys, revoked, err := parseKeys(file)
	own, _ := lastOwn(file)
	if err != nil || sender == nil || sender.sum == own.sum || among(keys, *sender) || len(keys) == maxKeys {
		return file
	}
	kept := *sender
	kept.Name = cmp.Or(kept.Name, senderName)
	taken := func(s Held) bool { return s.Name == kept.Name }
	for n, first := 2, kept.Name; slices.ContainsFunc(keys, taken); n++ { // ends: there are at most maxKeys names
		kept.Name = fmt.Sprintf("%.28s-%d", first, n)
	}
	text, err := encodeKeys(&own, append(keys, kept),
		slices.DeleteFunc(revoked, func(s Held) bool { return s.sum == kept.sum }))
	if err != nil {
		return file
	}
	return text
}

// IsOwn reports whether key is the device's own key in force. It may be called from any
// goroutine.
func (g *Guard) IsOwn(key Key) bool { return g.lock.now.Load().sum == newSecret(key).sum }

// Names returns the names of the named keys in force. It may be called from any goroutine.
func (g *Guard) Names() []string { return namesOf(*g.lock.named.Load()) }

// NamesIn returns the names in a file of named keys, nil if it cannot be read.
func NamesIn(file []byte) []string {
	keys, _, _ := parseKeys(file)
	return namesOf(keys)
}

func namesOf(keys []Held) (names RevokedKeys) {
	for _, s := range keys {
		names = append(names, s.Name)
	}
	return names
}

// ThawKeys ends what RestoreKeys has begun: nothing was restored. It may be called from
// any goroutine.
func (g *Guard) ThawKeys() {
	g.keyring.mu.Lock()
	defer g.keyring.mu.Unlock()
	g.keyring.frozen = false
}

// forget remembers the device's own key, which another one has replaced, as taken back.
func (k *keyring) forget(own *Held) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.frozen {
		return // the device is about to restart
	}
	k.revoked = remember(k.revoked, []Held{*own})
	k.claim = k.claim.started(k.lock.now.Load()) // the new key was given
	k.debt.set(k.keep(*k.lock.named.Load()))
}

// TakenBack returns what a restore that is taken back puts in the place of the old
// content of a file in the data directory dir: a key that was revoked since stays so.
func TakenBack(dir string) func(name string, back []byte) []byte {
	return func(name string, back []byte) []byte {
		now, _ := bounded.ReadFile(KeysFile(dir), maxKeysFile)
		_, revoked, err := parseKeys(now)
		switch {
		case err != nil: // nothing was revoked that is on the disk
		case name == filepath.Base(KeysFile(dir)):
			return withoutRevoked(back, revoked)
		case name == filepath.Base(KeyFile(dir)) && among(revoked, *newSecret(Key(bytes.TrimSpace(back)))):
			if own, err := bounded.ReadFile(KeyFile(dir), maxKeysFile); err == nil {
				return own
			}
		}
		return back
	}
}

// withoutRevoked returns a file of named keys without those that were revoked.
func withoutRevoked(file []byte, revoked []Held) []byte {
	keys, before, err := parseKeys(file)
	if err != nil {
		return file
	}
	keys = slices.DeleteFunc(keys, func(s Held) bool { return among(revoked, s) })
	var own *Held
	if last, known := lastOwn(file); known {
		own = &last
	}
	text, err := encodeKept(own, keys, remember(before, revoked), claimOf(file))
	if err != nil {
		return file
	}
	return text
}

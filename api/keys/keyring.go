// SPDX-License-Identifier: Apache-2.0

package keys

import (
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/ledpost/ledpost/api/rest"
	"github.com/ledpost/ledpost/internal/bounded"
	"github.com/ledpost/ledpost/internal/durable"
)

// keyring keeps the named keys in a file and in force. Its methods may be
// called from any goroutine.
type keyring struct {
	file    string     // "" = no file
	dir     durable.FS // writes it
	lock    *lock
	log     *slog.Logger
	refused atomic.Bool // the file holds content that was refused
	debt    debt        // the file lacks the keys in force

	mu   sync.Mutex // one change at a time
	gone []Held     // taken back since the file was written, which still holds them

	revoked []Held // taken back, see remember
	own     *Held  // the device's own key by the file; nil = it does not say
	claim   claim  // as the start found it, and what became of it since
	frozen  bool   // a backup is restored, which replaces the file

	replaced bool // the device's own key, while the program did not run
}

// newKeyring returns a keyring with the keys in the file in force, and what last, if not
// nil, could not write. See debt for retry.
func newKeyring(file string, l *lock, last *keyring, retry func(), log *slog.Logger) *keyring {
	k := &keyring{file: file, dir: durable.Dir(filepath.Dir(file)), lock: l, log: log, debt: debt{retry: retry}}
	if file != "" {
		text, _ := bounded.ReadFile(file, maxKeysFile) // one that cannot be read has no claim
		k.claim = claimOf(text).started(l.now.Load())
		if _, err := k.dir.Read(openMark, 0); k.claim.Marked && errors.Is(err, fs.ErrNotExist) {
			k.claim.Used = true
		}
	}
	var owed error
	if last != nil {
		owed = k.inherit(last)
	}
	if file != "" {
		k.read()
	}
	if owed != nil {
		k.debt.set(owed)
	}
	return k
}

// read puts the keys in the file in force. If the file is missing or invalid,
// the last keys stay in force. Keys that were taken back stay so, although the
// file holds them until it can be written.
func (k *keyring) read() {
	k.mu.Lock()
	defer k.mu.Unlock()
	keys, revoked, err := readKeys(k.file)
	if errors.Is(err, fs.ErrNotExist) { // nobody has named a key yet, or an editor is replacing the file
		return
	}
	k.refused.Store(err != nil)
	if err != nil {
		k.log.Warn("the named keys in the file cannot be used", "file", k.file, "err", err)
		return
	}
	k.revoked = remember(revoked, k.gone)
	k.own = nil
	if text, err := bounded.ReadFile(k.file, maxKeysFile); err == nil {
		if own, known := lastOwn(text); known {
			k.own = &own
		}
	}
	k.put(slices.DeleteFunc(keys, k.isGone))
}

func (k *keyring) isGone(s Held) bool { return among(k.gone, s) }

// put makes keys the keys in force. It ends the connections opened with keys
// that are no longer among them.
func (k *keyring) put(keys []Held) {
	last := *k.lock.named.Load()
	var ended []*Held
	for _, old := range last {
		same := func(s Held) bool { return s.NamedKey == old.NamedKey && s.sum == old.sum }
		if i := slices.IndexFunc(keys, same); i >= 0 {
			keys[i] = old // its connections point to it
		} else {
			ended = append(ended, &old)
		}
	}
	k.lock.named.Store(&keys) // first: a client whose connection ends comes back at once
	for _, old := range ended {
		k.lock.end(old)
	}
}

// list returns the named keys in the order in which they were made.
func (k *keyring) list() []NamedKey {
	named := []NamedKey{}
	for _, s := range *k.lock.named.Load() {
		named = append(named, s.NamedKey)
	}
	return named
}

var (
	errKeyName = errors.New("a key has this name already")
	errKeyFull = fmt.Errorf("api: at most %d named keys", maxKeys)
	errNoName  = errors.New("api: no such key")
)

// add makes a key. If the key cannot be saved, it is not made.
func (k *keyring) add(n NamedKey) (Key, error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	keys := slices.Clone(*k.lock.named.Load())
	switch {
	case k.frozen:
		return "", rest.ErrTrial
	case slices.ContainsFunc(keys, func(s Held) bool { return s.Name == n.Name }):
		return "", errKeyName
	case len(keys) == maxKeys:
		return "", errKeyFull
	}
	return k.make(n, keys)
}

// make makes a key beside others, which are those in force from then on. If it cannot be saved, nothing changes.
func (k *keyring) make(n NamedKey, keys []Held) (Key, error) {
	key := randomKey()
	made := newSecret(key)
	made.NamedKey = n
	keys = append(keys, *made)
	if err := k.keep(keys); err != nil {
		return "", err
	}
	k.debt.set(nil) // the file has all keys in force
	k.put(keys)
	return key, nil
}

// remove revokes a key, also one that only the file still holds. If the file
// cannot be written, the key is refused all the same, and remove returns the
// error each time that it is called until the file is written.
func (k *keyring) remove(name string) error {
	k.mu.Lock()
	defer k.mu.Unlock()
	named := func(s Held) bool { return s.Name == name }
	other := func(s Held) bool { return !named(s) }
	keys := *k.lock.named.Load()
	ended := slices.DeleteFunc(append(k.onDisk(), keys...), other)
	if len(ended) == 0 && !slices.ContainsFunc(k.gone, named) {
		return errNoName
	}
	if k.frozen {
		return rest.ErrTrial
	}
	k.revoked = remember(k.revoked, ended)
	k.gone = append(k.gone, slices.DeleteFunc(ended, k.isGone)...)
	keys = slices.DeleteFunc(slices.Clone(keys), named)
	k.put(keys) // before the file: the key ends even if the card cannot be written
	return k.debt.set(k.keep(keys))
}

// onDisk returns the keys in the file, or nil if it cannot be read.
func (k *keyring) onDisk() []Held {
	if k.file == "" {
		return nil
	}
	keys, _, _ := readKeys(k.file)
	return keys
}

// keep writes the file. A file that was refused is renamed rather than
// overwritten.
func (k *keyring) keep(keys []Held) error {
	if k.file == "" {
		k.gone = nil
		return nil
	}
	own := k.lock.now.Load()
	text, err := encodeKept(own, keys, k.revoked, k.claim)
	if err != nil {
		return err
	}
	if k.refused.Load() { // first: the write would replace what a person can still mend
		if err := k.dir.Rename(filepath.Base(k.file), filepath.Base(k.file)+".bad"); err != nil &&
			!errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("api: %w", err)
		}
		k.refused.Store(false)
	}
	if err := keepSecret(k.dir, filepath.Base(k.file), text); err != nil {
		return err
	}
	k.gone, k.own = nil, own
	return nil
}

// keepAgain writes the file if that is owed, or if it is missing and there are
// keys to save, in force or taken back.
func (k *keyring) keepAgain() error {
	k.mu.Lock()
	defer k.mu.Unlock()
	keys := *k.lock.named.Load()
	_, err := os.Stat(k.file)
	lost := k.file != "" && (len(keys)+len(k.revoked) > 0 || k.own != nil) && errors.Is(err, fs.ErrNotExist)
	if k.frozen || !lost && k.debt.fault() == nil {
		return nil
	}
	return k.debt.set(k.keep(keys))
}

// A device that restarts within its process makes another guard. What the last one had in
// force but not in its files goes over to it: a key that was taken back stays so, and the
// files are still owed.

// copies returns keys that end by themselves.
func copies(keys []Held) (out []Held) {
	for _, s := range keys {
		s.replaced = make(chan struct{})
		out = append(out, s)
	}
	return out
}

// inherit takes over what the last keyring had in force, before the file is read, which
// wins. After it the last one changes nothing more: a request that it still answers would
// be lost. The content of a backup that was restored needs nothing of the time before.
func (k *keyring) inherit(last *keyring) (debt error) {
	last.mu.Lock() // a request may still be writing the file
	defer last.mu.Unlock()
	if last.frozen {
		return nil
	}
	last.frozen = true
	k.gone, k.revoked, k.own, k.claim = slices.Clone(last.gone), last.revoked, last.own, last.claim
	k.lock.named.Store(new(copies(*last.lock.named.Load())))
	return last.debt.fault()
}

// Own returns the device's own key that is in force. It writes the file where it is
// missing or owed; the error says why that failed. It may be called from any goroutine.
func (g *Guard) Own() (Key, error) {
	err := g.keepOwn()
	g.own.Lock()
	defer g.own.Unlock()
	return g.own.key, err
}

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

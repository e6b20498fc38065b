// SPDX-License-Identifier: Apache-2.0

package keys

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"
	"sync"
	"time"
)

// keyEvery is how often the key files are checked. A key that was replaced
// remains valid for that long.
const keyEvery = time.Second

// follow calls changed whenever the file at path is replaced or changed, until
// ctx ends.
func follow(ctx context.Context, path string, changed func()) {
	tick := time.NewTicker(keyEvery)
	defer tick.Stop()
	var last fs.FileInfo // not of the file as it is now, which may have changed since it was read
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
		now, err := os.Stat(path)
		if err != nil || unchanged(last, now) {
			continue
		}
		last = now
		changed()
	}
}

// unchanged reports whether two entries describe the same, unchanged file.
func unchanged(a, b fs.FileInfo) bool {
	return a != nil && os.SameFile(a, b) && a.ModTime().Equal(b.ModTime()) && a.Size() == b.Size()
}

// changeKey loads the key from its file: it puts it in force, and ends the connections that the
// old key has opened. If the file is missing or has no valid key, the last key stays
// in force.
func (g *Guard) changeKey() {
	g.own.Lock()
	defer g.own.Unlock()
	text, err := os.ReadFile(g.cfg.KeyFile)
	var key Key
	if err == nil && g.lock.opens(strings.TrimSpace(string(text))) {
		g.keyRefused.Store(false)
		return // as it was, also where it is one that would no longer be taken
	}
	if err == nil {
		key, err = newKey(strings.TrimSpace(string(text)))
	}
	if err != nil {
		g.keyRefused.Store(true)
		g.log.Warn("the new key cannot be used; the old key stays valid", "err", err)
		return
	}
	g.keyRefused.Store(false)
	was := g.lock.now.Load()
	if g.lock.change(key) {
		g.keyring.forget(was)
		g.own.key = key
		g.log.Info("a new key is in force")
	}
}

// keepOwn writes the file of the device's own key if it is missing, or if that is
// owed. A file with another key is left to changeKey.
func (g *Guard) keepOwn() error {
	if g.cfg.KeyFile == "" {
		return nil
	}
	g.own.Lock()
	defer g.own.Unlock()
	text, err := os.ReadFile(g.cfg.KeyFile)
	lost := errors.Is(err, fs.ErrNotExist)
	switch {
	case err != nil && !lost:
		return g.own.debt.set(fmt.Errorf("api: %w", err)) // after a restart nobody knows which key holds
	case !lost && (g.own.debt.fault() == nil || !g.lock.opens(strings.TrimSpace(string(text)))):
		return g.own.debt.set(nil)
	case lost:
		g.log.Warn("the data directory lacks the key; the device saves it again", "file", g.cfg.KeyFile)
	}
	return g.own.debt.set(keepKey(g.own.dir, g.own.key))
}

// Warning is something about the keys that should be changed.
type Warning struct{ Name, Detail string }

// Warnings returns what should be changed about the keys, if anything.
func (g *Guard) Warnings() (all []Warning) {
	if g.keyring.refused.Load() {
		all = append(all, Warning{"keys", fmt.Sprintf("%s cannot be used; the named keys stay as they were", g.keyring.file)})
	}
	switch {
	case g.keyRefused.Load():
		all = append(all,
			Warning{"key",
				fmt.Sprintf("the key in %s cannot be used, and the old key stays valid: want %d to %d of a-z A-Z 0-9 - . _ ~",
					g.cfg.KeyFile, minKey, maxKey)})
	case g.lock.short():
		all = append(all,
			Warning{"key",
				fmt.Sprintf("a key of less than %d characters can be guessed; 'ledpost key --new' makes one", minKey)})
	}
	return all
}

// Unsaved returns why the keys in force are not on the disk, or nil if they are. It
// never waits for the disk; any goroutine may call it.
func (g *Guard) Unsaved() error {
	var faults []error
	if err := g.own.debt.fault(); err != nil {
		faults = append(faults, fmt.Errorf("the key cannot be saved: %w", err))
	}
	if err := g.keyring.debt.fault(); err != nil {
		faults = append(faults, fmt.Errorf("the named keys cannot be saved: %w", err))
	}
	return errors.Join(faults...)
}

// NamedKeys returns what the file of the named keys should hold, for a backup; nil if
// no key was ever named. It may be called from any goroutine.
func (g *Guard) NamedKeys() ([]byte, error) {
	keys := *g.lock.named.Load()
	if len(keys) == 0 && !g.keyring.had() {
		return nil, nil
	}
	return encodeKeys(nil, keys, nil)
}

// KeepKeys writes the files of the keys again if they are missing, or if writing
// them has failed. That the device can be claimed is saved before its key, as at the first
// start. It may be called from any goroutine.
func (g *Guard) KeepKeys() error {
	err := g.keyring.keepAgain()
	if err != nil && g.keyring.claimFault() == nil {
		return err
	}
	return errors.Join(err, g.keepOwn())
}

// Run follows the files until ctx ends.
func (g *Guard) Run(ctx context.Context) {
	var wg sync.WaitGroup
	if g.cfg.Panel.Show == nil {
		wg.Go(func() { g.count(ctx) })
	}
	if g.cfg.KeyFile != "" {
		wg.Go(func() { follow(ctx, g.cfg.KeyFile, g.changeKey) })
	}
	if g.cfg.KeysFile != "" {
		wg.Go(func() { follow(ctx, g.cfg.KeysFile, g.keyring.read) })
	}
	wg.Wait()
}

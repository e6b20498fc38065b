// SPDX-License-Identifier: Apache-2.0

package keys

import "slices"

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

// SPDX-License-Identifier: Apache-2.0

package keys

import (
	"crypto/sha256"
	"regexp"
	"slices"
)

// NamedKey is a key in addition to the device's own. It can be revoked by its
// name.
type NamedKey struct {
	Name  string `json:"name"` // see keyName; "" is the device's own key
	Scope Scope  `json:"scope"`
}

// keyName describes a valid name, which must fit into a path.
var keyName = regexp.MustCompile(`^[A-Za-z0-9_-][A-Za-z0-9._-]{0,31}$`)

// Held is a key in force: what the guard keeps of it, which is only what it needs to
// check one.
type Held struct {
	NamedKey // the device's own key has no name
	sum      [sha256.Size]byte
	short    bool          // shorter than minKey
	replaced chan struct{} // closed when the key is no longer in force
}

// Replaced returns a channel that is closed when the key is no longer in force.
func (h *Held) Replaced() <-chan struct{} { return h.replaced }

func newSecret(k Key) *Held {
	return &Held{NamedKey{Scope: ScopeAll}, sha256.Sum256([]byte(k)), len(k) < minKey, make(chan struct{})}
}

// maxRevoked is how many keys that were taken back are remembered, the newest. A backup
// may hold an older one without anybody being asked.
const maxRevoked = 128

// remember appends keys that were taken back to those that are remembered.
func remember(revoked, more []Held) []Held {
	revoked = slices.Clone(revoked)
	for _, s := range more {
		if !among(revoked, s) {
			revoked = append(revoked, s)
		}
	}
	return revoked[max(0, len(revoked)-maxRevoked):]
}

func among(keys []Held, s Held) bool {
	return slices.ContainsFunc(keys, func(k Held) bool { return k.sum == s.sum })
}

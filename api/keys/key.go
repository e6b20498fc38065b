// SPDX-License-Identifier: Apache-2.0

package keys

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/ledpost/ledpost/api/rest"
	"github.com/ledpost/ledpost/api/wire"
	"github.com/ledpost/ledpost/internal/durable"
)

// Key is the password of the API. Generated keys have 64 hex digits.
type Key string

// LogValue keeps the key out of the log.
func (Key) LogValue() slog.Value { return slog.StringValue("[key]") }

// Lengths of keys. A key that was saved earlier may be shorter than minKey: the
// device then runs and reports it in /healthz.
const (
	minKey = 8 // 10^14 keys of this length; an address may try one every 2 s
	maxKey = 256
)

// KeyFile returns the path of the file in dir that keeps the key.
func KeyFile(dir string) string { return filepath.Join(dir, "key") }

// LoadKey returns the device's key: given if it is not empty, else the one
// saved in dir, else a new one, with which the device can be claimed. A file
// without a valid key is an error, because a new key would lock out everybody who
// knows the old one. A key returned with an error can be used, but is not saved.
func LoadKey(dir, given string) (Key, error) {
	if given != "" {
		return newKey(given)
	}
	path := KeyFile(dir)
	text, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return firstKey(durable.Dir(dir))
	}
	if err != nil {
		return randomKey(), fmt.Errorf("api: %w", err) // the disk fails; nobody could read the old one
	}
	_ = os.Chmod(path, 0o600) // a read-only file system must not keep the device from running
	key, err := parseKey(strings.TrimSpace(string(text)))
	if err != nil {
		return "", fmt.Errorf("%w in %s; make a new one with: ledpost key --new", err, path)
	}
	return key, nil
}

// NewKey makes a key of 256 random bits and saves it in dir, readable by the
// owner only. A key returned with an error can be used, but is not saved.
func NewKey(dir string) (Key, error) {
	key := randomKey()
	return key, KeepKey(dir, key)
}

// firstKey makes the key of a new device. That it can be claimed is saved before the
// key: a power cut between the two leaves a device without a key, which makes another
// one, and never a key that nobody knows.
func firstKey(dir durable.FS) (Key, error) {
	key := randomKey()
	if err := openClaim(dir, key); err != nil {
		return key, err
	}
	return key, keepKey(dir, key)
}

func randomKey() Key {
	var b [32]byte
	rand.Read(b[:]) // never fails, crypto/rand
	return Key(hex.EncodeToString(b[:]))
}

// KeepKey saves key in dir.
func KeepKey(dir string, key Key) error { return keepKey(durable.Dir(dir), key) }

func keepKey(dir durable.FS, key Key) error {
	return keepSecret(dir, filepath.Base(KeyFile("")), []byte(string(key)+"\n"))
}

// CheckKey returns the fault of a key that is to be kept.
func CheckKey(s string) error {
	_, err := newKey(s)
	return err
}

// keepSecret writes a file that only its owner may read.
func keepSecret(dir durable.FS, name string, data []byte) error {
	if err := durable.WriteIn(dir, name, data); err != nil {
		return fmt.Errorf("api: save the key: %w", err)
	}
	return nil
}

// newKey is parseKey for a key that was not saved before.
func newKey(s string) (Key, error) {
	key, err := parseKey(s)
	if err == nil && len(key) < minKey {
		err = fmt.Errorf("api: a key of %d characters can be guessed, want %d or more; 'ledpost key --new' makes one",
			len(key), minKey)
	}
	if err != nil {
		return "", err
	}
	return key, nil
}

// parseKey accepts what both a WebSocket subprotocol and a Basic password can
// carry.
func parseKey(s string) (Key, error) {
	if len(s) == 0 || len(s) > maxKey {
		return "", fmt.Errorf("api: a key of %d characters, want 1 to %d", len(s), maxKey)
	}
	for _, c := range []byte(s) {
		letter := 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9'
		if !letter && !strings.ContainsRune("-._~", rune(c)) {
			return "", errors.New("api: a key has a character other than a-z A-Z 0-9 - . _ ~")
		}
	}
	return Key(s), nil
}

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

// Scope is how much a key may do (docs/decisions.md 16).
type Scope string

const (
	ScopeSend Scope = "send" // notifications, frames for widgets, GET device
	// ScopeRead allows every GET but secrets, log, live audio, pairing, panel/find, selftest and what is drawn for
	// the request.
	ScopeRead    Scope = "read"
	ScopeControl Scope = "control" // everything that shows or plays: [rest.Endpoint].Control
	ScopeAll     Scope = "all"     // the same as the device's own key
)

// Permits reports whether a key of this scope may use the method of an endpoint.
func (s Scope) Permits(e *rest.Endpoint, method string) bool {
	if e.Any {
		return true
	}
	switch s {
	case ScopeAll:
		return true
	case ScopeControl:
		return e.Control
	case ScopeRead:
		return method == http.MethodGet && !e.Private
	case ScopeSend:
		return slices.Contains(e.Sends, method)
	}
	return false
}

// parseScope returns the scope of that name. The error lists the names.
func parseScope(s string) (Scope, error) {
	word, err := wire.OneOf(string(ScopeSend), string(ScopeRead), string(ScopeControl), string(ScopeAll))(s)
	return Scope(word), err
}

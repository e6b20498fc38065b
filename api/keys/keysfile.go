// SPDX-License-Identifier: Apache-2.0

package keys

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"sync/atomic"

	"github.com/ledpost/ledpost/internal/bounded"
)

// Limits of named keys.
const (
	maxKeys     = 64
	maxKeysFile = 64 << 10 // bytes; maxKeys keys take a quarter of it
)

// KeysFile returns the path of the file in dir that keeps the named keys.
func KeysFile(dir string) string { return filepath.Join(dir, "keys.json") }

// keptKey is a key in the file, from which its secret cannot be recovered.
type keptKey struct {
	NamedKey
	Sum string `json:"sha256"`
}

type keptKeys struct {
	Version int       `json:"version"`
	Own     string    `json:"own,omitempty"` // SHA-256 of the device's own key that was last in force; see lastOwn
	Keys    []keptKey `json:"keys"`
	Revoked []keptKey `json:"revoked,omitempty"` // the last ones that were taken back, see maxRevoked
	Claim   claim     `json:"claim,omitzero"`
}

// encodeKeys returns the content of the file. Own is the device's own key; nil = the
// next start finds out.
func encodeKeys(own *Held, keys, revoked []Held) ([]byte, error) {
	return encodeKept(own, keys, revoked, claim{})
}

// encodeKept is encodeKeys with a claim.
func encodeKept(own *Held, keys, revoked []Held, c claim) ([]byte, error) {
	kept := keptKeys{Version: 1, Keys: keptOf(keys), Revoked: keptOf(revoked), Claim: c}
	if own != nil {
		kept.Own = sumOf(own)
	}
	text, err := json.MarshalIndent(kept, "", "  ")
	return append(text, '\n'), err
}

func keptOf(keys []Held) []keptKey {
	kept := []keptKey{}
	for _, s := range keys {
		kept = append(kept, keptKey{s.NamedKey, hex.EncodeToString(s.sum[:])})
	}
	return kept
}

// readKeys reads the file, as parseKeys does.
func readKeys(path string) (keys, revoked []Held, err error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, nil, err
	}
	defer f.Close()
	text, err := bounded.Read(f, maxKeysFile)
	if err != nil {
		return nil, nil, err
	}
	_ = f.Chmod(0o600) // as for the device's own key
	return parseKeys(text)
}

// CheckKeys returns the faults of the content of a file of named keys.
func CheckKeys(text []byte) error {
	_, _, err := parseKeys(text)
	return err
}

// parseKeys reads what encodeKeys has made.
func parseKeys(text []byte) (keys, revoked []Held, err error) {
	var kept keptKeys
	if len(text) > maxKeysFile {
		return nil, nil, fmt.Errorf("it is larger than %d KiB", maxKeysFile>>10)
	}
	if err := json.Unmarshal(text, &kept); err != nil {
		return nil, nil, err
	}
	if kept.Version != 1 || len(kept.Keys) > maxKeys || len(kept.Revoked) > maxRevoked {
		return nil, nil, fmt.Errorf("version %d with %d keys and %d revoked, want 1 with at most %d and %d", kept.Version,
			len(kept.Keys), len(kept.Revoked), maxKeys, maxRevoked)
	}
	names := map[string]bool{}
	for i, k := range kept.Keys {
		s, err := k.secret()
		if err != nil || !keyName.MatchString(k.Name) || names[k.Name] {
			return nil, nil, fmt.Errorf("keys[%d]: want a unique name, a scope and 64 hex digits", i)
		}
		names[k.Name] = true
		keys = append(keys, s)
	}
	for i, k := range kept.Revoked {
		s, err := k.secret()
		if err != nil || k.Name != "" && !keyName.MatchString(k.Name) {
			return nil, nil, fmt.Errorf("revoked[%d]: want a name, a scope and 64 hex digits", i)
		}
		revoked = append(revoked, s)
	}
	return keys, revoked, nil
}

// secret checks all but the name.
func (k keptKey) secret() (Held, error) {
	sum, err := hex.DecodeString(k.Sum)
	if err == nil {
		_, err = parseScope(string(k.Scope))
	}
	if err == nil && len(sum) != sha256.Size {
		err = hex.ErrLength
	}
	if err != nil {
		return Held{}, err
	}
	return Held{NamedKey: k.NamedKey, sum: [sha256.Size]byte(sum), replaced: make(chan struct{})}, nil
}

// lastOwn returns the device's own key that was last in force, by the content of the
// file, and whether it is known.
func lastOwn(file []byte) (Held, bool) {
	var kept struct{ Own string }
	if json.Unmarshal(file, &kept) != nil {
		return Held{}, false
	}
	own, err := keptKey{NamedKey{Scope: ScopeAll}, kept.Own}.secret()
	return own, err == nil
}

// sumOf returns how the file names a key.
func sumOf(s *Held) string { return hex.EncodeToString(s.sum[:sha256.Size]) }

// debt is a file that lacks the keys in force, because writing it has failed. The
// zero value owes nothing. Any goroutine may use it.
type debt struct {
	retry func()                // asks for another try, and does not wait for it; nil = nobody tries
	err   atomic.Pointer[error] // of the last write; nil = there was none
}

// set records the result of writing the file, and returns it.
func (d *debt) set(err error) error {
	d.err.Store(&err)
	if err != nil && d.retry != nil {
		d.retry()
	}
	return err
}

// fault returns why the file is owed, or nil.
func (d *debt) fault() error {
	if err := d.err.Load(); err != nil {
		return *err
	}
	return nil
}

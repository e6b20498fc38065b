package api

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/ledpost/ledpost/internal/bounded"
)

// NamedKey is a key in addition to the device's own. It can be revoked by its
// name.
type NamedKey struct {
	Name  string `json:"name"` // see keyName; "" is the device's own key
	Scope Scope  `json:"scope"`
}

// Limits of named keys.
const (
	maxKeys     = 64
	maxKeysFile = 64 << 10 // bytes; maxKeys keys take a quarter of it
)

// keyName describes a valid name, which must fit into a path.
var keyName = regexp.MustCompile(`^[A-Za-z0-9_-][A-Za-z0-9._-]{0,31}$`)

// KeysFile returns the path of the file in dir that keeps the named keys.
func KeysFile(dir string) string { return filepath.Join(dir, "keys.json") }

// keyring keeps the named keys in a file and in force. Its methods may be
// called from any goroutine.
type keyring struct {
	file    string // "" = no file
	lock    *lock
	log     *slog.Logger
	mu      sync.Mutex  // one change at a time
	refused atomic.Bool // the file holds content that was refused

	unsaved atomic.Pointer[error] // why the file lacks what is in force; nil, or a pointer to nil, while it does not
}

// newKeyring returns a keyring with the keys in the file in force.
func newKeyring(file string, l *lock, log *slog.Logger) *keyring {
	k := &keyring{file: file, lock: l, log: log}
	if file != "" {
		k.read()
	}
	return k
}

// read puts the keys in the file in force. If the file is missing or invalid,
// the last keys stay in force.
func (k *keyring) read() {
	k.mu.Lock()
	defer k.mu.Unlock()
	keys, err := readKeys(k.file)
	if errors.Is(err, fs.ErrNotExist) {
		return
	}
	k.refused.Store(err != nil)
	if err != nil {
		k.log.Warn("the named keys in the file are not taken", "file", k.file, "err", err)
		return
	}
	k.put(keys)
}

// put makes keys the keys in force. It ends the connections opened with keys
// that are no longer among them.
func (k *keyring) put(keys []secret) {
	last := *k.lock.named.Load()
	var ended []*secret
	for _, old := range last {
		same := func(s secret) bool { return s.NamedKey == old.NamedKey && s.sum == old.sum }
		if i := slices.IndexFunc(keys, same); i >= 0 {
			keys[i] = old
		} else {
			ended = append(ended, &old)
		}
	}
	k.lock.named.Store(&keys)
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
	errKeyName = errors.New("there is a key of this name already")
	errKeyFull = fmt.Errorf("api: at most %d named keys", maxKeys)
	errNoName  = errors.New("api: no such key")
)

// add makes a key. If the key cannot be saved, it is not made.
func (k *keyring) add(n NamedKey) (Key, error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	keys := slices.Clone(*k.lock.named.Load())
	switch {
	case slices.ContainsFunc(keys, func(s secret) bool { return s.Name == n.Name }):
		return "", errKeyName
	case len(keys) == maxKeys:
		return "", errKeyFull
	}
	key := randomKey()
	made := newSecret(key)
	made.NamedKey = n
	keys = append(keys, *made)
	if err := k.keep(keys); err != nil {
		return "", err
	}
	_ = k.owe(nil) // the file has all keys in force
	k.put(keys)
	return key, nil
}

// remove revokes a key, even if the file cannot be written; the key is then in
// force again after a restart, and the error says so.
func (k *keyring) remove(name string) error {
	k.mu.Lock()
	defer k.mu.Unlock()
	old := *k.lock.named.Load()
	keys := slices.DeleteFunc(slices.Clone(old), func(s secret) bool { return s.Name == name })
	if len(keys) == len(old) {
		return errNoName
	}
	k.put(keys)
	return k.owe(k.keep(keys))
}

// owe records the result of writing what is in force already, and returns it. Until
// a write succeeds, [Server.Unsaved] reports the error.
func (k *keyring) owe(err error) error {
	k.unsaved.Store(&err)
	return err
}

// keptKey is a key in the file, from which its secret cannot be recovered.
type keptKey struct {
	NamedKey
	Sum string `json:"sha256"`
}

type keptKeys struct {
	Version int       `json:"version"`
	Keys    []keptKey `json:"keys"`
}

// keep writes the file. A file that was refused is renamed rather than
// overwritten.
func (k *keyring) keep(keys []secret) error {
	if k.file == "" {
		return nil
	}
	kept := keptKeys{Version: 1, Keys: []keptKey{}}
	for _, s := range keys {
		kept.Keys = append(kept.Keys, keptKey{s.NamedKey, hex.EncodeToString(s.sum[:])})
	}
	text, err := json.MarshalIndent(kept, "", "  ")
	if err != nil {
		return err
	}
	if k.refused.Load() {
		if err := os.Rename(k.file, k.file+".bad"); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("api: %w", err)
		}
		k.refused.Store(false)
	}
	return KeepSecret(k.file, append(text, '\n'))
}

func readKeys(path string) ([]secret, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	text, err := bounded.Read(f, maxKeysFile)
	if err != nil {
		return nil, err
	}
	_ = f.Chmod(0o600) // as for the device's own key
	return parseKeys(text)
}

// CheckKeys returns what is wrong with the content of a file of named keys.
func CheckKeys(text []byte) error {
	_, err := parseKeys(text)
	return err
}

// parseKeys reads what keep has written.
func parseKeys(text []byte) ([]secret, error) {
	var kept keptKeys
	if len(text) > maxKeysFile {
		return nil, fmt.Errorf("it is larger than %d KiB", maxKeysFile>>10)
	}
	if err := json.Unmarshal(text, &kept); err != nil {
		return nil, err
	}
	if kept.Version != 1 || len(kept.Keys) > maxKeys {
		return nil, fmt.Errorf("version %d with %d keys, want 1 with at most %d", kept.Version, len(kept.Keys), maxKeys)
	}
	keys := make([]secret, len(kept.Keys))
	names := map[string]bool{}
	for i, k := range kept.Keys {
		sum, err := hex.DecodeString(k.Sum)
		_, scopeErr := parseScope(string(k.Scope))
		if err != nil || len(sum) != sha256.Size || scopeErr != nil || !keyName.MatchString(k.Name) || names[k.Name] {
			return nil, fmt.Errorf("keys[%d]: want a name of its own, a scope and 64 hex digits", i)
		}
		names[k.Name] = true
		keys[i] = secret{NamedKey: k.NamedKey, sum: [sha256.Size]byte(sum), replaced: make(chan struct{})}
	}
	return keys, nil
}

// keepAgain writes the file if it is missing and there are keys to save, or if the last
// write has failed.
func (k *keyring) keepAgain() error {
	k.mu.Lock()
	defer k.mu.Unlock()
	keys := *k.lock.named.Load()
	owed := k.unsaved.Load()
	if _, err := os.Stat(k.file); k.file == "" || (owed == nil || *owed == nil) && (len(keys) == 0 || !errors.Is(err, fs.ErrNotExist)) {
		return nil
	}
	return k.owe(k.keep(keys))
}

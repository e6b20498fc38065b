// SPDX-License-Identifier: Apache-2.0

package keys

import (
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"strings"

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
func KeepKey(dir string, key Key) error {
	return keepKey(durable.Dir(dir), key)
}

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
		err = fmt.Errorf("api: a key of %d characters can be guessed, want %d or more; 'ledpost key --new' makes one", len(key), minKey)
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

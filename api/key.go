package api

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

	"github.com/google/renameio/v2"
)

// Key is the password of the API: 64 hex digits when made here.
type Key string

// LogValue keeps the key out of the log.
func (Key) LogValue() slog.Value { return slog.StringValue("[key]") }

// maxKey bounds a given key.
const maxKey = 256

// LoadKey gives the key of the device: given if that is not empty, else the one
// kept in dir, else a new one. A file that holds no key is an error: a new key
// would lock out who knows the old one.
func LoadKey(dir, given string) (Key, error) {
	if given != "" {
		return parseKey(given)
	}
	path := filepath.Join(dir, "key")
	text, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return NewKey(dir)
	}
	if err != nil {
		return "", fmt.Errorf("api: %w", err)
	}
	if err := os.Chmod(path, 0o600); err != nil {
		return "", fmt.Errorf("api: %w", err)
	}
	key, err := parseKey(strings.TrimSpace(string(text)))
	if err != nil {
		return "", fmt.Errorf("%w in %s; make a new one with: ledpost key --new", err, path)
	}
	return key, nil
}

// NewKey makes a key of 256 random bits and keeps it in dir, readable by the
// owner only.
func NewKey(dir string) (Key, error) {
	var b [32]byte
	rand.Read(b[:]) // never fails, crypto/rand
	key := hex.EncodeToString(b[:])
	err := os.MkdirAll(dir, 0o700)
	if err == nil {
		err = renameio.WriteFile(filepath.Join(dir, "key"), []byte(key+"\n"), 0o600, renameio.IgnoreUmask())
	}
	if err != nil {
		return "", fmt.Errorf("api: keep the key: %w", err)
	}
	return Key(key), nil
}

// parseKey allows what a WebSocket subprotocol and a Basic password can carry.
func parseKey(s string) (Key, error) {
	if len(s) == 0 || len(s) > maxKey {
		return "", fmt.Errorf("api: a key of %d characters, want 1 to %d", len(s), maxKey)
	}
	for _, c := range []byte(s) {
		letter := 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9'
		if !letter && !strings.ContainsRune("-._~", rune(c)) {
			return "", errors.New("api: a key with a character that is none of a-z A-Z 0-9 - . _ ~")
		}
	}
	return Key(s), nil
}

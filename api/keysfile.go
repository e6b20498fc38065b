package api

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"

	"github.com/ledpost/ledpost/internal/bounded"
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
	Keys    []keptKey `json:"keys"`
}

// encodeKeys returns the content of the file.
func encodeKeys(keys []secret) ([]byte, error) {
	kept := keptKeys{Version: 1, Keys: []keptKey{}}
	for _, s := range keys {
		kept.Keys = append(kept.Keys, keptKey{s.NamedKey, hex.EncodeToString(s.sum[:])})
	}
	text, err := json.MarshalIndent(kept, "", "  ")
	return append(text, '\n'), err
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

// parseKeys reads what encodeKeys has made.
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

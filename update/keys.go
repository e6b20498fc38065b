// SPDX-License-Identifier: Apache-2.0

package update

import (
	"errors"
	"fmt"
	"strings"

	"aead.dev/minisign"

	"github.com/ledpost/ledpost/internal/bounded"
)

// maxKeys bounds a file of public keys, in bytes.
const maxKeys = 4 << 10

// ReadKeys reads a file of minisign public keys: one or several, each as in a
// .pub file, a line that begins "untrusted comment:" and a line of base64. While
// a key is being replaced, a device trusts both.
func ReadKeys(path string) ([]minisign.PublicKey, error) {
	text, err := bounded.ReadFile(path, maxKeys)
	if err != nil {
		return nil, fmt.Errorf("update: %w", err)
	}
	keys, err := parseKeys(string(text))
	if err != nil {
		return nil, fmt.Errorf("update: %s: %w", path, err)
	}
	return keys, nil
}

func parseKeys(text string) (keys []minisign.PublicKey, err error) {
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		if line == "" || strings.HasPrefix(line, "untrusted comment:") {
			continue
		}
		var key minisign.PublicKey
		if err := key.UnmarshalText([]byte(line)); err != nil {
			return nil, fmt.Errorf("%.80q is not a public key of minisign", line)
		}
		keys = append(keys, key)
	}
	if len(keys) == 0 {
		return nil, errors.New("has no public key")
	}
	return keys, nil
}

// SPDX-License-Identifier: Apache-2.0

package update

import (
	"bytes"
	"encoding/base64"
	"errors"
	"fmt"
	"strings"
	"time"

	"aead.dev/minisign"

	"github.com/ledpost/ledpost/internal/bounded"
)

// Reasons for which a manifest that could be read is refused.
var (
	ErrSignature = errors.New("update: the manifest is not signed by a key that this device trusts")
	ErrExpired   = errors.New("update: the manifest has expired")
	ErrFar       = errors.New("update: the manifest holds for too long")
	ErrRollback  = errors.New("update: this device has already seen a newer manifest")
)

// Trust is a device's demand on the signatures of a manifest.
type Trust struct {
	Keys       []minisign.PublicKey // whose signatures count
	Signatures int                  // of so many different ones; 0 counts as 1
}

// MaxSignatures bounds the signatures of a manifest, and what a device may demand.
const MaxSignatures = 8

// Verify returns the manifest in text if signatures (the content of its .minisig file, with one
// signature or several, one after the other) are as many as t demands. Nothing of text is read
// before that.
func (t Trust) Verify(text, signatures []byte) (Manifest, error) {
	if len(text) > MaxManifest || len(signatures) > MaxManifest {
		return Manifest{}, fmt.Errorf("update: a manifest has at most %d bytes", MaxManifest)
	}
	signed := t.signed(text, signatures)
	switch want := max(t.Signatures, 1); {
	case signed >= want:
		return parse(text)
	case signed > 0:
		return Manifest{}, fmt.Errorf("%w: %d of %d", ErrSignature, signed, want)
	}
	return Manifest{}, ErrSignature
}

// Signed reports whether signatures, in the form of those of Verify, are as many of data as t demands.
func (t Trust) Signed(data, signatures []byte) bool {
	return t.signed(data, signatures) >= max(t.Signatures, 1)
}

// signed returns how many keys of t have signed data.
func (t Trust) signed(data, signatures []byte) int {
	signed := map[string]bool{} // by key, without the number that somebody gave it
	for _, one := range split(signatures) {
		for _, key := range t.Keys {
			if !signed[bare(key)] && minisign.Verify(key, data, one) {
				signed[bare(key)] = true
			}
		}
	}
	return len(signed)
}

// beginning is of the first of the four lines of a signature (minisign, "Signature format").
const beginning = "untrusted comment:"

// split returns the signatures of a file, MaxSignatures at most.
func split(file []byte) (all [][]byte) {
	for len(file) > 0 && len(all) < MaxSignatures {
		end := len(file)
		if i := bytes.Index(file[1:], []byte("\n"+beginning)); i >= 0 {
			end = i + 2
		}
		all = append(all, bytes.TrimRight(file[:end], "\r\n"))
		file = file[end:]
	}
	return all
}

// bare is a public key without its number, which whoever writes a file of keys may change.
func bare(key minisign.PublicKey) string {
	raw, _ := base64.StdEncoding.DecodeString(key.String())
	return string(raw[len(raw)-32:])
}

// A Seen is what a device knows when it is offered a manifest.
type Seen struct {
	Counter   int64 // of the newest manifest that it accepted; never goes back
	Now       time.Time
	Plausible bool // whether Now can be believed: a Pi without a clock chip starts in the past
}

// MaxValid is how long a manifest may hold. It bounds the harm of a wrong counter, too,
// which is no later than its end.
const MaxValid = 400 * 24 * time.Hour

// Fresh returns nil, [ErrRollback], [ErrExpired] or [ErrFar]. A date says nothing while the
// clock is not plausible; the counter always does.
func (m Manifest) Fresh(s Seen) error {
	switch {
	case m.Counter < s.Counter:
		return fmt.Errorf("%w (%d, seen %d)", ErrRollback, m.Counter, s.Counter)
	case s.Plausible && !s.Now.Before(m.Expires):
		return fmt.Errorf("%w on %s", ErrExpired, m.Expires.UTC().Format(time.DateOnly))
	case s.Plausible && m.Expires.Sub(s.Now) > MaxValid:
		return fmt.Errorf("%w: until %s", ErrFar, m.Expires.UTC().Format(time.DateOnly))
	}
	return nil
}

// File returns the file for arch whose name ends in suffix, such as ".deb".
func (m Manifest) File(arch, suffix string) (File, error) {
	for _, f := range m.Files {
		if f.Arch == arch && len(f.Name) > len(suffix) && f.Name[len(f.Name)-len(suffix):] == suffix {
			return f, nil
		}
	}
	return File{}, fmt.Errorf("update: version %s has no %s for %s", m.Version, suffix, arch)
}

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

// SPDX-License-Identifier: Apache-2.0

package update

import (
	"errors"
	"fmt"
	"time"

	"aead.dev/minisign"
)

// Reasons for which a manifest that could be read is refused.
var (
	ErrSignature = errors.New("update: the manifest is not signed by a key that this device trusts")
	ErrExpired   = errors.New("update: the manifest has expired")
	ErrRollback  = errors.New("update: this device has already seen a newer manifest")
)

// Verify returns the manifest in text if signature (the content of its .minisig file)
// belongs to one of keys. Nothing of text is read before that.
func Verify(text, signature []byte, keys ...minisign.PublicKey) (Manifest, error) {
	if len(text) > MaxManifest || len(signature) > MaxManifest {
		return Manifest{}, fmt.Errorf("update: a manifest has at most %d bytes", MaxManifest)
	}
	for _, key := range keys {
		if minisign.Verify(key, text, signature) {
			return parse(text)
		}
	}
	return Manifest{}, ErrSignature
}

// A Seen is what a device knows when it is offered a manifest.
type Seen struct {
	Counter   int64 // of the newest manifest that it accepted; never goes back
	Now       time.Time
	Plausible bool // whether Now can be believed: a Pi without a clock chip starts in the past
}

// Fresh returns nil, [ErrRollback] or [ErrExpired]. A date says nothing while the
// clock is not plausible; the counter always does.
func (m Manifest) Fresh(s Seen) error {
	switch {
	case m.Counter < s.Counter:
		return fmt.Errorf("%w (%d, seen %d)", ErrRollback, m.Counter, s.Counter)
	case s.Plausible && !s.Now.Before(m.Expires):
		return fmt.Errorf("%w on %s", ErrExpired, m.Expires.UTC().Format(time.DateOnly))
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

// SPDX-License-Identifier: Apache-2.0

package gokrazy

import (
	"errors"
	"path/filepath"

	"github.com/google/renameio/v2"

	"github.com/ledpost/ledpost/internal/bounded"
	"github.com/ledpost/ledpost/update"
)

// A new root has to prove its updater within its trial: one whose own updater fails is one
// that no later root can mend. It verifies the manifest that has led to it, by the keys
// that it brings, and writes a file.

// proofFile is the name of that file, in the helper's directory.
const proofFile = "proof"

// keepManifest keeps the verified manifest for the proof.
func (h *Helper) keepManifest(text, signature []byte) error {
	for name, content := range map[string][]byte{update.ManifestFile: text, update.SignatureFile: signature} {
		if err := renameio.WriteFile(filepath.Join(h.Home, name), content, 0o644, renameio.WithTempDir(h.Home)); err != nil {
			return err
		}
	}
	return nil
}

// proved reports whether the updater of this root, with that version, works. The manifest's time may be over, and its
// counter is known: what counts is whether this version trusts who has signed it.
func (h *Helper) proved(version string) bool {
	text, err := bounded.ReadFile(filepath.Join(h.Home, update.ManifestFile), update.MaxManifest)
	signature, err2 := bounded.ReadFile(filepath.Join(h.Home, update.SignatureFile), update.MaxManifest)
	if errors.Join(err, err2) != nil {
		return false
	}
	m, err := h.Source.Trust.Verify(text, signature)
	return err == nil && m.Version == version &&
		renameio.WriteFile(filepath.Join(h.Home, proofFile), []byte(m.Version+"\n"), 0o644, renameio.WithTempDir(h.Home)) == nil
}

// SPDX-License-Identifier: Apache-2.0

package gokrazy

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	"github.com/ledpost/ledpost/internal/bounded"
	"github.com/ledpost/ledpost/internal/durable"
	"github.com/ledpost/ledpost/update"
	"github.com/ledpost/ledpost/update/trial"
)

// install writes the root of the version that was asked for, and starts the
// machine from it. If it returns an error, the next start is from the root that is
// in use now.
func (h *Helper) install(ctx context.Context, wish update.Request) error {
	before := h.Watcher.Look(ctx)
	if err := h.tell(update.PhaseDownloading, wish.Version, ""); err != nil {
		return err
	}
	m, err := h.offered(ctx, wish)
	if err != nil {
		return err
	}
	if m.Version == h.Version {
		return h.tell(update.PhaseDone, m.Version, "")
	}
	f, err := m.File("arm64", ".squashfs")
	if err != nil {
		return err
	}
	if err := h.replaceSpare(ctx, wish, f, before.Free); err != nil {
		return err
	}
	if err := h.System.Spare(ctx); err != nil {
		return fmt.Errorf("gokrazy: version %s: %w", m.Version, err)
	}
	// The download was long enough to see whether frames advance, and how late they are.
	now := h.Watcher.Look(ctx).Lasting(before)
	now.Pictures = trial.Pictures(ctx, h.Watcher)
	return h.try(ctx,
		mark{From: h.Root, Version: m.Version, Previous: h.Version, Proof: true, Before: now,
			Moving: now.Frames > before.Frames && before.Frames >= 0})
}

// try keeps what ledpost has saved, and starts the machine from the other root. The
// mark is there before the boot loader learns of it: a start without it would judge nothing.
func (h *Helper) try(ctx context.Context, m mark) error {
	defer h.Service.Resume() // if the machine is still there
	if err := h.Service.Snapshot(ctx); err != nil {
		return fmt.Errorf("gokrazy: %w", err)
	}
	if err := h.change(func(s *update.State) {
		s.Phase, s.Progress, s.Since = update.PhaseTrial, 0, instant()
	}); err != nil {
		return err
	}
	if err := h.keep(m); err != nil {
		return err
	}
	if err := h.System.TestBoot(ctx); err != nil {
		return errors.Join(err, h.forget())
	}
	return h.System.Reboot(ctx)
}

// offered returns the channel's manifest if it may be installed, and takes note
// of its counter. The two files are kept for the proof that the new root owes. Nothing of the
// request but its version and channel is used.
func (h *Helper) offered(ctx context.Context, wish update.Request) (update.Manifest, error) {
	m, text, signature, err := h.Source.For(wish).Signed(ctx)
	if err != nil {
		return m, err
	}
	s, err := update.ReadState(h.Home)
	if err != nil {
		return m, err
	}
	t := time.Now()
	if err := m.Fresh(update.Seen{Counter: s.Counter, Now: t, Plausible: h.Plausible(t)}); err != nil {
		return m, err
	}
	if err := m.Follows(h.Version, s, wish); err != nil {
		return m, err
	}
	if err := h.keepManifest(text, signature); err != nil {
		return m, err
	}
	return m, h.change(func(s *update.State) { s.Counter = max(s.Counter, m.Counter) })
}

// rootFile is the name of the root that was fetched, in the helper's directory.
const rootFile = "root.squashfs"

// replaceSpare writes the file f of the release to the spare root. Until all of it is
// here, that is the version before, which stays.
func (h *Helper) replaceSpare(ctx context.Context, wish update.Request, f update.File, free int64) error {
	path := filepath.Join(h.Home, rootFile)
	defer os.Remove(path)
	if want := f.Size + 2*trial.LowSpace; free >= 0 && free < want {
		return fmt.Errorf("gokrazy: %d MB are free on the disk, want %d", free>>20, want>>20)
	}
	if err := h.fetch(ctx, wish, f, path); err != nil {
		return err
	}
	// Before the first byte is written: after a power cut half a root must not look like a
	// version to go back to.
	if err := errors.Join(trial.Forget(h.Home), h.change(func(s *update.State) { s.Previous = "" })); err != nil {
		return err
	}
	return h.write(ctx, f, path)
}

// fetch fetches the file f of the release that wish asks for.
func (h *Helper) fetch(ctx context.Context, wish update.Request, f update.File, path string) error {
	body, err := h.Source.For(wish).Open(ctx, f.Name)
	if err != nil {
		return err
	}
	defer body.Close()
	file, err := os.Create(path)
	if err != nil {
		return err
	}
	return errors.Join(f.Copy(file, body), file.Close())
}

// write writes the file at path to the spare root, which stays unused if it was not f to
// the last byte.
func (h *Helper) write(ctx context.Context, f update.File, path string) error {
	body, err := os.Open(path)
	if err != nil {
		return err
	}
	defer body.Close()
	r, w := io.Pipe()
	go func() {
		w.CloseWithError(f.Copy(w, body)) // nil ends the root as it should
	}()
	defer r.Close()
	return h.System.WriteRoot(ctx, r)
}

// A new root has to prove its updater within its trial: one whose own updater fails is one
// that no later root can mend. It verifies the manifest that has led to it, by the keys
// that it brings, and writes a file.

// proofFile is the name of that file, in the helper's directory.
const proofFile = "proof"

// keepManifest keeps the verified manifest for the proof.
func (h *Helper) keepManifest(text, signature []byte) error {
	for name, content := range map[string][]byte{update.ManifestFile: text, update.SignatureFile: signature} {
		if err := durable.Replace(filepath.Join(h.Home, name), content, 0o644); err != nil {
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
		durable.Replace(filepath.Join(h.Home, proofFile), []byte(m.Version+"\n"), 0o644) == nil
}

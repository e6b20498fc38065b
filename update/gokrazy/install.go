package gokrazy

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"

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
	// From here on there is no version before in the other root.
	if err := errors.Join(trial.Forget(h.Home), h.change(func(s *update.State) { s.Previous = "" })); err != nil {
		return err
	}
	if err := h.write(ctx, f); err != nil {
		return err
	}
	if err := h.System.Spare(ctx); err != nil {
		return fmt.Errorf("gokrazy: version %s: %w", m.Version, err)
	}
	// The download was long enough to see whether frames advance.
	now := h.Watcher.Look(ctx)
	return h.try(ctx, mark{From: h.Root, Version: m.Version, Previous: h.Version, Before: now, Moving: now.Frames > before.Frames && before.Frames >= 0})
}

// try keeps what ledpost has saved, and starts the machine from the other root. The
// mark is there before the boot loader is told: a start without it would judge nothing.
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
// of its counter. Nothing of the request but its version is used.
func (h *Helper) offered(ctx context.Context, wish update.Request) (m update.Manifest, err error) {
	if m, err = h.Source.Manifest(ctx); err != nil {
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
	return m, h.change(func(s *update.State) { s.Counter = max(s.Counter, m.Counter) })
}

// write writes the file f of the release to the spare root, which stays unused if
// it was not f to the last byte.
func (h *Helper) write(ctx context.Context, f update.File) error {
	body, err := h.Source.Open(ctx, f.Name)
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

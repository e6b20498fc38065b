package gokrazy

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"time"

	"github.com/ledpost/ledpost/internal/bounded"
	"github.com/ledpost/ledpost/update"
)

// Reasons not to install a release whose signature is right.
var (
	ErrRefused = errors.New("gokrazy: this version was rolled back before")
	ErrOther   = errors.New("gokrazy: the channel now offers another version")
	ErrOld     = errors.New("gokrazy: the version cannot follow this one")
)

// install writes the root of the version that was asked for, and starts the
// machine from it. If it returns an error, the next start is from the root that is
// in use now.
func (h *Helper) install(ctx context.Context, wish update.Request) error {
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
	if err := h.write(ctx, f); err != nil {
		return err
	}
	if err := h.System.Spare(ctx); err != nil {
		return fmt.Errorf("gokrazy: version %s: %w", m.Version, err)
	}
	if err := h.change(func(s *update.State) {
		s.Phase, s.Previous, s.Progress, s.Since = update.PhaseTrial, h.Version, 0, now()
	}); err != nil {
		return err
	}
	if err := h.keep(mark{From: h.Root, Version: m.Version, Online: h.Online()}); err != nil {
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
	text, err := h.get(ctx, update.ManifestFile)
	if err != nil {
		return m, err
	}
	signature, err := h.get(ctx, update.SignatureFile)
	if err != nil {
		return m, err
	}
	if m, err = update.Verify(text, signature, h.Source.Keys...); err != nil {
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
	switch {
	case m.Version != wish.Version, m.Channel != "" && m.Channel != h.Source.Channel:
		return m, fmt.Errorf("%w: %s of %q", ErrOther, m.Version, m.Channel)
	case s.Refuses(m.Version):
		return m, fmt.Errorf("%w: %s", ErrRefused, m.Version)
	case m.Minimum != "" && update.Compare(h.Version, m.Minimum) < 0:
		return m, fmt.Errorf("%w: %s wants %s or later, this is %s", ErrOld, m.Version, m.Minimum, h.Version)
	}
	return m, h.change(func(s *update.State) { s.Counter = max(s.Counter, m.Counter) })
}

// write writes the file f of the release to the spare root, which stays unused if
// it was not f to the last byte.
func (h *Helper) write(ctx context.Context, f update.File) error {
	body, err := h.open(ctx, f.Name)
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

func (h *Helper) get(ctx context.Context, name string) ([]byte, error) {
	body, err := h.open(ctx, name)
	if err != nil {
		return nil, err
	}
	defer body.Close()
	return bounded.Read(body, update.MaxManifest)
}

func (h *Helper) open(ctx context.Context, name string) (io.ReadCloser, error) {
	at, err := update.URL(h.Source.URL, h.Source.Channel, name)
	if err != nil {
		return nil, err
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, at, nil)
	if err != nil {
		return nil, err
	}
	resp, err := h.Source.Client.Do(req)
	if err != nil {
		return nil, err
	}
	if resp.StatusCode != http.StatusOK {
		resp.Body.Close()
		return nil, fmt.Errorf("gokrazy: %s answers %s", at, resp.Status)
	}
	return resp.Body, nil
}

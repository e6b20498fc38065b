// SPDX-License-Identifier: Apache-2.0

package check

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io/fs"
	"time"

	"github.com/ledpost/ledpost/internal/webfetch"
	"github.com/ledpost/ledpost/update"
)

// maxSignature bounds the signature of a manifest, in bytes.
const maxSignature = 4 << 10

// fetched is the newest manifest that was accepted.
type fetched struct {
	from     string // address of its channel
	manifest update.Manifest
	have     webfetch.Version // of the file, so that it is sent again only when it has changed
	when     time.Time        // when the server answered last
}

// check asks the server for the manifest, and keeps it if it is good.
func (u *Updater) check(ctx context.Context) error {
	err := u.fetch(ctx)
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if err != nil && (u.err == nil || u.err.Error() != err.Error()) {
		u.o.Log.Warn("the device cannot look for releases", causes(err)...)
	}
	u.err = err
	return err
}

func (u *Updater) fetch(ctx context.Context) error {
	cfg := u.config()
	if from := cfg.at(); u.fetched.from != from {
		u.fetched = fetched{from: from}
	}
	m, have, err := u.manifest(ctx, cfg)
	if err != nil {
		return err
	}
	u.fetched.when = time.Now().UTC().Truncate(time.Second)
	if m.Channel != "" && m.Channel != cfg.Channel {
		return fmt.Errorf("update: the manifest is for the channel %q", m.Channel)
	}
	switch err = m.Fresh(u.seen()); {
	case errors.Is(err, update.ErrRollback) && update.Compare(m.Version, u.o.Version) <= 0:
		return nil // as after a change from beta to stable, which will catch up
	case errors.Is(err, update.ErrExpired):
		// The maintainers are away: no news, and nothing that the device's owner could mend.
		u.o.Log.Info("the device cannot look for releases", "err", err)
		return nil
	case err != nil:
		return err
	}
	u.fetched.manifest, u.fetched.have = m, have
	u.remember(m.Counter)
	return nil
}

// manifest returns the manifest on the server, whose signature is right.
func (u *Updater) manifest(ctx context.Context, cfg Config) (m update.Manifest, have webfetch.Version, err error) {
	keys, err := update.ReadKeys(cfg.KeyFile)
	if err != nil {
		return m, have, keyless(err, cfg.KeyFile)
	}
	text, err := u.get(ctx, cfg, update.ManifestFile, update.MaxManifest, u.fetched.have)
	if err != nil {
		return m, have, err
	}
	defer text.Close()
	if text.Same {
		return u.fetched.manifest, text.Version, nil
	}
	signature, err := u.get(ctx, cfg, update.SignatureFile, maxSignature, webfetch.Version{})
	if err != nil {
		return m, have, err
	}
	defer signature.Close()
	m, err = update.Trust{Keys: keys, Signatures: cfg.Signatures}.Verify(text.Body, signature.Body)
	return m, text.Version, err
}

// Probe returns the version that the configured channel has, or why nothing can
// be had from it.
func Probe(ctx context.Context, cfg Config, web *webfetch.Client) (version string, err error) {
	u := New(cfg, Options{Web: web})
	m, _, err := u.manifest(ctx, u.config())
	return m.Version, err
}

func (u *Updater) get(
	ctx context.Context, cfg Config, file string, most int64, have webfetch.Version,
) (*webfetch.Answer, error) {
	at, err := update.URL(cfg.URL, cfg.Channel, file)
	if err != nil {
		return nil, err
	}
	a, err := u.client().Get(ctx, webfetch.Request{URL: at, Max: most, Have: have})
	if err != nil {
		return nil, fmt.Errorf("update: %s: %w", file, unserved(err))
	}
	return a, nil
}

// seen returns what a manifest is compared with.
func (u *Updater) seen() update.Seen {
	u.mu.Lock()
	defer u.mu.Unlock()
	now := time.Now()
	return update.Seen{Counter: max(u.kept.Counter, u.helper.Counter), Now: now, Plausible: u.o.Plausible(now)}
}

// needs is how the name of the file ends that a kind of installation takes from a
// release, where it is one for each architecture.
var needs = map[update.Kind]string{
	update.KindPackage: ".deb",
	update.KindImage:   ".squashfs",
}

// available returns the manifest of a release that is newer than what runs, and
// that this device may have now.
func (u *Updater) available() (m update.Manifest, ok bool) {
	m = u.fetched.manifest
	cfg := u.config()
	switch {
	case !cfg.Chosen(), u.fetched.from != cfg.at(), m.Version == "" || update.Compare(m.Version, u.o.Version) <= 0,
		u.helper.Refuses(m.Version),
		m.Minimum != "" && update.Compare(u.o.Version, m.Minimum) < 0,
		m.Fresh(u.seen()) != nil,
		!u.explicit && !m.Includes(u.o.Serial):
		return update.Manifest{}, false
	}
	if suffix := needs[u.o.Kind]; suffix != "" {
		if _, err := m.File(u.o.Arch, suffix); err != nil {
			return update.Manifest{}, false
		}
	}
	return m, true
}

// plain is an error in words for the device's owner. The log has the cause, too.
type plain struct {
	words string
	cause error
}

func (p *plain) Error() string { return p.words }

func (p *plain) Unwrap() error { return p.cause }

// unserved is err, with which a server has not given a file, without the words of the
// network.
func unserved(err error) error {
	var status *webfetch.StatusError
	var certificate *tls.CertificateVerificationError
	switch {
	case errors.Is(err, webfetch.ErrRefused), errors.Is(err, webfetch.ErrTooLarge), errors.Is(err, webfetch.ErrLate):
		return err
	case errors.As(err, &status):
		return &plain{fmt.Sprintf("the server answers %d", status.Code), err}
	case errors.As(err, &certificate):
		return &plain{"the server's certificate is not valid", err}
	}
	return &plain{"the server cannot be reached", err}
}

// keyless is err, with which the keys of releases could not be read from a file.
func keyless(err error, file string) error {
	if errors.Is(err, fs.ErrNotExist) {
		return &plain{"there are no public keys of releases in " + file, err}
	}
	return err
}

// causes are the attributes of err for the log.
func causes(err error) []any {
	if p := (*plain)(nil); errors.As(err, &p) {
		return []any{"err", err, "cause", p.cause}
	}
	return []any{"err", err}
}

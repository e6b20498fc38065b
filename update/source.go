// SPDX-License-Identifier: Apache-2.0

package update

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"net/http"

	"github.com/ledpost/ledpost/internal/bounded"
	"github.com/ledpost/ledpost/internal/maskurl"
	"github.com/ledpost/ledpost/internal/webfetch"
)

// Reasons not to install a release whose manifest is valid.
var (
	ErrOther   = errors.New("update: the channel now offers another version")
	ErrRefused = errors.New("update: this version has been rolled back already")
	ErrMinimum = errors.New("update: this version cannot be updated to that version")
	ErrOlder   = errors.New("update: the channel offers an older version than this one")
)

// A Source is a channel on a web server, as the helpers use it that install its
// releases. Several goroutines may use it.
type Source struct {
	URL, Channel string       // see [URL]; URL "" is an error with each use, Channel "" what For names
	Trust        Trust        // in who has signed the manifest
	Client       *http.Client // whose time limit is for a whole file
}

// For returns the source with the channel that was asked for, unless it is of one already.
func (s Source) For(r Request) Source {
	s.Channel = cmp.Or(s.Channel, r.Channel, Channels[0])
	return s
}

// Manifest returns the channel's manifest, if its signature is right and it was
// made for this channel.
func (s Source) Manifest(ctx context.Context) (Manifest, error) {
	m, _, _, err := s.Signed(ctx)
	return m, err
}

// Signed returns what Manifest does, and the two files as they are.
func (s Source) Signed(ctx context.Context) (m Manifest, text, signature []byte, err error) {
	if text, err = s.read(ctx, ManifestFile); err != nil {
		return m, nil, nil, err
	}
	if signature, err = s.read(ctx, SignatureFile); err != nil {
		return m, nil, nil, err
	}
	m, err = s.Trust.Verify(text, signature)
	if err == nil && m.Channel != "" && m.Channel != s.Channel {
		err = fmt.Errorf("%w: it is for the channel %s", ErrOther, m.Channel)
	}
	return m, text, signature, err
}

// Open returns the content of a file of the channel, which the caller closes. It
// is not checked: see [File.Copy].
func (s Source) Open(ctx context.Context, name string) (io.ReadCloser, error) {
	at, err := URL(s.URL, s.Channel, name)
	if err != nil {
		return nil, err
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, at, nil)
	if err != nil {
		return nil, webfetch.Quiet(err)
	}
	resp, err := s.Client.Do(req)
	if err != nil {
		return nil, fmt.Errorf("update: %s: %w", name, webfetch.Quiet(err))
	}
	if resp.StatusCode != http.StatusOK {
		resp.Body.Close()
		answer := fmt.Errorf("update: %s answers %d for %s", maskurl.Host(at), resp.StatusCode, name)
		return nil, Worded(fmt.Sprintf("%s: the server answers %d", name, resp.StatusCode), answer)
	}
	return resp.Body, nil
}

func (s Source) read(ctx context.Context, name string) ([]byte, error) {
	body, err := s.Open(ctx, name)
	if err != nil {
		return nil, err
	}
	defer body.Close()
	return bounded.Read(body, MaxManifest)
}

// Follows returns nil if m is what wish asks for and may be installed where
// version runs and s is known, else [ErrOther], [ErrOlder], [ErrRefused] or [ErrMinimum]. A
// way down is no update: it is the version before, which this machine keeps.
func (m Manifest) Follows(version string, s State, wish Request) error {
	switch {
	case m.Version != wish.Version:
		return fmt.Errorf("%w: %s", ErrOther, m.Version)
	case Compare(m.Version, version) < 0:
		return fmt.Errorf("%w: %s", ErrOlder, m.Version)
	case s.Refuses(m.Version):
		return fmt.Errorf("%w: %s", ErrRefused, m.Version)
	case m.Minimum != "" && Compare(version, m.Minimum) < 0:
		return fmt.Errorf("%w: %s wants %s or later, this is %s", ErrMinimum, m.Version, m.Minimum, version)
	}
	return nil
}

// ErrContent is returned for a file that is not the one the manifest names.
var ErrContent = errors.New("update: not the file that the manifest names")

// Copy writes r to w and returns nil only if it was f, to the last byte. It reads at
// most one byte more than f has. On an error the caller must remove the written bytes.
func (f File) Copy(w io.Writer, r io.Reader) error {
	sum := sha256.New()
	n, err := io.Copy(io.MultiWriter(w, sum), io.LimitReader(r, f.Size+1))
	switch {
	case errors.Is(err, io.ErrUnexpectedEOF):
		return Worded(f.Name+": the connection has ended", fmt.Errorf("update: %s: %w", f.Name, err))
	case err != nil:
		return fmt.Errorf("update: %s: %w", f.Name, err)
	case n < f.Size:
		return fmt.Errorf("%w: %s ends after %d of %d bytes", ErrContent, f.Name, n, f.Size)
	case n > f.Size:
		return fmt.Errorf("%w: %s is longer than %d bytes", ErrContent, f.Name, f.Size)
	case hex.EncodeToString(sum.Sum(nil)) != f.SHA256:
		return fmt.Errorf("%w: %s has another SHA-256", ErrContent, f.Name)
	}
	return nil
}

// SPDX-License-Identifier: Apache-2.0

package install

import (
	"context"
	"time"

	"github.com/ledpost/ledpost/update"
)

// answerTime is how long a server may take for one of the manifest's two files.
const answerTime = 30 * time.Second

// verify returns the manifest of the channel, if it may be installed, and keeps it for
// the proof that the new version owes. Nothing
// of the request but its version and channel is used, and of these what the manifest says.
func (h *Helper) verify(ctx context.Context, wish update.Request) (update.Manifest, error) {
	// Twice: manifest and signature are two requests.
	ctx, cancel := context.WithTimeout(ctx, 2*answerTime)
	defer cancel()
	m, text, signature, err := h.Source.For(wish).Signed(ctx)
	if err != nil {
		return m, err
	}
	s := h.disk().readState()
	now := h.Now()
	if err := m.Fresh(update.Seen{Counter: s.Counter, Now: now, Plausible: h.Plausible(now)}); err != nil {
		return m, err
	}
	if err := m.Follows(h.Version, s, wish); err != nil {
		return m, err
	}
	return m, h.disk().keepManifest(text, signature)
}

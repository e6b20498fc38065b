// SPDX-License-Identifier: Apache-2.0

package tronbyt

import (
	"errors"
	"strings"
	"testing"

	"github.com/ledpost/ledpost/apps/kit"
	"github.com/ledpost/ledpost/internal/must"
	"github.com/ledpost/ledpost/internal/webfetch"
)

// TestFeedsHideAddresses: neither the health nor the panel quotes an address that is
// refused, because it may hold a token.
func TestFeedsHideAddresses(t *testing.T) {
	web, err := webfetch.New(webfetch.Config{})
	must.Do(t, err)
	var feeds kit.Feeds
	l := link{web: web, address: address{push: "ws://127.0.0.1:1/ws?token=secret"}, feeds: &feeds, widget: "a", push: newPushed()}
	err = l.listen(t.Context())
	if !errors.Is(err, webfetch.ErrRefused) {
		t.Fatalf("%v, want %v", err, webfetch.ErrRefused)
	}
	feeds.Told(t.Context(), l.source(), err)
	for _, line := range append(feeds.Failing(), troubleOf(err).Error()) {
		if !strings.Contains(line, "refused") || strings.Contains(line, "secret") {
			t.Errorf("it says %q", line)
		}
	}
}

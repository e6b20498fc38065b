// SPDX-License-Identifier: Apache-2.0

package ways

import (
	"net/netip"
	"testing"

	"github.com/ledpost/ledpost/apps/kit"
	"github.com/ledpost/ledpost/apps/others"
	"github.com/ledpost/ledpost/internal/applet"
	"github.com/ledpost/ledpost/internal/must"
)

// TestPutAnother: a program that takes the place of another one does not inherit what that may ask in the owner's
// network, unless it names the host; one that is refused changes nothing.
func TestPutAnother(t *testing.T) {
	nas := applet.Place{Host: "nas.local:8123", Address: netip.MustParseAddr("192.168.1.20")}
	const first = `http.get("http://nas.local:8123/a")`
	for _, row := range []struct {
		why, source string
		kept        bool
	}{
		{"the same program", first, true},
		{"it names the host", first + "\n", true},
		{"it names no host", "x", false},
		{"it has no room", string(make([]byte, others.MaxOwn+1)), true},
	} {
		o := others.New(kit.Env{Dir: t.TempDir()})
		s := scripts{o.Shelf, &o.Studio, nil}
		must.Do(t, s.Put("dice", []byte(first)))
		must.Get(s.Answer("dice", []applet.Place{nas}, nil, nil))(t)
		err := s.Put("dice", []byte(row.source))
		if kept := len(o.Consents.Of("dice").Allowed) == 1; kept != row.kept {
			t.Errorf("%s: %v, the word is kept: %v", row.why, err, kept)
		}
	}
}

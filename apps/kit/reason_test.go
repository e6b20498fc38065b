// SPDX-License-Identifier: Apache-2.0

package kit

import (
	"errors"
	"fmt"
	"io"
	"net"
	"testing"

	"github.com/ledpost/ledpost/internal/webfetch"
	"github.com/ledpost/ledpost/words"
)

// TestWhy: English says all that an error knows but the network's own words; German has
// the kind of the fault.
func TestWhy(t *testing.T) {
	dial := &net.OpError{Op: "dial", Net: "tcp", Err: errors.New("connect: connection refused")}
	for _, row := range []struct {
		why             string
		err             error
		english, german string
	}{
		{"nothing is wrong", nil, "", ""},
		{"nobody listens", fmt.Errorf("get: %w", dial), "the server cannot be reached", "Server nicht erreichbar"},
		{"a connection that ends without an answer", io.EOF, "the server cannot be reached", "Server nicht erreichbar"},
		{"one that ends within it", fmt.Errorf("read: %w", io.ErrUnexpectedEOF), "the server cannot be reached",
			"Server nicht erreichbar"},
		{"no interface is up", NoNetwork, "there is no network", "kein Netz"},
		{"a number of HTTP", &webfetch.StatusError{Code: 404}, "the server answers 404 Not Found",
			"der Server antwortet 404"},
		{"a loopback address, refused while it connects",
			&net.OpError{Op: "dial", Err: fmt.Errorf("%w: ::1 is loopback", webfetch.ErrRefused)},
			"dial: refused: ::1 is loopback", "Adresse nicht erlaubt"},
		{"an endless answer", webfetch.ErrTooLarge, "the answer is too large", "zu groß"},
		{"a slow one", webfetch.ErrLate, "no complete answer within 30s", "der Server braucht zu lange"},
		{"a kind with a text of its own", Unfit.Because(errors.New("/a is not there")), "/a is not there",
			"der Wert fehlt in der Antwort"},
		{"an error of no kind", errors.New("gif: no frame"), "gif: no frame", "nicht lesbar"},
	} {
		if got := LanguageOf("en").Phrases.Why(row.err); got != row.english {
			t.Errorf("%s: %q, want %q", row.why, got, row.english)
		}
		if got := LanguageOf("de").Phrases.Why(row.err); got != row.german {
			t.Errorf("%s: %q, want %q", row.why, got, row.german)
		}
	}
}

// TestReasonsInEveryLanguage: each language has its own words for each fault.
func TestReasonsInEveryLanguage(t *testing.T) {
	for _, code := range words.Codes {
		for r := range reasons {
			if said := LanguageOf(code).Phrases.Reasons[r]; code != words.English && said == r.Error() {
				t.Errorf("%s has %q for %q", code, said, r)
			}
		}
	}
}

package api

import (
	"net/http"
	"slices"
	"strings"

	"github.com/ledpost/ledpost/api/wire"
)

// Scope is how much a key may do (docs/decisions.md 16).
type Scope string

const (
	ScopeSend    Scope = "send"    // notifications, frames for widgets, GET device
	ScopeRead    Scope = "read"    // every GET except keys, configuration, backup, log and live audio
	ScopeControl Scope = "control" // everything that shows or plays, see controlled
	ScopeAll     Scope = "all"     // the same as the device's own key
)

// controlled are the first words of the paths below /live/ that a key of scope
// control may use, with every method. A path that is not here needs scope all.
var controlled = []string{
	"apps", "schedule", "status", "watch", "frames", "frame.png", "audio", "icons", "sounds", "effects", "preview",
	"indicators", "mood", "region", "night", "playing", "light",

	"panel",              // describes the frames
	"picture",            // prepares an icon
	"places", "stations", // look up values for the settings of apps

	"pairing", // a request for a key may be refused; [Server.seesAll] guards the approval
}

// controls reports whether a key of scope control may use a path.
func controls(path string) bool {
	if rest, ok := strings.CutPrefix(path, "/live/"); ok {
		word, _, _ := strings.Cut(rest, "/")
		return slices.Contains(controlled, word)
	}
	return strings.HasPrefix(path, "/api/v")
}

// permits reports whether a key of this scope may use the method.
func (e *endpoint) permits(scope Scope, method string) bool {
	switch scope {
	case ScopeAll:
		return true
	case ScopeControl:
		return e.Control || controls(e.Path)
	case ScopeRead:
		return method == http.MethodGet && !e.Private
	case ScopeSend:
		return slices.Contains(e.Sends, method)
	}
	return false
}

// seesAll reports whether a request has shown a key of scope all: only such a key
// approves that another client gets one, and reads the secrets in addresses.
func (s *Server) seesAll(r *http.Request) bool {
	key := s.keyOf(r)
	return key != nil && key.Scope == ScopeAll
}

// parseScope returns the scope of that name. The error lists the names.
func parseScope(s string) (Scope, error) {
	word, err := wire.OneOf(string(ScopeSend), string(ScopeRead), string(ScopeControl), string(ScopeAll))(s)
	return Scope(word), err
}

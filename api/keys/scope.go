// SPDX-License-Identifier: Apache-2.0

package keys

import (
	"net/http"
	"slices"

	"github.com/ledpost/ledpost/api/rest"
	"github.com/ledpost/ledpost/api/wire"
)

// Scope is how much a key may do (docs/decisions.md 16).
type Scope string

const (
	ScopeSend    Scope = "send"    // notifications, frames for widgets, GET device
	ScopeRead    Scope = "read"    // every GET but secrets, log, live audio, pairing, panel/find and what is drawn for the request
	ScopeControl Scope = "control" // everything that shows or plays: [rest.Endpoint].Control
	ScopeAll     Scope = "all"     // the same as the device's own key
)

// Permits reports whether a key of this scope may use the method of an endpoint.
func (s Scope) Permits(e *rest.Endpoint, method string) bool {
	switch s {
	case ScopeAll:
		return true
	case ScopeControl:
		return e.Control
	case ScopeRead:
		return method == http.MethodGet && !e.Private
	case ScopeSend:
		return slices.Contains(e.Sends, method)
	}
	return false
}

// parseScope returns the scope of that name. The error lists the names.
func parseScope(s string) (Scope, error) {
	word, err := wire.OneOf(string(ScopeSend), string(ScopeRead), string(ScopeControl), string(ScopeAll))(s)
	return Scope(word), err
}

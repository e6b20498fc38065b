// SPDX-License-Identifier: Apache-2.0

package api

import (
	"net/http"

	"github.com/ledpost/ledpost/api/door"
	"github.com/ledpost/ledpost/api/keys"
)

// places tells the door whose its connections are, in its own words: it knows ranks,
// and no scopes.
type places struct{ door *door.Door }

// Hold implements [keys.Places].
func (p places) Hold(r *http.Request, key keys.NamedKey) { p.door.Hold(r, holderOf(key)) }

// Drop implements [keys.Places].
func (p places) Drop(key keys.NamedKey) { p.door.Drop(holderOf(key)) }

// Spare implements [keys.Places].
func (p places) Spare(r *http.Request) bool { return p.door.Spare(r) }

// holderOf returns who takes places with a key.
func holderOf(key keys.NamedKey) door.Holder {
	if key.Scope == keys.ScopeAll {
		return door.Holder{Rank: door.Owner, Name: key.Name}
	}
	return door.Holder{Rank: door.Guest, Name: key.Name}
}

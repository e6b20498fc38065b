// SPDX-License-Identifier: Apache-2.0

package rest

import (
	"context"
	"net/http"
)

// keyless marks the context of a request that was let in without a key.
type keyless struct{}

// LetIn returns a request that is served without a key for the address it comes from.
func LetIn(r *http.Request) *http.Request {
	return r.WithContext(context.WithValue(r.Context(), keyless{}, true))
}

// Keyless reports whether a request was let in without a key, where others need one.
func Keyless(r *http.Request) bool { return r.Context().Value(keyless{}) != nil }

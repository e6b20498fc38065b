// SPDX-License-Identifier: Apache-2.0

package live

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"unicode/utf8"

	"github.com/ledpost/ledpost/api/rest"
	"github.com/ledpost/ledpost/api/wire"
)

// search returns what find knows for the words of the request's q, which have at
// most that many characters. The error names server if that is where it is from.
func search[T any](r *http.Request, server string, most int, find func(context.Context, string) ([]T, error)) ([]T, error) {
	words := strings.TrimSpace(r.URL.Query().Get("q"))
	if n := utf8.RuneCountInString(words); n == 0 || n > most {
		return nil, wire.Complaint(fmt.Sprintf("q: %d characters, want 1 to %d", n, most))
	}
	ctx, cancel := context.WithTimeoutCause(r.Context(), probeTime, fmt.Errorf("no whole answer within %v", probeTime))
	defer cancel()
	found, err := find(ctx, words)
	if r.Context().Err() != nil {
		return nil, r.Context().Err() // the client no longer waits
	}
	if err != nil {
		return nil, rest.Refuse(http.StatusBadGateway, server+": "+err.Error())
	}
	return found, nil
}

// SPDX-License-Identifier: Apache-2.0

package live

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"unicode/utf8"

	"github.com/ledpost/ledpost/api/wire"
)

// wordsOf returns the words of the request, which have at most that many characters: of
// the first of its parameters that it has.
func wordsOf(r *http.Request, most int, parameters ...string) (string, error) {
	name := parameters[len(parameters)-1]
	for _, p := range parameters {
		if r.URL.Query().Has(p) {
			name = p
			break
		}
	}
	words := strings.TrimSpace(r.URL.Query().Get(name))
	if n := utf8.RuneCountInString(words); n == 0 || n > most {
		return "", wire.Complaint(fmt.Sprintf("%s: %d characters, want 1 to %d", name, n, most))
	}
	return words, nil
}

// ask returns what find knows for words, as long as a client waits.
func ask[T any](r *http.Request, words string, find func(context.Context, string) ([]T, error)) ([]T, error) {
	ctx, cancel := context.WithTimeoutCause(r.Context(), probeTime, fmt.Errorf("no complete answer within %v", probeTime))
	defer cancel()
	return find(ctx, words)
}

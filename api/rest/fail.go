// SPDX-License-Identifier: Apache-2.0

package rest

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"log/slog"
	"net/http"

	"github.com/ledpost/ledpost/api/wire"
)

// Fail answers with err. This is the only place that chooses status codes. An error
// that nobody foresaw goes to the log, with the name that the client gets.
func Fail(log *slog.Logger, w http.ResponseWriter, r *http.Request, err error) {
	status, messages := explain(log, r, err)
	for _, name := range []string{"Content-Encoding", "Content-Disposition", "ETag"} { // of an answer that did not come about
		w.Header().Del(name)
	}
	if w.Header().Get("Cache-Control") != "" {
		w.Header().Set("Cache-Control", "no-store")
	}
	if status == http.StatusServiceUnavailable && w.Header().Get("Retry-After") == "" {
		w.Header().Set("Retry-After", "1") // a second later there is a place, or the device has caught up
	}
	WriteJSON(w, status, Failure(messages...))
}

func explain(log *slog.Logger, r *http.Request, err error) (status int, messages []string) {
	if messages, ok := wire.Messages(err); ok {
		return http.StatusBadRequest, messages
	}
	var answer interface {
		error
		Status() int
	}
	if errors.As(err, &answer) {
		return answer.Status(), []string{answer.Error()}
	}
	if tooLarge := (*http.MaxBytesError)(nil); errors.As(err, &tooLarge) {
		answer = TooLarge(tooLarge.Limit)
		return answer.Status(), []string{answer.Error()}
	}
	for _, k := range known {
		if errors.Is(err, k.err) {
			return k.answer.status, []string{k.answer.message}
		}
	}
	if errors.Is(err, context.Canceled) {
		return http.StatusServiceUnavailable, []string{"The client gave up the request"} // nobody reads it
	}
	var id [6]byte
	rand.Read(id[:]) // never fails, crypto/rand
	name := hex.EncodeToString(id[:])
	log.Error("internal error", "request", name, "method", r.Method, "path", r.URL.Path, "err", err)
	return http.StatusInternalServerError, []string{"Internal error, request " + name}
}

package api

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"net/http"
	"os"
	"syscall"

	"github.com/ledpost/ledpost/api/wire"
	"github.com/ledpost/ledpost/device"
	"github.com/ledpost/ledpost/icons"
)

// httpError is an answer other than success.
type httpError struct {
	status  int
	message string
}

func (e *httpError) Error() string { return e.message }

var (
	errNoResource = &httpError{http.StatusNotFound, "Resource not found"}
	errMethod     = &httpError{http.StatusMethodNotAllowed, "Not allowed"}
	errTooLarge   = &httpError{http.StatusRequestEntityTooLarge, fmt.Sprintf("The body is larger than %d KiB", wire.MaxBody>>10)}
	errLongHeader = &httpError{http.StatusRequestHeaderFieldsTooLarge, fmt.Sprintf("The header is larger than %d KiB", maxHeader>>10)}
	errForged     = &httpError{http.StatusForbidden, "A page of another site must send Content-Type: application/json"}
	errForeign    = &httpError{http.StatusForbidden, "Pages of other sites may not open a WebSocket"}
	errTooSlow    = &httpError{http.StatusRequestTimeout, fmt.Sprintf("The request took longer than %v to arrive", readTimeout)}
	errNoRoom     = &httpError{http.StatusInsufficientStorage, "There is no room on the disk"}
	errLate       = &httpError{http.StatusServiceUnavailable, "The device is busy and did not answer in time"}
	errStopping   = said(http.StatusServiceUnavailable, device.ErrStopped)
)

// said returns err as an answer, in the words that all interfaces use for it.
func said(status int, err error) *httpError {
	text, _ := wire.Said(err)
	return &httpError{status, text}
}

// known maps errors of other packages to answers.
var known = []struct {
	err    error
	answer *httpError
}{
	{device.ErrNotFound, said(http.StatusNotFound, device.ErrNotFound)},
	{device.ErrHidden, said(http.StatusBadRequest, device.ErrHidden)},
	{device.ErrQueueFull, said(http.StatusInsufficientStorage, device.ErrQueueFull)},
	{device.ErrNoApp, said(http.StatusNotFound, device.ErrNoApp)},
	{device.ErrNoPose, errNoPicture},
	{device.ErrNoWidget, said(http.StatusNotFound, device.ErrNoWidget)},
	{device.ErrLastWidget, said(http.StatusBadRequest, device.ErrLastWidget)},
	{device.ErrNoPush, said(http.StatusBadRequest, device.ErrNoPush)},
	{device.ErrStopped, errStopping},
	{icons.ErrFull, &httpError{http.StatusInsufficientStorage, fmt.Sprintf("The folder is full: at most %d icons", icons.MaxUser)}},
	{icons.ErrNoFolder, &httpError{http.StatusInsufficientStorage, "There is no data directory to keep icons in"}},
	{syscall.ENOSPC, errNoRoom},
	{syscall.EDQUOT, errNoRoom},
	{syscall.EROFS, &httpError{http.StatusInsufficientStorage, "The disk of the data directory can only be read"}},
	{os.ErrDeadlineExceeded, errTooSlow},
	{context.DeadlineExceeded, errLate},
}

// wireError is the body of every answer other than success (docs/decisions.md
// 2).
type wireError struct {
	Errors []wireMessage `json:"errors"`
}

type wireMessage struct {
	Message string `json:"message"`
}

// fail answers with err. This is the only place that chooses status codes.
func (s *Server) fail(w http.ResponseWriter, r *http.Request, err error) {
	status, messages := s.explain(r, err)
	if status == http.StatusServiceUnavailable && w.Header().Get("Retry-After") == "" {
		w.Header().Set("Retry-After", "1") // a second later there is a place, or the device has caught up
	}
	body := wireError{make([]wireMessage, len(messages))}
	for i, m := range messages {
		body.Errors[i].Message = m
	}
	writeJSON(w, status, body)
}

func (s *Server) explain(r *http.Request, err error) (status int, messages []string) {
	if messages, ok := wire.Messages(err); ok {
		return http.StatusBadRequest, messages
	}
	if early := tooManyGuesses(0); errors.As(err, &early) {
		return http.StatusTooManyRequests, []string{err.Error()}
	}
	var answer *httpError
	if errors.As(err, &answer) {
		return answer.status, []string{answer.message}
	}
	if tooLarge := (*http.MaxBytesError)(nil); errors.As(err, &tooLarge) {
		return errTooLarge.status, []string{errTooLarge.message}
	}
	for _, k := range known {
		if errors.Is(err, k.err) {
			return k.answer.status, []string{k.answer.message}
		}
	}
	if errors.Is(err, context.Canceled) {
		return http.StatusServiceUnavailable, []string{"The request was given up"} // nobody reads it
	}
	var id [6]byte
	rand.Read(id[:]) // never fails, crypto/rand
	name := hex.EncodeToString(id[:])
	s.log.Error("internal error", "request", name, "method", r.Method, "path", r.URL.Path, "err", err)
	return http.StatusInternalServerError, []string{"Internal error, request " + name}
}

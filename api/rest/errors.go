// SPDX-License-Identifier: Apache-2.0

package rest

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"os"
	"syscall"
	"time"

	"github.com/ledpost/ledpost/api/wire"
	"github.com/ledpost/ledpost/device"
	"github.com/ledpost/ledpost/icons"
	"github.com/ledpost/ledpost/internal/budget"
)

// ReadTimeout is how long a request may take to arrive (docs/decisions.md 10).
const ReadTimeout = 10 * time.Second

// Refusal is an error that is an answer: a status and a sentence for the client.
// Make one with [Refuse].
type Refusal struct {
	status  int
	message string
}

// Refuse returns an error that is answered with a status of 400 or more.
func Refuse(status int, message string) *Refusal { return &Refusal{status, message} }

// TooLarge returns the answer to a body of more than so many bytes.
func TooLarge(most int64) *Refusal {
	size := fmt.Sprintf("%d KiB", most>>10)
	if most > wire.MaxBody {
		size = fmt.Sprintf("%d MiB", most>>20)
	}
	return Refuse(http.StatusRequestEntityTooLarge, "The body is larger than "+size)
}

// Error returns the sentence.
func (e *Refusal) Error() string { return e.message }

// Status returns the status of the answer.
func (e *Refusal) Status() int { return e.status }

// Answers that several rooms give.
var (
	ErrNoResource = Refuse(http.StatusNotFound, "Resource not found")
	ErrMethod     = Refuse(http.StatusMethodNotAllowed, "Not allowed")
	ErrTooLarge   = TooLarge(wire.MaxBody)
	// ErrTrial is returned when something cannot be changed while a configuration is on
	// trial, or while the device restarts with a backup.
	ErrTrial = Refuse(http.StatusConflict, "A configuration is on trial: confirm it or give it up first")
)

var (
	errTooSlow = Refuse(http.StatusRequestTimeout, fmt.Sprintf("The request took longer than %v to arrive", ReadTimeout))
	errNoRoom  = Refuse(http.StatusInsufficientStorage, "There is no room on the disk")
	errLate    = Refuse(http.StatusServiceUnavailable, "The device is busy and did not answer in time")
)

// said returns err as an answer, in the words that all interfaces use for it.
func said(status int, err error) *Refusal {
	text, _ := wire.Said(err)
	return Refuse(status, text)
}

// known maps errors of other packages to answers.
var known = []struct {
	err    error
	answer *Refusal
}{
	{device.ErrNotFound, said(http.StatusNotFound, device.ErrNotFound)},
	{device.ErrEnded, said(http.StatusNotFound, device.ErrEnded)},
	{device.ErrHidden, said(http.StatusBadRequest, device.ErrHidden)},
	{device.ErrQueueFull, said(http.StatusInsufficientStorage, device.ErrQueueFull)},
	{device.ErrNoApp, said(http.StatusNotFound, device.ErrNoApp)},
	{device.ErrNoPose, Refuse(http.StatusNotFound, "There is no such picture")},
	{device.ErrNoWidget, said(http.StatusNotFound, device.ErrNoWidget)},
	{device.ErrLastWidget, said(http.StatusBadRequest, device.ErrLastWidget)},
	{device.ErrNoPush, said(http.StatusBadRequest, device.ErrNoPush)},
	{device.ErrStopped, said(http.StatusServiceUnavailable, device.ErrStopped)},
	{icons.ErrFull,
		Refuse(http.StatusInsufficientStorage, fmt.Sprintf("The folder is full: at most %d icons", icons.MaxUser))},
	{icons.ErrNoFolder, Refuse(http.StatusInsufficientStorage, "There is no data directory to keep icons in")},
	{syscall.ENOSPC, errNoRoom},
	{syscall.EDQUOT, errNoRoom},
	{syscall.EROFS, Refuse(http.StatusInsufficientStorage, "The disk of the data directory can only be read")},
	{os.ErrDeadlineExceeded, errTooSlow},
	{context.DeadlineExceeded, errLate},
	{budget.ErrSpent,
		Refuse(http.StatusServiceUnavailable, "The device is busy: too much is sent to it or drawn at once")},
}

// Failed is the body of every answer other than success (docs/decisions.md 2).
type Failed struct {
	Errors []Message `json:"errors"`
}

// Message is one sentence of an answer other than success.
type Message struct {
	Message string `json:"message"`
}

// Failure returns the body of an answer other than success.
func Failure(messages ...string) Failed {
	body := Failed{make([]Message, len(messages))}
	for i, m := range messages {
		body.Errors[i].Message = m
	}
	return body
}

// Fail answers with err. This is the only place that chooses status codes. An error
// that nobody foresaw goes to the log, with the name that the client gets.
func Fail(log *slog.Logger, w http.ResponseWriter, r *http.Request, err error) {
	status, messages := explain(log, r, err)
	// of an answer that did not come about
	for _, name := range []string{"Content-Encoding", "Content-Disposition", "ETag"} {
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

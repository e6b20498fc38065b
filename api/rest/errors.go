// SPDX-License-Identifier: Apache-2.0

package rest

import (
	"context"
	"fmt"
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
	{device.ErrHidden, said(http.StatusBadRequest, device.ErrHidden)},
	{device.ErrQueueFull, said(http.StatusInsufficientStorage, device.ErrQueueFull)},
	{device.ErrNoApp, said(http.StatusNotFound, device.ErrNoApp)},
	{device.ErrNoPose, Refuse(http.StatusNotFound, "There is no such picture")},
	{device.ErrNoWidget, said(http.StatusNotFound, device.ErrNoWidget)},
	{device.ErrLastWidget, said(http.StatusBadRequest, device.ErrLastWidget)},
	{device.ErrNoPush, said(http.StatusBadRequest, device.ErrNoPush)},
	{device.ErrStopped, said(http.StatusServiceUnavailable, device.ErrStopped)},
	{icons.ErrFull, Refuse(http.StatusInsufficientStorage, fmt.Sprintf("The folder is full: at most %d icons", icons.MaxUser))},
	{icons.ErrNoFolder, Refuse(http.StatusInsufficientStorage, "There is no data directory to keep icons in")},
	{syscall.ENOSPC, errNoRoom},
	{syscall.EDQUOT, errNoRoom},
	{syscall.EROFS, Refuse(http.StatusInsufficientStorage, "The disk of the data directory can only be read")},
	{os.ErrDeadlineExceeded, errTooSlow},
	{context.DeadlineExceeded, errLate},
	{budget.ErrSpent, Refuse(http.StatusServiceUnavailable, "The device is busy: too much is sent to it or drawn at once")},
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

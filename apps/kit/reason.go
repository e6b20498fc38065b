// SPDX-License-Identifier: Apache-2.0

package kit

import (
	"errors"
	"fmt"
	"io"
	"net"

	"github.com/ledpost/ledpost/internal/webfetch"
	"github.com/ledpost/ledpost/words"
)

// Reason is why an app has nothing to show, as an error. Phrases has words for it in each
// language; the English words are the text of the error.
type Reason int

// Reasons. Any other error counts as Unreadable.
const (
	Unreadable  Reason = iota // the answer, or the file
	Unreachable               // the server, or the way there
	NoNetwork                 // the device has none
	Late                      // the server takes too long
	Forbidden                 // the rules for addresses refuse the server's
	TooLarge                  // the answer, or the picture
	Unfit                     // the answer has no value where the settings look for one
	reasons
)

func (r Reason) Error() string { return LanguageOf(words.English).Phrases.Reasons[r] }

// Because returns err as a fault of this kind, whose own text says more.
func (r Reason) Because(err error) error { return &told{err, r} }

// told is an error that belongs to a reason.
type told struct {
	error
	reason Reason
}

func (t *told) Unwrap() []error { return []error{t.error, t.reason} }

// WhyNot describes err in English, for the panel and the device's health.
func WhyNot(err error) string {
	if reasonOf(err) == Unreachable {
		return Unreachable.Error()
	}
	return err.Error()
}

// Why describes err for the panel. English says it in full, with what the error knows.
// Without an error it is empty.
func (p *Phrases) Why(err error) string {
	var status *webfetch.StatusError
	switch {
	case err == nil:
		return ""
	case p == LanguageOf(words.English).Phrases:
		return WhyNot(err)
	case errors.As(err, &status):
		return fmt.Sprintf(p.Answers, status.Code)
	}
	return p.Reasons[reasonOf(err)]
}

// reasonOf returns the kind of err.
func reasonOf(err error) Reason {
	var named Reason
	var network net.Error
	switch {
	case errors.As(err, &named):
		return named
	case errors.Is(err, webfetch.ErrRefused):
		return Forbidden
	case errors.Is(err, webfetch.ErrTooLarge):
		return TooLarge
	case errors.Is(err, webfetch.ErrLate):
		return Late
	case errors.As(err, &network), errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		return Unreachable
	}
	return Unreadable
}

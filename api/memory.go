// SPDX-License-Identifier: Apache-2.0

package api

import (
	"io"
	"net/http"

	"github.com/ledpost/ledpost/api/keys"
	"github.com/ledpost/ledpost/api/rest"
	"github.com/ledpost/ledpost/internal/budget"
)

// memoryOf returns what requests with a key take from, nil for none.
func (s *Server) memoryOf(key *keys.Held) *budget.Budget {
	switch m := s.cfg.Memory; {
	case key != nil && key.Scope == keys.ScopeAll:
		return m.Owner
	case key != nil && key.Scope == keys.ScopeControl:
		return m.Guests
	default:
		return m.Sender
	}
}

// handle lets h read the body out of the memory for requests with that key, and take what it
// draws and what it answers from there. What is too much is refused before it is read.
func (e *endpoint) handle(h rest.Handler, w http.ResponseWriter, r *http.Request, key *keys.Held) error {
	drawn := e.server.memoryOf(key).Hold()
	defer drawn.Release()
	r = r.WithContext(budget.With(r.Context(), drawn))
	if !e.Public { // those answer with what all of them share, or with little
		w = &outgoing{w, drawn}
	}
	if r.ContentLength == 0 {
		return h(w, r)
	}
	sent, longest := drawn, e.Longest()
	if longest <= budget.Small || 0 < r.ContentLength && r.ContentLength <= budget.Small {
		sent = e.server.cfg.Memory.All.Hold()
		defer sent.Release()
	}
	if err := e.admit(w, r, sent, longest); err != nil {
		w.Header().Set("Connection", "close") // the body stays unread
		return err
	}
	return h(w, r)
}

// admit lets the body of r be read: at most longest bytes, out of share.
func (e *endpoint) admit(w http.ResponseWriter, r *http.Request, share *budget.Share, longest int64) error {
	body := r.Body
	switch {
	case r.ContentLength > longest:
		return rest.TooLarge(longest)
	case e.Body > 0: // a file: a client may be slow, and nothing like it is made of it
		body = reader{share.Reader(body, 1), body}
	case r.ContentLength < 0:
		body = reader{share.Reader(body, budget.Copies), body}
	default:
		if err := share.Take(r.ContentLength * budget.Copies); err != nil {
			return err
		}
	}
	r.Body = http.MaxBytesReader(w, body, longest)
	return nil
}

// outgoing is an answer whose bytes are taken from the share while they are sent: a client may
// leave them unread. Those that have none left are refused instead, unless they are few.
type outgoing struct {
	http.ResponseWriter
	share *budget.Share
}

// Write implements [http.ResponseWriter]. It writes all of b or, with budget.ErrSpent, nothing.
func (a *outgoing) Write(b []byte) (int, error) {
	if len(b) > budget.Small {
		if err := a.share.Cover(int64(len(b))); err != nil {
			return 0, err
		}
	}
	return a.ResponseWriter.Write(b)
}

// Unwrap supports http.ResponseController and WebSockets.
func (a *outgoing) Unwrap() http.ResponseWriter { return a.ResponseWriter }

// reader is a body that is read through another reader.
type reader struct {
	io.Reader
	io.Closer
}

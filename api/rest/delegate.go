// SPDX-License-Identifier: Apache-2.0

package rest

import "net/http"

// Pass lets a handler from outside of the API answer unchanged.
func Pass(h http.Handler) Handler {
	return func(w http.ResponseWriter, r *http.Request) error {
		h.ServeHTTP(w, r)
		return nil
	}
}

// Delegate lets a handler from outside of the API answer. Error statuses become
// errors, so that all of them have the one form of docs/decisions.md 2.
func Delegate(w http.ResponseWriter, r *http.Request, h http.Handler) error {
	answer := &Filter{ResponseWriter: w}
	h.ServeHTTP(answer, r)
	return answer.err()
}

// Filter passes on answers that are not errors. Of an error it keeps the status
// and drops the body.
type Filter struct {
	http.ResponseWriter
	Status int // the status if it is 400 or more; 0 = not an error
}

// WriteHeader implements [http.ResponseWriter].
func (f *Filter) WriteHeader(status int) {
	if status >= http.StatusBadRequest {
		f.Status = status
		return
	}
	f.ResponseWriter.WriteHeader(status)
}

// Write implements [http.ResponseWriter].
func (f *Filter) Write(b []byte) (int, error) {
	if f.Status != 0 {
		return len(b), nil
	}
	return f.ResponseWriter.Write(b)
}

// Unwrap supports http.ResponseController and WebSockets.
func (f *Filter) Unwrap() http.ResponseWriter { return f.ResponseWriter }

func (f *Filter) err() error {
	switch f.Status {
	case 0:
		return nil
	case http.StatusNotFound:
		return ErrNoResource
	}
	return Refuse(f.Status, http.StatusText(f.Status))
}

// Page returns a public endpoint that h answers, except that errors get the form
// of all others.
func Page(path string, h http.Handler) Endpoint {
	return Endpoint{Path: path, Public: true,
		Methods: Methods{http.MethodGet: func(w http.ResponseWriter, r *http.Request) error {
			return Delegate(w, r, h)
		}}}
}

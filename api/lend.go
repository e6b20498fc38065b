package api

import "net/http"

// lend lets a handler that is not ours answer. Its refusals become errors, so
// that they have the one form of docs/decisions.md 2.
func lend(w http.ResponseWriter, r *http.Request, h http.Handler) error {
	lent := &lentWriter{ResponseWriter: w}
	h.ServeHTTP(lent, r)
	return lent.refusal()
}

// lentWriter passes on what is no refusal. Of one it keeps the status, and
// drops the body.
type lentWriter struct {
	http.ResponseWriter
	refused int // status from 400 on; 0 = none
}

func (l *lentWriter) WriteHeader(status int) {
	if status >= http.StatusBadRequest {
		l.refused = status
		return
	}
	l.ResponseWriter.WriteHeader(status)
}

func (l *lentWriter) Write(b []byte) (int, error) {
	if l.refused != 0 {
		return len(b), nil
	}
	return l.ResponseWriter.Write(b)
}

// Unwrap is for http.ResponseController and for WebSockets.
func (l *lentWriter) Unwrap() http.ResponseWriter { return l.ResponseWriter }

func (l *lentWriter) refusal() error {
	switch l.refused {
	case 0:
		return nil
	case http.StatusNotFound:
		return errNoResource
	}
	return &httpError{l.refused, http.StatusText(l.refused)}
}

package api

import "net/http"

// delegate lets a handler from outside this package answer. Error statuses
// become errors, so that all of them have the one form of docs/decisions.md 2.
func delegate(w http.ResponseWriter, r *http.Request, h http.Handler) error {
	answer := &errorFilter{ResponseWriter: w}
	h.ServeHTTP(answer, r)
	return answer.err()
}

// errorFilter passes on answers that are not errors. Of an error it keeps the
// status and drops the body.
type errorFilter struct {
	http.ResponseWriter
	status int // the status if it is 400 or more; 0 = not an error
}

func (f *errorFilter) WriteHeader(status int) {
	if status >= http.StatusBadRequest {
		f.status = status
		return
	}
	f.ResponseWriter.WriteHeader(status)
}

func (f *errorFilter) Write(b []byte) (int, error) {
	if f.status != 0 {
		return len(b), nil
	}
	return f.ResponseWriter.Write(b)
}

// Unwrap supports http.ResponseController and WebSockets.
func (f *errorFilter) Unwrap() http.ResponseWriter { return f.ResponseWriter }

func (f *errorFilter) err() error {
	switch f.status {
	case 0:
		return nil
	case http.StatusNotFound:
		return errNoResource
	}
	return &httpError{f.status, http.StatusText(f.status)}
}

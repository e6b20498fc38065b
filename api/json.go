package api

import (
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"

	"github.com/ledpost/ledpost/api/wire"
	"github.com/ledpost/ledpost/internal/coding"
)

var jsonType = []string{"application/json;charset=UTF8"}

// writeJSON answers with v as JSON.
func writeJSON(w http.ResponseWriter, status int, v any) error {
	body, err := wire.Encode(v)
	if err != nil {
		return fmt.Errorf("api: %w", err)
	}
	return writeBody(w, status, body)
}

// writeLarge is writeJSON for answers of kilobytes, which it compresses for clients that
// accept gzip.
func writeLarge(w http.ResponseWriter, r *http.Request, v any) error {
	body, err := wire.Encode(v)
	if err != nil {
		return fmt.Errorf("api: %w", err)
	}
	w.Header().Set("Vary", "Accept-Encoding")
	if coding.AcceptsGzip(r.Header.Get("Accept-Encoding")) {
		w.Header().Set("Content-Encoding", "gzip")
		body = coding.Gzip(body, gzip.BestSpeed)
	}
	return writeBody(w, http.StatusOK, body)
}

func writeBody(w http.ResponseWriter, status int, body []byte) error {
	w.Header()["Content-Type"] = jsonType
	w.WriteHeader(status)
	_, err := w.Write(body)
	return err
}

// success is the body of an answer to a change: for a PUT, data and the path.
type success struct {
	Success any `json:"success"`
}

type changed struct {
	Data any    `json:"data"`
	Path string `json:"path"`
}

func writeChanged(w http.ResponseWriter, r *http.Request, data any) error {
	return writeJSON(w, http.StatusOK, success{changed{data, r.URL.Path}})
}

func writeDone(w http.ResponseWriter) error { return writeJSON(w, http.StatusOK, success{true}) }

// readJSON reads the request's body, a JSON object, into to. It ignores
// Content-Type (docs/decisions.md 1).
func readJSON(w http.ResponseWriter, r *http.Request, to any) error {
	body, err := readBody(w, r)
	if err != nil {
		return err
	}
	return wire.Decode(body, to)
}

func readBody(w http.ResponseWriter, r *http.Request) ([]byte, error) {
	if r.ContentLength > wire.MaxBody {
		w.Header().Set("Connection", "close")
		return nil, errTooLarge
	}
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, wire.MaxBody))
	large := (*http.MaxBytesError)(nil)
	if err != nil && !errors.As(err, &large) && !errors.Is(err, os.ErrDeadlineExceeded) {
		err = wire.Complaint("The body is not whole: " + err.Error())
	}
	return body, err
}

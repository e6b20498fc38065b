// SPDX-License-Identifier: Apache-2.0

package rest

import (
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"net/http"
	"os"

	"github.com/ledpost/ledpost/api/wire"
	"github.com/ledpost/ledpost/internal/budget"
	"github.com/ledpost/ledpost/internal/coding"
)

// JSONType is the Content-Type of all JSON, as a value of http.Header: it spares an
// allocation for each answer, and nobody changes it.
var JSONType = []string{"application/json;charset=UTF8"}

// WriteJSON answers with v as JSON.
func WriteJSON(w http.ResponseWriter, status int, v any) error {
	body, err := wire.Encode(v)
	if err != nil {
		return fmt.Errorf("api: %w", err)
	}
	return WriteBody(w, status, body)
}

// WriteHeld is WriteJSON for answers as large as what clients have sent. They are made one
// after the other.
func WriteHeld(w http.ResponseWriter, v func() any) error {
	body, err := wire.EncodeHeld(v)
	if err != nil {
		return fmt.Errorf("api: %w", err)
	}
	return WriteBody(w, http.StatusOK, body)
}

// WriteLarge is WriteHeld for answers of kilobytes that compress well, as it does for clients
// that accept gzip.
func WriteLarge(w http.ResponseWriter, r *http.Request, v any) error {
	body, err := wire.EncodeHeld(func() any { return v })
	if err != nil {
		return fmt.Errorf("api: %w", err)
	}
	w.Header().Set("Vary", "Accept-Encoding")
	if coding.AcceptsGzip(r.Header.Get("Accept-Encoding")) {
		w.Header().Set("Content-Encoding", "gzip")
		body = coding.Gzip(body, gzip.BestSpeed)
	}
	return WriteBody(w, http.StatusOK, body)
}

// WriteBody answers with a body that is JSON already.
func WriteBody(w http.ResponseWriter, status int, body []byte) error {
	w.Header()["Content-Type"] = JSONType
	if status != http.StatusOK { // which the first byte implies: an answer for which there is no room becomes another one
		w.WriteHeader(status)
	}
	_, err := w.Write(body)
	return err
}

// success is the body of an answer to a change: of a PUT, data and the path.
type success struct {
	Success any `json:"success"`
}

type changed struct {
	Data any    `json:"data"`
	Path string `json:"path"`
}

// WriteSuccess answers a change with what it has made.
func WriteSuccess(w http.ResponseWriter, data any) error {
	return WriteJSON(w, http.StatusOK, success{data})
}

// WriteChanged answers a change with data, the new state.
func WriteChanged(w http.ResponseWriter, r *http.Request, data any) error {
	return WriteJSON(w, http.StatusOK, success{changed{data, r.URL.Path}})
}

// WriteDone answers a change that has no new state to tell.
func WriteDone(w http.ResponseWriter) error { return WriteJSON(w, http.StatusOK, success{true}) }

// ReadJSON reads the request's body, a JSON object, into to. It ignores
// Content-Type (docs/decisions.md 1).
func ReadJSON(w http.ResponseWriter, r *http.Request, to any) error {
	body, err := ReadBody(w, r)
	if err != nil {
		return err
	}
	return wire.Decode(body, to)
}

// ReadBody returns the whole body, which may have wire.MaxBody bytes.
func ReadBody(w http.ResponseWriter, r *http.Request) ([]byte, error) {
	if r.ContentLength > wire.MaxBody {
		w.Header().Set("Connection", "close")
		return nil, ErrTooLarge
	}
	body := bytes.NewBuffer(make([]byte, 0, max(r.ContentLength, 0)+bytes.MinRead))
	_, err := body.ReadFrom(http.MaxBytesReader(w, r.Body, wire.MaxBody))
	return body.Bytes(), Incomplete(err)
}

// Incomplete returns the answer to an error of reading a body; nil for nil.
func Incomplete(err error) error {
	if err == nil || errors.As(err, new(*http.MaxBytesError)) || errors.Is(err, os.ErrDeadlineExceeded) ||
		errors.Is(err, budget.ErrSpent) {
		return err
	}
	return wire.Complaint("The body is incomplete: " + err.Error())
}

// ReadArray reads the request's body, an array of at most limit items, into to.
func ReadArray[T any](w http.ResponseWriter, r *http.Request, to *wire.List[T], limit int) error {
	body, err := ReadBody(w, r)
	if err != nil {
		return err
	}
	return wire.DecodeArray(body, to, limit)
}

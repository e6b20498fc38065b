// SPDX-License-Identifier: Apache-2.0

package rest

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"net/http"
	"os"
	"strconv"
	"time"

	"github.com/ledpost/ledpost/api/wire"
	"github.com/ledpost/ledpost/device"
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

// WriteFile answers with a file that nobody caches.
func WriteFile(w http.ResponseWriter, kind string, file []byte) error {
	w.Header().Set("Content-Type", kind)
	w.Header().Set("Cache-Control", "no-store")
	_, err := w.Write(file)
	return err
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

// WriteDone answers a change that has no new state to tell; an error of the change comes back.
func WriteDone(w http.ResponseWriter, err error) error {
	if err != nil {
		return err
	}
	return WriteJSON(w, http.StatusOK, success{true})
}

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

// Number returns the whole number of a parameter in the query, least to most; without it, usual. An error is one of wire.Faults,
// and names the parameter.
func Number(r *http.Request, name string, usual, least, most int) (int, error) {
	text := r.URL.Query().Get(name)
	if text == "" {
		return usual, nil
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < least || n > most {
		var f wire.Faults
		f.Add(name, fmt.Sprintf("%s, want %d to %d", wire.Excerpt([]byte(strconv.Quote(text))), least, most))
		return 0, f.Err()
	}
	return n, nil
}

// ReadArray reads the request's body, an array of at most limit items, into to.
func ReadArray[T any](w http.ResponseWriter, r *http.Request, to *wire.List[T], limit int) error {
	body, err := ReadBody(w, r)
	if err != nil {
		return err
	}
	return wire.DecodeArray(body, to, limit)
}

// Object returns the handlers of an object that the device keeps: GET, and change, the
// method that changes it. get reads the object, put applies a body, and form is the
// answer to both.
func Object[S, W any](
	change string,
	dev *device.Device,
	get func(*device.Device, context.Context) (S, error),
	put func(context.Context, *device.Device, []byte) (S, error),
	form func(S) W,
) Methods {
	reading := func(w http.ResponseWriter, r *http.Request) error {
		now, err := Call(r, func(ctx context.Context) (S, error) { return get(dev, ctx) })
		if err != nil {
			return err
		}
		return WriteJSON(w, http.StatusOK, form(now))
	}
	changing := func(w http.ResponseWriter, r *http.Request) error {
		body, err := ReadBody(w, r) // before the patience begins: a slow client takes its own time
		if err != nil {
			return err
		}
		now, err := Call(r, func(ctx context.Context) (S, error) { return put(ctx, dev, body) })
		if err != nil {
			return err
		}
		return WriteChanged(w, r, form(now))
	}
	return Methods{http.MethodGet: reading, change: changing}
}

// patience is how long a handler waits for the device. Clients give up after 2 s.
const patience = 1500 * time.Millisecond

// Patience returns the context of a handler's calls to the device, which answers
// within microseconds: the request's context, for at most 1.5 s. Call it after the
// request's body has been read, which may legitimately take longer, and call done when
// the answers are there.
//
// It does not end with the client. Small programs send a change, close, and never
// read the answer; others, as nc -N, close their half of the connection behind a
// GET, wait for the answer, and look like clients that have gone.
func Patience(r *http.Request) (ctx context.Context, done context.CancelFunc) {
	return context.WithTimeout(context.WithoutCancel(r.Context()), patience)
}

// Call returns what ask, a method of the device, returns within [Patience].
func Call[T any](r *http.Request, ask func(context.Context) (T, error)) (T, error) {
	ctx, done := Patience(r)
	defer done()
	return ask(ctx)
}

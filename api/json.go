package api

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
)

var jsonType = []string{"application/json;charset=UTF8"}

// writeJSON answers with v.
func writeJSON(w http.ResponseWriter, status int, v any) error {
	body, err := encode(v)
	if err != nil {
		return fmt.Errorf("api: %w", err)
	}
	return writeBody(w, status, body)
}

func writeBody(w http.ResponseWriter, status int, body []byte) error {
	w.Header()["Content-Type"] = jsonType
	w.WriteHeader(status)
	_, err := w.Write(body)
	return err
}

// encode gives v as JSON; text keeps its <, > and &.
func encode(v any) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	err := e.Encode(v)
	return b.Bytes(), err
}

// success is the body of an answer to a change: of a PUT, data and the path.
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

// byteOrderMark may stand in front of UTF-8; RFC 8259, 8.1 allows to ignore it.
var byteOrderMark = []byte("\xef\xbb\xbf")

// readJSON reads the request's body, an object, into to. Content-Type is
// ignored (decisions 1).
func readJSON(w http.ResponseWriter, r *http.Request, to any) error {
	body, err := readBody(w, r)
	if err != nil {
		return err
	}
	return decode(body, to)
}

func readBody(w http.ResponseWriter, r *http.Request) ([]byte, error) {
	if r.ContentLength > MaxBody {
		w.Header().Set("Connection", "close")
		return nil, errTooLarge
	}
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, MaxBody))
	large := (*http.MaxBytesError)(nil)
	if err != nil && !errors.As(err, &large) && !errors.Is(err, os.ErrDeadlineExceeded) {
		err = complaint("The body is not whole: " + err.Error())
	}
	return body, err
}

// decode parses a JSON object. The types that to consists of take note of
// values of the wrong kind and go on, so that all faults are told together.
func decode(body []byte, to any) error {
	body = withoutShellEscapes(bytes.TrimPrefix(body, byteOrderMark))
	err := json.Unmarshal(body, new(ignored)) // the syntax, before any memory is spent on it
	if at := (*json.SyntaxError)(nil); errors.As(err, &at) {
		return complaint(fmt.Sprintf("The body is not JSON: %v at offset %d", at, at.Offset))
	}
	if kind := kindOf(body); kind != object {
		return complaint("The body is " + kind + ", want an object")
	}
	if err := readObject(body, to); err != nil {
		return complaint("The body is not JSON: " + err.Error())
	}
	return nil
}

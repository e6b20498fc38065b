// SPDX-License-Identifier: Apache-2.0

package wire

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"sync"
)

// byteOrderMark may precede UTF-8 text; RFC 8259, 8.1 allows parsers to ignore
// it.
var byteOrderMark = []byte("\xef\xbb\xbf")

// Decode parses a JSON object into the struct that to points at. The struct
// consists of types of this package: they record values of the wrong kind and
// go on, so that all errors are reported together. body must not be longer than
// MaxBody. The error is a Complaint. Large bodies are parsed one after the other,
// so no UnmarshalJSON may call it.
func Decode(body []byte, to any) error {
	defer turn(body)()
	body = withoutShellEscapes(bytes.TrimPrefix(body, byteOrderMark))
	if err := checkSyntax(body); err != nil {
		return err
	}
	if kind := kindOf(body); kind != object {
		return Complaint("The body is " + kind + ", want an object")
	}
	if err := readObject(body, to); err != nil {
		return Complaint("The body is not JSON: " + err.Error())
	}
	return nil
}

// DecodeArray parses a JSON array of at most limit items into to, in the way
// that Decode parses an object.
func DecodeArray[T any](body []byte, to *List[T], limit int) error {
	defer turn(body)()
	body = bytes.TrimPrefix(body, byteOrderMark)
	if err := checkSyntax(body); err != nil {
		return err
	}
	if kind := kindOf(body); kind != array {
		return Complaint("The body is " + kind + ", want an array")
	}
	if err := to.Read(body, limit); err != nil {
		return Complaint("The body is not JSON: " + err.Error())
	}
	if to.N > limit {
		return Complaint(fmt.Sprintf("The body has %d items, at most %d are allowed", to.N, limit))
	}
	return nil
}

// largeBody is the size in bytes of bodies that are parsed one after the other: 1 MiB
// takes a Raspberry Pi Zero seconds.
const largeBody = 64 << 10

var parsing sync.Mutex // held while a large body is parsed

// turn waits until body may be parsed. done lets the next one be.
func turn(body []byte) (done func()) {
	if len(body) <= largeBody {
		return func() {}
	}
	parsing.Lock()
	return parsing.Unlock
}

// checkSyntax reports where body is not valid JSON, before any memory is spent
// on it.
func checkSyntax(body []byte) error {
	if json.Valid(body) { // in half the time that it takes to say what is wrong
		return nil
	}
	err := json.Unmarshal(body, new(ignored))
	if at := (*json.SyntaxError)(nil); errors.As(err, &at) {
		return Complaint(fmt.Sprintf("The body is not JSON: %v at offset %d", at, at.Offset))
	}
	return nil
}

// readObject reads the members of the object b into the fields of the struct
// that to points at. It matches the json tags exactly (docs/decisions.md 3);
// encoding/json would take "MODEL" for "model". Of several members with the
// same name the last counts. Members without a field are ignored.
func readObject(b []byte, to any) error {
	fields := map[string]any{}
	addFields(fields, reflect.ValueOf(to).Elem())
	last := map[any][]byte{} // by the field that it is for
	for name, value := range members(b) {
		if to := field(fields, name); to != nil {
			last[to] = value
		}
	}
	for to, value := range last {
		if err := read(value, to); err != nil {
			return err
		}
	}
	return nil
}

// addFields adds pointers to the tagged fields of v and of its embedded
// structs.
func addFields(to map[string]any, v reflect.Value) {
	for i := range v.NumField() {
		field := v.Type().Field(i)
		switch tag := field.Tag.Get("json"); {
		case tag != "":
			to[tag] = v.Field(i).Addr().Interface()
		case field.Anonymous:
			addFields(to, v.Field(i))
		}
	}
}

// ignored accepts any JSON value and keeps nothing.
type ignored struct{}

// UnmarshalJSON implements [json.Unmarshaler].
func (*ignored) UnmarshalJSON([]byte) error { return nil }

// withoutShellEscapes returns body with each \! replaced by !. bash leaves that
// sequence for an exclamation mark in double quotes, and JSON does not have it.
// It matters in JSON strings (docs/decisions.md 3); outside of them an
// exclamation mark is invalid anyway.
func withoutShellEscapes(body []byte) []byte {
	if !bytes.Contains(body, []byte(`\!`)) {
		return body
	}
	out := make([]byte, 0, len(body))
	for i := 0; i < len(body); i++ {
		if body[i] != '\\' || i+1 == len(body) {
			out = append(out, body[i])
			continue
		}
		i++ // the escaped character, which may be a backslash itself
		if body[i] != '!' {
			out = append(out, '\\')
		}
		out = append(out, body[i])
	}
	return out
}

// MaxBody is the size limit of a request's body in bytes (docs/decisions.md
// 10).
const MaxBody = 1 << 20

// Encode returns v as JSON with a final newline. It does not escape <, > and &.
func Encode(v any) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	err := e.Encode(v)
	return b.Bytes(), err
}

var encoding sync.Mutex // held while an answer is encoded that may be large

// EncodeHeld is Encode for what may be large, which v returns. One such value after the other
// is made and encoded: that takes several times the bytes of the result.
func EncodeHeld(v func() any) ([]byte, error) {
	encoding.Lock()
	defer encoding.Unlock()
	return Encode(v())
}

// SPDX-License-Identifier: Apache-2.0

package wire

import (
	"bytes"
	"encoding/json"
	"maps"
	"slices"
	"testing"
	"time"
)

// TestNamesWithEscapes: a member whose name is written with escapes is known too.
func TestNamesWithEscapes(t *testing.T) {
	var p struct {
		Wait Milliseconds `json:"wait"`
	}
	if err := Decode([]byte(`{"wa\u0069t":5,"wait\"":6,"":7}`), &p); err != nil || p.Wait.Duration != 5*time.Millisecond {
		t.Errorf("%+v, %v", p, err)
	}
}

// FuzzSplit: arrays and objects have the parts that encoding/json finds in them.
func FuzzSplit(f *testing.F) {
	for _, seed := range []string{
		`[]`, ` [ ] `, `[1]`, `[1,2]`, `[ 1 , "a" ,null,true]`, `[[],[[]],{}]`, `["]","[","\\"","\\\\"]`, `["\\\\\"",1]`, "[\n1\t,\r2]",
		`{}`, ` { } `, `{"a":1}`, `{ "a" : 1 , "b" : [1,{"c":"}"}] }`, `{"a":1,"a":2}`, `{"\u0061":1}`, `{"a\\"b":{},"":""}`, `{"a":-1e5,"b":"x"}`, `1`, `"x"`, `null`, `[1`,
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, body []byte) {
		if !json.Valid(body) {
			return
		}
		switch kindOf(body) {
		case array:
			var want []json.RawMessage
			json.Unmarshal(body, &want)
			if got := slices.Collect(items(body)); !slices.EqualFunc(got, want, func(a []byte, b json.RawMessage) bool { return bytes.Equal(a, b) }) {
				t.Errorf("%s: %q, want %q", body, got, want)
			}
		case object:
			var want map[string]json.RawMessage
			json.Unmarshal(body, &want)
			got := map[string]json.RawMessage{}
			for name, value := range members(body) {
				got[unquote(name)] = value
			}
			if !maps.EqualFunc(got, want, func(a, b json.RawMessage) bool { return bytes.Equal(a, b) }) {
				t.Errorf("%s: %q, want %q", body, got, want)
			}
		}
	})
}

// SPDX-License-Identifier: Apache-2.0

package widgets

import (
	"bytes"
	"encoding/json"
	"errors"
)

// decode decodes an object, keeping numbers as json.Number.
func decode(raw json.RawMessage) (map[string]any, error) {
	if len(raw) == 0 {
		return map[string]any{}, nil
	}
	d := json.NewDecoder(bytes.NewReader(raw))
	d.UseNumber()
	var v map[string]any
	if err := d.Decode(&v); err != nil {
		return nil, errors.New("want an object")
	}
	if v == nil {
		v = map[string]any{}
	}
	return v, nil
}

// objectWriter writes a JSON object with its members in the order of the put calls.
type objectWriter struct {
	b   bytes.Buffer
	err error
}

func (w *objectWriter) put(name string, v any, wanted bool) {
	if !wanted {
		return
	}
	value, err := json.Marshal(v)
	if err != nil {
		w.err = errors.Join(w.err, err)
		return
	}
	if w.b.Len() > 0 {
		w.b.WriteByte(',')
	}
	key, _ := json.Marshal(name) // a string can always be encoded
	w.b.Write(key)
	w.b.WriteByte(':')
	w.b.Write(value)
}

func (w *objectWriter) bytes() []byte { return []byte("{" + w.b.String() + "}") }

func encode(v any) json.RawMessage {
	raw, err := json.Marshal(v)
	if err != nil {
		return json.RawMessage("{}") // cannot happen: it was decoded from JSON
	}
	return raw
}

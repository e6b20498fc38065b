// SPDX-License-Identifier: Apache-2.0

package wire

import (
	"encoding/json"

	"github.com/ledpost/ledpost/device"
)

// Members keeps the members of an object as they were sent, for types that are
// declared elsewhere.
type Members struct {
	Value
	raw map[string]json.RawMessage
}

// UnmarshalJSON implements [json.Unmarshaler].
func (m *Members) UnmarshalJSON(b []byte) error {
	*m = Members{}
	if !m.note(b) {
		return nil
	}
	if kindOf(b) != object {
		m.wrong("an object")
		return nil
	}
	return json.Unmarshal(b, &m.raw)
}

// JSON returns the object; {} if it was not sent.
func (m *Members) JSON() json.RawMessage {
	body, err := json.Marshal(m.raw)
	if err != nil || m.raw == nil {
		return json.RawMessage("{}")
	}
	return body
}

// Args reads the arguments that the action declares and ignores others.
func (m *Members) Args(f *Faults, action device.Action) device.Args {
	args := device.Args{}
	for _, p := range action.Params {
		raw, given := m.raw[p.Name]
		if !given || kindOf(raw) == null {
			continue
		}
		if v, ok := argument(f, "params."+p.Name, p.Type, raw); ok {
			args[p.Name] = v
		}
	}
	return args
}

// argument reads an argument of type t, as leniently as all input.
func argument(f *Faults, at string, t device.ParamType, raw json.RawMessage) (v any, ok bool) {
	switch t {
	case device.BoolParam:
		var b Boolean
		_ = b.UnmarshalJSON(raw) // an error is recorded in b
		return b.On, f.Check(at, b.Value)
	case device.IntParam:
		var i Integer
		_ = i.UnmarshalJSON(raw)
		return i.Int, f.Int32(at, i)
	}
	var l Label
	_ = l.UnmarshalJSON(raw)
	return l.Text, f.Check(at, l.Value)
}

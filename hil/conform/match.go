// SPDX-License-Identifier: Apache-2.0

package conform

import (
	"encoding/json"
	"reflect"
	"strings"
)

// has reports whether a text is in the header or the body. Where the text is fields of a
// JSON object, they may stand in any order among others of any one object.
func (a answer) has(text string) bool {
	if strings.Contains(a.text(), text) {
		return true
	}
	var want map[string]any
	if !strings.HasPrefix(text, `"`) || json.Unmarshal([]byte("{"+text+"}"), &want) != nil {
		return false
	}
	var body any
	return json.Unmarshal(a.body, &body) == nil && within(body, want)
}

// within reports whether some object in v has the fields.
func within(v any, want map[string]any) bool {
	switch v := v.(type) {
	case map[string]any:
		if covers(v, want) {
			return true
		}
		for _, inner := range v {
			if within(inner, want) {
				return true
			}
		}
	case []any:
		for _, inner := range v {
			if within(inner, want) {
				return true
			}
		}
	}
	return false
}

// covers reports whether an object has the fields, and the fields of objects in them.
func covers(got, want map[string]any) bool {
	for key, w := range want {
		g, ok := got[key]
		if !ok {
			return false
		}
		inner, isObject := w.(map[string]any)
		object, _ := g.(map[string]any)
		if isObject && object != nil && covers(object, inner) {
			continue
		}
		if !reflect.DeepEqual(g, w) {
			return false
		}
	}
	return true
}

// SPDX-License-Identifier: Apache-2.0

package conform

import (
	"bytes"
	"encoding/json"
	"mime"
	"reflect"
	"strings"
)

// has reports whether a text is in the header or the body. Where the text is fields of a
// JSON object, or begins with some, they may stand in any order among others of any one object.
func (a answer) has(text string) bool {
	if want, is := strings.CutPrefix(text, "Content-Type: "); is {
		return sameMedia(a.head.Get("Content-Type"), want)
	}
	if parts := strings.Split(text, " … "); len(parts) > 1 {
		return a.lists(parts)
	}
	if strings.Contains(a.text(), text) {
		return true
	}
	var want map[string]any
	if !strings.HasPrefix(text, `"`) || json.Unmarshal([]byte(closed("{"+text)), &want) != nil {
		return false
	}
	var body any
	return json.Unmarshal(a.body, &body) == nil && within(body, want)
}

// lists reports whether the body is a list with an item for each of some fields, in their order.
func (a answer) lists(all []string) bool {
	var items []any
	if json.Unmarshal(a.body, &items) != nil {
		return false
	}
	for _, item := range items {
		var want map[string]any
		if len(all) > 0 && json.Unmarshal([]byte(closed("{"+all[0])), &want) == nil && within(item, want) {
			all = all[1:]
		}
	}
	return len(all) == 0
}

// closed returns an object that ends, of one whose beginning is given.
func closed(object string) string {
	return object + strings.Repeat("}", max(0, strings.Count(object, "{")-strings.Count(object, "}")))
}

// alike reports whether the body has the fields of an object as [answer.has] wants it, or more, or numbers for
// strings of digits, or is of the wanted media type without its parameters.
func (a answer) alike(text string) bool {
	if want, is := strings.CutPrefix(text, "Content-Type: "); is {
		kind, _, _ := strings.Cut(want, ";")
		return sameMedia(a.head.Get("Content-Type"), kind)
	}
	if !strings.HasPrefix(text, "{") {
		text = "{" + text
	}
	body, want := digits(a.body), digits([]byte(closed(text)))
	fields, is := want.(map[string]any)
	return is && within(body, fields)
}

// digits returns a value of JSON with strings for numbers, nil for any other.
func digits(raw []byte) (v any) {
	d := json.NewDecoder(bytes.NewReader(raw))
	d.UseNumber()
	if d.Decode(&v) != nil {
		return nil
	}
	var walk func(any) any
	walk = func(v any) any {
		switch v := v.(type) {
		case json.Number:
			return v.String()
		case []any:
			for i := range v {
				v[i] = walk(v[i])
			}
		case map[string]any:
			for key := range v {
				v[key] = walk(v[key])
			}
		}
		return v
	}
	return walk(v)
}

// sameMedia reports whether a media type is the wanted one, in any spelling; parameters
// count where they are wanted.
func sameMedia(got, want string) bool {
	kind, params, err := mime.ParseMediaType(got)
	wanted, more, _ := mime.ParseMediaType(want)
	if err != nil || kind != wanted {
		return false
	}
	charset := func(of map[string]string) string {
		return strings.ReplaceAll(strings.ToLower(of["charset"]), "-", "")
	}
	return len(more) == 0 || charset(params) == charset(more)
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

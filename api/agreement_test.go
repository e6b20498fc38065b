// SPDX-License-Identifier: Apache-2.0

package api

import (
	"encoding/json"
	"maps"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"

	"github.com/ledpost/ledpost/api/wire"
	"github.com/ledpost/ledpost/internal/must"
)

// Data URIs: of one pixel as a GIF, and of a PNG that is larger than 256 KiB.
const gifURI = "data:image/gif;base64,R0lGODlhAQABAIAAAP8AAAAAACwAAAAAAQABAAACAkQBADs="

var tooLarge = data + strings.Repeat("A", 350_000)

// spelt are values for schemas that a pattern describes: at its edges, and
// beyond them. Every such schema must be here.
var spelt = map[string][]any{
	"Color": {"#FF8000", "#ff8000", "red", "#FFF", "#FF80001", "FF8000", "#GG0000"},
	"Icon": {"i2867", "A87", "0", "weather-rain", "x", strings.Repeat("n", 64), data, "12 34", "-5", "i-5",
		"weather.rain", strings.Repeat("n", 65), "_x", "data:image/png", "data:image/png;base64,AAAA",
		"data:image/png;base64,€€", "data:image/gif;base64,R0lGOA", "data:image/png;base64,iVBORw0KGgo=",
		"data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJ€", gifURI, tooLarge},
	"Background":     {"plasma", "#200040", "Fire", "#12", "nosuch", "plasma 2", 5},
	"LookBackground": {"none", "plasma", "swirl_out", "#200040", "#20004", "lawn", 1},
	"Drawing": {
		map[string]any{"pixel": []any{0, 0}}, map[string]any{"pixel": []any{0}},
		map[string]any{"pixel": []any{1, 2, "#FF0000", 4}}, map[string]any{},
		map[string]any{"pixel": []any{0, 0}, "line": []any{0, 0, 1, 1}}, map[string]any{"line": []any{0, 0, 9, 9, "#FF0000"}},
		map[string]any{"line": 7},
		map[string]any{"rect": []any{0, 0, 9, 9}}, map[string]any{"fill": []any{0, 0, 9, 9, "#FF0000"}},
		map[string]any{"fill": []any{0, 0, 9}},
		map[string]any{"circle": []any{0, 0, 9}}, map[string]any{"disc": []any{-1024, 1024, 1024, "#FF0000"}},
		map[string]any{"disc": []any{0, 0}},
		map[string]any{"text": []any{0, 0, "a"}}, map[string]any{"text": []any{0, 0}},
		map[string]any{"bitmap": []any{0, 0, 1, 1, []any{"#FF0000"}}}, map[string]any{"bitmap": []any{0, 0, 0, 0}}, "x",
	},
	"category":   {"notifications", "alarms", "music", 1},
	"id":         {"cat", "wind_short", "alarm1", "alarm13", "alarm14", "elephant", []any{}},
	"type":       {"mp3", "aac", 1},
	"widget":     {clockWidget.ID, "", "nothing", 7},
	"name":       {"kitchen", "", strings.Repeat("x", 248), strings.Repeat("x", 249), "a\nb", 5},
	"TimeChange": {"21:30:00", "00:00", "23:59:59", "24:00:00", "12:60:00", "12:00:60", "noon", "12"},
	"art": {"https://example.com/cover.jpg", "http://x/y", "ftp://x/y", "//x/y", "cover.jpg", "http:///y", gifURI,
		5, []any{}},
	"url": {"https://example.com/bell.mp3", "http://x", "ftp://x/y", "//x/y", "bell.mp3", "http:///y",
		"http://x/" + strings.Repeat("y", 2039), "http://x/" + strings.Repeat("y", 2040)},
}

// Faults that no schema can describe, by the device's words, and why.
var beyondSchema = map[string]string{
	"there is no widget":       "which widgets there are is not the document's to say",
	"#RRGGBB or one of":        "which backgrounds there are is not the document's to say",
	"must be below the second": "the ends of a chart's scale: a schema cannot compare two fields",
}

// TestSchemaAndDeviceAgree: bodies made from the schemas, with each value at and
// beyond its limits, are refused by the device when, and only when, the document
// says that they are wrong.
func TestSchemaAndDeviceAgree(t *testing.T) {
	doc := must.Get(openapi3.NewLoader().LoadFromData(openAPI))(t)
	r := newRig(t, nil)
	put := func(path string) func([]byte) []string {
		return func(body []byte) []string {
			w := r.do("PUT", path, string(body))
			if w.Code == http.StatusOK {
				return nil
			}
			return messages(t, w.Body.Bytes())
		}
	}
	for _, c := range []struct {
		schema string
		least  int // bodies
		send   func(body []byte) (faults []string)
	}{
		{"Notification", 3000, func(body []byte) []string {
			_, err := wire.ParseNotification(body)
			faults, _ := wire.Messages(err)
			return faults
		}},
		{"DisplayChange", 50, put("/api/v2/device/display")},
		{"AudioChange", 5, put("/api/v2/device/audio")},
		{"DeviceChange", 4, put("/api/v2/device")},
		{"LookChange", 20, put("/live/look")},
		{"IndicatorsChange", 20, func(body []byte) []string {
			w := r.do("POST", "/live/indicators", string(body))
			if w.Code == http.StatusOK {
				return nil
			}
			return messages(t, w.Body.Bytes())
		}},
		{"MoodChange", 20, put("/live/mood")},
		{"PlayingChange", 20, put("/live/playing")},
		{"DistanceChange", 3, put("/live/distance")},
		{"BluetoothChange", 5, put("/api/v2/device/bluetooth")},
	} {
		t.Run(c.schema, func(t *testing.T) {
			schema := doc.Components.Schemas[c.schema]
			if schema == nil {
				t.Fatal("there is no such schema")
			}
			all := objects(t, schema.Value)
			if len(all) < c.least {
				t.Errorf("only %d bodies", len(all))
			}
			for _, body := range all {
				agree(t, schema.Value, body, c.send)
			}
		})
	}
}

func agree(t *testing.T, schema *openapi3.Schema, body any, send func([]byte) []string) {
	t.Helper()
	text := must.Get(json.Marshal(body))(t)
	var plain any
	json.Unmarshal(text, &plain)
	wrong := schema.VisitJSON(plain, openapi3.EnableFormatValidation())
	faults := send(text)
	if (wrong == nil) == (faults == nil) {
		return
	}
	for words := range beyondSchema {
		if wrong == nil && slices.ContainsFunc(faults, func(f string) bool { return strings.Contains(f, words) }) {
			return
		}
	}
	reason := "nothing is wrong"
	if wrong != nil {
		reason, _, _ = strings.Cut(wrong.Error(), "\n")
	}
	t.Errorf("%s\nthe document: %s\nthe device: %v", wire.Short(string(text)), reason, faults)
}

// valuesOf are values at the limits of a schema and beyond them; the first one is
// right.
func valuesOf(t *testing.T, name string, ref *openapi3.SchemaRef) []any {
	t.Helper()
	s := ref.Value
	if ref.Ref != "" {
		name = ref.Ref[strings.LastIndex(ref.Ref, "/")+1:]
	}
	values := spelt[name]
	for _, one := range s.OneOf {
		if one.Value.Pattern == "" {
			values = append(values, valuesOf(t, name+" or", one)...)
		}
	}
	switch {
	case s.Pattern != "" && values == nil:
		t.Fatalf("no values for %s", name)
	case len(values) > 0:
	case s.Type == nil:
		values = []any{1, "x"}
	case len(s.Enum) > 0:
		values = append(slices.Clone(s.Enum), "nope", 1)
	case s.Type.Includes("string"):
		values = stringsOf(s)
	case s.Type.Is("boolean"):
		values = []any{true, false, "maybe", 2}
	case s.Type.Is("integer"), s.Type.Is("number"):
		values = numbersOf(s)
	case s.Type.Is("array"):
		values = arraysOf(t, name, s)
	case s.Type.Includes("object"):
		values = objects(t, s)
	default:
		t.Fatalf("no values for %s", name)
	}
	return values
}

func stringsOf(s *openapi3.Schema) []any {
	values := []any{"x", []any{}, map[string]any{}}
	if s.Type.Includes("number") {
		values = append(values, 5, 0.5, true)
	}
	if s.MaxLength != nil {
		longest := strings.Repeat("ä", int(*s.MaxLength))
		values = append(values, longest, longest+"ä")
	}
	return values
}

func numbersOf(s *openapi3.Schema) []any {
	values := []any{1, 0, -1, "x", []any{}, 1e300, -1e300}
	if s.Type.Is("integer") {
		values = append(values, 1.5)
	}
	if s.Min != nil {
		values = append([]any{*s.Min}, append(values, *s.Min-1)...)
	}
	if s.Max != nil {
		values = append(values, *s.Max, *s.Max+1)
	}
	return values
}

func arraysOf(t *testing.T, name string, s *openapi3.Schema) (values []any) {
	items := valuesOf(t, name+"[]", s.Items)
	for _, item := range items {
		values = append(values, []any{item})
	}
	values = append(values, "x", map[string]any{}, []any{})
	if s.MaxItems != nil {
		most := int(*s.MaxItems)
		values = append(values, slices.Repeat(items[:1], most), slices.Repeat(items[:1], most+1))
	}
	return values
}

// objects are objects with each value of each property beside the first ones of
// what is required, without each of that, and with two properties at once.
func objects(t *testing.T, s *openapi3.Schema) (out []any) {
	values := map[string][]any{}
	names := slices.Sorted(maps.Keys(s.Properties))
	for _, name := range names {
		values[name] = valuesOf(t, name, s.Properties[name])
	}
	base := map[string]any{}
	for _, name := range s.Required {
		base[name] = values[name][0]
	}
	out = append(out, base)
	with := func(of map[string]any, name string, v any) map[string]any {
		more := maps.Clone(of)
		more[name] = v
		return more
	}
	for i, name := range names {
		for _, v := range values[name] {
			one := with(base, name, v)
			out = append(out, one)
			for _, other := range names[i+1:] {
				most := 60 // the ids of sounds are 48
				if len(names) > 12 {
					most = 3 // of so many pairs
				}
				for _, w := range values[other][:min(len(values[other]), most)] {
					if len(values[name]) <= 60 {
						out = append(out, with(one, other, w))
					}
				}
			}
		}
		less := maps.Clone(base)
		if delete(less, name); len(less) < len(base) {
			out = append(out, less)
		}
	}
	if len(s.Required) == 0 && !valid(s, base) { // one of several is required
		i := slices.IndexFunc(out, func(v any) bool { return valid(s, v) })
		out[0], out[i] = out[i], out[0]
	}
	return out
}

func valid(s *openapi3.Schema, v any) bool {
	text, _ := json.Marshal(v)
	var plain any
	json.Unmarshal(text, &plain)
	return s.VisitJSON(plain) == nil
}

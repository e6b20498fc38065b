// SPDX-License-Identifier: Apache-2.0

package data

import (
	"encoding/json"
	"image"
	"strings"
	"testing"
	"time"

	"github.com/ledpost/ledpost/apps/kit"
	"github.com/ledpost/ledpost/device"
	"github.com/ledpost/ledpost/internal/must"
)

// rfc is the document of RFC 6901, 5.
const rfc = `{"foo":["bar","baz"],"":0,"a/b":1,"c%d":2,"e^f":3,"g|h":4,"i\\j":5,"k\"l":6," ":7,"m~n":8}`

func TestPick(t *testing.T) {
	rows := []struct{ name, doc, pointer, want string }{
		{"all of it", rfc, "", rfc},
		{"an array", rfc, "/foo", `["bar","baz"]`},
		{"its first", rfc, "/foo/0", `"bar"`},
		{"no name", rfc, "/", "0"},
		{"an escaped slash", rfc, "/a~1b", "1"},
		{"a percent sign is none", rfc, "/c%d", "2"},
		{"a circumflex", rfc, "/e^f", "3"},
		{"a bar", rfc, "/g|h", "4"},
		{"a backslash", rfc, `/i\j`, "5"},
		{"quotes", rfc, `/k"l`, "6"},
		{"a space", rfc, "/ ", "7"},
		{"an escaped tilde", rfc, "/m~0n", "8"},
		{"escaped once only", `{"~1":5}`, "/~01", "5"},
		{"numbers as they are written", `[1.50]`, "/0", "1.50"},
		{"a number names a member too", `{"0":true}`, "/0", "true"},
		{"null is there", `{"a":null}`, "/a", "null"},
	}
	for _, row := range rows {
		doc, err := decodeJSON([]byte(row.doc))
		must.Do(t, err)
		got, err := pick(doc, row.pointer)
		want, _ := decodeJSON([]byte(row.want))
		if has, wants := encoded(t, got), encoded(t, want); err != nil || has != wants {
			t.Errorf("%s: %q gives %s, %v, want %s", row.name, row.pointer, has, err, wants)
		}
	}
}

func encoded(t *testing.T, v any) string {
	t.Helper()
	b := must.Get(json.Marshal(v))(t)
	return string(b)
}

func TestPickFaults(t *testing.T) {
	rows := []struct{ name, doc, pointer, want string }{
		{"no slash", rfc, "foo", `"foo" does not begin with a slash`},
		{"a tilde alone", rfc, "/a~b", "neither ~0"},
		{"a tilde at the end", rfc, "/a~", "neither ~0"},
		{"no such member", rfc, "/bar", `the answer has no "bar"`},
		{"how far it leads", `{"a":{"b":1}}`, "/a/c", `/a has no "c"`},
		{"into a number", `{"a":1}`, "/a/b", `/a has no "b"`},
		{"behind an array", rfc, "/foo/2", `/foo has no "2"`},
		{"behind an array's end", rfc, "/foo/-", `/foo has no "-"`},
		{"a leading zero", rfc, "/foo/01", `/foo has no "01"`},
		{"a negative index", rfc, "/foo/-1", `/foo has no "-1"`},
		{"an index beyond all", rfc, "/foo/99999999999999999999", "has no"},
	}
	for _, row := range rows {
		doc, _ := decodeJSON([]byte(row.doc))
		if v, err := pick(doc, row.pointer); err == nil || !strings.Contains(err.Error(), row.want) {
			t.Errorf("%s: %v, %v, want %q", row.name, v, err, row.want)
		}
	}
}

// TestDecimalsFollowTheRegion where the device rounds a number; others stay as they came.
func TestDecimalsFollowTheRegion(t *testing.T) {
	german := writing{kit.Env{Size: image.Pt(64, 32)}.Local(device.Region{Language: "de"}, ""), time.UTC, time.Time{}, false}
	for template, want := range map[string]string{"{value:1} kWh": "21,5 kWh", "{value} kWh": "21.46 kWh"} {
		if got, _ := fill(template, map[string]string{"value": "21.46"}, german); got != want {
			t.Errorf("%s: %q, want %q", template, got, want)
		}
	}
}

func TestFill(t *testing.T) {
	rows := []struct{ name, template, value, want string }{
		{"the value alone", "", "21.50", "21.50"},
		{"with a unit", "{value} °C", "21.5", "21.5 °C"},
		{"one decimal", "{value:1}°", "21.46", "21.5°"},
		{"none", "{value:0}", "-0.6", "-1"},
		{"decimals are added", "{value:2} €", "3", "3.00 €"},
		{"twice", "{value:0} ({value})", "2.5", "2 (2.5)"},
		{"text is not rounded", "{value:1}", `"on"`, "on"},
		{"a number in quotes is", "{value:1}", `"1.25"`, "1.2"},
		{"no infinity", "{value:1}", `"inf"`, "inf"},
		{"too large to round", "{value:1}", "1e300", "1e300"},
		{"true", "{value}", "true", "true"},
		{"no placeholder", "hello", "1", "hello"},
		{"other braces stay", "{x} {value:a}", "1", "{x} {value:a}"},
		{"a value is no template", "{value}", `"{value:1}"`, "{value:1}"},
		{"lines", "", `"a\nb\u0000c"`, "a bc"},
	}
	for _, row := range rows {
		v, err := decodeJSON([]byte(row.value))
		must.Do(t, err)
		text, err := valueText(v)
		cfg := Config{Text: row.template}
		if got, _ := fill(cfg.template(), map[string]string{"value": text}, written); err != nil || got != row.want {
			t.Errorf("%s: %q, %v, want %q", row.name, got, err, row.want)
		}
	}
	for value, want := range map[string]string{"null": "is null", "[1,2]": "an array of 2", `{"a":1}`: "an object"} {
		v, _ := decodeJSON([]byte(value))
		if got, err := valueText(v); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %q, %v, want a fault: %s", value, got, err, want)
		}
	}
}

// SPDX-License-Identifier: Apache-2.0

package widgets

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/ledpost/ledpost/device/note"
	"github.com/ledpost/ledpost/internal/memtest"
	"github.com/ledpost/ledpost/internal/must"
)

// TestSchemaJSON: a form is made from it, so every word is there when it says
// something, and not when it does not.
func TestSchemaJSON(t *testing.T) {
	for _, row := range []struct {
		why  string
		s    Schema
		want string
	}{
		{"the zero value is an object", Schema{}, `{"type":"object","properties":{}}`},
		{"texts for people", Schema{Type: "boolean", Title: "T", Description: "D", Default: false},
			`{"type":"boolean","title":"T","description":"D","default":false}`},
		{"a string has a length", Schema{Type: "string"}, `{"type":"string","maxLength":256}`},
		{"its own", Schema{Type: "string", MaxLen: 5}, `{"type":"string","maxLength":5}`},
		{"but not where the values are listed", Schema{Type: "string", Enum: []string{"a", "b"}},
			`{"type":"string","enum":["a","b"]}`},
		{"a format", Schema{Type: "string", Format: "color"}, `{"type":"string","format":"color","maxLength":256}`},
		{"a secret", Schema{Type: "string", Secret: true}, `{"type":"string","maxLength":256,"writeOnly":true}`},
		{"a number without bounds", Schema{Type: "number"}, `{"type":"number"}`},
		{"one from 0", Schema{Type: "integer", Max: 9}, `{"type":"integer","minimum":0,"maximum":9}`},
		{"one up to 0", Schema{Type: "integer", Min: -9}, `{"type":"integer","minimum":-9,"maximum":0}`},
		{"an array has a length, and items", Schema{Type: "array", Items: &Schema{Type: "boolean"}},
			`{"type":"array","maxItems":32,"items":{"type":"boolean"}}`},
		{"an object with any keys", Schema{Values: &Schema{Type: "boolean"}, MaxLen: 3},
			`{"type":"object","maxProperties":3,"additionalProperties":{"type":"boolean"}}`},
		{"an object with any keys beside its own",
			Schema{Properties: []Property{{"a", Schema{Type: "number"}}}, Values: &Schema{Type: "boolean"}, MaxLen: 3},
			`{"type":"object","maxProperties":3,"properties":{"a":{"type":"number"}},` +
				`"additionalProperties":{"type":"boolean"}}`},
		{"properties in their order",
			Schema{Properties: []Property{{"z", Schema{Type: "boolean"}}, {"a", Schema{Type: "number"}}}},
			`{"type":"object","properties":{"z":{"type":"boolean"},"a":{"type":"number"}}}`},
	} {
		got, err := json.Marshal(row.s)
		if err != nil || string(got) != row.want {
			t.Errorf("%s: %s (%v), want %s", row.why, got, err, row.want)
		}
	}
	if _, err := json.Marshal(Schema{Default: func() {}}); err == nil {
		t.Error("a default that is no JSON is lost in silence")
	}
}

// TestSchemaChecks: the field that is wrong, and what is wanted there.
func TestSchemaChecks(t *testing.T) {
	s := &Schema{Properties: []Property{
		{"any", Schema{Type: "number"}}, {"n", Schema{Type: "number", Min: -1, Max: 2}},
		{"whole", Schema{Type: "integer", Max: 5}},
		{"on", Schema{Type: "boolean"}}, {"text", Schema{Type: "string", MaxLen: 3}},
		{"word", Schema{Type: "string", Enum: []string{"one", "two"}}},
		{"color", Schema{Type: "string", Format: "color"}}, {"time", Schema{Type: "string", Format: "time"}},
		{"list", Schema{Type: "array", MaxLen: 2, Items: &Schema{Type: "boolean"}}},
		{"map", Schema{MaxLen: 2, Values: &Schema{Type: "integer"}}},
		{"inner", Schema{Properties: []Property{{"on", Schema{Type: "boolean"}}}}},
	}}
	for _, row := range []struct{ why, settings, fault string }{
		{"nothing", `{}`, ""},
		{"all of it",
			`{"any":-1e9,"n":0.5,"whole":3,"on":true,"text":"abc","word":"two","color":"#102030","time":"23:59","list":[true,` +
				`false],"map":{"a":1,"b":2},"inner":{"on":false}}`, ""},
		{"null is absent", `{"n":null,"inner":{"on":null}}`, ""},
		{"the empty text is unset", `{"text":"","word":"","color":"","time":""}`, ""},
		{"the least", `{"n":-1}`, ""},
		{"less", `{"n":-1.5}`, "n: -1.5, want -1 to 2"},
		{"the most", `{"n":2}`, ""},
		{"more", `{"n":2.5}`, "n: 2.5, want -1 to 2"},
		{"a bound at 0", `{"whole":-1}`, "whole: -1, want 0 to 5"},
		{"not whole", `{"whole":1.5}`, "whole: 1.5, want an integer"},
		{"more than a number can say", `{"any":1e999}`, "any: 1e999, want a number"},
		{"a text for a number", `{"any":"1"}`, "any: want a number"},
		{"a number for a text", `{"text":1}`, "text: want a string"},
		{"a number for a switch", `{"on":1}`, "on: want true or false"},
		{"a switch for a list", `{"list":true}`, "list: want an array"},
		{"a list for an object", `{"inner":[]}`, "inner: want an object"},
		{"an object for a list", `{"list":{}}`, "list: want an array"},
		{"characters and not bytes", `{"text":"äöü"}`, ""},
		{"a character more", `{"text":"abcd"}`, "text: 4 characters, at most 3 are allowed"},
		{"another word", `{"word":"three"}`, `word: "three" is not one of one, two`},
		{"no colour", `{"color":"red"}`, `color: "red" is not a colour #RRGGBB`},
		{"no time", `{"time":"25:00"}`, "time: "},
		{"too many items", `{"list":[true,true,true]}`, "list: 3 items, at most 2 are allowed"},
		{"a wrong item", `{"list":[true,1]}`, "list[1]: want true or false"},
		{"too many entries", `{"map":{"a":1,"b":2,"c":3}}`, "map: 3 entries, at most 2 are allowed"},
		{"a wrong entry", `{"map":{"a":true}}`, "map.a: want an integer"},
		{"no such setting", `{"speed":1}`, "speed: is not a setting"},
		{"nor further in", `{"inner":{"speed":1}}`, "inner.speed: is not a setting"},
	} {
		v := must.Get(decode(json.RawMessage(row.settings)))(t)
		var errs note.Faults
		s.check("", v, &errs)
		var said []string
		for _, err := range note.Unjoin(errs.Err()) {
			said = append(said, err.Error())
		}
		if row.fault == "" && said == nil {
			continue
		}
		if row.fault == "" || len(said) != 1 || !strings.HasPrefix(said[0], row.fault) {
			t.Errorf("%s, %s: %q, want %q", row.why, row.settings, said, row.fault)
		}
	}
}

func TestDecodeSettings(t *testing.T) {
	for _, row := range []struct {
		raw string
		ok  bool
	}{{"", true}, {"null", true}, {"{}", true}, {"[]", false}, {"{", false}, {`"x"`, false}} {
		v, err := decode(json.RawMessage(row.raw))
		if (err == nil) != row.ok || row.ok && (v == nil || len(v) != 0) {
			t.Errorf("%q: %v, %v", row.raw, v, err)
		}
	}
}

// TestSecretsWithin: also those in lists and objects stay with nobody but us.
func TestSecretsWithin(t *testing.T) {
	s := &Schema{Properties: []Property{
		{"key", Schema{Type: "string", Secret: true}},
		{"list",
			Schema{Type: "array",
				Items: &Schema{
					Properties: []Property{{"key", Schema{Type: "string", Secret: true}}, {"name", Schema{Type: "string"}}}}}},
		{"map", Schema{Values: &Schema{Type: "string", Secret: true}}},
	}}
	const kept = `{"key":"a","list":[{"key":"b","name":"x"},{"key":"","name":"y"}],"map":{"m":"c"}}`
	const told = `{"key":{"set":true},"list":[{"key":{"set":true},"name":"x"},{"key":"","name":"y"}],` +
		`"map":{"m":{"set":true}}}`
	if got := jsonOf(t, s.hide(decoded(t, kept))); got != told {
		t.Errorf("told as %s, want %s", got, told)
	}
	for _, row := range []struct{ why, written, want string }{
		{"as it was told", told, kept},
		{"a new one", `{"key":"z"}`, `{"key":"z"}`},
		{"one that never was", `{"list":[{"name":"x"},{"name":"y"},{"key":{"set":true}}]}`,
			`{"list":[{"name":"x"},{"name":"y"},{}]}`},
		{"nothing", `{"key":null}`, `{}`},
		{"something like it", `{"key":{"set":false}}`, `{"key":{"set":false}}`},
		{"something like it with more", `{"key":{"set":true,"x":1}}`, `{"key":{"set":true,"x":1}}`},
	} {
		if got := jsonOf(t, s.reveal(decoded(t, row.written), decoded(t, kept))); got != row.want {
			t.Errorf("%s: %s became %s, want %s", row.why, row.written, got, row.want)
		}
	}
}

func decoded(t *testing.T, text string) any {
	t.Helper()
	return must.Get(decode(json.RawMessage(text)))(t)
}

func jsonOf(t *testing.T, v any) string {
	t.Helper()
	b := must.Get(json.Marshal(v))(t)
	return string(b)
}

// FuzzSettings: whatever comes as a widget's settings, it is taken whole and is
// accepted again as it is told, or refused and changes nothing; and no secret is
// ever told.
func FuzzSettings(f *testing.F) {
	for _, seed := range []string{
		`{}`, `null`, `[]`, `{"city":"Oslo","token":"s3cret","cities":["a","b"],"size":3}`, `{"token":{"set":true}}`,
		`{"cities":[null,{"set":true}]}`, `{"size":1e400}`, `{"city":{"city":{}}}`, `{"token":{"set":false}}`,
		`{"city":"\u003c"}`,
	} {
		f.Add([]byte(seed))
	}
	city := Schema{Type: "string", MaxLen: 20}
	kinds := []Kind{{Package: "clock", Schema: &Schema{}}, {Package: "puppet", Schema: &Schema{Properties: []Property{
		{Name: "city", Schema: city}, {Name: "token", Schema: Schema{Type: "string", Secret: true}},
		{Name: "cities", Schema: Schema{Type: "array", MaxLen: 3, Items: &city}},
		{Name: "size", Schema: Schema{Type: "integer", Min: 1, Max: 9}},
	}}}}
	f.Fuzz(func(t *testing.T, settings []byte) {
		l := New(kinds, nil, nil, never)
		before := l.Shown()
		list := l.Shown()
		list[1].Settings = json.RawMessage(settings)
		var err error
		memtest.AtMost(t, 1<<20+200*len(settings), func() { err = l.Set(list, true) })
		if err != nil {
			if after := l.Shown(); !after[1].Equal(before[1]) || l.Kept() != nil {
				t.Errorf("refused with %v, and changed to %+v", err, after[1])
			}
			return
		}
		kept := l.All()[1].Settings
		if len(kept) > maxSettings || !json.Valid(kept) {
			t.Errorf("kept %d bytes: %s", len(kept), kept)
		}
		told := l.Shown()
		var secret struct{ Token any }
		if err := json.Unmarshal(told[1].Settings, &secret); err != nil ||
			secret.Token != nil && secret.Token != "" && !keeps(secret.Token) {
			t.Errorf("told %s", told[1].Settings)
		}
		if err := l.Set(told, false); err != nil || string(l.All()[1].Settings) != string(kept) {
			t.Errorf("sent back as it was told: %v, kept %s, before %s", err, l.All()[1].Settings, kept)
		}
	})
}

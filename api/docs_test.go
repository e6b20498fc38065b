// SPDX-License-Identifier: Apache-2.0

package api

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
)

// TestDocs keeps docs/api.md what the OpenAPI document says.
func TestDocs(t *testing.T) {
	const path = "../docs/api.md"
	got := docs(t)
	if *update {
		if err := os.WriteFile(path, got, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Errorf("%s is out of date; go test ./api -update writes it:\n%s", path, diff(string(want), string(got)))
	}
}

// field is a key and a value of an object, in the document's order.
type field struct {
	key   string
	value json.RawMessage
}

func ordered(t *testing.T, raw json.RawMessage) (out []field) {
	t.Helper()
	if raw == nil {
		return nil
	}
	d := json.NewDecoder(bytes.NewReader(raw))
	d.Token()
	for d.More() {
		key, err := d.Token()
		var f field
		if err == nil {
			f.key = key.(string)
			err = d.Decode(&f.value)
		}
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, f)
	}
	return out
}

type docTag struct{ Name, Description string }

type docOperation struct {
	Tags                 []string
	Summary, Description string
	Parameters           []docParameter
	RequestBody          struct{ Content json.RawMessage }
	Responses            json.RawMessage
}

type docParameter struct {
	Name, In, Description string
	Schema                docSchema
}

type docMedia struct {
	Schema   docSchema
	Example  json.RawMessage
	Examples json.RawMessage
}

type docSchema struct {
	Ref                string `json:"$ref"`
	Type               any
	Description        string
	Enum               []any
	Default            any
	Minimum, Maximum   *float64
	MinItems, MaxItems *int
	MaxLength          *int
	Items              *docSchema
	OneOf              []docSchema
	Required           []string
	Properties         json.RawMessage
}

func docs(t *testing.T) []byte {
	t.Helper()
	var doc struct {
		Info       struct{ Summary, Description, Version string }
		Tags       []docTag
		Paths      json.RawMessage
		Components struct {
			Schemas   json.RawMessage
			Responses struct{ Error struct{ Description string } }
		}
	}
	if err := json.Unmarshal(openAPI, &doc); err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	fmt.Fprintf(&b, "# The interface\n\n<!-- Made from api/openapi.json by: go test ./api -update. The chapter Rules is written here, by hand. -->\n\n%s.\n\n%s\n\n", doc.Info.Summary, doc.Info.Description)
	fmt.Fprintf(&b, "An answer with another status than 200 has an [Error](#error-object). %s.\n\n", doc.Components.Responses.Error.Description)
	fmt.Fprintf(&b, "```\ncurl -u dev:KEY http://DEVICE:8080/api/v2/device/notifications -d '{\"model\":{\"frames\":[{\"icon\":\"i2867\",\"text\":\"HELLO!\"}]}}'\n```\n\n")
	fmt.Fprintf(&b, "The device serves the same as [OpenAPI 3.1](../api/openapi.json) at `/openapi.json`. `api_version` is %s.\n", doc.Info.Version)
	fmt.Fprintf(&b, "\n%s%s", rules(t), rulesEnd)
	for _, tag := range doc.Tags {
		fmt.Fprintf(&b, "\n## %s\n", tag.Name)
		if tag.Description != "" {
			fmt.Fprintf(&b, "\n%s\n", tag.Description)
		}
		for _, path := range ordered(t, doc.Paths) {
			writePath(t, &b, tag.Name, path)
		}
	}
	fmt.Fprintf(&b, "\n## Objects\n")
	for _, s := range ordered(t, doc.Components.Schemas) {
		writeSchema(t, &b, s)
	}
	return b.Bytes()
}

// rulesEnd ends the chapter of docs/api.md that is written there by hand.
const rulesEnd = "\n<!-- The rules end here. -->\n"

// rules returns that chapter as it stands.
func rules(t *testing.T) string {
	t.Helper()
	page, err := os.ReadFile("../docs/api.md")
	if err != nil {
		t.Fatal(err)
	}
	_, after, begun := strings.Cut(string(page), "\n## Rules\n")
	chapter, _, ended := strings.Cut(after, rulesEnd)
	if !begun || !ended {
		t.Fatalf("docs/api.md lacks the line %q or %q: the rules between them are written by hand", "## Rules", strings.TrimSpace(rulesEnd))
	}
	return "## Rules\n" + chapter
}

func writePath(t *testing.T, b *bytes.Buffer, tag string, path field) {
	for _, m := range ordered(t, path.value) {
		if m.key == "parameters" {
			continue
		}
		var op docOperation
		if err := json.Unmarshal(m.value, &op); err != nil {
			t.Fatal(err)
		}
		if !slices.Contains(op.Tags, tag) {
			continue
		}
		fmt.Fprintf(b, "\n### %s %s\n\n%s.\n", strings.ToUpper(m.key), path.key, strings.TrimSuffix(op.Summary, "."))
		if op.Description != "" {
			fmt.Fprintf(b, "\n%s\n", op.Description)
		}
		for _, p := range op.Parameters {
			fmt.Fprintf(b, "\n`%s` (%s, %s)%s\n", p.Name, p.In, kind(p.Schema), ended(": ", p.Description))
		}
		writeBodies(t, b, op)
		writeResponses(t, b, op)
	}
}

func writeBodies(t *testing.T, b *bytes.Buffer, op docOperation) {
	for _, c := range ordered(t, op.RequestBody.Content) {
		var media docMedia
		if err := json.Unmarshal(c.value, &media); err != nil {
			t.Fatal(err)
		}
		if c.key != "application/json" {
			continue
		}
		if media.Schema.Ref != "" {
			fmt.Fprintf(b, "\nBody: %s\n", kind(media.Schema))
		}
		examples := []json.RawMessage{media.Example}
		for _, e := range ordered(t, media.Examples) {
			var x struct{ Value json.RawMessage }
			if err := json.Unmarshal(e.value, &x); err != nil {
				t.Fatal(err)
			}
			examples = append(examples, x.Value)
		}
		for _, e := range examples {
			var line bytes.Buffer
			if e != nil && json.Compact(&line, e) == nil {
				fmt.Fprintf(b, "\n```json\n%s\n```\n", line.Bytes())
			}
		}
	}
}

func writeResponses(t *testing.T, b *bytes.Buffer, op docOperation) {
	b.WriteByte('\n')
	for _, r := range ordered(t, op.Responses) {
		var x struct {
			Ref         string `json:"$ref"`
			Description string
			Content     json.RawMessage
		}
		if err := json.Unmarshal(r.value, &x); err != nil {
			t.Fatal(err)
		}
		switch {
		case r.key == "default":
			continue
		case x.Ref != "":
			x.Description = "It is done: `{\"success\":true}`"
		}
		var kinds []string
		for _, c := range ordered(t, x.Content) {
			var media docMedia
			if err := json.Unmarshal(c.value, &media); err != nil {
				t.Fatal(err)
			}
			switch {
			case c.key != "application/json":
				kinds = append(kinds, c.key)
			case media.Schema.Properties != nil:
				kinds = append(kinds, "`"+shape(t, media.Schema)+"`")
			default:
				kinds = append(kinds, kind(media.Schema))
			}
		}
		fmt.Fprintf(b, "- %s: %s%s\n", r.key, x.Description, ended(" – ", strings.Join(kinds, " or ")))
	}
}

// shape is an object in one line.
func shape(t *testing.T, s docSchema) string {
	var parts []string
	for _, p := range ordered(t, s.Properties) {
		var v docSchema
		if err := json.Unmarshal(p.value, &v); err != nil {
			t.Fatal(err)
		}
		what := strings.Trim(v.Ref[strings.LastIndex(v.Ref, "/")+1:], "/")
		switch {
		case v.Properties != nil:
			what = shape(t, v)
		case what == "":
			what = fmt.Sprint(v.Type)
		}
		parts = append(parts, p.key+": "+what)
	}
	return "{" + strings.Join(parts, ", ") + "}"
}

func writeSchema(t *testing.T, b *bytes.Buffer, s field) {
	var v docSchema
	if err := json.Unmarshal(s.value, &v); err != nil {
		t.Fatal(err)
	}
	fmt.Fprintf(b, "\n### %s object\n", s.key)
	if v.Properties == nil {
		fmt.Fprintf(b, "\n%s%s\n", kind(v), ended(". ", v.Description))
		return
	}
	if v.Description != "" {
		fmt.Fprintf(b, "\n%s\n", v.Description)
	}
	b.WriteString("\n| field | kind | |\n| --- | --- | --- |\n")
	writeProperties(t, b, "", v)
}

func writeProperties(t *testing.T, b *bytes.Buffer, in string, v docSchema) {
	for _, p := range ordered(t, v.Properties) {
		var f docSchema
		if err := json.Unmarshal(p.value, &f); err != nil {
			t.Fatal(err)
		}
		notes := f.Description
		if slices.Contains(v.Required, p.key) {
			notes = strings.TrimSpace("Required. " + notes)
		}
		if f.Default != nil {
			notes = strings.TrimSpace(fmt.Sprintf("%s Default `%v`.", notes, f.Default))
		}
		fmt.Fprintf(b, "| `%s%s` | %s | %s |\n", in, p.key, strings.ReplaceAll(kind(f), "|", "\\|"), notes)
		if f.Properties != nil {
			writeProperties(t, b, in+p.key+".", f)
		}
		if f.Items != nil && f.Items.Properties != nil {
			writeProperties(t, b, in+p.key+"[].", *f.Items)
		}
	}
}

// kind names a schema in a few words.
func kind(s docSchema) string {
	if s.Ref != "" {
		name := s.Ref[strings.LastIndex(s.Ref, "/")+1:]
		return fmt.Sprintf("[%s](#%s-object)", name, strings.ToLower(name))
	}
	var out string
	switch {
	case len(s.OneOf) > 0:
		var kinds []string
		for _, o := range s.OneOf {
			kinds = append(kinds, kind(o))
		}
		return strings.Join(kinds, ", or ")
	case len(s.Enum) > 0:
		var names []string
		for _, e := range s.Enum {
			names = append(names, fmt.Sprintf("`%v`", e))
		}
		return strings.Join(names, ", ")
	case s.Items != nil:
		out = "array of " + kind(*s.Items)
	case s.Type == nil:
		return "any"
	default:
		out = fmt.Sprint(s.Type)
		if list, ok := s.Type.([]any); ok {
			out = strings.Trim(strings.ReplaceAll(fmt.Sprint(list), " ", " or "), "[]")
		}
	}
	return out + limits(s)
}

func limits(s docSchema) string {
	switch {
	case s.Minimum != nil && s.Maximum != nil:
		return fmt.Sprintf(", %.0f to %.0f", *s.Minimum, *s.Maximum)
	case s.Minimum != nil:
		return fmt.Sprintf(", from %.0f", *s.Minimum)
	case s.MinItems != nil && s.MaxItems != nil:
		return fmt.Sprintf(", %d to %d", *s.MinItems, *s.MaxItems)
	case s.MaxItems != nil:
		return fmt.Sprintf(", at most %d", *s.MaxItems)
	case s.MaxLength != nil:
		return fmt.Sprintf(", at most %d characters", *s.MaxLength)
	}
	return ""
}

// ended puts between in front of text, if there is any.
func ended(between, text string) string {
	if text == "" {
		return ""
	}
	return between + text
}

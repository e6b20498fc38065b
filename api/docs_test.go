// SPDX-License-Identifier: Apache-2.0

package api

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/ledpost/ledpost/internal/must"
)

// rulesEnd ends the chapter Rules of docs/api.md. That chapter is written by hand.
const rulesEnd = "\n<!-- The rules end here. -->\n"

// TestDocs keeps docs/api.md what the OpenAPI document says.
func TestDocs(t *testing.T) {
	const path = "../docs/api.md"
	want := must.Get(os.ReadFile(path))(t)
	_, after, begun := strings.Cut(string(want), "\n## Rules\n")
	rules, _, ended := strings.Cut(after, rulesEnd)
	if !begun || !ended {
		t.Fatalf("%s lacks the line %q or %q: the rules between them are written by hand", path, "## Rules", rulesEnd)
	}
	var doc described
	must.Do(t, json.Unmarshal(openAPI, &doc))
	got := doc.page("## Rules\n" + rules + rulesEnd)
	if *update {
		must.Do(t, os.WriteFile(path, got, 0o666))
	} else if !bytes.Equal(got, want) {
		t.Errorf("%s is out of date; go test ./api -update writes it:\n%s", path, diff(string(want), string(got)))
	}
}

// ordered is an object of JSON in the document's order.
type ordered[T any] []struct {
	key   string
	value T
}

func (o *ordered[T]) UnmarshalJSON(text []byte) error {
	d := json.NewDecoder(bytes.NewReader(text))
	if _, err := d.Token(); err != nil {
		return err
	}
	for d.More() {
		key, err := d.Token()
		if err != nil {
			return err
		}
		*o = append(*o, struct {
			key   string
			value T
		}{key: key.(string)})
		if err := d.Decode(&(*o)[len(*o)-1].value); err != nil {
			return err
		}
	}
	return nil
}

// described is what the page takes from the document.
type described struct {
	Info       struct{ Summary, Description, Version string }
	Tags       []struct{ Name, Description string }
	Paths      ordered[ordered[operation]]
	Components struct {
		Schemas   ordered[schema]
		Responses struct{ Error struct{ Description string } }
	}
}

// operation is one of a path; zero for the parameters of all of them.
type operation struct {
	Tags                 []string
	Summary, Description string
	Parameters           []struct {
		Name, In, Description string
		Schema                schema
	}
	RequestBody struct{ Content ordered[media] }
	Responses   ordered[response]
}

func (o *operation) UnmarshalJSON(text []byte) error {
	if text[0] != '{' {
		return nil
	}
	type plain operation
	return json.Unmarshal(text, (*plain)(o))
}

type response struct {
	Ref         string `json:"$ref"`
	Description string
	Content     ordered[media]
}

type media struct {
	Schema   schema
	Example  json.RawMessage
	Examples ordered[struct{ Value json.RawMessage }]
}

type schema struct {
	Ref                string `json:"$ref"`
	Type               any
	Description        string
	Enum               []any
	Default            any
	Minimum, Maximum   *float64
	MinItems, MaxItems *int
	MaxLength          *int
	Items              *schema
	OneOf, AnyOf       []schema
	Required           []string
	Properties         ordered[schema]
}

// page is docs/api.md with the chapter of rules.
func (doc *described) page(rules string) []byte {
	var b bytes.Buffer
	fmt.Fprintf(&b, "# The interface\n\n<!-- Made from api/openapi.json by: go test ./api -update. "+
		"The chapter Rules is written here, by hand. -->\n\n%s.\n\n%s\n\n", doc.Info.Summary, doc.Info.Description)
	fmt.Fprintf(&b, "An answer with another status than 200 has an [Error](#error-object). %s.\n\n",
		doc.Components.Responses.Error.Description)
	fmt.Fprint(&b, "```\ncurl -u dev:KEY http://DEVICE:8080/api/v2/device/notifications -d "+
		"'{\"model\":{\"frames\":[{\"icon\":\"i2867\",\"text\":\"HELLO!\"}]}}'\n```\n\n")
	fmt.Fprintf(&b,
		"The device serves the same as [OpenAPI 3.1](../api/openapi.json) at `/openapi.json`. `api_version` is %s.\n\n%s",
		doc.Info.Version, rules)
	for _, tag := range doc.Tags {
		fmt.Fprintf(&b, "\n## %s\n%s", tag.Name, after("\n", tag.Description, "\n"))
		for _, path := range doc.Paths {
			for _, m := range path.value {
				if slices.Contains(m.value.Tags, tag.Name) {
					fmt.Fprintf(&b, "\n### %s %s\n", strings.ToUpper(m.key), path.key)
					m.value.write(&b)
				}
			}
		}
	}
	fmt.Fprintf(&b, "\n## Objects\n")
	for _, s := range doc.Components.Schemas {
		fmt.Fprintf(&b, "\n### %s object\n", s.key)
		if v := s.value; v.Properties == nil {
			fmt.Fprintf(&b, "\n%s%s\n", v.kind(), after(". ", v.Description, ""))
		} else {
			fmt.Fprintf(&b, "%s\n| field | kind | |\n| --- | --- | --- |\n", after("\n", v.Description, "\n"))
			v.rows(&b, "")
		}
	}
	return b.Bytes()
}

// after is text between two others, "" without one.
func after(before, text, behind string) string {
	if text == "" {
		return ""
	}
	return before + text + behind
}

func (o *operation) write(b *bytes.Buffer) {
	fmt.Fprintf(b, "\n%s.\n%s", strings.TrimSuffix(o.Summary, "."), after("\n", o.Description, "\n"))
	for _, p := range o.Parameters {
		fmt.Fprintf(b, "\n`%s` (%s, %s)%s\n", p.Name, p.In, p.Schema.kind(), after(": ", p.Description, ""))
	}
	for _, c := range o.RequestBody.Content {
		if c.key != "application/json" {
			continue
		}
		if c.value.Schema.Ref != "" || c.value.Schema.AnyOf != nil {
			fmt.Fprintf(b, "\nBody: %s\n", c.value.Schema.kind())
		}
		examples := []json.RawMessage{c.value.Example}
		for _, e := range c.value.Examples {
			examples = append(examples, e.value.Value)
		}
		for _, e := range examples {
			var line bytes.Buffer
			if e != nil && json.Compact(&line, e) == nil {
				fmt.Fprintf(b, "\n```json\n%s\n```\n", line.Bytes())
			}
		}
	}
	b.WriteByte('\n')
	for _, r := range o.Responses {
		if r.key == "default" {
			continue
		}
		if r.value.Ref != "" {
			r.value.Description = "It is done: `{\"success\":true}`"
		}
		var kinds []string
		for _, c := range r.value.Content {
			switch {
			case c.key != "application/json":
				kinds = append(kinds, c.key)
			case c.value.Schema.Properties != nil:
				kinds = append(kinds, "`"+c.value.Schema.shape()+"`")
			default:
				kinds = append(kinds, c.value.Schema.kind())
			}
		}
		fmt.Fprintf(b, "- %s: %s%s\n", r.key, r.value.Description, after(" – ", strings.Join(kinds, " or "), ""))
	}
}

// shape is an object in one line.
func (s *schema) shape() string {
	var parts []string
	for _, p := range s.Properties {
		what := cmp.Or(p.value.Ref[strings.LastIndex(p.value.Ref, "/")+1:], fmt.Sprint(p.value.Type))
		if p.value.Properties != nil {
			what = p.value.shape()
		}
		parts = append(parts, p.key+": "+what)
	}
	return "{" + strings.Join(parts, ", ") + "}"
}

// rows are the fields of an object; those of an object in it have its name before theirs.
func (s *schema) rows(b *bytes.Buffer, in string) {
	for _, p := range s.Properties {
		v, notes := p.value, p.value.Description
		if slices.Contains(s.Required, p.key) {
			notes = strings.TrimSpace("Required. " + notes)
		}
		if v.Default != nil {
			notes = strings.TrimSpace(fmt.Sprintf("%s Default `%v`.", notes, v.Default))
		}
		fmt.Fprintf(b, "| `%s%s` | %s | %s |\n", in, p.key, strings.ReplaceAll(v.kind(), "|", "\\|"), notes)
		v.rows(b, in+p.key+".")
		if v.Items != nil {
			v.Items.rows(b, in+p.key+"[].")
		}
	}
}

// kind names a schema in a few words.
func (s *schema) kind() string {
	var all []string
	switch {
	case s.Ref != "":
		name := s.Ref[strings.LastIndex(s.Ref, "/")+1:]
		return fmt.Sprintf("[%s](#%s-object)", name, strings.ToLower(name))
	case len(s.OneOf) > 0 || len(s.AnyOf) > 0 && s.AnyOf[0].Ref != "":
		for _, o := range append(s.OneOf, s.AnyOf...) {
			all = append(all, o.kind())
		}
		return strings.Join(all, ", or ")
	case len(s.Enum) > 0:
		for _, e := range s.Enum {
			all = append(all, fmt.Sprintf("`%v`", e))
		}
		return strings.Join(all, ", ")
	case s.Items != nil:
		return "array of " + s.Items.kind() + s.limits()
	case s.Type == nil:
		return "any"
	}
	if list, ok := s.Type.([]any); ok {
		return strings.Trim(strings.ReplaceAll(fmt.Sprint(list), " ", " or "), "[]") + s.limits()
	}
	return fmt.Sprint(s.Type) + s.limits()
}

func (s *schema) limits() string {
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

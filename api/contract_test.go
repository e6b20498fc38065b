// SPDX-License-Identifier: Apache-2.0

package api

import (
	"cmp"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"

	"github.com/ledpost/ledpost/internal/must"
)

// contract tells how answers differ from the document: each difference once in a
// run, because nearly every test meets an object that has a new field.
type contract struct {
	names map[*openapi3.Schema]string // of schemas and what is within them

	mu   sync.Mutex
	told map[string]bool // by schema and reason
}

func newContract(doc *openapi3.T) *contract {
	c := &contract{names: map[*openapi3.Schema]string{}, told: map[string]bool{}}
	for name, s := range doc.Components.Schemas {
		c.name(name, s)
	}
	return c
}

// name names s and what is within it, down to the next schema with a name of its own.
func (c *contract) name(name string, s *openapi3.SchemaRef) {
	if s == nil || s.Ref != "" || s.Value == nil || c.names[s.Value] != "" {
		return
	}
	c.names[s.Value] = name
	for property, v := range s.Value.Properties {
		c.name(name+"."+property, v)
	}
	for _, one := range slices.Concat(s.Value.OneOf, s.Value.AnyOf, s.Value.AllOf) {
		c.name(name, one)
	}
	c.name(name+"[]", s.Value.Items)
}

// fault is what err says, in a line, and a key that is the same for the same
// difference in another answer. The library's own text has the whole schema and
// the whole answer.
func (c *contract) fault(err error) (key, line string) {
	e := (*openapi3.SchemaError)(nil)
	if !errors.As(err, &e) {
		line, _, _ = strings.Cut(err.Error(), "\n")
		return line, line
	}
	for inner := e; errors.As(e.Origin, &inner); { // the deepest one knows the place
		e = inner
	}
	name := c.names[e.Schema]
	name = cmp.Or(name, "a schema without a name")
	return name + ": " + e.Reason, fmt.Sprintf("/%s: %s (schema %s)", strings.Join(e.JSONPointer(), "/"), e.Reason, name)
}

// differs fails the test that is the first to meet the difference. The others pass:
// the run fails all the same.
func (c *contract) differs(t testing.TB, r *http.Request, err error) {
	t.Helper()
	key, line := c.fault(err)
	c.mu.Lock()
	known := c.told[key]
	c.told[key] = true
	c.mu.Unlock()
	if !known {
		t.Errorf("%s %s: %s", r.Method, r.URL.Path, line)
	}
}

// keptFaults is a test whose failures are kept.
type keptFaults struct {
	testing.TB
	lines []string
}

func (r *keptFaults) Helper() {}

func (r *keptFaults) Errorf(format string, args ...any) {
	r.lines = append(r.lines, fmt.Sprintf(format, args...))
}

// One new field of an answer is one short line, however many answers have it.
func TestNewFieldIsToldOnce(t *testing.T) {
	doc := must.Get(openapi3.NewLoader().LoadFromData(openAPI))(t)
	for _, s := range doc.Components.Schemas {
		strict(s)
	}
	c, told := newContract(doc), &keptFaults{}
	display := map[string]any{"pixel_pitch": 2.5}
	for _, name := range []string{"Display", "Audio"} {
		r := doc.Components.Schemas[name].Value
		for _, target := range []string{"/a", "/b"} {
			req, _ := http.NewRequest("GET", target, nil)
			c.differs(told, req, r.VisitJSON(display))
		}
	}
	want := []string{`GET /a: /: property "pixel_pitch" is unsupported (schema Display)`,
		`GET /a: /: property "pixel_pitch" is unsupported (schema Audio)`}
	if !slices.Equal(told.lines, want) {
		t.Errorf("got\n  %s\nwant\n  %s", strings.Join(told.lines, "\n  "), strings.Join(want, "\n  "))
	}
}

// TestDiff: a new field stands in many objects, and is told once.
func TestDiff(t *testing.T) {
	was := "{\n  \"a\": 1\n}\n{\n    \"a\": 1\n}\n"
	is := "{\n  \"a\": 1,\n  \"b\": 2\n}\n{\n    \"a\": 1,\n    \"b\": 2\n}\n"
	want := "- \"a\": 1 (2 times)\n+ \"a\": 1, (2 times)\n+ \"b\": 2 (2 times)\n"
	if got := diff(was, is); got != want {
		t.Errorf("%s, want\n%s", got, want)
	}
}

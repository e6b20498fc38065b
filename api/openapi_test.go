// SPDX-License-Identifier: Apache-2.0

package api

import (
	"bytes"
	"cmp"
	"context"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/getkin/kin-openapi/openapi3filter"
	"github.com/getkin/kin-openapi/routers"
	"github.com/getkin/kin-openapi/routers/legacy"

	"github.com/ledpost/ledpost/api/wire"
	"github.com/ledpost/ledpost/internal/must"
)

// promised is the document that answers are compared with. load sets it.
var promised *contract

// load reads the document. strict forbids fields that it does not name.
var load = sync.OnceValues(func() (routers.Router, error) {
	doc, err := openapi3.NewLoader().LoadFromData(openAPI)
	if err != nil {
		return nil, err
	}
	for _, s := range doc.Components.Schemas {
		strict(s)
	}
	doc.Servers = nil // any
	promised = newContract(doc)
	return legacy.NewRouter(doc)
})

// strict forbids properties that are not described, below objects that describe
// some: an answer may not hold what the document does not tell.
func strict(s *openapi3.SchemaRef) {
	if s == nil || s.Ref != "" || s.Value == nil {
		return
	}
	if len(s.Value.Properties) > 0 {
		s.Value.AdditionalProperties = openapi3.AdditionalProperties{Has: new(bool)}
	}
	for _, p := range s.Value.Properties {
		strict(p)
	}
	strict(s.Value.Items)
}

func document(t testing.TB) routers.Router {
	t.Helper()
	return must.Get(load())(t)
}

// documented fails if the answer is not what the document says.
func documented(t testing.TB, r *http.Request, w *httptest.ResponseRecorder) {
	t.Helper()
	r = r.Clone(context.Background())
	r.URL.Path, r.URL.RawPath = strings.TrimSuffix(r.URL.EscapedPath(), "/"), "" // as the server does: %2F is no /
	r.URL.Path = cmp.Or(r.URL.Path, "/")
	if r.Method == http.MethodHead {
		return
	}
	route, params, err := document(t).FindRoute(r)
	if err != nil {
		if w.Code < 300 && w.Code != http.StatusNoContent {
			t.Errorf("%s %s is not in the document, yet it answered %d", r.Method, r.URL.Path, w.Code)
		}
		return
	}
	in := &openapi3filter.RequestValidationInput{Request: r, PathParams: params, Route: route}
	out := &openapi3filter.ResponseValidationInput{
		RequestValidationInput: in, Status: w.Code, Header: w.Header(),
		Body:    io.NopCloser(bytes.NewReader(w.Body.Bytes())),
		Options: &openapi3filter.Options{IncludeResponseStatus: true},
	}
	for _, kind := range []string{"image/", "audio/", "application/toml", "application/octet-stream"} {
		if strings.HasPrefix(w.Header().Get("Content-Type"), kind) {
			out.Options.ExcludeResponseBody = true
		}
	}
	if err := openapi3filter.ValidateResponse(context.Background(), out); err != nil {
		promised.differs(t, r, err)
	}
}

// The document is valid, is served as it is, and names every path and method
// that the server answers, and no other.
func TestDocumentIsComplete(t *testing.T) {
	doc := must.Get(openapi3.NewLoader().LoadFromData(openAPI))(t)
	must.Do(t, doc.Validate(context.Background()))
	r := newRig(t, nil)
	if got := r.do("GET", "/openapi.json", ""); !bytes.Equal(got.Body.Bytes(), openAPI) {
		t.Error("the server serves another document")
	}
	var served, told []string
	for _, e := range r.endpoints() {
		for m := range e.Methods {
			served = append(served, e.Path+" "+m)
		}
	}
	for path, item := range doc.Paths.Map() {
		for _, m := range slices.Sorted(maps.Keys(item.Operations())) {
			told = append(told, path+" "+m)
		}
	}
	slices.Sort(served)
	slices.Sort(told)
	if !slices.Equal(served, told) {
		t.Errorf("served, not told, and told, not served:\n%s",
			diff(strings.Join(told, "\n")+"\n", strings.Join(served, "\n")+"\n"))
	}
}

// The examples of the document are what they are examples of, and the server
// accepts them.
func TestDocumentExamplesWork(t *testing.T) {
	doc := must.Get(openapi3.NewLoader().LoadFromData(openAPI))(t)
	story(t, nil, func(t *testing.T, r *rig) { // a slow machine would let requests wait for too long
		n := 0
		for path, item := range doc.Paths.Map() {
			for method, op := range item.Operations() {
				for _, example := range examples(op) {
					n++
					if path == "/live/agents" || path == "/live/notifications/{id}" {
						continue // there is no such app here, and no page
					}
					wants(t, r.do(method, path, example), http.StatusOK, "", method, path, example)
				}
			}
		}
		if n < 10 {
			t.Errorf("only %d examples", n)
		}
	})
}

func examples(op *openapi3.Operation) (out []string) {
	if op.RequestBody == nil {
		return nil
	}
	content := op.RequestBody.Value.Content["application/json"]
	if content == nil {
		return nil
	}
	var all []any
	if content.Example != nil {
		all = append(all, content.Example)
	}
	for _, e := range content.Examples {
		all = append(all, e.Value.Value)
	}
	for _, e := range all {
		text, _ := wire.Encode(e)
		out = append(out, string(text))
	}
	return out
}

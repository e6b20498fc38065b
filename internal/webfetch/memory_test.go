// SPDX-License-Identifier: Apache-2.0

package webfetch_test

import (
	"net/http"
	"runtime"
	"strings"
	"testing"

	"github.com/ledpost/ledpost/internal/budget"
	"github.com/ledpost/ledpost/internal/eventually"
	"github.com/ledpost/ledpost/internal/must"
	"github.com/ledpost/ledpost/internal/webfetch"
	"github.com/ledpost/ledpost/internal/webfetch/webtest"
)

// TestMemory: an answer is taken from the budget as it comes, and held until it is closed, or
// forgotten.
func TestMemory(t *testing.T) {
	const size = 100 << 10
	b := budget.New(2 * size)
	c := must.Get(webfetch.New(webfetch.Config{Memory: b, Dial: webtest.Serve(t, http.HandlerFunc(
		func(w http.ResponseWriter, _ *http.Request) { w.Write([]byte(strings.Repeat("x", size))) }))}))(t)
	get := func(most int64) (*webfetch.Answer, error) {
		return c.Get(t.Context(), webfetch.Request{URL: "http://host/", Max: most})
	}
	one, err := get(size)
	if err != nil || len(one.Body) != size || b.Held() < size {
		t.Fatalf("%v, %d bytes held", err, b.Held())
	}
	held := b.Held()
	if _, err := get(size); err != budget.ErrSpent || b.Held() != held {
		t.Errorf("no room for another one: %v, %d bytes held", err, b.Held())
	}
	if one.Close(); b.Held() != 0 {
		t.Errorf("after Close: %d bytes held", b.Held())
	}
	if _, err := get(size / 2); err != webfetch.ErrTooLarge || b.Held() != 0 {
		t.Errorf("too large: %v, %d bytes held", err, b.Held())
	}
	if _, err := get(size); err != nil {
		t.Fatal(err)
	}
	eventually.True(t, "one that nobody closes comes back", func() bool { runtime.GC(); return b.Held() == 0 })
}

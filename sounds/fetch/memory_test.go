// SPDX-License-Identifier: Apache-2.0

package fetch_test

import (
	"errors"
	"io"
	"net/http"
	"testing"

	"github.com/ledpost/ledpost/internal/budget"
	"github.com/ledpost/ledpost/internal/webfetch/webtest"
	"github.com/ledpost/ledpost/sounds/fetch"
)

// TestMemory: a file is taken from the budget as it comes, and held until it is closed.
func TestMemory(t *testing.T) {
	const size = 300_000
	c := client(t, fetch.Config{Dial: webtest.Serve(t, http.HandlerFunc(
		func(w http.ResponseWriter, _ *http.Request) { w.Write(make([]byte, size)) }))})
	b := budget.New(2 * size)
	c.Bound(b)
	whole, second := c.Download("http://host/"), c.Download("http://host/")
	if whole.Run(t.Context()); whole.Failed() || b.Held() < size {
		t.Errorf("failed is %v, %d bytes held", whole.Failed(), b.Held())
	}
	if second.Run(t.Context()); !second.Failed() {
		t.Error("there is room for two")
	}
	if _, err := io.ReadAll(second.Reader(t.Context())); !errors.Is(err, budget.ErrSpent) {
		t.Error(err)
	}
	second.Close()
	if whole.Close(); b.Held() != 0 {
		t.Errorf("%d bytes are left", b.Held())
	}
	closed := c.Download("http://host/")
	closed.Close()
	if closed.Run(t.Context()); !closed.Failed() || b.Held() != 0 {
		t.Errorf("of one that nobody wants any more %d bytes are held", b.Held())
	}
}

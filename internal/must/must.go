// SPDX-License-Identifier: Apache-2.0

// Package must ends a test at a step that failed and without which it cannot go on, tells a test of a step that should
// have failed or ended otherwise, and ends with the test what runs beside it.
package must

import (
	"context"
	"strings"
	"sync"
	"testing"
)

// Do ends the test with err, unless that is nil. Only the test's own goroutine may call it.
func Do(t testing.TB, err error) {
	if err != nil {
		t.Helper() // not before: benchmarks call Do, too
		t.Fatal(err)
	}
}

// Get ends the test with err, unless that is nil, and returns v. It takes the results of a
// call, and the test behind them: must.Get(os.Open(name))(t).
func Get[T any](v T, err error) func(testing.TB) T {
	return func(t testing.TB) T {
		if err != nil {
			t.Helper()
			t.Fatal(err)
		}
		return v
	}
}

// Fail is an error of the test, which goes on, unless err has a text in it. of are the row of a table, or the step.
func Fail(t testing.TB, err error, text string, of ...any) {
	if err == nil || !strings.Contains(err.Error(), text) {
		t.Helper()
		t.Errorf("%+v: error %v, want one with %q", of, err, text)
	}
}

// Equal is an error of the test, which goes on, unless got is want. of are the row of a table, or the step.
func Equal[T comparable](t testing.TB, got, want T, of ...any) {
	if got != want {
		t.Helper()
		t.Errorf("%+v\n got %+v\nwant %+v", of, got, want)
	}
}

// Run starts run beside the test. stop ends its context and waits for it, as the end of the
// test does; an error of run fails the test.
func Run(t testing.TB, run func(context.Context) error) (stop func()) {
	ctx, cancel := context.WithCancel(context.Background()) // t's own is over before t's clean-ups
	ended := make(chan error, 1)
	go func() { ended <- run(ctx) }()
	stop = sync.OnceFunc(func() {
		cancel()
		if err := <-ended; err != nil {
			t.Error(err)
		}
	})
	t.Cleanup(stop)
	return stop
}

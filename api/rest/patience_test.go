package rest

import (
	"context"
	"net/http/httptest"
	"testing"
	"testing/synctest"
	"time"
)

// TestPatience: what becomes of a call to the device when its client hangs up, and
// when the device does not answer.
func TestPatience(t *testing.T) {
	for _, c := range []struct {
		method string
		ends   bool // with the client
	}{
		{"GET", true}, // nobody reads the answer
		{"HEAD", true},
		{"POST", false}, // it has arrived whole, and small programs do not wait for the answer
		{"PUT", false},
		{"DELETE", false},
	} {
		synctest.Test(t, func(t *testing.T) {
			client, leave := context.WithCancel(t.Context())
			ctx, done := Patience(httptest.NewRequest(c.method, "/", nil).WithContext(client))
			defer done()
			leave()
			synctest.Wait()
			if ended := ctx.Err() != nil; ended != c.ends {
				t.Errorf("%s: ends with its client: %v, want %v", c.method, ended, c.ends)
			}
			ctx, done = Patience(httptest.NewRequest(c.method, "/", nil))
			defer done()
			begun := time.Now()
			<-ctx.Done()
			if took := time.Since(begun); took != patience {
				t.Errorf("%s: waits for %v, want %v", c.method, took, patience)
			}
		})
	}
}

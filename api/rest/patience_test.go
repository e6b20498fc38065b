// SPDX-License-Identifier: Apache-2.0

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
	for _, method := range []string{
		"GET",  // nc -N has closed its half of the connection, and waits
		"POST", // it has arrived whole, and small programs do not wait for the answer
	} {
		synctest.Test(t, func(t *testing.T) {
			client, leave := context.WithCancel(t.Context())
			ctx, done := Patience(httptest.NewRequest(method, "/", nil).WithContext(client))
			defer done()
			leave()
			synctest.Wait()
			if ctx.Err() != nil {
				t.Errorf("%s ends with its client", method)
			}
			ctx, done = Patience(httptest.NewRequest(method, "/", nil))
			defer done()
			begun := time.Now()
			<-ctx.Done()
			if took := time.Since(begun); took != patience {
				t.Errorf("%s: waits for %v, want %v", method, took, patience)
			}
		})
	}
}

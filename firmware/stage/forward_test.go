// SPDX-License-Identifier: Apache-2.0

package stage

import (
	"context"
	"errors"
	"slices"
	"testing"
	"testing/synctest"
)

// TestForward: everything arrives in its order, an error ends nothing, and the
// end of the context does.
func TestForward(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		c, got, end := make(chan string), []string(nil), make(chan error)
		go func() {
			end <- Forward(c, func(_ context.Context, s string) error {
				got = append(got, s)
				return errors.New("refused")
			})(ctx)
		}()
		c <- "a"
		c <- "b"
		synctest.Wait()
		cancel()
		if err := <-end; err != nil || !slices.Equal(got, []string{"a", "b"}) {
			t.Errorf("%v, %v; want a and b, and no error", got, err)
		}
	})
}

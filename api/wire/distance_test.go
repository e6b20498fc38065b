// SPDX-License-Identifier: Apache-2.0

package wire

import (
	"testing"

	"github.com/ledpost/ledpost/internal/memtest"
)

// FuzzDistance: no body of a client or a broker takes memory or panics, and what is neither refused nor a fault is a
// number or null.
func FuzzDistance(f *testing.F) {
	for _, body := range []string{`{"distance":3.2}`, `3.2`, `" 3.2 "`, `null`, `{}`, `{"distance":null}`, `unavailable`,
		`{"distance":1e999}`, `-0`, `[1]`, `{"distance":{"distance":1}}`, `NaN`, `0x10`} {
		f.Add([]byte(body))
	}
	f.Fuzz(func(t *testing.T, body []byte) {
		memtest.AtMost(t, 64<<10+1<<10*len(body), func() {
			m, err := distance(new(Faults), body)
			if err != nil && m.Known {
				t.Errorf("%q: %v, though %v", body, m, err)
			}
			if err == nil && !m.Known && string(body) != null {
				t.Errorf("%q: taken for null", body)
			}
		})
	})
}

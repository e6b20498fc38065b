// SPDX-License-Identifier: Apache-2.0

package wire

import (
	"testing"

	"github.com/ledpost/ledpost/internal/memtest"
)

func FuzzDisplay(f *testing.F) {
	f.Add([]byte(`{"brightness":"5","on":1,"screensaver":{"mode":"time_based","mode_params":{"start_time":"1:2:3"}}}`))
	f.Fuzz(func(t *testing.T, body []byte) {
		memtest.AtMost(t, 256<<10+1<<10*len(body), func() {
			var p displayPatch
			if Decode(body, &p) == nil {
				p.patch(new(Faults))
			}
		})
	})
}

// SPDX-License-Identifier: Apache-2.0

package testtool

import (
	"os"
	"testing"
)

// Night skips a test that takes longer than a change may wait for, because of why, unless
// LEDPOST_NIGHT=1 is set. .ci/night sets it, in each package whose tests call Night.
func Night(t testing.TB, why string) {
	t.Helper()
	if os.Getenv("LEDPOST_NIGHT") != "1" {
		t.Skipf("set LEDPOST_NIGHT=1 to run this test: %s", why)
	}
}

// Gate skips a test that takes longer than somebody at a desk may wait for, because of why,
// unless LEDPOST_TOOLS=require is set, as .ci/run does.
func Gate(t testing.TB, why string) {
	t.Helper()
	if os.Getenv("LEDPOST_TOOLS") != "require" {
		t.Skipf("set LEDPOST_TOOLS=require to run this test: %s", why)
	}
}

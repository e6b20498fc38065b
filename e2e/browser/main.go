// SPDX-License-Identifier: Apache-2.0

package browser

import (
	"os"
	"testing"

	"github.com/ledpost/ledpost/e2e/rig"
)

// Main is the TestMain of a package whose tests use a browser: it runs them, removes what they
// have built, ends the browsers and exits.
func Main(m *testing.M) {
	code := rig.Main(m)
	Close()
	os.Exit(code)
}

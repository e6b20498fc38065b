// SPDX-License-Identifier: Apache-2.0

// Package looks tests that the web page can be read and reached by everybody: contrast,
// places and names, on a desk and on a phone.
package looks

import (
	"os"
	"testing"

	"github.com/ledpost/ledpost/e2e/browser"
	"github.com/ledpost/ledpost/e2e/rig"
)

func TestMain(m *testing.M) {
	code := rig.Main(m)
	browser.Close()
	os.Exit(code)
}

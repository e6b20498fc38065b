// SPDX-License-Identifier: Apache-2.0

// Package looks tests that the web page can be read and reached by everybody: contrast,
// places and names, on a desk and on a phone.
package looks

import (
	"testing"

	"github.com/ledpost/ledpost/e2e/browser"
)

func TestMain(m *testing.M) { browser.Main(m) }

// SPDX-License-Identifier: Apache-2.0

// Package access tests with axe and Lighthouse that everybody can use the web page, and
// that its first visit asks for little.
package access

import (
	"testing"

	"github.com/ledpost/ledpost/e2e/browser"
)

func TestMain(m *testing.M) { browser.Main(m) }

// SPDX-License-Identifier: Apache-2.0

// Package owner tests in a browser what the owner of a device does on its page: gets in by
// claim, code, key or press, finds and sets up the panel, names the device, gives keys to
// others, updates it and goes back. The daily use of the page is tested in package page.
package owner

import (
	"testing"

	"github.com/ledpost/ledpost/e2e/browser"
)

func TestMain(m *testing.M) { browser.Main(m) }

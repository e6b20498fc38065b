// SPDX-License-Identifier: Apache-2.0

// Package page tests in a browser how the web page is used: places, keyboard, languages,
// settings, views and networks. What it puts on the panel is tested in package show, what
// its owner does with the device in package owner.
package page

import (
	"testing"

	"github.com/ledpost/ledpost/e2e/browser"
)

func TestMain(m *testing.M) { browser.Main(m) }

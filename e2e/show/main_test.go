// SPDX-License-Identifier: Apache-2.0

// Package show tests in a browser what the web page puts on the panel: apps, pictures,
// sounds and effects. Messages are tested in package compose.
package show

import (
	"testing"

	"github.com/ledpost/ledpost/e2e/browser"
)

func TestMain(m *testing.M) { browser.Main(m) }

// SPDX-License-Identifier: Apache-2.0

// Package jobs does in a browser what people want to do on the web page, and counts the
// presses that each takes.
package jobs

import (
	"testing"

	"github.com/ledpost/ledpost/e2e/browser"
)

func TestMain(m *testing.M) { browser.Main(m) }

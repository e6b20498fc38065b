// SPDX-License-Identifier: Apache-2.0

// Package compose tests in a browser how a message is made on the web page: text, frames and
// icons, its sketch, its history, and its copies for other programs.
package compose

import (
	"testing"

	"github.com/ledpost/ledpost/e2e/browser"
)

func TestMain(m *testing.M) { browser.Main(m) }

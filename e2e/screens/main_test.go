// SPDX-License-Identifier: Apache-2.0

// Package screens walks through all views of the web page: in other languages, where
// longer words must not stick out, and to make a picture of each.
package screens

import (
	"testing"

	"github.com/ledpost/ledpost/e2e/browser"
)

func TestMain(m *testing.M) { browser.Main(m) }

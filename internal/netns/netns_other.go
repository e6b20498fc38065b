// SPDX-License-Identifier: Apache-2.0

//go:build !linux

// Package netns gives tests their own network, where there is Linux.
package netns

import (
	"testing"

	"github.com/ledpost/ledpost/internal/testtool"
)

// Own skips the calling test.
func Own(t *testing.T, addresses ...string) bool {
	t.Helper()
	testtool.Missing(t, "Linux")
	return false
}

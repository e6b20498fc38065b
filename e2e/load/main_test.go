// SPDX-License-Identifier: Apache-2.0

// Package load tests that no load from the network ends the device or keeps its owner out: on
// ledpost running as a process whose memory is bounded. The race detector would need more of it.
package load

import (
	"os"
	"testing"

	"github.com/ledpost/ledpost/e2e/rig"
)

func TestMain(m *testing.M) { os.Exit(rig.Main(m)) }

// SPDX-License-Identifier: Apache-2.0

// Package load tests that no load from the network ends the device, keeps its owner out or leaves
// anything behind: on ledpost running as a process whose memory is bounded.
package load

import (
	"os"
	"testing"

	"github.com/ledpost/ledpost/e2e/rig"
)

func TestMain(m *testing.M) { os.Exit(rig.Main(m)) }

// SPDX-License-Identifier: Apache-2.0

// Package power tests what is left when the power is cut, on ledpost running as a
// process that is killed.
package power

import (
	"os"
	"testing"

	"github.com/ledpost/ledpost/e2e/rig"
)

func TestMain(m *testing.M) { os.Exit(rig.Main(m)) }

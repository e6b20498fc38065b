// SPDX-License-Identifier: Apache-2.0

// Package e2e tests the whole program: it is built, started and talked to as its
// users do. Tests of the repository itself (which package imports which, whether
// every link of the documentation leads somewhere) are here too.
package e2e

import (
	"os"
	"testing"

	"github.com/ledpost/ledpost/e2e/rig"
)

func TestMain(m *testing.M) { os.Exit(rig.Main(m)) }

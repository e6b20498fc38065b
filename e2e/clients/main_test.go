// SPDX-License-Identifier: Apache-2.0

// Package clients tests ledpost with the programs that people use beside it, unmodified
// where they run here and transcribed where they do not.
package clients

import (
	"os"
	"testing"

	"github.com/ledpost/ledpost/e2e/rig"
)

func TestMain(m *testing.M) { os.Exit(rig.Main(m)) }

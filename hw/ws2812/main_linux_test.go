// SPDX-License-Identifier: Apache-2.0

package ws2812

import (
	"os"
	"testing"

	"github.com/ledpost/ledpost/hw/refresh"
)

// TestMain is the refresher, too, which a test starts that opens a strip.
func TestMain(m *testing.M) {
	if len(os.Args) > 1 && os.Args[1] == refresh.Command {
		os.Exit(refresh.Main(os.Args[2:], Config{}.Backends()))
	}
	os.Exit(m.Run())
}

// SPDX-License-Identifier: Apache-2.0

package apps

import (
	"testing"

	"github.com/ledpost/ledpost/apps/apptest"
	"github.com/ledpost/ledpost/apps/custom"
)

// TestEveryAppKeepsTheContract of device.App, and that of the AWTRIX interface too.
func TestEveryAppKeepsTheContract(t *testing.T) {
	for _, a := range append(table[:len(table):len(table)], custom.App) {
		t.Run(a.Package, func(t *testing.T) { apptest.Check(t, a) })
	}
}

// SPDX-License-Identifier: Apache-2.0

package forget_test

import (
	"os"
	"testing"

	"golang.org/x/sys/unix"

	"github.com/ledpost/ledpost/internal/durable/durabletest"
	"github.com/ledpost/ledpost/internal/forget"
	"github.com/ledpost/ledpost/internal/must"
)

// TestForgottenOnTheDisk: what is forgotten does not come back, however soon the power fails.
func TestForgottenOnTheDisk(t *testing.T) {
	disk := durabletest.NewDisk(t)
	must.Do(t, os.Remove(disk.Dir+"/lost+found"))
	fill(t, disk.Dir)
	unix.Sync()
	must.Do(t, forget.Tree{Dir: disk.Dir, Keep: rules}.Forget())
	disk.Cut(0)()
	left(t, disk.Dir, "after a power cut")
}

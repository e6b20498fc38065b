// SPDX-License-Identifier: Apache-2.0

package install

import (
	"fmt"
	"os"

	"golang.org/x/sys/unix"
)

// syncAll waits until everything on the file system of path is on the disk.
func syncAll(path string) error {
	d, err := os.Open(path)
	if err != nil {
		return fmt.Errorf("install: %w", err)
	}
	defer d.Close()
	return unix.Syncfs(int(d.Fd()))
}

// SPDX-License-Identifier: Apache-2.0

//go:build linux

package guest

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"golang.org/x/sys/unix"
)

// Mount mounts the file systems that programs expect.
func Mount() error {
	for _, m := range []struct{ dir, kind string }{{"/proc", "proc"}, {"/sys", "sysfs"}, {"/dev", "devtmpfs"}} {
		if err := os.MkdirAll(m.dir, 0o755); err != nil {
			return err
		}
		if err := unix.Mount(m.kind, m.dir, m.kind, 0, ""); err != nil {
			return fmt.Errorf("mount %s: %w", m.dir, err)
		}
	}
	return nil
}

const modules = "/modules"

// Modules are the kernel's that were packed, in the order in which they load; the
// error is fs.ErrNotExist without modules.
func Modules() ([]string, error) {
	order, err := os.ReadFile(filepath.Join(modules, "order"))
	return strings.Fields(string(order)), err
}

// Load loads modules, by the names of their files.
func Load(names ...string) error {
	for _, name := range names {
		f, err := os.Open(filepath.Join(modules, name))
		if err != nil {
			return err
		}
		err = unix.FinitModule(int(f.Fd()), "", 0)
		f.Close()
		if err != nil {
			return fmt.Errorf("load %s: %w", name, err)
		}
	}
	return nil
}

// End says how the first program ended and switches the machine off.
func End(err error) {
	if err != nil {
		fmt.Println("hil: failed:", err)
	} else {
		fmt.Println("hil: done")
	}
	unix.Reboot(unix.LINUX_REBOOT_CMD_POWER_OFF)
}

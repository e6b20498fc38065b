// SPDX-License-Identifier: Apache-2.0

package trial

import (
	"os"
	"path/filepath"
	"strings"
)

// Carrier reports whether a cable with something at its other end is in one of the
// network devices that sysfs has at dir, such as /sys/class/net. Bridges and the like
// have no hardware, and Wi-Fi has a carrier only while it is joined: neither is a cable.
func Carrier(dir string) bool {
	devices, _ := filepath.Glob(filepath.Join(dir, "*", "device"))
	for _, device := range devices {
		of := filepath.Dir(device)
		if _, err := os.Stat(filepath.Join(of, "wireless")); err == nil {
			continue
		}
		text, err := os.ReadFile(filepath.Join(of, "carrier")) // an error while the device is down
		if err == nil && strings.TrimSpace(string(text)) == "1" {
			return true
		}
	}
	return false
}

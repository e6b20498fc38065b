package trial

import (
	"os"
	"path/filepath"
	"strconv"
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

// ResidentMemory returns the resident bytes of a process by its folder in /proc, 0 if it
// is not known (proc_pid_statm(5): in pages, the second number).
func ResidentMemory(dir string) int64 {
	text, err := os.ReadFile(filepath.Join(dir, "statm"))
	if err != nil {
		return 0
	}
	fields := strings.Fields(string(text))
	if len(fields) < 2 {
		return 0
	}
	pages, err := strconv.ParseInt(fields[1], 10, 64)
	if err != nil {
		return 0
	}
	return pages * int64(os.Getpagesize())
}

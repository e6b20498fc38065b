// SPDX-License-Identifier: Apache-2.0

// Package boot tells one start of the machine from another.
package boot

import (
	"strings"

	"github.com/ledpost/ledpost/internal/bounded"
)

// path is where Linux keeps a UUID that it makes at each boot (random(4)).
const path = "/proc/sys/kernel/random/boot_id"

// ID returns the name of the boot that the machine is in: another one after a power cut,
// the same one after a crash of the program. It is "" where the system tells none. Any
// goroutine may call it.
func ID() string { return read(path) }

func read(path string) string {
	id, err := bounded.ReadFile(path, 64)
	if err != nil {
		return ""
	}
	return strings.TrimSpace(string(id))
}

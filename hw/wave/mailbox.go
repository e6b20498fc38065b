// SPDX-License-Identifier: Apache-2.0

package wave

import "fmt"

// Tags of VideoCore's property interface (Raspberry Pi firmware, "Mailbox property
// interface").
const (
	tagAllocate = 0x3000c // size, alignment, flags: a handle
	tagLock     = 0x3000d // a handle: a bus address
	tagUnlock   = 0x3000e
	tagRelease  = 0x3000f

	answered = 0x80000000
)

// property asks for one tag and returns the first word of the answer.
func property(hw Hardware, tag uint32, values ...uint32) (uint32, error) {
	n := uint32(4 * len(values))
	m := append([]uint32{n + 24, 0, tag, n, 0}, values...)
	m = append(m, 0) // the end of the tags
	if err := hw.Property(m); err != nil {
		return 0, err
	}
	if m[1] != answered {
		return 0, fmt.Errorf("VideoCore refuses the request %#x (answer %#x)", tag, m[1])
	}
	return m[5], nil
}

// SPDX-License-Identifier: Apache-2.0

package gpiomem

import (
	"fmt"

	"golang.org/x/sys/unix"
)

// MapBlock maps 4096 bytes of registers by /dev/mem, at an offset from the base of the
// peripherals. The errors say what to change.
func MapBlock(b Board, offset int64) (Block, error) {
	if err := b.hasBlocks(); err != nil {
		return nil, err
	}
	mem, err := mapBlock(b, offset)
	if err != nil {
		return nil, fmt.Errorf("gpiomem: registers: %w", explain(err))
	}
	return Block(mem), nil
}

// MapMemory maps size bytes at a physical address by /dev/mem; both are multiples of
// 4096.
func MapMemory(physical int64, size int) (Block, error) {
	mem, err := mapFile(memory, physical, size)
	if err != nil {
		return nil, fmt.Errorf("gpiomem: memory: %w", explain(err))
	}
	return Block(mem), nil
}

// Close ends the mapping.
func (b Block) Close() error { return unix.Munmap(b) }

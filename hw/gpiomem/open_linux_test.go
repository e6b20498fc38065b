// SPDX-License-Identifier: Apache-2.0

package gpiomem

import (
	"encoding/binary"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/ledpost/ledpost/internal/must"
	"golang.org/x/sys/unix"
)

func TestExplainSaysWhatToDo(t *testing.T) {
	err := explain(&fs.PathError{Op: "open", Path: "/dev/mem", Err: fs.ErrPermission})
	if !strings.Contains(err.Error(), "CAP_SYS_RAWIO") {
		t.Errorf("refused /dev/mem: %v", err)
	}
	err = explain(&fs.PathError{Op: "open", Path: "/dev/gpiomem", Err: fs.ErrNotExist})
	if !strings.Contains(err.Error(), "Raspberry Pi OS") {
		t.Errorf("no /dev/gpiomem: %v", err)
	}
}

// TestOpenByThePassedMemory: without /dev/gpiomem, as in the flashable image, the
// GPIO block is mapped from the memory device that the parent has passed, at each
// chip's own address, and stays so when the way to all other memory is closed. A
// file with holes stands for the memory.
func TestOpenByThePassedMemory(t *testing.T) {
	if _, err := os.Stat("/dev/gpiomem"); err == nil {
		t.Skip("this machine has /dev/gpiomem, which is taken first")
	}
	for _, tt := range []struct {
		chip Chip
		gpio int64 // as in TestPhysicalAddresses
	}{
		{BCM2835, 0x20200000}, {BCM2837, 0x3f200000}, {BCM2711, 0xfe200000},
	} {
		t.Run(string(tt.chip), func(t *testing.T) {
			f, err := os.Create(filepath.Join(t.TempDir(), "mem"))
			must.Do(t, err)
			defer f.Close()
			if err := f.Truncate(tt.gpio + blockSize); err != nil {
				t.Skipf("no file of %d bytes can be made here: %v", tt.gpio+blockSize, err)
			}
			copied, err := unix.Dup(int(f.Fd())) // CloseShared closes it
			must.Do(t, err)
			t.Setenv(sharedName, strconv.Itoa(copied))
			regs, err := Open(Board{Model: "test", Chip: tt.chip})
			must.Do(t, err)
			CloseShared()
			regs.Drive(1<<27|1<<4, 1<<27)
			var set [4]byte
			if _, err := f.ReadAt(set[:], tt.gpio+int64(OutputSet)); err != nil || binary.LittleEndian.Uint32(set[:]) != 1<<27 {
				t.Errorf("GPSET0 of the memory holds %x, %v", set, err)
			}
			if _, ok := shared(); ok {
				t.Error("after CloseShared there is still a way to other memory")
			}
		})
	}
}

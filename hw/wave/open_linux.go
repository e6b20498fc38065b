// SPDX-License-Identifier: Apache-2.0

package wave

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"unsafe"

	"github.com/ledpost/ledpost/hw/bus"
	"github.com/ledpost/ledpost/hw/gpiomem"
	"golang.org/x/sys/unix"
)

// openHere opens the port of a line of this machine's header in this process. The errors say
// what to change.
func openHere(name string) (*Port, error) {
	root := os.DirFS("/")
	b, err := gpiomem.FindBoard(root)
	if err != nil {
		return nil, err
	}
	n, block, _ := bus.WaveLine(name)
	if err := Refusal(b.Chip, n); err != nil {
		return nil, err
	}
	if block == "PWM" && gpiomem.SoundUsesPWM(root) {
		return nil, errors.New("on-board sound (snd_bcm2835) has the PWM block: " +
			"write dtparam=audio=off into config.txt and restart the Pi")
	}
	p, err := New(&board{is: b}, name)
	if err != nil {
		return nil, fmt.Errorf("%w; or connect DIN to pin 19 (GPIO 10, MOSI), and write port = %q", err, bus.DefaultSPI)
	}
	return p, nil
}

// board is the machine that runs the program.
type board struct {
	is   gpiomem.Board
	vcio *os.File // VideoCore's mailbox, nil until it is used; then as long as the process has it
}

// Chip implements Hardware.
func (b *board) Chip() gpiomem.Chip { return b.is.Chip }

// Block implements Hardware.
func (b *board) Block(offset int64) (Words, error) {
	regs, err := gpiomem.MapBlock(b.is, offset)
	if err != nil {
		return nil, err
	}
	return regs, nil
}

// Memory implements Hardware.
func (*board) Memory(physical int64, size int) (Words, error) {
	mem, err := gpiomem.MapMemory(physical, size)
	if err != nil {
		return nil, err
	}
	return mem, nil
}

// propertyRequest is IOCTL_MBOX_PROPERTY, _IOWR(100, 0, char *).
const propertyRequest = 3<<30 | unsafe.Sizeof(uintptr(0))<<16 | 100<<8

// Property implements Hardware.
func (b *board) Property(message []uint32) error {
	if b.vcio == nil {
		if err := b.openMailbox(); err != nil {
			return err
		}
	}
	_, _, errno := unix.Syscall(unix.SYS_IOCTL, b.vcio.Fd(), propertyRequest, uintptr(unsafe.Pointer(&message[0])))
	if errno != 0 {
		return fmt.Errorf("VideoCore's mailbox: %w", errno)
	}
	return nil
}

func (b *board) openMailbox() error {
	f, err := os.OpenFile("/dev/vcio", os.O_RDWR|unix.O_CLOEXEC, 0)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return fmt.Errorf("%w (only the kernel of Raspberry Pi OS has it)", err)
	case errors.Is(err, fs.ErrPermission):
		return fmt.Errorf("%w (add the user to group video)", err)
	case err != nil:
		return err
	}
	b.vcio = f
	return nil
}

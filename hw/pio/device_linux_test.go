// SPDX-License-Identifier: Apache-2.0

package pio

import (
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"testing"
	"unsafe"

	"github.com/ledpost/ledpost/internal/must"
)

// TestRequestNumbers compares sizes and numbers with those that the C header
// gives on a 64-bit machine.
func TestRequestNumbers(t *testing.T) {
	if unsafe.Sizeof(uintptr(0)) != 8 {
		t.Skip("the numbers are those of 64-bit machines")
	}
	for _, tt := range []struct {
		name         string
		number, size uintptr
		want         uintptr
	}{
		{"SM_CONFIG_XFER", smConfigXfer, unsafe.Sizeof(configXferArgs{}), 0x40086600},
		{"SM_XFER_DATA", smXferData, unsafe.Sizeof(xferArgs{}), 0x40106601},
		{"ADD_PROGRAM", addProgram, unsafe.Sizeof(addProgramArgs{}), 0x4044660b},
		{"SM_CLAIM", smClaim, unsafe.Sizeof(claimArgs{}), 0x40026614},
		{"SM_INIT", smInit, unsafe.Sizeof(initArgs{}), 0x4014661e},
		{"SM_SET_PINS", smSetPins, unsafe.Sizeof(pinArgs{}), 0x400c6623},
		{"SM_SET_PINDIRS", smSetPinDirs, unsafe.Sizeof(pinArgs{}), 0x400c6624},
		{"SM_SET_ENABLED", smSetEnabled, unsafe.Sizeof(enableArgs{}), 0x40046625},
		{"GPIO_SET_FUNCTION", gpioSetFn, unsafe.Sizeof(functionArgs{}), 0x40046633},
	} {
		if got := request(tt.number, tt.size); got != tt.want {
			t.Errorf("%s is %#x, want %#x", tt.name, got, tt.want)
		}
	}
}

// kernel answers the calls and writes down what they were.
type kernel struct {
	log  strings.Builder
	sent []uint32
	fail uintptr // the number of the call that fails
}

func (k *kernel) call(request uintptr, arg unsafe.Pointer) (int, error) {
	number := request & 0xff
	if number == k.fail {
		return 0, errors.New("I/O error")
	}
	switch number {
	case smClaim:
		// As the driver does, copy as many bytes back as the answer's value.
		*(*[3]byte)(arg) = [3]byte{1, 2, 3}
		k.log.WriteString("claim\n")
		return 3, nil
	case addProgram:
		a := (*addProgramArgs)(arg)
		fmt.Fprintf(&k.log, "load %x at %#x\n", a.code[:a.count], a.origin)
		return 21, nil
	case smConfigXfer:
		fmt.Fprintf(&k.log, "transfer %v\n", *(*configXferArgs)(arg))
	case smInit:
		a := (*initArgs)(arg)
		fmt.Fprintf(&k.log, "init %d from %d\n", a.sm, a.pc)
	case smSetPins, smSetPinDirs:
		a := (*pinArgs)(arg)
		fmt.Fprintf(&k.log, "pins %#x of %#x\n", a.values, a.mask)
	case gpioSetFn:
		fmt.Fprintf(&k.log, "function %v\n", *(*functionArgs)(arg))
	case smSetEnabled:
		fmt.Fprintf(&k.log, "enable %#x\n", (*enableArgs)(arg).mask)
	case smXferData:
		a := (*xferArgs)(arg)
		fmt.Fprintf(&k.log, "send %d by %d\n", a.bytes, a.sm)
		k.sent = append(k.sent, unsafe.Slice((*uint32)(a.data), int(a.bytes)/4)...)
	}
	return 0, nil
}

func TestRunAndSend(t *testing.T) {
	k := &kernel{fail: 1 << 10}
	d := &Device{call: k.call}
	p := &Program{Code: []uint16{0x6020, 0x0000}, Wrap: 1, Divider: 2, OutCount: 28, Set: 5, Side: 4}
	must.Do(t, d.Run(1<<7, 1<<4|1<<5, 1<<5, p))
	words := make([]uint32, 16384)
	words[16383] = 7
	must.Do(t, d.Send(0, words))
	want := `claim
load [6020 0] at 0xffff
transfer {3 0 65532 4}
init 3 from 21
pins 0x0 of 0x80
pins 0x20 of 0x30
pins 0x30 of 0x30
function {4 7}
function {5 7}
enable 0x8
send 65532 by 3
send 4 by 3
`
	must.Equal(t, k.log.String(), want, "calls")
	if len(k.sent) != len(words) || k.sent[16383] != 7 {
		t.Errorf("%d words arrived", len(k.sent))
	}
}

// TestMachinesAreInOrder: the last program has the highest number, which wins on the pins,
// whichever the kernel gives first.
func TestMachinesAreInOrder(t *testing.T) {
	claims := []int{2, 0, 3}
	var loaded, started []uint16
	d := &Device{call: func(request uintptr, arg unsafe.Pointer) (int, error) {
		switch request & 0xff {
		case smClaim:
			n := claims[0]
			claims = claims[1:]
			return n, nil
		case smInit:
			loaded = append(loaded, (*initArgs)(arg).sm)
		case smSetEnabled:
			started = append(started, (*enableArgs)(arg).mask)
		case smXferData:
			loaded = append(loaded, (*xferArgs)(arg).sm)
		}
		return 0, nil
	}}
	p := &Program{Code: []uint16{0}}
	must.Do(t, d.Run(0, 1, 0, p, p, p))
	must.Do(t, d.Send(2, []uint32{1}))
	if fmt.Sprint(loaded, started) != "[0 2 3 3] [13]" {
		t.Errorf("loaded and sent to %v, started by %v; want 0, 2, 3 and 3, together", loaded, started)
	}
}

func TestSendAllocatesNothing(t *testing.T) {
	d := &Device{sms: []uint16{0}, call: func(uintptr, unsafe.Pointer) (int, error) { return 0, nil }}
	words := make([]uint32, 20000)
	must.Equal(t, testing.AllocsPerRun(10, func() { d.Send(0, words) }), 0, "allocations")
}

func TestEveryCallsErrorIsTold(t *testing.T) {
	for _, number := range []uintptr{smClaim, addProgram, smConfigXfer, smInit, smSetPins, smSetPinDirs, gpioSetFn,
		smSetEnabled} {
		k := &kernel{fail: number}
		d := &Device{call: k.call}
		must.Fail(t, d.Run(2, 1, 0, &Program{Code: []uint16{0}}), "I/O error", "call", number)
	}
	d := &Device{sms: []uint16{0}, call: (&kernel{fail: smXferData}).call}
	if err := d.Send(0, []uint32{1}); err == nil {
		t.Error("a failed transfer is no error")
	}
}

func TestOpenSaysWhatIsMissing(t *testing.T) {
	d, err := Open()
	if err == nil {
		d.Close()
		t.Skip("this machine has " + Path)
	}
	if errors.Is(err, fs.ErrNotExist) && !strings.Contains(err.Error(), "Raspberry Pi 5") {
		t.Errorf("no device: %v", err)
	}
}

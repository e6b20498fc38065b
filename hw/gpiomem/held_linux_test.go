// SPDX-License-Identifier: Apache-2.0

package gpiomem

import (
	"fmt"
	"testing"
	"unsafe"
)

// TestRequestSizes: the size of what is asked for is part of the number.
func TestRequestSizes(t *testing.T) {
	for _, r := range []struct {
		name    string
		request uintptr
		size    uintptr
	}{
		{"gpiochip_info", chipInfoRequest, unsafe.Sizeof(chipInfo{})},
		{"gpio_v2_line_info", lineInfoRequest, unsafe.Sizeof(lineInfo{})},
	} {
		if got := r.request >> 16 & (1<<14 - 1); got != r.size {
			t.Errorf("%s has %d bytes, its request says %d", r.name, r.size, got)
		}
	}
}

// TestHeldByNothing: a file that is no GPIO chip holds no pins.
func TestHeldByNothing(t *testing.T) {
	for _, name := range []string{"/dev/null", "/dev/there-is-none"} {
		if lines := heldBy(name); lines != nil {
			t.Errorf("%s holds %v", name, lines)
		}
	}
}

// TestHeld: what a kernel answers by the second ABI, on the models 0 to 4 and on the 5.
func TestHeld(t *testing.T) {
	chip := func(label string) func(uintptr, unsafe.Pointer) bool {
		return func(request uintptr, arg unsafe.Pointer) bool {
			if request == chipInfoRequest {
				copy((*chipInfo)(arg).label[:], label)
				return true
			}
			l := (*lineInfo)(arg)
			l.flags = 1 << 2 // an input
			switch l.offset {
			case 8:
				l.flags |= 1
				copy(l.consumer[:], "spi0 CS0")
			case 17: // the kernel keeps it, and says no name
				l.flags |= 1
			case 45: // the last line of a Compute Module's connector
				l.flags |= 1
				copy(l.consumer[:], "led")
			case 46: // on no connector
				l.flags |= 1
			case 20:
				return false
			}
			return true
		}
	}
	for label, want := range map[string]string{
		"pinctrl-bcm2835": "[{8 spi0 CS0} {17 } {45 led}]", "pinctrl-bcm2711": "[{8 spi0 CS0} {17 } {45 led}]",
		"pinctrl-rp1": "[{8 spi0 CS0} {17 } {45 led}]", "raspberrypi-exp-gpio": "[]",
	} {
		if got := fmt.Sprint(held(chip(label))); got != want {
			t.Errorf("%s: %s, want %s", label, got, want)
		}
	}
}

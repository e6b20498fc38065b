package gpiomem

import (
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
		if mask := heldBy(name); mask != 0 {
			t.Errorf("%s holds %#x", name, mask)
		}
	}
}

// SPDX-License-Identifier: Apache-2.0

package gpiomem

import (
	"testing"
	"unsafe"
)

// TestLayoutOfRequests: sizes and places of linux/gpio.h, which the kernel refuses when
// they are others, as the sizes are in the requests' numbers.
func TestLayoutOfRequests(t *testing.T) {
	var r lineRequest
	for what, got := range map[string][2]uintptr{
		"size of gpio_v2_line_request": {unsafe.Sizeof(r), lineRequestRequest >> 16 & 0x3fff},
		"size of gpio_v2_line_values":  {unsafe.Sizeof(lineValues{}), lineSetValuesRequest >> 16 & 0x3fff},
		"config":                       {unsafe.Offsetof(r.flags), 288},
		"num_lines":                    {unsafe.Offsetof(r.lines), 560},
		"fd":                           {unsafe.Offsetof(r.fd), 588},
	} {
		if got[0] != got[1] {
			t.Errorf("%s is %d, want %d", what, got[0], got[1])
		}
	}
}

func TestOutputsAllocateNothing(t *testing.T) {
	var got lineValues
	o := &Outputs{set: func(_ uintptr, v *lineValues) error { got = *v; return nil }}
	if n := testing.AllocsPerRun(100, func() { o.Set(2, 3) }); n != 0 || got != (lineValues{2, 3}) {
		t.Errorf("%v allocations, %+v", n, got)
	}
}

// SPDX-License-Identifier: Apache-2.0

//go:build linux

package uinput

import (
	"testing"
	"unsafe"

	"golang.org/x/sys/unix"
)

// TestEvent: an event is as long as the kernel reads it on this machine, 16 or 24 bytes.
func TestEvent(t *testing.T) {
	var time unix.Timeval
	if got, want := unsafe.Sizeof(event{}), unsafe.Sizeof(time)+8; got != want {
		t.Errorf("%d bytes, want %d", got, want)
	}
	events := [2]event{{kind: evKey, code: 28, value: 1}}
	if got := memory(&events); len(got) != 2*int(unsafe.Sizeof(event{})) {
		t.Errorf("%d bytes of two events", len(got))
	}
}

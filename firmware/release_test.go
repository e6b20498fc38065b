// SPDX-License-Identifier: Apache-2.0

package firmware

import (
	"errors"
	"net"
	"testing"

	"github.com/ledpost/ledpost/hw/input"
)

// lent is a button that notes that it was let go.
type lent struct {
	input.Source
	closed int
}

func (l *lent) Close() error { l.closed++; return errors.New("line 5 stays busy") }

// TestRelease: a device that cannot start lets go of its buttons and ports, so that the next
// start has them.
func TestRelease(t *testing.T) {
	plain, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	button := &lent{}
	a := &appliance{buttons: &buttons{sources: input.Sources{button}}, listeners: &listeners{plain: plain}}
	if err := a.release(); err == nil || button.closed != 1 {
		t.Errorf("%v, the button is let go %d times", err, button.closed)
	}
	again, err := net.Listen("tcp", plain.Addr().String())
	if err != nil {
		t.Fatal("the port is still open:", err)
	}
	again.Close()
	if err := (&appliance{}).release(); err != nil {
		t.Error("nothing was opened:", err)
	}
}

// SPDX-License-Identifier: Apache-2.0

package mqtt

import (
	"net"
	"testing"

	"github.com/ledpost/ledpost/internal/must"
	"golang.org/x/sys/unix"
)

// TestProbing: the kernel asks a silent broker soon whether it still knows the
// connection.
func TestProbing(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	must.Do(t, err)
	defer l.Close()
	c, err := overTCP(t.Context(), address{host: l.Addr().String()}, nil)
	must.Do(t, err)
	defer c.Close()
	raw, err := c.(*net.TCPConn).SyscallConn()
	must.Do(t, err)
	on, idle, each := 0, 0, 0
	if err := raw.Control(func(fd uintptr) {
		on, _ = unix.GetsockoptInt(int(fd), unix.SOL_SOCKET, unix.SO_KEEPALIVE)
		idle, _ = unix.GetsockoptInt(int(fd), unix.IPPROTO_TCP, unix.TCP_KEEPIDLE)
		each, _ = unix.GetsockoptInt(int(fd), unix.IPPROTO_TCP, unix.TCP_KEEPINTVL)
	}); err != nil {
		t.Fatal(err)
	}
	if on != 1 || idle != 5 || each != 5 {
		t.Errorf("probes %d, after %d s and each %d s, want after 5 s each", on, idle, each)
	}
}

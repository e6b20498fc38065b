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
	l := must.Get(net.Listen("tcp", "127.0.0.1:0"))(t)
	defer l.Close()
	c := must.Get(overTCP(t.Context(), address{host: l.Addr().String()}, nil))(t)
	defer c.Close()
	raw := must.Get(c.(*net.TCPConn).SyscallConn())(t)
	on, idle, each := 0, 0, 0
	must.Do(t, raw.Control(func(fd uintptr) {
		on, _ = unix.GetsockoptInt(int(fd), unix.SOL_SOCKET, unix.SO_KEEPALIVE)
		idle, _ = unix.GetsockoptInt(int(fd), unix.IPPROTO_TCP, unix.TCP_KEEPIDLE)
		each, _ = unix.GetsockoptInt(int(fd), unix.IPPROTO_TCP, unix.TCP_KEEPINTVL)
	}))
	if on != 1 || idle != 5 || each != 5 {
		t.Errorf("probes %d, after %d s and each %d s, want after 5 s each", on, idle, each)
	}
}

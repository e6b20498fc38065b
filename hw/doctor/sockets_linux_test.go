// SPDX-License-Identifier: Apache-2.0

package doctor

import (
	"net"
	"os"
	"testing"

	"github.com/ledpost/ledpost/internal/must"
)

// TestHolders: the kernel names this program as the one that has its ports.
func TestHolders(t *testing.T) {
	tcp := must.Get(net.Listen("tcp", "127.0.0.1:0"))(t)
	defer tcp.Close()
	udp := must.Get(net.ListenPacket("udp", "127.0.0.1:0"))(t)
	defer udp.Close()
	for protocol, port := range map[string]int{"tcp": tcp.Addr().(*net.TCPAddr).Port,
		"udp": udp.LocalAddr().(*net.UDPAddr).Port} {
		all := Holders(os.DirFS("/"), protocol, port)
		if len(all) != 1 || all[0].PID != os.Getpid() || all[0].Name == "" {
			t.Errorf("%s: %+v", protocol, all)
		}
		if all := Holders(os.DirFS("/"), protocol, 1); len(all) != 0 {
			t.Errorf("port 1 of %s: %+v", protocol, all)
		}
	}
}

// SPDX-License-Identifier: Apache-2.0

package e2e

import (
	"fmt"
	"net"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"testing"

	"golang.org/x/sys/unix"

	"github.com/ledpost/ledpost/internal/testtool"
)

// Addresses of a test in a network of its own (netns.Own), and of its neighbour.
const (
	deviceIP    = "10.77.0.1"
	neighbourIP = "10.77.0.2"
)

// neighbour makes another host at the end of a cable: a network namespace. It
// returns its name.
func neighbour(t *testing.T) string {
	t.Helper()
	ip, name := testtool.Find(t, "ip"), fmt.Sprintf("lpn%d", os.Getpid())
	for _, line := range []string{
		"netns add " + name,
		"link add d0 type veth peer name c0 netns " + name,
		"addr add " + deviceIP + "/24 brd + dev d0",
		"link set d0 up",
		"-n " + name + " addr add " + neighbourIP + "/24 brd + dev c0",
		"-n " + name + " link set c0 up",
		"-n " + name + " link set lo up",
		"-n " + name + " route add 224.0.0.0/4 dev c0",
	} {
		if out, err := exec.Command(ip, strings.Fields(line)...).CombinedOutput(); err != nil {
			testtool.Missing(t, fmt.Sprintf("network namespaces: ip %s: %s", line, out))
		}
		if line == "netns add "+name {
			t.Cleanup(func() { exec.Command(ip, "netns", "del", name).Run() })
		}
	}
	return name
}

// dialFrom opens a connection to a port of the device from that host.
func dialFrom(t *testing.T, host, network, to string) net.Conn {
	t.Helper()
	type result struct {
		net.Conn
		err error
	}
	done := make(chan result)
	go func() {
		runtime.LockOSThread() // for good: the thread ends with this function
		ns, err := os.Open("/run/netns/" + host)
		if err != nil {
			done <- result{nil, err}
			return
		}
		defer ns.Close()
		if err := unix.Setns(int(ns.Fd()), unix.CLONE_NEWNET); err != nil {
			done <- result{nil, err}
			return
		}
		c, err := net.Dial(network, to)
		done <- result{c, err}
	}()
	r := <-done
	if r.err != nil {
		t.Fatal(r.err)
	}
	t.Cleanup(func() { r.Close() })
	return r.Conn
}

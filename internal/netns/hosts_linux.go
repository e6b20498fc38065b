// SPDX-License-Identifier: Apache-2.0

package netns

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"testing"

	"golang.org/x/sys/unix"

	"github.com/ledpost/ledpost/internal/testtool"
)

// Addresses of a test in its own network at the cable d0, and of the [Neighbour] at its other end.
const (
	Address          = "10.77.0.1"
	NeighbourAddress = "10.77.0.2"
)

// IP runs the program ip with each of the lines. It skips the test where nothing can be added, and ends it where a later
// step fails.
func IP(t testing.TB, lines ...string) {
	t.Helper()
	ip := testtool.Find(t, "ip")
	for _, line := range lines {
		out, err := exec.Command(ip, strings.Fields(line)...).CombinedOutput()
		switch {
		case err == nil:
		case strings.HasPrefix(line, "netns add "), strings.HasPrefix(line, "link add "):
			testtool.Missing(t, fmt.Sprintf("network namespaces: ip %s: %s", line, out))
		default:
			t.Fatalf("ip %s: %s", line, out)
		}
	}
}

// Cable gives the test's own network an interface d0 with Address and multicast. Nobody is at its other end.
func Cable(t testing.TB) {
	t.Helper()
	IP(t, "link add d0 type veth peer name c0", "link set c0 up", "link set d0 up",
		"addr add "+Address+"/24 brd + dev d0", "route add 224.0.0.0/4 dev d0")
}

// A Host is a network namespace, by its name.
type Host string

// NewHost makes a host of that name, and of this process, until the test ends.
func NewHost(t testing.TB, name string) Host {
	t.Helper()
	h := Host(fmt.Sprintf("%s%d", name, os.Getpid()))
	IP(t, "netns add "+string(h))
	t.Cleanup(func() { _ = exec.Command("ip", "netns", "del", string(h)).Run() })
	return h
}

// Neighbour makes another host at the end of a cable: d0 has Address, c0 there NeighbourAddress.
func Neighbour(t testing.TB) Host {
	t.Helper()
	h := NewHost(t, "lpn")
	IP(t, "link add d0 type veth peer name c0 netns "+string(h), "addr add "+Address+"/24 brd + dev d0", "link set d0 up")
	h.IP(t, "addr add "+NeighbourAddress+"/24 brd + dev c0", "link set c0 up", "link set lo up",
		"route add 224.0.0.0/4 dev c0")
	return h
}

// IP is [IP] on the host.
func (h Host) IP(t testing.TB, lines ...string) {
	t.Helper()
	for _, line := range lines {
		IP(t, "-n "+string(h)+" "+line)
	}
}

// Command is a command on the host.
func (h Host) Command(args ...string) *exec.Cmd {
	return exec.Command("ip", append([]string{"netns", "exec", string(h)}, args...)...)
}

// Do is [In] on the host.
func (h Host) Do(f func() error) error { return In("/run/netns/"+string(h), f) }

// In runs f in the network namespace of that file: what it opens there may be used elsewhere. Goroutines that f starts
// are not in the namespace. f must not end the test.
func In(file string, f func() error) error {
	done := make(chan error, 1)
	go func() {
		defer close(done)
		runtime.LockOSThread() // for good: the thread ends with this function
		ns, err := os.Open(file)
		if err == nil {
			err = unix.Setns(int(ns.Fd()), unix.CLONE_NEWNET)
			ns.Close()
		}
		if err == nil {
			err = f()
		}
		done <- err
	}()
	err, returned := <-done
	if !returned {
		return errors.New("it has ended its goroutine")
	}
	return err
}

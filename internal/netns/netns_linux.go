// SPDX-License-Identifier: Apache-2.0

// Package netns gives tests their own network, in which they may have any address and
// reach nobody.
package netns

import (
	"bytes"
	"os"
	"os/exec"
	"regexp"
	"syscall"
	"testing"

	"github.com/ledpost/ledpost/internal/testtool"
)

// variable names the test that runs in a namespace, in its environment.
const variable = "LEDPOST_NETNS"

// Own runs the calling test once more, in a process with a separate network
// namespace, and reports whether this is that run: the test returns when it is not.
// In there only loopback exists, and it has the addresses, such as
// "192.0.2.1/24", too. Where namespaces cannot be had the test is skipped.
func Own(t *testing.T, addresses ...string) bool {
	t.Helper()
	testtool.Find(t, "ip")
	if os.Getenv(variable) == t.Name() {
		IP(t, "link set lo up multicast on")
		for _, a := range addresses {
			IP(t, "addr add "+a+" dev lo")
		}
		IP(t, "route add 239.0.0.0/8 dev lo")
		return true
	}
	cmd := exec.Command(os.Args[0], "-test.run=^"+regexp.QuoteMeta(t.Name())+"$", "-test.v", "-test.timeout=5m")
	cmd.Env = append(os.Environ(), variable+"="+t.Name())
	cmd.SysProcAttr = attributes()
	out, err := cmd.CombinedOutput()
	switch {
	case cmd.ProcessState == nil:
		testtool.Missing(t, "network namespaces: "+err.Error())
	case err != nil:
		t.Errorf("in a namespace: %v\n%s", err, out)
	case bytes.Contains(out, []byte("--- SKIP")):
		t.Skipf("in a namespace:\n%s", out)
	default:
		t.Logf("%s", out)
	}
	return false
}

// attributes are the attributes of a process in separate namespaces. Without root, that
// takes a user namespace too.
func attributes() *syscall.SysProcAttr {
	a := &syscall.SysProcAttr{Cloneflags: syscall.CLONE_NEWNET}
	if os.Geteuid() != 0 {
		a.Cloneflags |= syscall.CLONE_NEWUSER
		a.UidMappings = []syscall.SysProcIDMap{{ContainerID: 0, HostID: os.Getuid(), Size: 1}}
		a.GidMappings = []syscall.SysProcIDMap{{ContainerID: 0, HostID: os.Getgid(), Size: 1}}
	}
	return a
}

// SPDX-License-Identifier: Apache-2.0

package refresh

import (
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"

	"golang.org/x/sys/unix"

	"github.com/ledpost/ledpost/internal/must"
	"github.com/ledpost/ledpost/internal/testtool"
)

// TestStartWithoutRights plays the service: a user other than root, with one
// ambient capability. Its child has none, which an ordinary start shows to be
// no matter of course.
func TestStartWithoutRights(t *testing.T) {
	if how := os.Getenv("REFRESH_TEST_RIGHTS"); how != "" {
		child := exec.Command("/bin/cat", "/proc/self/status")
		child.Stdout = os.Stdout
		start := child.Start
		if how == "without" {
			start = func() error { return startWithoutRights(child) }
		}
		must.Do(t, start())
		must.Do(t, child.Wait())
		return
	}
	if os.Geteuid() != 0 {
		testtool.Missing(t, "root, to be a service")
	}
	for how, want := range map[string]string{
		"as ever": "CapPrm:\t0000000000000400", // 1 << CAP_NET_BIND_SERVICE
		"without": "CapPrm:\t0000000000000000",
	} {
		cmd := exec.Command("/proc/self/exe", "-test.run=^TestStartWithoutRights$")
		cmd.Env = append(os.Environ(), "REFRESH_TEST_RIGHTS="+how)
		cmd.SysProcAttr = &syscall.SysProcAttr{
			Credential:  &syscall.Credential{Uid: nobody, Gid: nobody},
			AmbientCaps: []uintptr{unix.CAP_NET_BIND_SERVICE},
		}
		out, err := cmd.CombinedOutput()
		if err != nil {
			t.Fatalf("%s: %v\n%s", how, err, out)
		}
		if !strings.Contains(string(out), want) {
			t.Errorf("a child that is started %s has other rights than %q:\n%s", how, want, out)
		}
	}
}

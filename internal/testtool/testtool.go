// SPDX-License-Identifier: Apache-2.0

// Package testtool looks up the outside programs that some tests use.
package testtool

import (
	"bufio"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ledpost/ledpost/internal/must"
)

// Find returns the path of the first of these programs that is there. Without any the test is skipped,
// or fails when LEDPOST_TOOLS=require is set, as CI does. With LEDPOST_TOOLS=none every
// test that needs one is skipped, as the quick check of a change does.
func Find(t testing.TB, names ...string) string {
	t.Helper()
	if os.Getenv("LEDPOST_TOOLS") == "none" {
		t.Skipf("this test needs program %s, and outside programs are left out", strings.Join(names, " or "))
	}
	for _, name := range names {
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
	Missing(t, "program "+strings.Join(names, " or "))
	return ""
}

// Missing ends the test because it lacks what: a skip, or a failure when
// LEDPOST_TOOLS=require is set.
func Missing(t testing.TB, what string) {
	t.Helper()
	if os.Getenv("LEDPOST_TOOLS") == "require" {
		t.Fatalf("this test needs %s", what)
	}
	t.Skipf("this test needs %s", what)
}

// Bus runs a private message bus (D-Bus) until the test ends, on which everybody
// may do everything, and returns its address.
func Bus(t testing.TB) string {
	t.Helper()
	daemon := Find(t, "dbus-daemon")
	dir := t.TempDir()
	config := filepath.Join(dir, "bus.conf")
	text := `<busconfig><type>custom</type><listen>unix:path=` + dir + `/bus</listen>
<policy context="default"><allow own="*"/><allow send_destination="*"/><allow eavesdrop="true"/></policy></busconfig>`
	must.Do(t, os.WriteFile(config, []byte(text), 0o600))
	cmd := exec.Command(daemon, "--config-file="+config, "--nofork", "--print-address")
	out, err := cmd.StdoutPipe()
	if err == nil {
		err = cmd.Start()
	}
	must.Do(t, err)
	t.Cleanup(func() {
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
	})
	address, err := bufio.NewReader(out).ReadString('\n')
	must.Do(t, err)
	return strings.TrimSpace(address)
}

// Sequential skips a test in the short run with the race detector: it has one goroutine at
// a time, which nothing can race, and takes long there.
func Sequential(t testing.TB) {
	t.Helper()
	if Raced && testing.Short() {
		t.Skip("nothing runs beside this test that could race")
	}
}

// Night skips a test that takes longer than a change may wait for, because of why, unless
// LEDPOST_NIGHT=1 is set. .ci/night sets it, in each package whose tests call Night.
func Night(t testing.TB, why string) {
	t.Helper()
	if !ByNight() {
		t.Skipf("set LEDPOST_NIGHT=1 to run this test: %s", why)
	}
}

// ByNight reports whether tests may take longer than a change may wait for, as Night says.
func ByNight() bool { return os.Getenv("LEDPOST_NIGHT") == "1" }

// Gate skips a test that takes longer than somebody at a desk may wait for, because of why,
// unless LEDPOST_TOOLS=require is set, as .ci/run does, and with -short in any case.
func Gate(t testing.TB, why string) {
	t.Helper()
	if os.Getenv("LEDPOST_TOOLS") != "require" || testing.Short() {
		t.Skipf("set LEDPOST_TOOLS=require, and leave out -short, to run this test: %s", why)
	}
}

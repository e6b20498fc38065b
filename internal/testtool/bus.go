// SPDX-License-Identifier: Apache-2.0

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

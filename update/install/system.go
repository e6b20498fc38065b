// SPDX-License-Identifier: Apache-2.0

package install

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"time"

	"github.com/ledpost/ledpost/update"
)

// System is this machine.
type System struct{}

// maxSaid is how much of a program's words an error repeats, in bytes.
const maxSaid = 2 << 10

// Run runs a program, which is asked to end when ctx does, and is killed a
// little later.
func (System) Run(ctx context.Context, name string, args ...string) (string, error) {
	cmd := exec.CommandContext(ctx, name, args...)
	cmd.Env = append(os.Environ(), "DEBIAN_FRONTEND=noninteractive", "LC_ALL=C")
	cmd.Cancel = func() error { return cmd.Process.Signal(os.Interrupt) }
	cmd.WaitDelay = 10 * time.Second // apt and dpkg finish the step that they are in
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	if err := cmd.Run(); err != nil {
		said := errs.String() + out.String()
		err = fmt.Errorf("%s: %w: %s", name, err, strings.TrimSpace(said[max(0, len(said)-maxSaid):]))
		return out.String(), update.Worded(name+" has failed, see journalctl --unit 'ledpost-update*'", err)
	}
	return out.String(), nil
}

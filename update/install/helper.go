// SPDX-License-Identifier: Apache-2.0

package install

import (
	"bytes"
	"context"
	"fmt"
	"log/slog"
	"os"
	"os/exec"
	"strings"
	"time"

	"github.com/ledpost/ledpost/update"
	"github.com/ledpost/ledpost/update/trial"
)

// ConfigDir is the administrator's folder.
const ConfigDir = "/etc/ledpost"

// Paths of what an update changes.
const (
	dpkgInfo  = "/var/lib/dpkg/info/ledpost."
	dpkgList  = dpkgInfo + "list"
	dpkgLock  = "/var/lib/dpkg/lock-frontend" // apt holds it, too, between two runs of dpkg
	service   = "ledpost.service"
	judgeUnit = "ledpost-update-judge.service"
)

// DataDir is where the daemon of a package or of slots keeps its data (StateDirectory= in
// deploy/systemd/ledpost.service).
const DataDir = "/var/lib/ledpost"

// Commands runs programs of the system.
type Commands interface {
	// Run returns what the program printed, and an error if it did not end well.
	Run(ctx context.Context, name string, args ...string) (string, error)
}

// A Watcher sees the running daemon from outside.
type Watcher interface {
	Look(ctx context.Context) trial.Observation
}

// A Helper does the steps of an update. Its fields must be set before the first
// call; one goroutine may use it.
type Helper struct {
	Root    string // "/", except in tests
	Data    string // directory of the daemon, which may be hostile; [DataDir] but in the image
	Version string // of this program
	Source  update.Source
	System  Commands
	Watcher Watcher
	Reads   Reads
	Log     *slog.Logger
	Now     func() time.Time

	Plausible func(now time.Time) bool // whether the clock can be believed

	cut  func(what string) error // of the disk; for tests
	free func(path string) int64 // as freeBytes; nil = that, for tests
}

// Reads says what of the daemon's data this version understands.
type Reads struct {
	State  func(text []byte) bool // a file of the state, in JSON
	Config func(text []byte) bool // the configuration that clients have written
}

// Prepare makes the helper's directory.
func (h *Helper) Prepare() error { return os.MkdirAll(h.disk().home(), 0o755) }

// disk returns what the steps change.
func (h *Helper) disk() disk { return disk{h.Root, h.Data, h.Log, h.Now, h.cut, h.free} }

// dpkg returns the package manager.
func (h *Helper) dpkg() dpkg { return dpkg{h.disk(), h.System} }

// keeper returns who copies the installed version.
func (h *Helper) keeper() keeper { return keeper{h.disk(), h.Version} }

// restorer returns who puts the copies back.
func (h *Helper) restorer() restorer { return restorer{h.disk(), h.Reads} }

// systemctl tells the system's manager what to do, and leaves errors to whoever looks
// afterwards: a unit that is missing or does not stop is no reason to end a step.
func (h *Helper) systemctl(ctx context.Context, args ...string) {
	_, _ = h.System.Run(ctx, "systemctl", args...)
}

// lockFile is the name of the file by which steps exclude each other.
const lockFile = "lock"

// lock keeps two steps from running at once. Keep and Begin take no lock: they run within
// Install, by way of the package's scripts.
func (h *Helper) lock() (unlock func(), err error) {
	f, err := os.OpenFile(h.disk().home(lockFile), os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return nil, fmt.Errorf("install: %w", err)
	}
	if err := flock(f, true); err != nil {
		f.Close()
		return nil, fmt.Errorf("install: %w", err)
	}
	return func() { f.Close() }, nil // the kernel unlocks with the last descriptor
}

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

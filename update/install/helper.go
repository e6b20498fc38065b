package install

import (
	"context"
	"log/slog"
	"os"
	"path/filepath"
	"time"

	"github.com/ledpost/ledpost/update"
)

// Paths of what an update changes.
const (
	configDir = "/etc/ledpost"
	dpkgList  = "/var/lib/dpkg/info/ledpost.list"
	service   = "ledpost.service"
	judgeUnit = "ledpost-update-judge.service"
)

// DataDir is where the daemon of a package or of slots keeps its data (StateDirectory= in
// deploy/systemd/ledpost.service).
const DataDir = "/var/lib/ledpost"

// Names in the helper's directory, [update.StateDir].
const (
	previousDir = "previous" // the version before, see Keep
	downloadDir = "download" // the package that is being installed
	refusedDir  = "refused"  // files of the version that was rolled back, in place of which older ones came
)

// Commands runs programs of the system.
type Commands interface {
	// Run returns what the program printed, and an error if it did not end well.
	Run(ctx context.Context, name string, args ...string) (string, error)
}

// A Watcher sees the running daemon from outside.
type Watcher interface {
	Look(ctx context.Context) Sight
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

	// cut is called before every change of the disk; a test ends the power there.
	cut func(what string) error
}

// Reads says what of the daemon's data this version understands.
type Reads struct {
	State  func(text []byte) bool // a file of the state, in JSON
	Config func(text []byte) bool // the configuration that clients have written
}

func (h *Helper) path(p string) string { return filepath.Join(h.Root, p) }

// home returns the path of a file in the helper's directory.
func (h *Helper) home(elem ...string) string {
	return filepath.Join(append([]string{h.Root, update.StateDir}, elem...)...)
}

// told reads the state. One that cannot be read is as none: its counter is lost
// with it, and an update that is due must not depend on it.
func (h *Helper) told() update.State {
	s, err := update.ReadState(h.home())
	if err != nil {
		h.Log.Error("the state of updates cannot be read", "err", err)
	}
	return s
}

// tell changes the state that the daemon reads.
func (h *Helper) tell(change func(*update.State)) error {
	s := h.told()
	was := s.Phase
	change(&s)
	if s.Phase != was {
		s.Since, s.Progress = h.Now().UTC(), 0
	}
	if s.Phase == update.PhaseDone {
		s.Progress = 100
	}
	if err := h.may("state"); err != nil {
		return err
	}
	return update.WriteState(h.home(), s)
}

// may is asked before each change of the disk.
func (h *Helper) may(what string) error {
	if h.cut == nil {
		return nil
	}
	return h.cut(what)
}

// Prepare makes the helper's directory.
func (h *Helper) Prepare() error { return os.MkdirAll(h.home(), 0o755) }

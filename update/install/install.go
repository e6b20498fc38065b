package install

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"golang.org/x/sys/unix"

	"github.com/ledpost/ledpost/update"
)

// Install does what the request in the daemon's directory asks for, and removes
// it when that is done or has failed: after a power cut before the installation
// it begins again. It returns when the trial has begun.
func (h *Helper) Install(ctx context.Context) error {
	unlock, err := h.lock()
	if err != nil {
		return err
	}
	defer unlock()
	defer h.removeRequest()
	if m, found := h.readMark(); found {
		return h.unfinished(ctx, m)
	}
	h.clean()
	wish, err := update.ReadRequest(h.path(h.Data))
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err == nil {
		err = h.fulfil(ctx, wish)
	}
	if err == nil {
		return nil
	}
	if _, found := h.readMark(); !found && h.told().Phase != update.PhaseRolledBack {
		err = errors.Join(err, h.tell(func(s *update.State) {
			s.Phase, s.Target, s.Error = update.PhaseFailed, wish.Version, err.Error()
		}))
	}
	return err
}

func (h *Helper) removeRequest() {
	if h.may("request") != nil {
		return
	}
	if err := os.Remove(filepath.Join(h.path(h.Data), update.RequestFile)); err != nil && !errors.Is(err, fs.ErrNotExist) {
		h.Log.Error("the request cannot be removed", "err", err)
	}
}

// unfinished goes on with an installation whose helper was killed.
func (h *Helper) unfinished(ctx context.Context, m mark) error {
	if m.Stage == installing && m.Package != "" {
		return h.goOn(ctx, m)
	}
	return fmt.Errorf("install: an update to %s has not ended", m.To)
}

// fulfil installs what was asked for. If nothing was changed when it fails,
// there is no mark.
func (h *Helper) fulfil(ctx context.Context, wish update.Request) error {
	before := h.Watcher.Look(ctx)
	if err := h.tell(func(s *update.State) {
		s.Phase, s.Target, s.Error, s.Installed = update.PhaseDownloading, wish.Version, "", h.Version
	}); err != nil {
		return err
	}
	m, err := h.offered(ctx, wish)
	if err != nil {
		return err
	}
	if err := h.tell(func(s *update.State) { s.Counter = max(s.Counter, m.Counter) }); err != nil {
		return err
	}
	if m.Version == h.Version {
		return h.tell(func(s *update.State) { s.Phase = update.PhaseDone })
	}
	how, err := h.how(ctx, m)
	if err != nil {
		return err
	}
	if err := how.get(ctx, how.file); err != nil {
		return err
	}
	now := h.Watcher.Look(ctx)
	if err := h.tell(func(s *update.State) { s.Phase = update.PhaseInstalling }); err != nil {
		return err
	}
	if err := h.keep(mark{To: m.Version, Package: how.file.Name, Before: now, Moving: now.Frames > before.Frames && before.Frames >= 0}); err != nil {
		return err
	}
	if err := how.put(ctx, how.file); err != nil {
		return h.failed(ctx, err)
	}
	return h.Begin(ctx) // does nothing if the package has
}

// failed goes back from an installation that did not succeed. A version whose
// files were never there is not to blame.
func (h *Helper) failed(ctx context.Context, cause error) error {
	m, found := h.readMark()
	if !found {
		return cause // the package's own scripts have undone it
	}
	if m.Stage != installing {
		return cause // Judge decides
	}
	if k, err := h.readKept(); err == nil && k.Slot != "" {
		return errors.Join(cause, h.pointTo(k.Slot), h.abandon(m, cause.Error()))
	} else if err == nil && h.untouched(k) {
		return errors.Join(cause, h.abandon(m, cause.Error()))
	}
	return errors.Join(cause, h.refuse(ctx, m, "it could not be installed: "+cause.Error()))
}

// untouched reports whether all installed files are those that were kept.
func (h *Helper) untouched(k kept) bool {
	root, err := os.OpenRoot(h.path("/"))
	if err != nil {
		return false
	}
	defer root.Close()
	for path, hash := range k.Files {
		if is, err := sum(root, strings.TrimPrefix(path, "/")); err != nil || is != hash {
			return false
		}
	}
	return true
}

// abandon ends an update that has changed nothing.
func (h *Helper) abandon(m mark, why string) error {
	if err := h.tell(func(s *update.State) { s.Phase, s.Target, s.Error = update.PhaseFailed, m.To, why }); err != nil {
		return err
	}
	return h.clearMark()
}

// method is how a version is installed here.
type method struct {
	file update.File
	get  func(context.Context, update.File) error // into downloadDir
	put  func(context.Context, update.File) error
}

// how returns the method for this machine and the file of m that it needs.
func (h *Helper) how(ctx context.Context, m update.Manifest) (method, error) {
	if _, err := os.Readlink(h.path(slotLink)); err == nil {
		f, err := m.File("", ".tar.gz")
		return method{f, h.download, h.fillSlot}, err
	}
	arch, err := h.System.Run(ctx, "dpkg", "--print-architecture")
	if err != nil {
		return method{}, err
	}
	f, err := m.File(strings.TrimSpace(arch), ".deb")
	p := &aptPackage{Helper: h, version: debianVersion(m.Version)}
	return method{f, p.get, p.put}, err
}

// lock keeps two steps from running at once. Keep and Begin take no lock: they run within
// Install, by way of the package's scripts.
func (h *Helper) lock() (unlock func(), err error) {
	f, err := os.OpenFile(h.home("lock"), os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return nil, fmt.Errorf("install: %w", err)
	}
	if err := unix.Flock(int(f.Fd()), unix.LOCK_EX); err != nil {
		f.Close()
		return nil, fmt.Errorf("install: %w", err)
	}
	return func() { f.Close() }, nil
}

// freeBytes returns what others than root may still write to the file system of
// path; -1 if that is not known.
func freeBytes(path string) int64 {
	var s unix.Statfs_t
	if unix.Statfs(path, &s) != nil {
		return -1
	}
	return int64(s.Bavail) * int64(s.Bsize) // the types differ from machine to machine
}

package install

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/ledpost/ledpost/internal/durable"
	"github.com/ledpost/ledpost/update"
)

// Folders in the folder of the previous version.
const (
	keptProgram    = "ledpost" // a copy of the program, which judges and restores
	keptFiles      = "files"   // of the package, by their paths
	keptConfig     = "config"  // of the administrator
	snapshotKept   = "state"   // the daemon's data when the copy was made
	snapshotAtStop = "state-at-stop"
	keptList       = "kept.json"
)

// KeptConfig is the copy of the administrator's configuration file: that of the
// version before.
const KeptConfig = update.StateDir + "/" + previousDir + "/" + keptConfig + "/config.toml"

// Limits of the copy of the daemon's data, which is hostile in the worst case.
const (
	maxDataFile = 16 << 20  // bytes; more than the daemon's largest file (device/store)
	maxData     = 128 << 20 // bytes in all
	maxNames    = 10_000
)

// restoreTime is how long a rollback may take that works.
const restoreTime = time.Minute

// kept lists what was kept of the version before.
type kept struct {
	Version string            `json:"version"`
	Files   map[string]string `json:"files"`          // SHA-256 of the installed files, by path
	Slot    string            `json:"slot,omitempty"` // where the link to the current slot led; "" = a package
}

// Keep copies the installed version, the configuration and the daemon's data
// into the folder of the previous version, and then sets the mark: from now on a
// start of the machine goes on with the update, or back. The package's preinst
// calls it too, for whoever runs apt by hand. While there is a mark it copies
// nothing: what is installed then is not the version that worked. One that is
// installed over a trial gets its own; one over a rollback waits for its end.
func (h *Helper) Keep(ctx context.Context) error {
	m, found, err := h.settled(ctx)
	if err != nil {
		return err
	}
	now := h.Watcher.Look(ctx)
	switch {
	case !found:
		return h.keep(mark{Before: now})
	case m.Stage != trying:
		return nil
	}
	m.Stage, m.Starts, m.To, m.Package = installing, 0, "", ""
	m.Before.Active = now.Active
	return h.writeMark(m)
}

// settled returns the mark when it is not that of a rollback.
func (h *Helper) settled(ctx context.Context) (m mark, found bool, err error) {
	for range restoreTime / time.Second {
		if m, found = h.readMark(); !found || m.Stage != rollingBack {
			return m, found, nil
		}
		select {
		case <-time.After(time.Second):
		case <-ctx.Done():
			return m, found, ctx.Err()
		}
	}
	return m, found, fmt.Errorf("install: the way back to %s has not ended", m.From)
}

func (h *Helper) keep(m mark) error {
	if err := h.may("keep"); err != nil {
		return err
	}
	if err := os.RemoveAll(h.home(previousDir)); err != nil {
		return fmt.Errorf("install: %w", err)
	}
	if err := os.MkdirAll(h.home(previousDir), 0o700); err != nil {
		return fmt.Errorf("install: %w", err)
	}
	k := kept{Version: h.Version, Files: map[string]string{}}
	err := errors.Join(h.keepProgram(&k), h.copyTree(configDir, keptConfig), h.copyTree(h.Data, snapshotKept))
	if err == nil {
		err = h.writeKept(k)
	}
	if err == nil {
		err = syncAll(h.home())
	}
	if err != nil {
		return fmt.Errorf("install: what is installed cannot be kept: %w", err)
	}
	m.Stage, m.From, m.Snapshot = installing, h.Version, snapshotKept
	return h.writeMark(m)
}

// keepProgram copies the installed files, and the program once more where units
// find it whatever kind the installation is.
func (h *Helper) keepProgram(k *kept) error {
	paths, program, err := h.installed(k)
	if err != nil {
		return err
	}
	root, err := os.OpenRoot(h.path("/"))
	if err != nil {
		return err
	}
	defer root.Close()
	to, err := os.OpenRoot(h.home(previousDir))
	if err != nil {
		return err
	}
	defer to.Close()
	for _, path := range paths {
		name := strings.TrimPrefix(path, "/")
		if err := to.MkdirAll(filepath.Join(keptFiles, filepath.Dir(name)), 0o700); err != nil {
			return err
		}
		if err := copyPlain(to, filepath.Join(keptFiles, name), root, name); err != nil {
			return err
		}
		if k.Files[path], err = sum(to, filepath.Join(keptFiles, name)); err != nil {
			return err
		}
	}
	return copyPlain(to, keptProgram, root, strings.TrimPrefix(program, "/"))
}

// installed returns the files that make up the installed version, and the path
// of its program.
func (h *Helper) installed(k *kept) (paths []string, program string, err error) {
	if slot, err := os.Readlink(h.path(slotLink)); err == nil {
		k.Slot = slot
		return nil, filepath.Join(slotsDir, slot, "ledpost"), nil
	}
	paths, err = h.packaged()
	return paths, "/usr/bin/ledpost", err
}

// packaged returns the regular files of the installed package but its
// documentation and configuration.
func (h *Helper) packaged() (paths []string, err error) {
	list, err := os.Open(h.path(dpkgList))
	if err != nil {
		return nil, err
	}
	defer list.Close()
	for lines := bufio.NewScanner(list); lines.Scan(); {
		path := filepath.Clean("/" + lines.Text())
		if strings.HasPrefix(path, "/usr/share/doc/") || strings.HasPrefix(path, "/usr/share/man/") || strings.HasPrefix(path, configDir+"/") {
			continue
		}
		if info, err := os.Lstat(h.path(path)); err == nil && info.Mode().IsRegular() {
			paths = append(paths, path)
		}
	}
	if !slices.Contains(paths, "/usr/bin/ledpost") {
		return nil, errors.New("dpkg does not know /usr/bin/ledpost")
	}
	return paths, nil
}

// skipped reports whether a file of the daemon's data is not worth a copy, or would do
// harm if it came back: the journal of a restore would repeat that restore.
func skipped(name string) bool {
	return name == "icon-cache" || slices.Contains(durable.JournalNames, name) || strings.HasPrefix(name, "update-request.json") || strings.HasSuffix(name, half)
}

// copyTree copies the regular files in a folder into the folder of the previous
// version. A folder that is not there is empty.
func (h *Helper) copyTree(from, to string) error {
	source, err := os.OpenRoot(h.path(from))
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	defer source.Close()
	if err := os.MkdirAll(h.home(previousDir, to), 0o700); err != nil {
		return err
	}
	target, err := os.OpenRoot(h.home(previousDir, to))
	if err != nil {
		return err
	}
	defer target.Close()
	left := int64(maxData)
	return eachFile(source, func(name string, _ fs.FileInfo) error {
		if skipped(name) {
			return nil
		}
		return copySmall(target, source, name, &left)
	})
}

// copySmall copies a file that fits into what is left. What counts is the size of
// the file that was opened: the daemon, which runs, may have put another one, or
// something else, in its place.
func copySmall(to, from *os.Root, name string, left *int64) error {
	f, info, err := openPlain(from, name)
	if errors.Is(err, fs.ErrNotExist) || errors.Is(err, errNotPlain) {
		return nil
	}
	if err != nil {
		return err
	}
	defer f.Close()
	if info.Size() > min(maxDataFile, *left) {
		return nil
	}
	*left -= info.Size()
	if err := makeDirs(to, filepath.Dir(name), from); err != nil {
		return err
	}
	return placePlain(to, name, io.LimitReader(f, info.Size()), info)
}

// eachFile calls f for the regular files in root.
func eachFile(root *os.Root, f func(name string, info fs.FileInfo) error) error {
	names := 0
	return fs.WalkDir(root.FS(), ".", func(name string, d fs.DirEntry, err error) error {
		if names++; names > maxNames {
			return fs.SkipAll
		}
		if errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		if err != nil {
			return err
		}
		if d.IsDir() && skipped(name) {
			return fs.SkipDir
		}
		if !d.Type().IsRegular() {
			return nil
		}
		info, err := d.Info()
		if errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		if err != nil {
			return err
		}
		return f(name, info)
	})
}

func (h *Helper) writeKept(k kept) error {
	text, err := json.MarshalIndent(k, "", "  ")
	if err != nil {
		return err
	}
	return os.WriteFile(h.home(previousDir, keptList), text, 0o600)
}

// readKept returns what was kept.
func (h *Helper) readKept() (k kept, err error) {
	text, err := os.ReadFile(h.home(previousDir, keptList))
	if err == nil {
		err = json.Unmarshal(text, &k)
	}
	if err != nil {
		return kept{}, fmt.Errorf("install: no version before this one is kept: %w", err)
	}
	return k, nil
}

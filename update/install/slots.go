// SPDX-License-Identifier: Apache-2.0

package install

import (
	"archive/tar"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path"
	"path/filepath"
	"runtime"

	"github.com/ledpost/ledpost/update"
)

// Where the program is without apt: two slots, and a link to the one that runs.
const (
	slotsDir = "/opt/ledpost/slots"
	slotLink = "/opt/ledpost/slots/current" // leads to a or b
)

// maxProgram bounds the program in a release's archive, in bytes.
const maxProgram = 256 << 20

// other returns the slot that does not run.
func other(slot string) string {
	if slot == "a" {
		return "b"
	}
	return "a"
}

// debianArch names this machine as the folders of a release's archive do.
func debianArch() string {
	if runtime.GOARCH == "arm" {
		return "armhf"
	}
	return runtime.GOARCH
}

// slots is the way without apt.
type slots struct{ download }

// install puts the program of the verified archive into the slot that does not
// run, and then turns the link: until then a power cut changes nothing that is started.
func (s slots) install(_ context.Context, f update.File) error {
	now, err := os.Readlink(s.path(slotLink))
	if err != nil {
		return err
	}
	next := other(now)
	dir := s.path(filepath.Join(slotsDir, next))
	if err := s.cutPoint("slot"); err != nil {
		return err
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	if err := extract(s.home(downloadDir, f.Name), "*/"+debianArch()+"/ledpost",
		filepath.Join(dir, "ledpost")); err != nil {
		return fmt.Errorf("install: %s: %w", f.Name, err)
	}
	return s.pointTo(next)
}

// extract writes the file of a .tar.gz whose name matches the pattern.
func extract(archive, pattern, to string) error {
	f, err := os.Open(archive)
	if err != nil {
		return err
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		return err
	}
	for all := tar.NewReader(z); ; {
		entry, err := all.Next()
		if err == io.EOF {
			return fmt.Errorf("has no %s", pattern)
		}
		if err != nil {
			return err
		}
		if ok, _ := path.Match(pattern, entry.Name); ok && entry.Typeflag == tar.TypeReg {
			return writeProgram(to, io.LimitReader(all, maxProgram))
		}
	}
}

// writeProgram writes a program whole.
func writeProgram(to string, content io.Reader) error {
	f, err := os.OpenFile(to+half, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o755)
	if err != nil {
		return err
	}
	_, err = io.Copy(f, content)
	if err == nil { // content, then name, then folder: at no instant is there half a program under its name
		err = f.Sync()
	}
	if err = errors.Join(err, f.Close()); err == nil {
		err = os.Rename(to+half, to)
	}
	return errors.Join(err, syncDir(filepath.Dir(to)))
}

// pointTo turns the link to a slot.
func (d disk) pointTo(slot string) error {
	if err := d.cutPoint("link to " + slot); err != nil {
		return err
	}
	link := d.path(slotLink)
	if is, err := os.Readlink(link); err == nil && is == slot {
		return nil
	}
	// A link cannot be changed, only replaced: the rename is the instant at which the slot turns.
	_ = os.Remove(link + half)
	if err := os.Symlink(slot, link+half); err != nil {
		return err
	}
	if err := os.Rename(link+half, link); err != nil {
		return err
	}
	return syncDir(filepath.Dir(link))
}

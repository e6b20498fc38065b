// SPDX-License-Identifier: Apache-2.0

package install

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/ledpost/ledpost/internal/bounded"
	"github.com/ledpost/ledpost/internal/durable"
	"github.com/ledpost/ledpost/internal/inode"
)

// syncDir waits until names in the directory are on the disk.
func syncDir(path string) error {
	if err := durable.SyncDir(path); err != nil {
		return fmt.Errorf("install: %w", err)
	}
	return nil
}

// copyPlain copies the regular file name from one root to another, with its
// owner, mode and times of neither: first beside its place, then into it. When
// it returns, the file is on the disk, and its name after a sync of the folder.
func copyPlain(to *os.Root, name string, from *os.Root, source string) error {
	f, info, err := bounded.Open(from, source, os.O_RDONLY)
	if err != nil {
		return err
	}
	defer f.Close()
	return placePlain(to, name, io.LimitReader(f, info.Size()), info)
}

// half ends the names of files that are being written, as in the daemon's own store,
// which removes their remains.
const half = ".tmp"

// placePlain writes the file name whole, with the mode and owner of like.
func placePlain(to *os.Root, name string, content io.Reader, like fs.FileInfo) error {
	// of an earlier try that was cut short; O_EXCL follows no link that somebody has put there since
	_ = to.Remove(name + half)
	f, err := to.OpenFile(name+half, os.O_WRONLY|os.O_CREATE|os.O_EXCL|bounded.Careful, 0o600)
	if err != nil {
		return err
	}
	_, err = io.Copy(f, content)
	if err == nil {
		err = dress(f, like)
	}
	if err == nil {
		err = f.Sync()
	}
	if err = errors.Join(err, f.Close()); err == nil {
		err = to.Rename(name+half, name)
	}
	if err != nil {
		_ = to.Remove(name + half)
	}
	return err
}

// dress gives a file the owner and mode of another.
func dress(f *os.File, like fs.FileInfo) error {
	is, err := f.Stat()
	if err != nil {
		return err
	}
	uid, gid := inode.Owner(like)
	if u, g := inode.Owner(is); u != uid || g != gid {
		if err := f.Chown(uid, gid); err != nil {
			return err
		}
	}
	return f.Chmod(like.Mode().Perm())
}

// makeDirs makes the folder name in root like the one in from, with those
// around it.
func makeDirs(root *os.Root, name string, from *os.Root) error {
	if name == "." {
		return nil
	}
	if err := makeDirs(root, filepath.Dir(name), from); err != nil {
		return err
	}
	if err := root.Mkdir(name, 0o700); errors.Is(err, fs.ErrExist) {
		return nil
	} else if err != nil {
		return err
	}
	like, err := from.Stat(name)
	if err != nil {
		return err
	}
	d, err := root.Open(name)
	if err != nil {
		return err
	}
	defer d.Close()
	return dress(d, like)
}

// sum returns the SHA-256 of a file in hex.
func sum(root *os.Root, name string) (string, error) {
	f, _, err := bounded.Open(root, name, os.O_RDONLY)
	if err != nil {
		return "", err
	}
	defer f.Close()
	hash := sha256.New()
	if _, err := io.Copy(hash, f); err != nil {
		return "", err
	}
	return hex.EncodeToString(hash.Sum(nil)), nil
}

// SPDX-License-Identifier: Apache-2.0

package install

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	"github.com/ledpost/ledpost/update"
	"github.com/ledpost/ledpost/update/trial"
)

// downloadTime bounds the download of one file.
const downloadTime = 30 * time.Minute

// A download gets files of a release from its channel.
type download struct {
	disk
	source update.Source
}

// fetch fetches a file of the release. It is there under its name when it
// was checked to the last byte and is on the disk.
func (d download) fetch(ctx context.Context, f update.File) error {
	ctx, cancel := context.WithTimeout(ctx, downloadTime)
	defer cancel()
	if err := os.MkdirAll(d.home(downloadDir), 0o755); err != nil {
		return err
	}
	if err := d.room(f); err != nil {
		return err
	}
	body, err := d.source.Open(ctx, f.Name)
	if err != nil {
		return err
	}
	defer body.Close()
	if err := d.cutPoint("download"); err != nil {
		return err
	}
	// Under another name until the last byte is checked: a name is a promise (see above).
	path := d.home(downloadDir, f.Name)
	if err := d.write(path+half, f, body); err != nil {
		return err
	}
	if err := os.Rename(path+half, path); err != nil {
		return err
	}
	return syncDir(filepath.Dir(path))
}

// room returns an error if there is no room for f: the package, what it unpacks to twice
// (dpkg keeps the old files until the end), and the copy of the version before; and neither
// version may be refused for a full disk.
func (d download) room(f update.File) error {
	if free, want := d.free(), 4*f.Size+2*trial.LowSpace; free >= 0 && free < want {
		return fmt.Errorf("install: %d MB are free on the disk, want %d", free>>20, want>>20)
	}
	return nil
}

// write writes the file f to path, or leaves nothing there.
func (d download) write(path string, f update.File, body io.Reader) error {
	part, err := os.Create(path)
	if err != nil {
		return err
	}
	err = f.Copy(io.MultiWriter(part, &progress{of: f.Size, tell: d.percent}), body)
	if err == nil { // before it gets its name: a whole name must never have half a file
		err = part.Sync()
	}
	if err = errors.Join(err, part.Close()); err != nil {
		_ = os.Remove(path)
	}
	return err
}

// percent informs the daemon of the progress.
func (d download) percent(p int) { _ = d.changeState(func(s *update.State) { s.Progress = p }) }

// progress counts the written bytes, and tells every tenth of them: each time is a
// write to the card.
type progress struct {
	done, of int64
	told     int
	tell     func(percent int)
}

func (p *progress) Write(b []byte) (int, error) {
	p.done += int64(len(b))
	if tenth := int(p.done * 10 / p.of); tenth > p.told {
		p.told = tenth
		p.tell(10 * tenth)
	}
	return len(b), nil
}

// free returns what may still be written where updates are kept; -1 if that is not known.
func (d disk) free() int64 {
	if d.left != nil {
		return d.left(d.home())
	}
	return freeBytes(d.home())
}

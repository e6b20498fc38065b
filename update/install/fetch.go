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
)

// Time limits of a download.
const (
	answerTime   = 30 * time.Second
	downloadTime = 30 * time.Minute
)

// offered returns the manifest of the channel, if it may be installed. Nothing
// of the request but its version is used.
func (h *Helper) offered(ctx context.Context, wish update.Request) (update.Manifest, error) {
	ctx, cancel := context.WithTimeout(ctx, 2*answerTime)
	defer cancel()
	m, err := h.Source.Manifest(ctx)
	if err != nil {
		return m, err
	}
	s := h.told()
	now := h.Now()
	if err := m.Fresh(update.Seen{Counter: s.Counter, Now: now, Plausible: h.Plausible(now)}); err != nil {
		return m, err
	}
	return m, m.Follows(h.Version, s, wish)
}

// download fetches a file of the release. It is there under its name when it
// was checked to the last byte and is on the disk.
func (h *Helper) download(ctx context.Context, f update.File) error {
	ctx, cancel := context.WithTimeout(ctx, downloadTime)
	defer cancel()
	if err := os.MkdirAll(h.home(downloadDir), 0o755); err != nil {
		return err
	}
	if free := freeBytes(h.home()); free >= 0 && free < 4*f.Size+2*lowSpace {
		return fmt.Errorf("install: %d MB are free on the disk, want %d", free>>20, (4*f.Size+2*lowSpace)>>20)
	}
	body, err := h.Source.Open(ctx, f.Name)
	if err != nil {
		return err
	}
	defer body.Close()
	if err := h.may("download"); err != nil {
		return err
	}
	path := h.home(downloadDir, f.Name)
	part, err := os.Create(path + half)
	if err != nil {
		return err
	}
	err = f.Copy(io.MultiWriter(part, &progress{of: f.Size, tell: h.percent}), body)
	if err == nil {
		err = part.Sync()
	}
	if err = errors.Join(err, part.Close()); err == nil {
		err = os.Rename(path+half, path)
	}
	if err != nil {
		_ = os.Remove(path + half)
		return err
	}
	return syncDir(filepath.Dir(path))
}

// percent informs the daemon of the progress.
func (h *Helper) percent(p int) { _ = h.tell(func(s *update.State) { s.Progress = p }) }

// progress counts what is written, and tells every tenth of it: each time is a
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

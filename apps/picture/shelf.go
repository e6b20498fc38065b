// SPDX-License-Identifier: Apache-2.0

package picture

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/ledpost/ledpost/apps/kit"
	"github.com/ledpost/ledpost/device"
	"github.com/ledpost/ledpost/icons"
)

const (
	maxPictures = 64       // per widget; others are left out
	maxAlbum    = 8 << 20  // bytes of a widget's pictures, decoded; those beyond it are left out
	maxAlbums   = 24 << 20 // for all widgets together
	folderEvery = 5 * time.Second
)

// shelf describes the files that a widget shows, as they were when last read: if they
// differ, they are read again.
type shelf struct {
	shelfJob
	files string
}

// Run implements [device.Runner]: it reads the pictures, and again when they change,
// until ctx ends.
func (p *Picture) Run(ctx context.Context, post device.Post) error {
	var jobs []shelfJob
	read := map[string]shelf{}
	tick := time.NewTicker(folderEvery)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return nil
		case jobs = <-p.reading:
		case <-tick.C:
		}
		room := maxAlbums
		next := map[string]shelf{}
		for _, job := range jobs {
			files, stamp := p.files(job.cfg)
			next[job.widget] = shelf{job, stamp}
			if read[job.widget] == next[job.widget] {
				continue
			}
			pictures, err := p.load(ctx, files, job.cfg.Moves, min(maxAlbum, room/len(jobs)))
			if ctx.Err() != nil {
				return nil
			}
			if post(ctx, func(time.Time) { p.took(job, pictures, err) }) != nil {
				return nil
			}
		}
		read = next
	}
}

// files returns the paths of the files to show, by name, and a stamp that changes with
// any of them.
func (p *Picture) files(cfg Config) (paths []string, stamp string) {
	if p.Env.Dir == "" {
		return nil, ""
	}
	folder := cfg.Folder
	if folder == "" {
		folder = pictureFolders[0]
	}
	dir := filepath.Join(p.Env.Dir, folder)
	entries, _ := os.ReadDir(dir) // none yet: no pictures; sorted by name
	for _, e := range entries {
		name, ext := e.Name(), filepath.Ext(e.Name())
		if cfg.Name != "" && cfg.Name != name && cfg.Name != strings.TrimSuffix(name, ext) {
			continue
		}
		if !icons.IsPicture(ext) || strings.HasPrefix(name, ".") {
			continue
		}
		path := filepath.Join(dir, name)
		info, err := os.Stat(path)
		if err != nil || !info.Mode().IsRegular() {
			continue
		}
		paths = append(paths, path)
		stamp += fmt.Sprintln(name, info.Size(), info.ModTime().UnixNano())
		if len(paths) == maxPictures {
			break
		}
	}
	return paths, stamp
}

// load reads pictures whose frames take at most room bytes. Unreadable pictures are left
// out; if none is left, it returns the first error.
func (p *Picture) load(
	ctx context.Context, paths []string, moves bool, room int,
) (all []*icons.Icon, fault error) {
	for _, path := range paths {
		ic, err := p.loadOne(ctx, path, moves)
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if err == nil {
			if room -= len(ic.Frames) * len(ic.Frames[0].Image.Pix); room < 0 {
				err = kit.TooLarge
			}
		}
		if err == nil {
			all = append(all, ic)
		} else if fault == nil {
			fault = &unread{filepath.Base(path), err}
		}
		if room < 0 {
			break
		}
	}
	if len(all) > 0 {
		fault = nil
	}
	return all, fault
}

// loadOne reads one picture. One that moves is opaque.
func (p *Picture) loadOne(ctx context.Context, path string, moves bool) (*icons.Icon, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, kit.Unreadable
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, icons.MaxBytes+1))
	if err != nil {
		return nil, kit.Unreadable
	}
	is, err := icons.Inspect(data)
	if err != nil {
		return nil, err
	}
	ic, err := icons.Film{Box: p.Env.Size, Around: moves}.Decode(ctx, data)
	if err != nil {
		return nil, err
	}
	m, size := ic.Frames[0].Image, p.Env.Size
	switch large := is.Size.X > size.X || is.Size.Y > size.Y; { // a smaller one is drawn for such LEDs
	case !p.Env.Monochrome, !large:
	case len(ic.Frames) == 1:
		kit.Dither(m)
	default:
		kit.DitherFilm(framesOf(ic))
	}
	if m.Rect.Size() != size {
		for i := 3; i < len(m.Pix); i += 4 {
			m.Pix[i] = 255 // on black
		}
	}
	return ic, nil
}

// took shows the pictures read, if they are still wanted.
func (p *Picture) took(job shelfJob, pictures []*icons.Icon, err error) {
	one := kit.Find(p.items, job.widget)
	if one == nil || one.settings != job.settings {
		return
	}
	one.pictures, one.fault, one.seen.Root = pictures, err, nil
	if err == nil && len(pictures) == 0 && job.cfg.Name != "" {
		one.fault = errNone
	}
}

// errNone says that no file has the name that is set.
var errNone = errors.New("there is no such picture")

// unread is a file that is no picture.
type unread struct {
	file string
	error
}

// words returns the fault as the panel says it.
func (one *album) words(say *kit.Phrases) string {
	if bad := (*unread)(nil); errors.As(one.fault, &bad) {
		return kit.Printable(kit.Short(bad.file+": "+strings.TrimPrefix(say.Why(bad.error), "icons: "), 128))
	}
	return fmt.Sprintf(say.NoPicture, kit.Printable(one.cfg.Name))
}

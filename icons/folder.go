// SPDX-License-Identifier: Apache-2.0

package icons

import (
	"context"
	"maps"
	"os"
	"path/filepath"
	"sync"
	"time"

	"github.com/ledpost/ledpost/internal/durable"
)

// userFile is one version of a file; a later version compares unequal.
type userFile struct {
	path string
	mod  int64 // nanoseconds since 1970
	size int64
}

// A folder is the user's folder, whose files may come and go at any time. Its
// methods may be called from any goroutine.
type folder struct {
	// Immutable.
	dir  string     // "" = icons of the user are not kept
	fs   durable.FS // writes to dir
	tell func()     // is called after its files have changed

	scanning sync.Mutex          // held while the folder is read or written; guards made and owes
	owes     bool                // a change of names may not have reached the disk
	made     time.Time           // when an entry was last made in the folder or removed, as of the last scan
	mu       sync.Mutex          // guards files; never held over I/O
	files    map[string]userFile // by key; replaced, never changed
}

// newFolder returns the folder dir, not scanned yet.
func newFolder(dir string, tell func()) *folder {
	return &folder{dir: dir, fs: durable.Dir(dir), tell: tell}
}

// watch looks at the folder again and again: each time when files have come or
// gone, else as often as the size of the folder allows. With thousands of files on
// a slow device that is less often than pollEvery, and a file that was changed in
// its place is noticed later.
func (f *folder) watch(ctx context.Context) {
	if f.dir == "" {
		return
	}
	tick := time.NewTicker(pollEvery)
	defer tick.Stop()
	var next time.Time
	for {
		select {
		case <-ctx.Done():
			return
		case now := <-tick.C:
			if now.Before(next) && !f.touched() {
				continue
			}
			began := time.Now()
			f.scan()
			next = time.Now().Add(restAfter * time.Since(began))
		}
	}
}

// tidy removes what interrupted writes have left.
func (f *folder) tidy() {
	if f.dir == "" {
		return
	}
	f.scanning.Lock()
	defer f.scanning.Unlock()
	durable.Tidy(f.fs, ".")
}

// touched reports whether files have come or gone since the last scan.
func (f *folder) touched() bool {
	made := modified(f.dir)
	f.scanning.Lock()
	defer f.scanning.Unlock()
	return !made.Equal(f.made)
}

// scan lists the folder.
func (f *folder) scan() {
	if f.dir == "" {
		return
	}
	f.scanning.Lock()
	defer f.scanning.Unlock()
	f.rescan()
}

// rescan is scan for callers that hold scanning.
func (f *folder) rescan() {
	f.made = modified(f.dir) // before it is read: what comes meanwhile is seen next time
	found := userFiles(f.dir)
	f.mu.Lock()
	same := maps.Equal(found, f.files)
	f.files = found
	f.mu.Unlock()
	if !same {
		f.tell()
	}
}

// all returns the files by key, as of the last scan; the map must not be
// changed.
func (f *folder) all() map[string]userFile {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.files
}

func (f *folder) find(key string) (userFile, bool) {
	file, ok := f.all()[key]
	return file, ok
}

// userFiles returns the icons of a folder by key. Of door.gif and door.png the
// GIF counts.
func userFiles(dir string) map[string]userFile {
	found := map[string]userFile{}
	files, _ := os.ReadDir(dir) // none yet: no icons; sorted by name
	for _, f := range files {
		key, ok := userKey(f.Name())
		if _, twice := found[key]; !ok || twice {
			continue
		}
		if file, ok := regular(dir, f.Name()); ok {
			found[key] = file
		}
		if len(found) == MaxUser {
			break
		}
	}
	return found
}

func regular(dir, name string) (userFile, bool) {
	path := filepath.Join(dir, name)
	info, err := os.Stat(path)
	if err != nil || !info.Mode().IsRegular() {
		return userFile{}, false
	}
	return userFile{path, info.ModTime().UnixNano(), info.Size()}, true
}

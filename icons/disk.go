// SPDX-License-Identifier: Apache-2.0

package icons

import (
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"github.com/ledpost/ledpost/internal/bounded"
	"github.com/ledpost/ledpost/internal/durable"
)

// The gallery's icons on disk.
const (
	maxDisk      = 64 << 20       // bytes; the ones not used for longest go first
	maxDiskFiles = 20_000         // files, for the same reason
	touchAfter   = 24 * time.Hour // the use of a file is noted once a day: SD cards wear out
)

// A diskCache keeps icons of the gallery as they came, in a folder of one file a
// number. Its methods may be called from any goroutine.
type diskCache struct {
	// Immutable.
	dir  string     // "" = nothing is kept
	fs   durable.FS // writes to dir
	log  *slog.Logger
	open func() // reads the folder, the first time; every method calls it

	mu    sync.Mutex // guards the rest; never held over I/O
	files map[string]diskFile
	bytes int64 // of all files
}

type diskFile struct {
	size int64
	used time.Time
}

// newDiskCache returns the cache in the folder dir, which is made and read when
// it is needed.
func newDiskCache(dir string, log *slog.Logger) *diskCache {
	d := &diskCache{dir: dir, fs: durable.Dir(dir), log: log, files: map[string]diskFile{}}
	d.open = sync.OnceFunc(d.read)
	return d
}

func (d *diskCache) path(number string) string { return filepath.Join(d.dir, number) }

// read lists the folder; call open.
func (d *diskCache) read() {
	if d.dir == "" {
		return
	}
	entries, _ := os.ReadDir(d.dir) // none yet: empty
	for _, e := range entries {
		info, err := e.Info()
		if err == nil && info.Mode().IsRegular() && isKey(e.Name()) {
			d.note(e.Name(), diskFile{info.Size(), info.ModTime()})
		}
	}
}

// tidy removes what interrupted writes have left. Nothing may be put meanwhile.
func (d *diskCache) tidy() {
	if d.dir != "" {
		durable.Tidy(d.fs, ".")
	}
}

// find returns the entry of the file of number.
func (d *diskCache) find(number string) (f diskFile, ok bool) {
	d.open()
	d.mu.Lock()
	defer d.mu.Unlock()
	f, ok = d.files[number]
	return f, ok
}

// get returns the bytes kept for number, nil if there are none.
func (d *diskCache) get(number string) []byte {
	f, ok := d.find(number)
	if !ok {
		return nil
	}
	data, err := bounded.ReadFile(d.path(number), maxFetch)
	if facts, bad := inspect(data); err != nil || bad != nil || !facts.ended {
		d.forget(number) // cut off by a power failure, or not ours
		return nil
	}
	if now := time.Now(); now.Sub(f.used) > touchAfter {
		os.Chtimes(d.path(number), now, now)
		d.note(number, diskFile{f.size, now})
	}
	return data
}

// put keeps the bytes of number and makes room for them.
func (d *diskCache) put(number string, data []byte) {
	if d.dir == "" {
		return
	}
	d.open()
	if err := durable.WriteIn(d.fs, number, data); err != nil {
		d.log.Warn("an icon of the gallery cannot be saved", "err", err)
		return
	}
	d.note(number, diskFile{int64(len(data)), time.Now()})
	for _, old := range d.surplus() {
		d.forget(old)
	}
}

func (d *diskCache) note(number string, f diskFile) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.bytes += f.size - d.files[number].size
	d.files[number] = f
}

// forget removes the file of number.
func (d *diskCache) forget(number string) {
	_ = d.fs.Remove(number) // a file that stays is found by the next start
	d.mu.Lock()
	defer d.mu.Unlock()
	d.bytes -= d.files[number].size
	delete(d.files, number)
}

// surplus returns the files that have to be removed, the least recently used
// first.
func (d *diskCache) surplus() []string {
	d.mu.Lock()
	defer d.mu.Unlock()
	bytes, n := d.bytes, len(d.files)
	if bytes <= maxDisk && n <= maxDiskFiles {
		return nil
	}
	var victims []string
	for _, number := range d.oldest() {
		if bytes <= maxDisk*9/10 && n <= maxDiskFiles*9/10 { // leave some room, so as not to sort each time
			break
		}
		bytes, n = bytes-d.files[number].size, n-1
		victims = append(victims, number)
	}
	return victims
}

// recent returns the numbers of the n most recently used files, the newest
// last.
func (d *diskCache) recent(n int) []string {
	d.open()
	d.mu.Lock()
	defer d.mu.Unlock()
	all := d.oldest()
	return all[max(0, len(all)-n):]
}

// oldest returns all numbers, the least recently used file's first; the
// caller holds mu.
func (d *diskCache) oldest() []string {
	numbers := make([]string, 0, len(d.files))
	for n := range d.files {
		numbers = append(numbers, n)
	}
	slices.SortFunc(numbers, func(a, b string) int { return d.files[a].used.Compare(d.files[b].used) })
	return numbers
}

// isKey reports whether a file name is a number as number writes it.
func isKey(name string) bool {
	n, ok := number(name)
	return ok && n == name
}

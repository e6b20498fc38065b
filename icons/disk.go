package icons

import (
	"os"
	"path/filepath"
	"slices"
	"time"
)

// The gallery's icons on disk.
const (
	maxDisk      = 64 << 20       // bytes; the ones not used for longest go first
	maxDiskFiles = 20_000         // files, for the same reason
	touchAfter   = 24 * time.Hour // the use of a file is noted once a day: SD cards wear out
)

// diskCache is what is known of the folder icon-cache.
type diskCache struct {
	files map[string]diskFile
	bytes int64
}

type diskFile struct {
	size int64
	used time.Time
}

func (s *Store) diskPath(number string) string {
	return filepath.Join(s.cfg.Dir, "icon-cache", number)
}

// readDisk finds what is in the folder; call openDisk.
func (s *Store) readDisk() {
	d := diskCache{files: map[string]diskFile{}}
	if s.cfg.Dir != "" {
		entries, _ := os.ReadDir(s.diskPath("")) // none yet: empty
		for _, e := range entries {
			info, err := e.Info()
			if err == nil && info.Mode().IsRegular() && isKey(e.Name()) {
				d.files[e.Name()] = diskFile{info.Size(), info.ModTime()}
				d.bytes += info.Size()
			}
		}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.disk = d
}

// fromDisk gives the bytes kept for number, nil when there are none.
func (s *Store) fromDisk(number string) []byte {
	s.openDisk()
	s.mu.Lock()
	f, ok := s.disk.files[number]
	s.mu.Unlock()
	if !ok {
		return nil
	}
	data, err := readFile(s.diskPath(number), maxFetch)
	if facts, bad := inspect(data); err != nil || bad != nil || !facts.ended {
		s.forget(number) // cut off by a power failure, or not ours
		return nil
	}
	if now := time.Now(); now.Sub(f.used) > touchAfter {
		os.Chtimes(s.diskPath(number), now, now)
		s.note(number, diskFile{f.size, now})
	}
	return data
}

// toDisk keeps the bytes of number and makes room for them.
func (s *Store) toDisk(number string, data []byte) {
	if s.cfg.Dir == "" {
		return
	}
	s.openDisk()
	if err := write(s.diskPath(number), data); err != nil {
		s.log.Warn("an icon of the gallery cannot be kept", "err", err)
		return
	}
	s.note(number, diskFile{int64(len(data)), time.Now()})
	for _, old := range s.surplus() {
		s.forget(old)
	}
}

func (s *Store) note(number string, f diskFile) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.disk.bytes += f.size - s.disk.files[number].size
	s.disk.files[number] = f
}

func (s *Store) forget(number string) {
	os.Remove(s.diskPath(number))
	s.mu.Lock()
	defer s.mu.Unlock()
	s.disk.bytes -= s.disk.files[number].size
	delete(s.disk.files, number)
}

// surplus gives the files that have to go, the one not used for longest first.
func (s *Store) surplus() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	bytes, n := s.disk.bytes, len(s.disk.files)
	if bytes <= maxDisk && n <= maxDiskFiles {
		return nil
	}
	var victims []string
	for _, number := range s.disk.oldest() {
		if bytes <= maxDisk*9/10 && n <= maxDiskFiles*9/10 { // some room, not to sort each time
			break
		}
		bytes, n = bytes-s.disk.files[number].size, n-1
		victims = append(victims, number)
	}
	return victims
}

func (d *diskCache) oldest() []string {
	numbers := make([]string, 0, len(d.files))
	for n := range d.files {
		numbers = append(numbers, n)
	}
	slices.SortFunc(numbers, func(a, b string) int {
		return d.files[a].used.Compare(d.files[b].used)
	})
	return numbers
}

// isKey tells whether a file name is a number as number writes it.
func isKey(name string) bool {
	n, ok := number(name)
	return ok && n == name
}

package icons

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/google/renameio/v2/maybe"

	"github.com/ledpost/ledpost/internal/bounded"
)

// The user's folder.
const (
	MaxUser   = 5000            // icons in it; more are left out
	pollEvery = 2 * time.Second // how often it is looked at, at most
	restAfter = 50              // times as long as looking at every file took, before that is done again
)

// Errors of Put and Delete, from which api derives its answers.
var (
	ErrNotFound = errors.New("icons: no such icon in the user's folder")
	ErrInvalid  = errors.New("icons: not valid") // the name or the data; the message says what
	ErrFull     = fmt.Errorf("icons: the user's folder holds %d icons, no more fit", MaxUser)
	ErrNoFolder = errors.New("icons: there is no data directory to keep icons in")
)

// userFile is one version of a file; a later version compares unequal.
type userFile struct {
	path string
	mod  int64 // nanoseconds since 1970
	size int64
}

// version tells versions of a file apart.
func (f userFile) version() string {
	var b [32]byte
	return string(strconv.AppendInt(append(strconv.AppendInt(b[:0], f.mod, 36), '.'), f.size, 36))
}

// A folder is the user's folder, whose files may come and go at any time. Its
// methods may be called from any goroutine.
type folder struct {
	// Immutable.
	dir  string // "" = there is none
	tell func() // is called after its files have changed

	scanning sync.Mutex          // held while the folder is read or written; guards made
	made     time.Time           // when an entry was last made in the folder or removed, as of the last scan
	mu       sync.Mutex          // guards files; never held over I/O
	files    map[string]userFile // by key; replaced, never changed
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

// touched reports whether files have come or gone since the last scan.
func (f *folder) touched() bool {
	made := modified(f.dir)
	f.scanning.Lock()
	defer f.scanning.Unlock()
	return !made.Equal(f.made)
}

// modified is when the file or folder at path was changed, zero if there is none.
func modified(path string) time.Time {
	info, err := os.Stat(path)
	if err != nil {
		return time.Time{}
	}
	return info.ModTime()
}

// scan finds what is in the folder now.
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
		path := filepath.Join(dir, f.Name())
		info, err := os.Stat(path)
		if err != nil || !info.Mode().IsRegular() {
			continue
		}
		found[key] = userFile{path, info.ModTime().UnixNano(), info.Size()}
		if len(found) == MaxUser {
			break
		}
	}
	return found
}

// userKey returns the key of a file called name.
func userKey(name string) (string, bool) {
	ext := filepath.Ext(name)
	if !strings.EqualFold(ext, ".gif") && !strings.EqualFold(ext, ".png") {
		return "", false
	}
	key, err := userName(strings.TrimSuffix(name, ext))
	return key, err == nil
}

// userName checks the name of an icon in the user's folder: what a reference
// may be, other than a data URI.
func userName(name string) (string, error) {
	if name == "" {
		return "", fmt.Errorf("%w: an icon needs a name", ErrInvalid)
	}
	key, err := parseKey(name)
	if err != nil {
		return "", fmt.Errorf("%w: name %.80q: want a number, or letters, digits, - and _, at most %d, a letter first", ErrInvalid, name, maxName)
	}
	return key, nil
}

// Put stores a PNG or GIF in the user's folder, where it wins over every other
// icon of that name or number (i123 and 123 are one). It replaces an older one,
// atomically. Errors wrap ErrInvalid, ErrFull, ErrNoFolder, or are of the disk.
func (s *Store) Put(name string, data []byte) error {
	key, err := userName(name)
	if err != nil {
		return err
	}
	f, err := inspect(data)
	if err != nil {
		return fmt.Errorf("%w: %w", ErrInvalid, err)
	}
	return s.folder.put(key, f.ext, data)
}

// Files returns the icons of the user's folder by the names of their files. Files
// that are no valid icons are left out. Errors: bounded.ErrTooLarge, if all together
// have more than most bytes.
func (s *Store) Files(most int) (map[string][]byte, error) {
	out, left := map[string][]byte{}, int64(most)
	for key, file := range s.folder.all() {
		data, err := bounded.ReadFile(file.path, MaxBytes)
		if err != nil {
			continue // it has gone, or is none
		}
		if left -= int64(len(data)); left < 0 {
			return nil, fmt.Errorf("icons: %w: more than %d bytes", bounded.ErrTooLarge, most)
		}
		name := key + strings.ToLower(filepath.Ext(file.path))
		if CheckFile(name, data) == nil {
			out[name] = data
		}
	}
	return out, nil
}

// CheckFile returns what is wrong with a file for the user's folder, if anything.
func CheckFile(name string, data []byte) error {
	if _, ok := userKey(name); !ok {
		return fmt.Errorf("%w: name %.80q", ErrInvalid, name)
	}
	if _, err := inspect(data); err != nil {
		return fmt.Errorf("%w: %w", ErrInvalid, err)
	}
	return nil
}

// put writes the file of key with the extension ext.
func (f *folder) put(key, ext string, data []byte) error {
	if f.dir == "" {
		return ErrNoFolder
	}
	f.scanning.Lock()
	defer f.scanning.Unlock()
	defer f.rescan()
	files := userFiles(f.dir)
	old, replaces := files[key]
	if len(files) >= MaxUser && !replaces {
		return ErrFull
	}
	path := filepath.Join(f.dir, key+"."+ext)
	if err := write(path, data); err != nil {
		return fmt.Errorf("icons: %w", err)
	}
	if replaces && old.path != path {
		return os.Remove(old.path)
	}
	return nil
}

// write replaces the file at path in one step, making its folder.
func write(path string, data []byte) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	return maybe.WriteFile(path, data, 0o644)
}

// Delete removes an icon from the user's folder. Errors wrap ErrInvalid and
// ErrNotFound, or are of the disk.
func (s *Store) Delete(name string) error {
	key, err := userName(name)
	if err != nil {
		return err
	}
	return s.folder.delete(key)
}

// delete removes the files of key.
func (f *folder) delete(key string) error {
	if f.dir == "" {
		return ErrNotFound
	}
	f.scanning.Lock()
	defer f.scanning.Unlock()
	defer f.rescan()
	deleted := false
	for { // door.gif, then the door.png that it hid
		file, ok := userFiles(f.dir)[key]
		if !ok {
			break
		}
		if err := os.Remove(file.path); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("icons: %w", err)
		}
		deleted = true
	}
	if !deleted {
		return ErrNotFound
	}
	return nil
}

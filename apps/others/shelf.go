// SPDX-License-Identifier: Apache-2.0

package others

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/ledpost/ledpost/internal/bounded"
	"github.com/ledpost/ledpost/internal/durable"
)

// Limits of own apps.
const (
	MaxOwn   = 256 << 10 // bytes of one
	MaxApps  = 100
	MaxName  = 32      // characters of a name
	maxShelf = 4 << 20 // bytes of all: with the icons, a backup has room for them
)

// Errors of a shelf.
var (
	ErrNoApp    = errors.New("there is no such app")
	ErrTaken    = errors.New("there is another app of that name already")
	ErrFull     = fmt.Errorf("there is room for %d own apps with %d MiB in all, no more fit", MaxApps, maxShelf>>20)
	ErrNoFolder = errors.New("there is no data directory to keep apps in")
)

// Folder is where own apps are, in the data directory.
const Folder = "scripts"

const extension = ".star"

// name is the form of an app's name, which is also that of its file.
var name = regexp.MustCompile(`^[a-z0-9][a-z0-9-]{0,31}$`)

// CheckName returns why an app may not have a name.
func CheckName(s string) error {
	if !name.MatchString(s) {
		return fmt.Errorf("%.80q: want 1 to 32 small letters, digits and -", s)
	}
	return nil
}

// Shelf is the own apps, in files of the data directory. Any goroutine may use it.
type Shelf struct {
	dir     durable.Dir // "" = the device keeps no files
	changed chan struct{}

	mu sync.Mutex // one writer at a time
}

// NewShelf returns the own apps in the data directory dir; "" = the device keeps no files. It removes what
// interrupted writes have left, so nobody may be writing there.
func NewShelf(dir string) *Shelf {
	s := &Shelf{changed: make(chan struct{}, 1)}
	if dir != "" {
		s.dir = durable.Dir(filepath.Join(dir, Folder))
		durable.Tidy(s.dir, ".")
	}
	return s
}

// folder returns where the apps are; nil = nowhere.
func (s *Shelf) folder() durable.FS {
	if s.dir == "" {
		return nil
	}
	return s.dir
}

// Names returns the names of the apps, sorted.
func (s *Shelf) Names() (all []string) {
	if s.dir == "" {
		return nil
	}
	files, _ := s.dir.List(".") // none yet: no apps
	for _, f := range files {
		if n, ok := strings.CutSuffix(f, extension); ok && CheckName(n) == nil {
			all = append(all, n)
		}
	}
	slices.Sort(all)
	return all[:min(len(all), MaxApps)]
}

// Get returns the program of an app. Errors: ErrNoApp, and of the disk.
func (s *Shelf) Get(name string) ([]byte, error) {
	if s.dir == "" || CheckName(name) != nil {
		return nil, ErrNoApp
	}
	data, err := s.dir.Read(name+extension, MaxOwn)
	if errors.Is(err, fs.ErrNotExist) {
		err = ErrNoApp
	}
	return data, err
}

// Put keeps an app, in place of one of the same name: when it returns nil, it survives a power cut.
// Errors: bounded.ErrTooLarge, ErrFull, ErrNoFolder, of CheckName, and of the disk.
func (s *Shelf) Put(name string, source []byte) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.put(name, source)
}

// Add is Put for a new app. Errors: also ErrTaken.
func (s *Shelf) Add(name string, source []byte) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if slices.Contains(s.Names(), name) {
		return ErrTaken
	}
	return s.put(name, source)
}

func (s *Shelf) put(name string, source []byte) error {
	if err := s.check(name, source); err != nil {
		return err
	}
	err := durable.WriteIn(s.dir, name+extension, source)
	s.tell()
	return err
}

// Check returns why an app cannot be kept, with the errors of Put; nil = it can.
func (s *Shelf) Check(name string, source []byte) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.check(name, source)
}

func (s *Shelf) check(name string, source []byte) error {
	if err := CheckFile(name+extension, source); err != nil {
		return err
	}
	if s.dir == "" {
		return ErrNoFolder
	}
	all := s.Files()
	if all[name+extension] = source; full(all) {
		return ErrFull
	}
	return nil
}

// Delete removes an app. Errors: ErrNoApp, and of the disk.
func (s *Shelf) Delete(name string) error {
	if s.dir == "" || CheckName(name) != nil {
		return ErrNoApp
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	err := s.dir.Remove(name + extension)
	if errors.Is(err, fs.ErrNotExist) {
		return ErrNoApp
	}
	s.tell()
	return cmp.Or(err, s.dir.Sync("."))
}

// Files returns the apps by the names of their files.
func (s *Shelf) Files() map[string][]byte {
	all := map[string][]byte{}
	for _, name := range s.Names() {
		if data, err := s.Get(name); err == nil { // else it has gone, or is too large
			all[name+extension] = data
		}
	}
	return all
}

// CheckFile returns why an app may not have a file of that name and content; nil = it may.
func CheckFile(file string, source []byte) error {
	name, ok := strings.CutSuffix(file, extension)
	if !ok {
		return fmt.Errorf("%.80q does not end in %s", file, extension)
	}
	if err := CheckName(name); err != nil {
		return err
	}
	if len(source) > MaxOwn {
		return fmt.Errorf("%w: %d bytes, at most %d are allowed", bounded.ErrTooLarge, len(source), MaxOwn)
	}
	return nil
}

// changes returns the changes in the data directory that put files there, each of which CheckFile accepts, and the
// names of the apps that get another program by them. Errors: ErrFull, ErrNoFolder.
func (s *Shelf) changes(add map[string][]byte) (all []durable.Change, turned []string, err error) {
	if len(add) > 0 && s.dir == "" {
		return nil, nil, ErrNoFolder
	}
	there := s.Files()
	for _, file := range slices.Sorted(maps.Keys(add)) {
		old, replaces := there[file]
		if !replaces || !bytes.Equal(old, add[file]) {
			all = append(all, durable.Change{Name: Folder + "/" + file, New: add[file], Old: old})
			turned = append(turned, strings.TrimSuffix(file, extension))
		}
		there[file] = add[file]
	}
	if len(add) > 0 && full(there) {
		return nil, nil, ErrFull
	}
	return all, turned, nil
}

// full reports whether apps are too many, or too large together.
func full(apps map[string][]byte) bool {
	size := 0
	for _, source := range apps {
		size += len(source)
	}
	return len(apps) > MaxApps || size > maxShelf
}

// tell reports that an app has changed.
func (s *Shelf) tell() {
	select {
	case s.changed <- struct{}{}:
	default:
	}
}

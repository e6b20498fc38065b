// SPDX-License-Identifier: Apache-2.0

package doctor

import (
	"archive/zip"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"os"
	"strings"

	"github.com/ledpost/ledpost/hw/gpiomem"
)

// Limits of reading from another machine.
const (
	maxArchive = 4 << 20  // of an archive, packed
	maxForeign = 64 << 10 // of a file in it
)

// factsFile is where an archive has what stands in no file of its machine.
const factsFile = "ledpost-doctor.json"

// facts are what the doctor knows of a machine beside its files.
type facts struct {
	User    string            `json:"user"`
	UID     int               `json:"uid"`
	Groups  []string          `json:"groups"`
	RTPrio  uint64            `json:"rtprio"`
	MemLock uint64            `json:"memlock"`
	Synced  *bool             `json:"synced,omitempty"`
	Refused map[string]string `json:"refused"`            // "r" or "w" by path: the missing rights
	NoMap   string            `json:"unmapped,omitempty"` // why registers cannot be mapped
	Lines   []gpiomem.Line    `json:"lines"`
	Running []Program         `json:"programs"`
}

// A Root is the files of another machine. Close it after use.
type Root struct {
	fs.FS
	close func() error
}

// Close releases the files.
func (r *Root) Close() error { return r.close() }

// OpenRoot opens what name has of another machine: a folder with its /proc, /sys,
// /boot, /dev and /etc, or an archive that [Pack] has made. Both may be made by
// anybody: only ordinary files are read, each up to 64 KiB, none outside the folder.
func OpenRoot(name string) (*Root, error) {
	info, err := os.Stat(name)
	if err != nil {
		return nil, err
	}
	if info.IsDir() {
		r, err := os.OpenRoot(name)
		if err != nil {
			return nil, err
		}
		return &Root{guarded{r.FS()}, r.Close}, nil
	}
	if !info.Mode().IsRegular() || info.Size() > maxArchive {
		return nil, fmt.Errorf("doctor: %s: want a folder, or an archive of at most %d bytes", name, maxArchive)
	}
	z, err := zip.OpenReader(name)
	if err != nil {
		return nil, fmt.Errorf("doctor: %s is neither a folder nor an archive of ledpost doctor --pack: %w", name, err)
	}
	return &Root{guarded{&z.Reader}, z.Close}, nil
}

// Machine returns the machine whose files these are. What nobody has noted down of it
// counts as well: rights, limits and the clock.
func (r *Root) Machine() (Machine, error) {
	known := facts{User: "ledpost", UID: -1, RTPrio: 99, MemLock: math.MaxUint64}
	m := Machine{Root: r.FS, Synced: func() (bool, error) { return true, nil }}
	data, err := fs.ReadFile(r, factsFile)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		m.Programs = func() []Program { return Programs(r.FS) }
	case err != nil:
		return m, err
	default:
		if err := json.Unmarshal(data, &known); err != nil {
			return m, fmt.Errorf("doctor: %s: %w", factsFile, err)
		}
		known.limit()
		known.tell(&m)
	}
	m.User, m.UID, m.Groups, m.RTPrio, m.MemLock = known.User, known.UID, known.Groups, known.RTPrio, known.MemLock
	return m, nil
}

// limit drops what no machine has.
func (k *facts) limit() {
	var lines []gpiomem.Line
	for _, l := range k.Lines {
		if l.Pin >= 0 && l.Pin < gpiomem.ModulePins && len(lines) < gpiomem.ModulePins {
			lines = append(lines, l)
		}
	}
	k.Lines = lines
	k.Running = k.Running[:min(len(k.Running), 32)]
}

// tell gives the facts to a machine.
func (k *facts) tell(m *Machine) {
	m.Lines = func() []gpiomem.Line { return k.Lines }
	m.Programs = func() []Program { return k.Running }
	m.Access = func(path string, write bool) error {
		if is := k.Refused[path]; is == "r" || is == "w" && write {
			return fs.ErrPermission
		}
		return nil
	}
	m.Synced = func() (bool, error) {
		if k.Synced == nil {
			return false, errors.New("unknown")
		}
		return *k.Synced, nil
	}
	m.Map = func(gpiomem.Board) error {
		if k.NoMap == "" {
			return nil
		}
		return errors.New(k.NoMap)
	}
}

// guarded is a file system of which only folders and the beginnings of ordinary files
// are read.
type guarded struct{ of fs.FS }

// sysTree is what /proc/device-tree is a link to, which leads out of a folder.
const sysTree = "sys/firmware/devicetree/base"

// real is the name under which a file is there.
func (g guarded) real(name string) string {
	if rest, ok := strings.CutPrefix(name, deviceTree); ok {
		if _, err := fs.Stat(g.of, name); err != nil {
			return sysTree + rest
		}
	}
	return name
}

func (g guarded) Open(name string) (fs.File, error) {
	name = g.real(name)
	info, err := fs.Stat(g.of, name) // before it is opened: a pipe would wait for its other end
	if err != nil {
		return nil, err
	}
	if info.IsDir() {
		return g.of.Open(name)
	}
	if !info.Mode().IsRegular() {
		return nil, &fs.PathError{Op: "open", Path: name, Err: errors.New("no ordinary file")}
	}
	f, err := g.of.Open(name)
	if err != nil {
		return nil, err
	}
	return &beginning{f, maxForeign}, nil
}

// Stat reads the files: of devices it is enough that they are there.
func (g guarded) Stat(name string) (fs.FileInfo, error) { return fs.Stat(g.of, g.real(name)) }

// beginning is a file that ends early.
type beginning struct {
	fs.File
	left int
}

func (b *beginning) Read(p []byte) (int, error) {
	if b.left == 0 {
		return 0, io.EOF
	}
	n, err := b.File.Read(p[:min(len(p), b.left)])
	b.left -= n
	return n, err
}

// Stat says no more than what can be read, so that nobody makes room for more.
func (b *beginning) Stat() (fs.FileInfo, error) {
	info, err := b.File.Stat()
	return short{info}, err
}

type short struct{ fs.FileInfo }

func (s short) Size() int64 { return min(s.FileInfo.Size(), maxForeign) }

package device

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"math/big"
	"os"
	"path/filepath"
	"time"

	"github.com/google/renameio/v2"

	"github.com/ledpost/ledpost/device/paint"
	"github.com/ledpost/ledpost/internal/latest"
)

// Window is how long a change may wait for its write: at most one write in this
// time, for the sake of SD cards (docs/decisions.md 4, restart).
const Window = 2 * time.Second

// maxSaved bounds the state file; a larger one was not written here.
const maxSaved = 4 * maxKept

// File keeps a Saved as JSON in a directory: written to the side, synced and
// renamed, so that the file is always whole; the one before stays beside it.
type File struct {
	path   string
	window time.Duration
	log    *slog.Logger
	box    latest.Box[Saved]
	urgent chan struct{}
}

// OpenFile reads dir/state.json, or makes a new identity. A broken file is set
// aside as state.json.bad and the one before it is used. The ids that the
// device may give out next are reserved on disk before it returns.
func OpenFile(dir string, window time.Duration, log *slog.Logger) (*File, Saved, error) {
	f := &File{path: filepath.Join(dir, "state.json"), window: window, log: log, box: latest.New[Saved](), urgent: make(chan struct{}, 1)}
	saved, err := f.load()
	if err != nil {
		return nil, Saved{}, err
	}
	ahead := saved
	ahead.Reserved = max(saved.Reserved, 1) + reserve // as newState does
	if err := f.write(ahead); err != nil {
		return nil, Saved{}, err
	}
	return f, saved, nil
}

// Save hands s to Run. It never blocks; one goroutine may call it.
func (f *File) Save(s Saved) {
	f.box.Put(s)
	if s.Urgent {
		select {
		case f.urgent <- struct{}{}:
		default:
		}
	}
}

// Run writes what is saved, at most once in the window, until ctx ends; then it
// writes what is left. A write that fails is said and tried again.
func (f *File) Run(ctx context.Context) error {
	var (
		last  Saved
		retry <-chan time.Time // last is not written
	)
	for {
		select {
		case last = <-f.box:
			f.hold(ctx)
		case <-retry:
		case <-ctx.Done():
			select {
			case last = <-f.box:
			default:
				if retry == nil {
					return nil
				}
			}
			return f.write(last)
		}
		last, retry = f.newest(last), nil
		if err := f.write(last); err != nil {
			f.log.Error("the state cannot be saved; trying again", "err", err)
			retry = time.After(max(f.window, time.Second))
		}
	}
}

// hold waits for the end of the window, or for something urgent.
func (f *File) hold(ctx context.Context) {
	select {
	case <-time.After(f.window):
	case <-f.urgent:
	case <-ctx.Done():
	}
}

func (f *File) newest(s Saved) Saved {
	select {
	case s = <-f.box:
	default:
	}
	return s
}

func (f *File) write(s Saved) error {
	data, err := json.Marshal(s)
	if err != nil {
		return fmt.Errorf("device: save: %w", err)
	}
	if err := f.backup(); err != nil {
		return fmt.Errorf("device: save: %w", err)
	}
	// renameio syncs the file before it renames it.
	if err := renameio.WriteFile(f.path, data, 0o600); err != nil {
		return fmt.Errorf("device: save: %w", err)
	}
	if err := syncDir(filepath.Dir(f.path)); err != nil {
		return fmt.Errorf("device: save: %w", err)
	}
	f.log.Debug("the state is saved")
	return nil
}

// backup makes the file that is about to be replaced the one before: a second
// link to it, so that there is a good one at every instant.
func (f *File) backup() error {
	side := f.path + ".old.tmp"
	_ = os.Remove(side)
	if err := os.Link(f.path, side); errors.Is(err, fs.ErrNotExist) {
		return nil
	} else if err != nil {
		return err
	}
	return os.Rename(side, f.path+".old")
}

func syncDir(dir string) error {
	d, err := os.Open(dir)
	if err != nil {
		return err
	}
	defer d.Close()
	return d.Sync()
}

// load reads the state, or the one before it, or makes a fresh one.
func (f *File) load() (Saved, error) {
	for _, path := range []string{f.path, f.path + ".old"} {
		saved, err := read(path)
		switch {
		case err == nil:
			return saved, nil
		case errors.Is(err, fs.ErrNotExist):
			continue
		case !errors.Is(err, errBroken):
			return Saved{}, fmt.Errorf("device: %w", err) // it may be well
		}
		f.log.Error("the saved state is broken; set aside", "file", path, "err", err)
		if err := os.Rename(path, path+".bad"); err != nil {
			return Saved{}, fmt.Errorf("device: set aside: %w", err)
		}
	}
	return Fresh(), nil
}

func read(path string) (Saved, error) {
	file, err := os.Open(path)
	if err != nil {
		return Saved{}, err
	}
	defer file.Close()
	data, err := io.ReadAll(io.LimitReader(file, maxSaved+1))
	if err != nil {
		return Saved{}, err
	}
	saved, err := ParseSaved(data)
	if err != nil {
		return saved, fmt.Errorf("%w: %w", errBroken, err)
	}
	return saved, nil
}

// KeptLook is l with what was set on the device that keeps its state in dir; l
// itself if nothing can be read there.
func KeptLook(dir string, l paint.Look) paint.Look {
	saved, err := read(filepath.Join(dir, "state.json"))
	if err != nil {
		return l
	}
	return saved.Settings.Look.over(l)
}

// errBroken is a file that was read and makes no sense.
var errBroken = errors.New("broken")

// ParseSaved reads the JSON of a Saved and checks it.
func ParseSaved(data []byte) (Saved, error) {
	var s Saved
	if len(data) > maxSaved {
		return s, fmt.Errorf("device: state of more than %d bytes", maxSaved)
	}
	if err := json.Unmarshal(data, &s); err != nil {
		return s, fmt.Errorf("device: state: %w", err)
	}
	return s, s.check()
}

// check refuses what this program cannot have written.
func (s *Saved) check() error {
	set := &s.Settings
	switch {
	case s.Version != savedVersion:
		return fmt.Errorf("device: state of version %d, want %d", s.Version, savedVersion)
	case s.Identity == (Identity{}) || s.Reserved >= 1<<62:
		return errors.New("device: state without an identity")
	case set.Brightness < 0 || set.Brightness > 100 || set.Volume < 0 || set.Volume > 100:
		return errors.New("device: state with a percentage out of range")
	case set.Mode > KioskMode || set.BrightnessMode > ManualBrightness || set.Saver.Last > TimeBased:
		return errors.New("device: state with an unknown mode")
	case !set.Saver.Start.valid() || !set.Saver.End.valid():
		return errors.New("device: state with a time out of range")
	}
	if err := set.Look.Validate(); err != nil {
		return fmt.Errorf("device: state with an unknown look: %w", err)
	}
	return nil
}

// Fresh is the state of a new device, with an identity of its own.
func Fresh() Saved {
	return Saved{Version: savedVersion, Identity: newIdentity(), Settings: DefaultSettings}
}

func newIdentity() Identity {
	const serial = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
	b := make([]byte, 16)
	_, _ = rand.Read(b) // never fails
	letters := make([]byte, 16)
	for i := range letters {
		letters[i] = serial[b[i]%32]
	}
	id, _ := rand.Int(rand.Reader, big.NewInt(900_000_000))
	b[6], b[8] = b[6]&0x0f|0x40, b[8]&0x3f|0x80 // RFC 9562, version 4
	return Identity{
		ID: fmt.Sprint(100_000_000 + id.Int64()), Serial: "LP" + string(letters), Name: "ledpost",
		UUID: fmt.Sprintf("%x-%x-%x-%x-%x", b[0:4], b[4:6], b[6:8], b[8:10], b[10:16]),
	}
}

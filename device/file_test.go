package device

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/ledpost/ledpost/device/note"
)

var quiet = slog.New(slog.DiscardHandler)

// TestMain runs the victim of TestSIGKILL instead of the tests when asked to.
func TestMain(m *testing.M) {
	if dir := os.Getenv("LEDPOST_TEST_VICTIM"); dir != "" {
		victim(dir)
		return
	}
	os.Exit(m.Run())
}

func TestFileKeeps(t *testing.T) {
	dir := t.TempDir()
	file, fresh, err := OpenFile(dir, time.Hour, quiet)
	if err != nil {
		t.Fatal(err)
	}
	want := fresh
	want.Settings.Volume, want.Reserved = 7, 4000
	want.Waiting = []SavedEntry{{ID: "12", Left: time.Minute, Notification: note.Notification{
		Priority: note.PriorityWarning, IconType: note.IconTypeInfo, Lifetime: time.Minute, Cycles: 3,
		Frames: []note.Frame{
			{Icon: ref("i12"), Text: []note.Fragment{{Text: "a", Color: note.Color{R: 1, G: 2, B: 3, Set: true}}}, Duration: time.Second},
			{Goal: &note.Goal{Start: 1, Current: 2, End: 3, Unit: "x"}}, {Chart: []int{1}},
		},
		Sound: &note.Sound{URL: "http://h/x", Repeat: 2, Fallback: &note.Sound{Category: "alarms", ID: "alarm1"}},
	}}}
	ctx, cancel := context.WithCancel(t.Context())
	file.Save(want)
	cancel()
	if err := file.Run(ctx); err != nil { // writes what is left at its end
		t.Fatal(err)
	}
	_, got, err := OpenFile(dir, time.Hour, quiet)
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("%v, got\n%+v\nwant\n%+v", err, got, want)
	}
	if info, _ := os.Stat(filepath.Join(dir, "state.json")); info.Mode().Perm() != 0o600 {
		t.Errorf("mode %v, want 0600", info.Mode())
	}
}

// onDisk is what a start would find, and how often the log says it was written.
type onDisk struct {
	dir string
	mu  sync.Mutex // the file logs, the test reads
	log bytes.Buffer
}

func (d *onDisk) Write(p []byte) (int, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.log.Write(p)
}

func (d *onDisk) is(t *testing.T, why string, volume, writes int) {
	t.Helper()
	synctest.Wait()
	saved, err := read(filepath.Join(d.dir, "state.json"))
	d.mu.Lock()
	defer d.mu.Unlock()
	if n := strings.Count(d.log.String(), "level=DEBUG"); err != nil || saved.Settings.Volume != volume || n != writes {
		t.Errorf("%s: volume %d after %d writes (%v), want %d after %d", why, saved.Settings.Volume, n, err, volume, writes)
	}
}

// TestStartWritesOnce: the reservation of ids is all that a start changes.
func TestStartWritesOnce(t *testing.T) {
	cfg := testConfig(t)
	disk := &onDisk{dir: filepath.Join(t.TempDir(), "state")}
	if err := os.Mkdir(disk.dir, 0o700); err != nil {
		t.Fatal(err)
	}
	synctest.Test(t, func(t *testing.T) {
		log := slog.New(slog.NewTextHandler(disk, &slog.HandlerOptions{Level: slog.LevelDebug}))
		file, saved, err := OpenFile(disk.dir, Window, log)
		if err != nil {
			t.Fatal(err)
		}
		r := &rig{t: t, Device: New(cfg, saved, Edges{&rig{}, &rig{}, file})}
		ctx, cancel := context.WithCancel(t.Context())
		done := make(chan error)
		go func() { done <- file.Run(ctx) }()
		go func() { done <- r.Run(ctx) }()
		time.Sleep(time.Minute)
		disk.is(t, "a minute after the start", 50, 1)
		_, err = r.SetVolume(background, 40)
		r.must(err)
		time.Sleep(Window - 1)
		disk.is(t, "within the window of a change", 50, 1)
		time.Sleep(time.Nanosecond)
		disk.is(t, "at its end", 40, 2)
		cancel()
		if err := errors.Join(<-done, <-done); err != nil {
			t.Error(err)
		}
	})
}

// TestWindow: a change is on the disk 2 s later, and nothing is written more
// often than that, or without a change; what is urgent is written at once.
func TestWindow(t *testing.T) {
	disk := &onDisk{dir: filepath.Join(t.TempDir(), "state")}
	if err := os.Mkdir(disk.dir, 0o700); err != nil {
		t.Fatal(err)
	}
	synctest.Test(t, func(t *testing.T) {
		log := slog.New(slog.NewTextHandler(disk, &slog.HandlerOptions{Level: slog.LevelDebug}))
		file, saved, err := OpenFile(disk.dir, Window, log)
		if err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithCancel(t.Context())
		done := make(chan error)
		go func() { done <- file.Run(ctx) }()
		save := func(volume int, urgent bool) {
			saved.Settings.Volume, saved.Urgent = volume, urgent
			file.Save(saved)
		}
		save(1, false)
		time.Sleep(Window - 1)
		disk.is(t, "within the window", 50, 1)
		time.Sleep(time.Nanosecond)
		disk.is(t, "at its end", 1, 2)
		for v := range 27 { // 4.05 s, as a hand on a slider
			save(v, false)
			time.Sleep(150 * time.Millisecond)
		}
		disk.is(t, "many changes", 13, 3)
		time.Sleep(Window)
		disk.is(t, "the last of them", 26, 4)
		time.Sleep(time.Hour)
		disk.is(t, "no change", 26, 4)
		save(7, true)
		disk.is(t, "urgent", 7, 5)
		gone := disk.dir + ".gone"
		if err := os.Rename(disk.dir, gone); err != nil {
			t.Fatal(err)
		}
		save(8, false)
		time.Sleep(2*Window + Window/2)
		if err := os.Rename(gone, disk.dir); err != nil {
			t.Fatal(err)
		}
		disk.is(t, "while it cannot be written", 7, 5)
		time.Sleep(Window)
		disk.is(t, "when it can be again", 8, 6)
		save(9, false)
		cancel()
		if err := <-done; err != nil {
			t.Error(err)
		}
		disk.is(t, "at the end", 9, 7)
	})
}

func TestBrokenFileIsSetAside(t *testing.T) {
	rows := []struct{ name, content string }{
		{"empty, as after a power cut on some file systems", ""},
		{"half of it", `{"version":1,"identity":{"id":"1"`},
		{"of a later version", `{"version":99,"identity":{"id":"1"},"settings":{}}`},
		{"ids that come to an end", `{"version":1,"identity":{"id":"1"},"reserved":4611686018427387904,"settings":{}}`},
		{"larger than any that was written", `{"version":1,` + strings.Repeat(" ", maxSaved) + `"identity":{"id":"1"},"settings":{}}`},
		{"a brightness that cannot be", `{"version":1,"identity":{"id":"1"},"settings":{"brightness":1000}}`},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			dir := t.TempDir()
			_, first, err := OpenFile(dir, 0, quiet)
			if err != nil {
				t.Fatal(err)
			}
			if _, _, err := OpenFile(dir, 0, quiet); err != nil { // now there is one before
				t.Fatal(err)
			}
			path := filepath.Join(dir, "state.json")
			if err := os.WriteFile(path, []byte(row.content), 0o600); err != nil {
				t.Fatal(err)
			}
			_, got, err := OpenFile(dir, 0, quiet)
			if err != nil || got.Identity != first.Identity {
				t.Errorf("%v: identity %+v, want that of the good one before, %+v", err, got.Identity, first.Identity)
			}
			if bad, err := os.ReadFile(path + ".bad"); err != nil || string(bad) != row.content {
				t.Errorf("the broken one is not set aside: %q, %v", bad, err)
			}
		})
	}
}

// TestInterruptedBackup: the process ended between making the second link and
// giving it its name.
func TestInterruptedBackup(t *testing.T) {
	dir := t.TempDir()
	for range 2 {
		if err := os.WriteFile(filepath.Join(dir, "state.json.old.tmp"), nil, 0o600); err != nil {
			t.Fatal(err)
		}
		if _, _, err := OpenFile(dir, 0, quiet); err != nil {
			t.Error(err)
		}
	}
}

// TestUnreadableIsLeftAlone: a file that cannot be read now may be well.
func TestUnreadableIsLeftAlone(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "state.json")
	if err := os.Mkdir(path, 0o700); err != nil { // reading it fails, whoever reads
		t.Fatal(err)
	}
	if _, _, err := OpenFile(dir, 0, quiet); err == nil {
		t.Error("it starts anew")
	}
	if _, err := os.Stat(path); err != nil {
		t.Errorf("it was set aside: %v", err)
	}
}

func TestIdentity(t *testing.T) {
	a, b := newIdentity(), newIdentity()
	if a.ID == b.ID || a.Serial == b.Serial || a.UUID == b.UUID {
		t.Errorf("two devices are alike: %+v, %+v", a, b)
	}
	if strings.Trim(a.ID, "0123456789") != "" || len(a.Serial) > 32 || len(a.UUID) != 36 {
		t.Errorf("%+v: want a decimal id, a serial of up to 32 characters, a UUID", a)
	}
}

func FuzzParseSaved(f *testing.F) {
	saved := Fresh()
	saved.Waiting = []SavedEntry{{ID: "1", Notification: notice(note.PriorityInfo)}}
	data, _ := json.Marshal(saved)
	f.Add(data)
	f.Add([]byte(`{}`))
	f.Add([]byte(`{"version":1,"identity":{"id":"1"},"waiting":[{"notification":{"frames":[{"icon":"data:image/png;base64,AAAA"}]}}]}`))
	cfg := testConfig(f)
	f.Fuzz(func(t *testing.T, data []byte) {
		saved, err := ParseSaved(data)
		if err != nil {
			return
		}
		s := newState(cfg, saved, start)
		s.step(start)
		if _, err := io.Discard.Write([]byte(fmt.Sprint(s.items()))); err != nil {
			t.Fatal(err)
		}
	})
}

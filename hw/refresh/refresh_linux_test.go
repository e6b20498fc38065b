// SPDX-License-Identifier: Apache-2.0

package refresh

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/ledpost/ledpost/internal/must"
	"golang.org/x/sys/unix"
)

// A testBackend is the Backend of these tests: it writes what it does into a folder.
type testBackend struct{ dir, note string }

type noteParams struct {
	Dir   string
	Fail  string // what to fail with at opening; "hang" does not return
	Note  string
	Lasts bool
}

func (n testBackend) Refresh(frame []byte) error {
	if string(frame[:4]) == "fail" {
		return errors.New("test: the wire broke")
	}
	if string(frame) == "panicked" {
		panic("test: a bug")
	}
	if string(frame) == "hang now" {
		defer time.Sleep(time.Hour)
	}
	defer time.Sleep(time.Millisecond) // a real-time thread must not take all of a CPU
	return errors.Join(n.put("pid", fmt.Append(nil, os.Getpid())), n.put("frame", frame))
}

func (n testBackend) Blank() error {
	if _, err := os.Stat(filepath.Join(n.dir, "broken")); err == nil {
		return errors.New("test: the wire broke")
	}
	return n.put("blank", nil)
}

// Note is what it was told to say.
func (n testBackend) Note() string { return n.note }

// put replaces a file at once, so that readers see all of it. The directory is
// open for all: the refresher has no rights when it writes.
func (n testBackend) put(name string, content []byte) error {
	tmp := filepath.Join(n.dir, "."+name)
	if err := os.WriteFile(tmp, content, 0o666); err != nil {
		return err
	}
	return os.Rename(tmp, filepath.Join(n.dir, name))
}

func kinds() map[string]Opener {
	note := func(raw []byte) (Backend, error) {
		var p noteParams
		if err := json.Unmarshal(raw, &p); err != nil {
			return nil, err
		}
		if p.Fail == "hang" {
			time.Sleep(time.Hour)
		}
		if p.Fail != "" {
			return nil, errors.New(p.Fail)
		}
		if p.Lasts {
			return lasting{testBackend{p.Dir, p.Note}}, nil
		}
		return testBackend{p.Dir, p.Note}, nil
	}
	return map[string]Opener{"note": note, "other": note}
}

// lasting is a testBackend whose panel keeps its picture.
type lasting struct{ testBackend }

func (lasting) Lasts() time.Duration { return time.Hour }

// TestMain lets the test binary be the refresher, and a program that has one.
func TestMain(m *testing.M) {
	if len(os.Args) > 1 && os.Args[1] == Command {
		os.Exit(Main(os.Args[2:], kinds()))
	}
	if len(os.Args) > 1 && os.Args[1] == ServeCommand {
		os.Exit(Serve(os.Args[2:], kinds()))
	}
	os.Setenv("GORACE", "atexit_sleep_ms=0") // of the processes started here
	if dir := os.Getenv("REFRESH_TEST_PROGRAM"); dir != "" {
		start := Patient().Start
		if os.Getenv("REFRESH_TEST_ASK") != "" {
			start = Patient().Ask
		}
		p, err := start("note", noteParams{Dir: dir}, 8)
		if err != nil {
			panic(err)
		}
		copy(p.Back(), "program!")
		p.Publish()
		time.Sleep(time.Minute)
	}
	os.Exit(m.Run())
}

// folder is one that the refresher may write to without rights.
func folder(t *testing.T) string {
	dir := must.Get(os.MkdirTemp("", "refresh"))(t)
	t.Cleanup(func() { os.RemoveAll(dir) })
	os.Chmod(dir, 0o777)
	return dir
}

func childOf(p *Process) *child { return p.peer.(*child) }

func start(t *testing.T, p noteParams) *Process {
	t.Helper()
	proc := must.Get(Patient().Start("note", p, 8))(t)
	t.Cleanup(func() { proc.Close() })
	return proc
}

// within waits for another process: no fake time there.
func within(t *testing.T, what string, done func() bool) {
	t.Helper()
	for end := time.Now().Add(time.Minute); !done(); time.Sleep(time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("waited a minute for %s", what)
		}
	}
}

func holds(dir, name, want string) func() bool {
	return func() bool {
		got, err := os.ReadFile(filepath.Join(dir, name))
		return err == nil && string(got) == want
	}
}

func show(t *testing.T, p *Process, frame string) {
	t.Helper()
	copy(p.Back(), frame)
	must.Do(t, p.Publish())
}

func TestRefresherShowsTheNewestFrame(t *testing.T) {
	dir := folder(t)
	p := start(t, noteParams{Dir: dir})
	for _, frame := range []string{"picture1", "picture2", "picture3", "picture4"} {
		show(t, p, frame)
		within(t, frame, holds(dir, "frame", frame))
	}
	before := p.Stats().Frames
	within(t, "a standing picture to be refreshed", func() bool { return p.Stats().Frames > before+100 })
	within(t, "the rate", func() bool { return p.Stats().Hz > 10 })
	must.Do(t, p.Close())
	if !holds(dir, "blank", "")() {
		t.Error("closed, but not blank")
	}
	if err := p.Publish(); !errors.Is(err, ErrStopped) {
		t.Errorf("publish after close: %v", err)
	}
}

func TestStartSaysWhatIsWrong(t *testing.T) {
	_, err := Patient().Start("note", noteParams{Fail: "test: no such pin"}, 8)
	if err == nil || err.Error() != "test: no such pin" {
		t.Errorf("a backend that fails: %v", err)
	}
	_, err = Patient().Start("unknown", nil, 8)
	must.Fail(t, err, `"unknown"`, "an unknown backend")
	for _, size := range []int{-1, 0, maxFrame + 1} {
		if _, err := Usual().Start("note", nil, size); err == nil {
			t.Errorf("frames of %d bytes are no error", size)
		}
	}
}

func TestPublishTellsWhyTheRefresherStopped(t *testing.T) {
	dir := folder(t)
	p := start(t, noteParams{Dir: dir})
	show(t, p, "fail now")
	var err error
	within(t, "the fault", func() bool { err = p.Publish(); return err != nil })
	if !errors.Is(err, ErrStopped) || !strings.Contains(err.Error(), "the wire broke") {
		t.Errorf("publish: %v", err)
	}
	if !holds(dir, "blank", "")() {
		t.Error("a failed refresher did not blank")
	}
}

// TestFramesAreLocked in memory, and nothing else is; or the log hears of it.
func TestFramesAreLocked(t *testing.T) {
	p := start(t, noteParams{Dir: folder(t)})
	status := must.Get(os.ReadFile(fmt.Sprintf("/proc/%d/status", childOf(p).cmd.Process.Pid)))(t)
	kb := (page + 3*roundUp(8)) >> 10
	if locked := strings.Contains(string(status), fmt.Sprintf("VmLck:\t%8d kB", kb)); locked == strings.Contains(p.Note(),
		"LimitMEMLOCK") {
		t.Errorf("note %q, but %d kB of frames locked: %v", p.Note(), kb, locked)
	}
	mem := must.Get(unix.Mmap(-1, 0, page, unix.PROT_READ, unix.MAP_ANON|unix.MAP_PRIVATE))(t)
	unix.Munmap(mem)
	if lack := lock(mem); !strings.Contains(lack, "LimitMEMLOCK") {
		t.Errorf("memory that cannot be locked: %q", lack)
	}
}

// TestBackendNotes: what it has to say is in Note, on one line.
func TestBackendNotes(t *testing.T) {
	p := start(t, noteParams{Dir: folder(t), Note: "pulses by hand:\nno way"})
	if !strings.HasSuffix(p.Note(), "pulses by hand: no way") {
		t.Errorf("note %q", p.Note())
	}
}

func TestRefresherHasNoRights(t *testing.T) {
	if os.Geteuid() != 0 {
		t.Skip("this test needs root, to see that the refresher drops it")
	}
	dir := folder(t)
	p := start(t, noteParams{Dir: dir})
	show(t, p, "picture1")
	within(t, "the picture", holds(dir, "frame", "picture1"))
	threads, err := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/status", childOf(p).cmd.Process.Pid))
	if err != nil || len(threads) == 0 {
		t.Fatal("no threads", err)
	}
	main := fmt.Sprintf("/proc/%d/task/%[1]d/status", childOf(p).cmd.Process.Pid)
	must.Equal(t, p.Note(), "", "the refresher of root runs")
	_, _, cgo := syscall.AllThreadsSyscall(unix.SYS_GETPID, 0, 0, 0)
	confined := 0 // threads that cannot get new rights
	for _, name := range threads {
		status, _ := os.ReadFile(name)
		if strings.Contains(string(status), "NoNewPrivs:\t1\n") {
			confined++
		}
		for _, want := range []string{"Uid:\t65534\t65534\t65534\t65534", "Gid:\t65534", "CapPrm:\t0000000000000000",
			"CapEff:\t0000000000000000", "CapAmb:\t0000000000000000"} {
			if !strings.Contains(string(status), want) {
				t.Errorf("%s lacks %q", name, want)
			}
		}
		if name == main && !strings.Contains(string(status), "Groups:\t \n") {
			t.Errorf("the refresher kept groups")
		}
	}
	if confined == 0 || confined < len(threads) && cgo == 0 {
		t.Errorf("%d of %d threads cannot get new rights", confined, len(threads))
	}
}

// TestFramesAreNeverTorn publishes and takes as fast as can be: the reader must
// always see a whole frame, and never an older one than before.
func TestFramesAreNeverTorn(t *testing.T) {
	f, s, err := create(1 << 10)
	must.Do(t, err)
	defer f.Close()
	const last = 200_000
	go func() {
		w := &writer{shared: s}
		for i := range byte(200) {
			for range last / 200 {
				frame := w.frame(w.back)
				for j := range frame {
					frame[j] = i
				}
				w.publish()
			}
		}
	}()
	r := newReader(s)
	seen := byte(0)
	for seen < 199 {
		frame := r.next()
		if frame == nil {
			continue
		}
		first := frame[0]
		for j, b := range frame {
			if b != first {
				t.Fatalf("byte %d of frame %d is %d", j, first, b)
			}
		}
		if first < seen {
			t.Fatalf("frame %d after %d", first, seen)
		}
		seen = first
	}
}

// TestMemoryKeepsItsSize: a page that goes missing would kill whoever touches it.
func TestMemoryKeepsItsSize(t *testing.T) {
	f, s, err := create(8)
	must.Do(t, err)
	defer f.Close()
	defer unix.Munmap(s.mem)
	for _, size := range []int64{0, page, 1 << 20} {
		if f.Truncate(size) == nil {
			t.Errorf("could be made %d bytes long", size)
		}
	}
}

func TestPublishAllocatesNothing(t *testing.T) {
	dir := folder(t)
	p := start(t, noteParams{Dir: dir})
	must.Equal(t, testing.AllocsPerRun(100, func() { p.Back()[0] = 'p'; p.Publish() }), 0, "allocations")
}

func TestSleepUntil(t *testing.T) {
	until := Now() + 2*time.Millisecond
	SleepUntil(until)
	if now := Now(); now < until {
		t.Errorf("woke %v early", until-now)
	}
	SleepUntil(until - time.Hour) // returns at once
}

// TestLasting: a panel that keeps its picture is sent what is published, at once and alone,
// and at the end what came last.
func TestLasting(t *testing.T) {
	for _, start := range []func(string, any, int) (*Process, error){Patient().Start, Patient().Ask} {
		system(t)
		dir := folder(t)
		p := must.Get(start("note", noteParams{Dir: dir, Lasts: true}, 8))(t)
		for n, frame := range []string{"picture1", "picture2", "picture3"} {
			show(t, p, frame)
			must.Do(t, p.Wake())
			within(t, frame, holds(dir, "frame", frame))
			if got := p.Stats().Frames; got > uint32(n+1) {
				t.Errorf("%d refreshes of %d pictures", got, n+1)
			}
		}
		must.Equal(t, testing.AllocsPerRun(100, func() { p.Publish(); p.Wake() }), 0, "allocations")
		show(t, p, "lastone!")
		must.Do(t, p.Close())
		if !holds(dir, "frame", "lastone!")() || !holds(dir, "blank", "")() {
			t.Error("the last picture was not sent, or the panel not blanked")
		}
	}
}

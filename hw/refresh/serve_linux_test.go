// SPDX-License-Identifier: Apache-2.0

package refresh

import (
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"github.com/ledpost/ledpost/internal/memtest"
	"github.com/ledpost/ledpost/internal/must"
	"github.com/ledpost/ledpost/internal/testtool"
	"github.com/ledpost/ledpost/internal/version"
)

// system starts refreshers for connections as systemd does, until the test ends; dir has
// their files.
func system(t *testing.T) (socket, dir string) {
	t.Helper()
	dir = t.TempDir()
	socket = filepath.Join(dir, "socket")
	l := must.Get(net.ListenUnix("unix", &net.UnixAddr{Name: socket, Net: "unix"}))(t)
	go Spawn(t.Context(), l, "/proc/self/exe", dir, func(error) {})
	t.Setenv(SocketVariable, socket)
	return socket, dir
}

func ask(t *testing.T, p noteParams) *Process {
	t.Helper()
	proc := must.Get(Patient().Ask("note", p, 8))(t)
	t.Cleanup(func() { proc.Close() })
	return proc
}

// TestAsk: the system's refresher does all that a child does, and leaves no panel recorded.
func TestAsk(t *testing.T) {
	_, run := system(t)
	dir := folder(t)
	p := ask(t, noteParams{Dir: dir, Note: "by the system"})
	if _, ok := p.peer.(*served); !ok || !strings.HasSuffix(p.Note(), "by the system") {
		t.Errorf("%T, note %q", p.peer, p.Note())
	}
	for _, frame := range []string{"picture1", "picture2"} {
		show(t, p, frame)
		within(t, frame, holds(dir, "frame", frame))
	}
	must.Equal(t, testing.AllocsPerRun(100, func() { p.Back()[0] = 'p'; p.Publish() }), 0, "allocations")
	within(t, "statistics", func() bool { return p.Stats().Hz > 10 })
	if len(must.Get(os.ReadFile(filepath.Join(run, "panel-note.json")))(t)) == 0 {
		t.Error("nothing says which panel is lit")
	}
	must.Do(t, p.Close())
	if !holds(dir, "blank", "")() || !holds(run, "panel-note.json", "")() {
		t.Error("closed, but not blank, or still recorded")
	}
}

// TestAskWithoutTheSystem: where the system starts none it is a child; where it refuses, an error.
func TestAskWithoutTheSystem(t *testing.T) {
	for _, path := range []string{"", filepath.Join(t.TempDir(), "none")} {
		t.Setenv(SocketVariable, path)
		p := ask(t, noteParams{Dir: folder(t)})
		if _, ok := p.peer.(*child); !ok {
			t.Errorf("%q: %T", path, p.peer)
		}
	}
	path := filepath.Join(t.TempDir(), "socket")
	l := must.Get(net.ListenUnix("unix", &net.UnixAddr{Name: path, Net: "unix"}))(t)
	defer l.Close()
	go func() {
		for {
			conn, err := l.Accept()
			if err != nil {
				return
			}
			conn.Close() // as systemd does with more than MaxConnections=
		}
	}()
	t.Setenv(SocketVariable, path)
	if _, err := Patient().Ask("note", noteParams{}, 8); err == nil {
		t.Error("a system that starts nothing is no error")
	}
}

// TestLostRefresher: the program hears of its end once the panel is blank, and may ask for
// the next one.
func TestLostRefresher(t *testing.T) {
	for _, row := range []struct {
		why   string
		lose  func(t *testing.T, p *Process, dir string)
		fault string
	}{
		{"killed", func(t *testing.T, _ *Process, dir string) {
			pid := must.Get(strconv.Atoi(string(must.Get(os.ReadFile(filepath.Join(dir, "pid")))(t))))(t)
			must.Do(t, unix.Kill(pid, unix.SIGKILL))
		}, "stopped"},
		{"panicked", func(t *testing.T, p *Process, _ string) { show(t, p, "panicked") }, "stopped"},
		{"failed", func(t *testing.T, p *Process, _ string) { show(t, p, "fail now") }, "the wire broke"},
	} {
		t.Run(row.why, func(t *testing.T) {
			_, run := system(t)
			dir := folder(t)
			p := ask(t, noteParams{Dir: dir})
			show(t, p, "leftover")
			within(t, "the picture", holds(dir, "frame", "leftover"))
			row.lose(t, p, dir)
			within(t, "the fault", func() bool { return p.Err() != nil })
			if err := p.Err(); !errors.Is(err, ErrStopped) || !strings.Contains(err.Error(), row.fault) {
				t.Errorf("fault: %v", err)
			}
			within(t, "darkness", holds(dir, "blank", ""))
			within(t, "the panel to be forgotten", holds(run, "panel-note.json", ""))
			next := ask(t, noteParams{Dir: dir})
			show(t, next, "nextone!")
			within(t, "the next one's picture", holds(dir, "frame", "nextone!"))
		})
	}
}

// TestLostProgram: a program that is killed leaves a dark panel, which the next one gets.
func TestLostProgram(t *testing.T) {
	_, run := system(t)
	dir := folder(t)
	cmd := exec.Command("/proc/self/exe")
	cmd.Env = append(os.Environ(), "REFRESH_TEST_PROGRAM="+dir, "REFRESH_TEST_ASK=1")
	must.Do(t, cmd.Start())
	defer cmd.Wait()
	within(t, "the picture", holds(dir, "frame", "program!"))
	must.Do(t, cmd.Process.Kill())
	within(t, "darkness", holds(dir, "blank", ""))
	within(t, "the panel to be forgotten", holds(run, "panel-note.json", ""))
	show(t, ask(t, noteParams{Dir: dir}), "nextone!")
	within(t, "the next one's picture", holds(dir, "frame", "nextone!"))
}

// TestTwoPrograms: a panel belongs to one at a time, and the second hears so; another panel
// is free.
func TestTwoPrograms(t *testing.T) {
	system(t)
	dir := folder(t)
	first := ask(t, noteParams{Dir: dir})
	show(t, first, "picture1")
	within(t, "the picture", holds(dir, "frame", "picture1"))
	_, err := Patient().Ask("note", noteParams{Dir: dir}, 8)
	must.Fail(t, err, "another program has the panel", "a second program")
	show(t, first, "picture2")
	within(t, "the first one's picture", holds(dir, "frame", "picture2"))
	other := must.Get(Patient().Ask("other", noteParams{Dir: folder(t)}, 8))(t)
	must.Do(t, errors.Join(other.Close(), first.Close()))
	show(t, ask(t, noteParams{Dir: dir}), "picture3")
	within(t, "a picture when the panel is free", holds(dir, "frame", "picture3"))
}

// TestHungRefresher: one that does not refresh blanks itself, or the system does.
func TestHungRefresher(t *testing.T) {
	system(t)
	dir := folder(t)
	l := Patient()
	l.Grace = time.Millisecond
	p := must.Get(l.Ask("note", noteParams{Dir: dir}, 8))(t)
	show(t, p, "hang now")
	within(t, "the picture", holds(dir, "frame", "hang now"))
	must.Fail(t, p.Close(), "was killed", "close")
	within(t, "darkness", holds(dir, "blank", ""))
}

// TestOtherVersion: over an update the program and what is installed are two.
func TestOtherVersion(t *testing.T) {
	socket, run := system(t)
	was := version.Number
	version.Number = "0.0.1"
	defer func() { version.Number = was }()
	want := `the service runs ledpost "0.0.1", and version "` + was + `" is installed: restart the service`
	_, err := Patient().Ask("note", noteParams{Dir: folder(t)}, 8)
	must.Fail(t, err, want, socket)
	if names := records(run); len(names) != 1 {
		t.Errorf("files: %v", names)
	}
}

// memfd returns memory with so many bytes and the seals.
func memfd(t testing.TB, size int64, seals int) *os.File {
	t.Helper()
	fd := must.Get(unix.MemfdCreate("test", unix.MFD_ALLOW_SEALING))(t)
	f := os.NewFile(uintptr(fd), "test")
	t.Cleanup(func() { f.Close() })
	must.Do(t, f.Truncate(size))
	must.Get(unix.FcntlInt(f.Fd(), unix.F_ADD_SEALS, seals))(t)
	return f
}

// answer sends bytes and files to serve, as a program without rights may, and returns what
// it says to that.
func answer(t testing.TB, b []byte, files ...*os.File) string {
	t.Helper()
	fds := must.Get(unix.Socketpair(unix.AF_UNIX, unix.SOCK_STREAM|unix.SOCK_CLOEXEC, 0))(t)
	program, conn := os.NewFile(uintptr(fds[0]), "program"), os.NewFile(uintptr(fds[1]), "conn")
	defer conn.Close()
	var rights []byte
	for _, f := range files {
		rights = append(rights, unix.UnixRights(int(f.Fd()))...)
	}
	if len(files) > 1 { // in one message
		all := []int{}
		for _, f := range files {
			all = append(all, int(f.Fd()))
		}
		rights = unix.UnixRights(all...)
	}
	go func() {
		defer program.Close()
		if len(b) > 0 && unix.Sendmsg(fds[0], b[:1], rights, nil, unix.MSG_NOSIGNAL) == nil {
			program.Write(b[1:])
		}
	}()
	set, memory, err := hear(conn)
	if err != nil {
		return err.Error()
	}
	defer memory.Close()
	s, err := mapShared(memory, set.Size)
	if err != nil {
		return err.Error()
	}
	must.Do(t, unix.Munmap(s.mem))
	return "taken"
}

func line(size int) []byte {
	return fmt.Appendf(nil, `{"version":%q,"kind":"note","params":{},"size":%d}`+"\n", version.Number, size)
}

// TestHostileProgram: what a program without rights sends is refused, whatever it is.
func TestHostileProgram(t *testing.T) {
	const all = unix.F_SEAL_SHRINK | unix.F_SEAL_GROW | unix.F_SEAL_SEAL
	enough := int64(page + 3*page)
	good := memfd(t, enough, all)
	null := must.Get(os.Open("/dev/null"))(t)
	defer null.Close()
	for _, row := range []struct {
		why   string
		bytes []byte
		files []*os.File
		says  string
	}{
		{"as it should be", line(8), []*os.File{good}, "taken"},
		{"nothing", nil, nil, "says nothing"},
		{"no memory", line(8), nil, "0 files"},
		{"two files", line(8), []*os.File{good, good}, "2 files"},
		{"a hundred files", line(8), slices.Repeat([]*os.File{good}, 100), "files"},
		{"another file than memory", line(8), []*os.File{null}, "not memory"},
		{"memory that can be shrunk", line(8), []*os.File{memfd(t, enough, unix.F_SEAL_GROW)}, "not memory"},
		{"memory whose seals can be added to", line(8), []*os.File{memfd(t, enough, unix.F_SEAL_SHRINK)}, "not memory"},
		{"memory that cannot be written", line(8), []*os.File{memfd(t, enough, all|unix.F_SEAL_WRITE)}, "shared memory"},
		{"memory that is too small", line(page + 1), []*os.File{good}, "too small"},
		{"frames of no bytes", line(0), []*os.File{good}, "too small"},
		{"frames of fewer", line(-1), []*os.File{good}, "too small"},
		{"frames beyond all bounds", line(maxFrame + 1), []*os.File{good}, "too small"},
		{"a size that overflows", line(1 << 62), []*os.File{good}, "too small"},
		{"no JSON", []byte("hello\n"), []*os.File{good}, "parameters"},
		{"cut short", line(8)[:20], []*os.File{good}, "parameters"},
		{"endless", []byte(strings.Repeat("x", 4*maxSetup)), []*os.File{good}, "parameters"},
	} {
		if says := answer(t, row.bytes, row.files...); !strings.Contains(says, row.says) {
			t.Errorf("%s: %q, want %q", row.why, says, row.says)
		}
	}
}

// FuzzHear: whatever bytes a program sends, with memory or without, they are read in bounds.
func FuzzHear(f *testing.F) {
	for _, seed := range [][]byte{line(8), line(-1), line(8)[:9], []byte("{}\n"), {'\n'}, {}} {
		f.Add(seed, true)
		f.Add(seed, false)
	}
	good := memfd(f, 4*page, unix.F_SEAL_SHRINK|unix.F_SEAL_GROW|unix.F_SEAL_SEAL)
	f.Fuzz(func(t *testing.T, b []byte, with bool) {
		var files []*os.File
		if with {
			files = append(files, good)
		}
		memtest.AtMost(t, 1<<20, func() {
			if says := answer(t, b, files...); says == "taken" && !with {
				t.Error("taken without memory")
			}
		})
	})
}

// TestServedHasNoRights: whoever asks, what root starts is nobody once its hardware is open.
func TestServedHasNoRights(t *testing.T) {
	if os.Geteuid() != 0 {
		testtool.Missing(t, "root, to see that the refresher drops it")
	}
	system(t)
	dir := folder(t)
	show(t, ask(t, noteParams{Dir: dir}), "picture1")
	within(t, "the picture", holds(dir, "frame", "picture1"))
	pid := string(must.Get(os.ReadFile(filepath.Join(dir, "pid")))(t))
	status := string(must.Get(os.ReadFile("/proc/" + pid + "/status"))(t))
	const nobodys, none = "Uid:\t65534\t65534\t65534\t65534", "\t0000000000000000"
	for _, want := range []string{nobodys, "CapPrm:" + none, "CapEff:" + none} {
		if !strings.Contains(status, want) {
			t.Errorf("it lacks %q:\n%s", want, status)
		}
	}
}

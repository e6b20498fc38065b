// SPDX-License-Identifier: Apache-2.0

package refresh

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"slices"
	"strings"
	"time"

	"golang.org/x/sys/unix"
)

// maxSetup is more than any Backend's parameters take.
const maxSetup = 64 << 10

// Main is the refresher process: args are what follows [Command] on the
// command line, kinds the backends by name. It speaks with [Limits.Start] through its
// standard files and returns the exit code.
//
// With the one argument "blank" it makes dark the panels that killed refreshers
// may have left lit, as the service's ExecStopPost= does; with "blank -" the panel
// whose setup comes by standard input.
func Main(args []string, kinds map[string]Opener) int {
	var err error
	switch {
	case len(args) == 0:
		err = refresher(os.Stdin, os.NewFile(3, "frames"), os.Stdout, kinds)
	case len(args) == 1 && args[0] == "blank":
		err = blankAll(kinds)
	case len(args) == 2 && args[0] == "blank" && args[1] == "-":
		err = blank(os.Stdin, kinds)
	default:
		fmt.Fprintf(os.Stderr, "refresh: this command is for the program's own use\n")
		return 2
	}
	if err != nil {
		fmt.Println(err) // to Start, which returns it
		return 1
	}
	return 0
}

func refresher(stdin, memory, stdout *os.File, kinds map[string]Opener) error {
	ignoreSignals()
	set, err := readSetup(stdin)
	if err != nil {
		return err
	}
	_, err = refresh(set, int(stdin.Fd()), memory, stdout, kinds)
	return err
}

// ignoreSignals leaves it to the program that a refresher belongs to when it ends, also when
// a terminal or systemd signals both.
func ignoreSignals() { signal.Ignore(unix.SIGINT, unix.SIGTERM, unix.SIGHUP, unix.SIGPIPE) }

// refresh opens the backend of set, gives the rights away, and shows the frames in memory
// until the other end of the pipe is closed. opened says whether the backend was.
func refresh(set setup, pipe int, memory, stdout *os.File, kinds map[string]Opener) (opened bool, err error) {
	s, err := mapShared(memory, set.Size)
	if err != nil {
		return false, err
	}
	backend, err := open(set, kinds)
	if err != nil {
		return false, err
	}
	// The thread of high priority waits while the others change the rights: one
	// that waited for them the other way round could keep them from their CPU.
	lacks, begin, end := make(chan string), make(chan struct{}), make(chan error)
	go func() {
		lacks <- strings.Join(slices.DeleteFunc([]string{realTime(), lock(s.mem), noteOf(backend)}, empty), ", ")
		<-begin
		end <- showing(backend, newReader(s), pipe)
	}()
	text := <-lacks
	if err := dropPrivileges(); err != nil {
		return true, errors.Join(err, backend.Blank())
	}
	fmt.Fprintln(stdout, "ok", text)
	close(begin)
	return true, <-end
}

func empty(text string) bool { return text == "" }

// noteOf is one line of what the backend has to say.
func noteOf(b Backend) string {
	if n, ok := b.(Noter); ok {
		return strings.Join(strings.Fields(n.Note()), " ")
	}
	return ""
}

// showing refreshes until the program ends, then blanks; also when it panics, which
// goes on after that.
func showing(b Backend, r *reader, pipe int) (err error) {
	defer func() { err = errors.Join(err, b.Blank()) }()
	return loop(b, r, pipe)
}

// readSetup reads a line from a pipe, byte by byte so that nothing after it is
// swallowed, whose end is the sign to this process to end.
func readSetup(r io.Reader) (setup, error) {
	var set setup
	var line []byte
	for one := make([]byte, 1); len(line) < maxSetup; {
		if _, err := io.ReadFull(r, one); err == io.EOF && len(line) > 0 {
			break // a file needs no end of line
		} else if err != nil {
			return set, fmt.Errorf("refresh: this command is for the program's own use: %w", err)
		}
		if one[0] == '\n' {
			break
		}
		line = append(line, one[0])
	}
	if err := json.Unmarshal(line, &set); err != nil {
		return set, fmt.Errorf("refresh: parameters: %w", err)
	}
	return set, nil
}

func open(set setup, kinds map[string]Opener) (Backend, error) {
	opener, ok := kinds[set.Kind]
	if !ok {
		return nil, fmt.Errorf("refresh: no backend %q", set.Kind)
	}
	return opener(set.Params)
}

// window is over how long statistics are taken.
const window = 250 * time.Millisecond

// loop refreshes until the other end of the pipe is closed. Of a [Lasting] backend it shows
// then what was published last.
func loop(b Backend, r *reader, pipe int) error {
	late, _ := b.(Lateness)
	start, n := time.Now(), uint32(0)
	lasts := time.Duration(0)
	if l, ok := b.(Lasting); ok {
		lasts = l.Lasts()
	}
	for goes := true; goes; {
		if goes = alive(pipe, lasts); !goes && lasts == 0 {
			break
		}
		frame := r.next()
		if frame == nil {
			time.Sleep(time.Millisecond) // nothing was shown yet
			start = time.Now()
			continue
		}
		if err := b.Refresh(frame); err != nil {
			return err
		}
		n++
		r.word(atFrames).Add(1)
		if t := time.Since(start); t >= window {
			r.word(atMilli).Store(uint32(float64(n) * 1000 / t.Seconds()))
			if late != nil {
				r.word(atLate).Store(uint32(min(late.Late(), time.Second)))
			}
			start, n = time.Now(), 0
		}
	}
	return nil
}

// alive reports whether the program that this refresher belongs to still holds its end. It
// waits for up to patience until the program has something to tell.
func alive(pipe int, patience time.Duration) bool {
	fds := [1]unix.PollFd{{Fd: int32(pipe), Events: unix.POLLRDHUP}} // a hang-up is always reported
	if patience > 0 {
		fds[0].Events |= unix.POLLIN
	}
	n, err := unix.Poll(fds[:], int(patience.Milliseconds()))
	if err != nil || n == 0 {
		return true
	}
	if fds[0].Revents&unix.POLLIN != 0 {
		var told [256]byte // that there is something new, as often as it says
		n, _ := unix.Read(pipe, told[:])
		return n > 0
	}
	return false
}

// blank makes dark what the setup that r holds describes.
func blank(r io.Reader, kinds map[string]Opener) error {
	set, err := readSetup(r)
	if err != nil {
		return err
	}
	b, err := open(set, kinds)
	if err != nil {
		return err
	}
	return b.Blank()
}

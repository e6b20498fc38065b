// SPDX-License-Identifier: Apache-2.0

package output

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"github.com/ledpost/ledpost/sounds/wav"
)

const (
	// pipeSize limits how much sound waits in the kernel: 85 ms.
	pipeSize = 16 << 10
	// writeTimeout is how long a program may take nothing.
	writeTimeout = 2 * time.Second
	// helpTimeout is how long a program may take to list its options.
	helpTimeout = 5 * time.Second
)

// findAplay uses aplay of alsa-utils, which can convert to a format that the
// card supports.
func findAplay(device string, rate int) (Choice, error) {
	name, args := "aplay",
		[]string{"-q", "-t", "raw", "-f", "S16_LE", "-c", "2", "-r", fmt.Sprint(rate), "--buffer-time=200000"}
	if device != "" {
		name, args = name+":"+device, append(args, "-D", device)
	}
	return findProgram(name, "aplay", append(args, "-"), rate)
}

// findPwCat uses PipeWire's pw-cat if its server runs.
func findPwCat(rate int) (Choice, error) {
	if !answers(pipewireSocket()) {
		return Choice{}, errors.New("output: no PipeWire server is running")
	}
	args := []string{"--playback", "--rate", fmt.Sprint(rate), "--channels", "2", "--format", "s16", "--latency", "100ms"}
	// Since 1.2, input from a pipe is taken for a file unless the option --raw
	// is given; before, the option did not exist.
	ctx, cancel := context.WithTimeout(context.Background(), helpTimeout)
	defer cancel()
	help, _ := exec.CommandContext(ctx, "pw-cat", "--help").CombinedOutput() // it may exit with 1
	if ctx.Err() != nil {
		return Choice{}, fmt.Errorf("output: pw-cat does not say what it can do within %v", helpTimeout)
	}
	if bytes.Contains(help, []byte("--raw")) {
		args = append(args, "--raw")
	}
	return findProgram("pw-cat", "pw-cat", append(args, "-"), rate)
}

func pipewireSocket() string {
	dir, name := os.Getenv("PIPEWIRE_RUNTIME_DIR"), os.Getenv("PIPEWIRE_REMOTE")
	if dir == "" {
		dir = os.Getenv("XDG_RUNTIME_DIR")
	}
	if name == "" {
		name = "pipewire-0"
	}
	if dir == "" || filepath.IsAbs(name) {
		return name
	}
	return filepath.Join(dir, name)
}

// answers reports whether a server listens at the Unix socket.
func answers(socket string) bool {
	conn, err := net.DialTimeout("unix", socket, time.Second)
	if err != nil {
		return false
	}
	conn.Close()
	return true
}

func findProgram(name, program string, args []string, rate int) (Choice, error) {
	path, err := exec.LookPath(program)
	if err != nil {
		return Choice{}, fmt.Errorf("output: %w", err)
	}
	return Choice{Name: name, Info: path, Heard: true, Open: func() (Output, error) {
		return start(exec.Command(path, args...), rate)
	}}, nil
}

// program is a process that plays the S16LE stereo of its standard input.
type program struct {
	pace // some devices behind a program set no pace
	cmd  *exec.Cmd
	in   *os.File
	says *tail
	buf  []byte

	ended bool
}

func start(cmd *exec.Cmd, rate int) (Output, error) {
	r, w, err := os.Pipe()
	if err != nil {
		return nil, fmt.Errorf("output: %w", err)
	}
	defer r.Close()
	limitPipe(w, pipeSize)
	p := &program{pace: pace{rate: rate, ahead: rate / 2}, cmd: cmd, in: w, says: &tail{}}
	cmd.Stdin, cmd.Stderr = r, p.says
	cmd.WaitDelay = time.Second
	if err := cmd.Start(); err != nil {
		w.Close()
		return nil, fmt.Errorf("output: %w", err)
	}
	return p, nil
}

// Underruns returns how many underruns the program has reported.
func (p *program) Underruns() uint64 { return p.says.underruns() }

func (p *program) Write(block [][2]float64) error {
	p.wait(len(block))
	p.buf = appendS16(p.buf[:0], block)
	p.in.SetWriteDeadline(time.Now().Add(writeTimeout))
	if _, err := p.in.Write(p.buf); err != nil {
		p.end() // so that all of its messages have arrived
		return fmt.Errorf("output: %s: %w%s", filepath.Base(p.cmd.Path), err, p.says)
	}
	return nil
}

// Close ends the input, waits a second for the program to end, then kills it.
func (p *program) Close() error {
	p.end()
	return nil
}

func (p *program) end() {
	if p.ended {
		return
	}
	p.ended = true
	p.in.Close()
	kill := time.AfterFunc(time.Second, func() { p.cmd.Process.Kill() })
	defer kill.Stop()
	p.cmd.Wait() // how it ended does not matter any more
}

func appendS16(buf []byte, block [][2]float64) []byte {
	for _, s := range block {
		buf = binary.LittleEndian.AppendUint16(buf, uint16(wav.S16(s[0])))
		buf = binary.LittleEndian.AppendUint16(buf, uint16(wav.S16(s[1])))
	}
	return buf
}

// tail keeps the end of a program's error messages.
type tail struct {
	mu    sync.Mutex
	text  []byte
	under uint64
}

const maxTail = 300

func (t *tail) Write(p []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.under += uint64(bytes.Count(p, []byte("underrun")))
	t.text = append(t.text, p...)
	t.text = t.text[max(0, len(t.text)-maxTail):]
	return len(p), nil
}

func (t *tail) underruns() uint64 {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.under
}

// String is ": " and the text on one line, or nothing.
func (t *tail) String() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	s := strings.Join(strings.Fields(strings.ToValidUTF8(string(t.text), "?")), " ")
	if s != "" {
		s = ": " + s
	}
	return s
}

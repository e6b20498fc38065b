// SPDX-License-Identifier: Apache-2.0

//go:build !js

package output

import (
	"encoding/binary"
	"io"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"github.com/ledpost/ledpost/internal/eventually"
	"github.com/ledpost/ledpost/internal/must"
	"github.com/ledpost/ledpost/internal/testtool"
)

// TestPulse plays to a real server and listens to it, then the server dies.
func TestPulse(t *testing.T) {
	server, record := testtool.Find(t, "pulseaudio"), testtool.Find(t, "parec")
	dir := alone(t)
	socket := filepath.Join(dir, "socket")
	t.Setenv("HOME", dir)
	cmd := exec.Command(server, "-n", "--daemonize=no", "--exit-idle-time=-1", "--disable-shm", "--use-pid-file=no",
		"-L", "module-null-sink sink_name=out rate=48000", "-L",
		"module-native-protocol-unix auth-anonymous=1 socket="+socket)
	must.Do(t, cmd.Start())
	defer cmd.Wait()
	defer cmd.Process.Kill()
	t.Setenv("PULSE_SERVER", "unix:"+socket)
	eventually.True(t, "the server answers", func() bool { return answers(socket) })
	rec := exec.Command(record, "--raw", "--format=s16le", "--rate=48000", "--channels=2", "--latency-msec=50", "-d",
		"out.monitor")
	sound := must.Get(rec.StdoutPipe())(t)
	must.Do(t, rec.Start())
	listens, heard := make(chan bool), make(chan bool, 1)
	go func() { heard <- steps(sound, listens) }()
	select {
	case <-listens:
	case <-time.After(eventually.Patience):
		t.Fatal("nothing to hear from the server")
	}

	out := open(t, "", 48000) // auto takes it
	if _, ok := out.(*pulse); !ok {
		t.Fatalf("auto took %T", out)
	}
	eventually.True(t, "all ten steps are heard", func() bool { // on a busy machine some are lost in the first turn
		if d := climb(t, out); d < time.Second {
			t.Errorf("1.5 s of sound were taken in %v", d)
		}
		select {
		case all := <-heard:
			return all
		case <-time.After(time.Second):
			return false
		}
	})
	eventually.True(t, "an underrun after the last block", func() bool { return out.(Counter).Underruns() > 0 })
	rec.Process.Kill()
	rec.Wait()
	cmd.Process.Kill()
	until(t, out)
	start := time.Now()
	out.Close()
	if d := time.Since(start); d > eventually.Patience {
		t.Errorf("took %v to leave a dead server", d)
	}
}

// climb plays 1.5 s in ten steps of 1/20, and returns how long that took.
func climb(t *testing.T, out Output) time.Duration {
	start := time.Now()
	for i := range 70 {
		must.Do(t, out.Write(constant(float64(i/7+1)/20)))
	}
	return time.Since(start)
}

// steps tells when the first frame has come, and reports whether the multiples of
// 1/20 up to 10/20 come in order.
func steps(r io.Reader, first chan<- bool) bool {
	var frame [4]byte
	for n := 0; n < 10; {
		if _, err := io.ReadFull(r, frame[:]); err != nil {
			return false
		}
		if first != nil {
			close(first)
			first = nil
		}
		v := int(int16(binary.LittleEndian.Uint16(frame[:])))
		if want := (n + 1) * 32768 / 20; v > want-20 && v < want+20 {
			n++
		}
	}
	return true
}

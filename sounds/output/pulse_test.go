package output

import (
	"encoding/binary"
	"io"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"github.com/ledpost/ledpost/internal/need"
)

// TestPulse plays to a real server and listens to it, then the server dies.
func TestPulse(t *testing.T) {
	server, record := need.Tool(t, "pulseaudio"), need.Tool(t, "parec")
	dir := alone(t)
	socket := filepath.Join(dir, "socket")
	t.Setenv("HOME", dir)
	cmd := exec.Command(server, "-n", "--daemonize=no", "--exit-idle-time=-1", "--disable-shm", "--use-pid-file=no",
		"-L", "module-null-sink sink_name=out rate=48000", "-L", "module-native-protocol-unix auth-anonymous=1 socket="+socket)
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	defer cmd.Wait()
	defer cmd.Process.Kill()
	t.Setenv("PULSE_SERVER", "unix:"+socket)
	for range 100 {
		if answers(socket) {
			break
		}
		time.Sleep(50 * time.Millisecond)
	}
	rec := exec.Command(record, "--raw", "--format=s16le", "--rate=48000", "--channels=2", "--latency-msec=50", "-d", "out.monitor")
	sound, err := rec.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := rec.Start(); err != nil {
		t.Fatal(err)
	}
	heard := make(chan int, 1)
	go func() { heard <- steps(sound) }()

	out := open(t, "", 48000) // auto takes it
	if _, ok := out.(*pulse); !ok {
		t.Fatalf("auto took %T", out)
	}
	start := time.Now()
	for i := range 70 { // 1.5 s in ten steps
		if err := out.Write(constant(float64(i/7+1) / 20)); err != nil {
			t.Fatal(err)
		}
	}
	if d := time.Since(start); d < time.Second || d > 5*time.Second {
		t.Errorf("1.5 s of sound took %v", d)
	}
	time.Sleep(200 * time.Millisecond)
	rec.Process.Kill()
	if n := <-heard; n < 9 {
		t.Errorf("%d of 10 steps were heard", n)
	}
	rec.Wait()
	if out.(Counter).Underruns() == 0 {
		t.Error("no underrun after the last block")
	}
	cmd.Process.Kill()
	until(t, out, 5*time.Second)
	start = time.Now()
	out.Close()
	if d := time.Since(start); d > 3*time.Second {
		t.Errorf("took %v to leave a dead server", d)
	}
}

// steps counts the multiples of 1/20 up to 10/20 that come in order.
func steps(r io.Reader) (n int) {
	var frame [4]byte
	for {
		if _, err := io.ReadFull(r, frame[:]); err != nil {
			return n
		}
		v := int(int16(binary.LittleEndian.Uint16(frame[:])))
		want := (n + 1) * 32768 / 20
		if n < 10 && v > want-20 && v < want+20 {
			n++
		}
	}
}

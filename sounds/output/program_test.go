// SPDX-License-Identifier: Apache-2.0

package output

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/ledpost/ledpost/internal/eventually"
	"github.com/ledpost/ledpost/internal/must"
	"github.com/ledpost/ledpost/internal/testtool"
)

// script puts a program into the only directory of PATH.
func script(t *testing.T, dir, name, text string) {
	t.Helper()
	text = "#!/bin/sh\nPATH=/bin:/usr/bin\ncd " + dir + "\n" + text
	must.Do(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o755))
}

// written waits until the program has written a file of n bytes.
func written(t *testing.T, name string, n int) []byte {
	t.Helper()
	var data []byte
	eventually.True(t, fmt.Sprintf("%d bytes in %s", n, name), func() bool {
		data, _ = os.ReadFile(name)
		return len(data) >= n
	})
	return data
}

func open(t *testing.T, spec string, rate int) Output {
	t.Helper()
	c := must.Get(Find(Config{Spec: spec, Rate: rate}))(t)
	if !c.Heard {
		t.Errorf("%s is not said to be heard", c.Name)
	}
	return must.Get(c.Open())(t)
}

func TestAplayArguments(t *testing.T) {
	dir := alone(t)
	script(t, dir, "aplay", `echo "$@" > args; cat > out`)
	out := open(t, "aplay:plughw:CARD=vc4hdmi", 44100)
	for range 3 {
		must.Do(t, out.Write(constant(0.5)))
	}
	sound := written(t, filepath.Join(dir, "out"), 4*3*Period)
	must.Do(t, out.Close())
	args, _ := os.ReadFile(filepath.Join(dir, "args"))
	want := "-q -t raw -f S16_LE -c 2 -r 44100 --buffer-time=200000 -D plughw:CARD=vc4hdmi -\n"
	if string(args) != want {
		t.Errorf("arguments %q, want %q", args, want)
	}
	if !bytes.Equal(sound, bytes.Repeat([]byte{0, 0x40}, 2*3*Period)) {
		t.Errorf("%d bytes of sound, want %d of one half", len(sound), 4*3*Period)
	}
}

// TestPwCatRaw: the option that new versions need old ones refuse.
func TestPwCatRaw(t *testing.T) {
	for help, raw := range map[string]bool{"  -a, --raw  RAW mode": true, "nothing": false} {
		dir := alone(t)
		l := must.Get(net.Listen("unix", filepath.Join(dir, "pipewire-0")))(t)
		script(t, dir, "pw-cat",
			fmt.Sprintf(`[ "$1" = --help ] && echo "%s" && exit; echo "$@" > args; cat > /dev/null`, help))
		out := open(t, "pw-cat", 48000)
		out.Write(constant(0))
		args := written(t, filepath.Join(dir, "args"), 1)
		out.Close()
		l.Close()
		if strings.Contains(string(args), "--raw") != raw || !strings.HasSuffix(string(args), " -\n") {
			t.Errorf("help %q: arguments %q", help, args)
		}
	}
}

// TestPwCatKnows the options that are given to it.
func TestPwCatKnows(t *testing.T) {
	path := testtool.Find(t, "pw-cat")
	help, _ := exec.Command(path, "--help").CombinedOutput()
	for _, o := range []string{"--playback", "--rate", "--channels", "--format", "--latency"} {
		if !bytes.Contains(help, []byte(o)) {
			t.Errorf("pw-cat has no option %s", o)
		}
	}
}

func TestProgramFails(t *testing.T) {
	dir := alone(t)
	script(t, dir, "aplay", `echo "audio open error: No such device" >&2; exit 1`)
	out := open(t, "aplay", 48000)
	defer out.Close()
	err := until(t, out)
	if !strings.Contains(err.Error(), "No such device") {
		t.Errorf("%v does not say why", err)
	}
}

func TestProgramHangs(t *testing.T) {
	dir := alone(t)
	script(t, dir, "aplay", "exec sleep 600")
	out := open(t, "aplay", 48000)
	until(t, out)
	start := time.Now()
	out.Close()
	if d := time.Since(start); d > eventually.Patience {
		t.Errorf("took %v to end it", d)
	}
}

// until writes until an error comes.
func until(t *testing.T, out Output) (err error) {
	t.Helper()
	eventually.True(t, "an error", func() bool {
		err = out.Write(constant(0))
		return err != nil
	})
	return err
}

// TestAplay plays through the real program into alsa-lib's file plugin, which
// sets no pace.
func TestAplay(t *testing.T) {
	aplay := testtool.Find(t, "aplay")
	dir := alone(t)
	t.Setenv("PATH", filepath.Dir(aplay)+":/bin:/usr/bin")
	conf := filepath.Join(dir, "asound.conf")
	raw := filepath.Join(dir, "out.raw")
	os.WriteFile(conf, []byte(`pcm.file { type file slave.pcm { type null } file "`+raw+`" format raw }`), 0o644)
	t.Setenv("ALSA_CONFIG_PATH", conf)
	out := open(t, "aplay:file", 48000)
	start := time.Now()
	for i := range 50 {
		must.Do(t, out.Write(constant(float64(i)/100)))
	}
	if d := time.Since(start); d < 400*time.Millisecond {
		t.Errorf("1.07 s of sound were taken in %v", d)
	}
	for range 20 { // alsa-lib keeps up to 200 ms
		must.Do(t, out.Write(constant(0)))
	}
	got := written(t, raw, 50*Period*4)
	out.Close()
	for i := range 50 {
		if v := int16(binary.LittleEndian.Uint16(got[i*Period*4:])); v != int16(float64(i)/100*32768+0.5) {
			t.Errorf("block %d is %d", i, v)
		}
	}
}

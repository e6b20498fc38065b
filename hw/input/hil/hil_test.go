// SPDX-License-Identifier: Apache-2.0

package hil

import (
	"bufio"
	"errors"
	"fmt"
	"net"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	_ "github.com/ledpost/ledpost/hw/input" // what the guest is made of: a change is no cached result
	"github.com/ledpost/ledpost/internal/must"
	"github.com/ledpost/ledpost/internal/qemu"
	_ "github.com/ledpost/ledpost/internal/uinput" // of this too
)

// tries is how often the machine is started. Once in some hundred runs on a busy host it
// waits for ever: its clock has jumped over a press.
const tries = 3

func TestEmulatedButtons(t *testing.T) {
	program, args := qemu.Machine(t, "input", "./guest", "evdev", "uinput", "gpio_keys")
	var said map[string][]string
	for try := 1; said == nil; try++ {
		if try > tries {
			t.Fatalf("it stood still %d times", tries)
		}
		said = run(t, program, args)
	}
	const click = "action down, action up, action click, fault: <nil>"
	for _, guest := range []string{"arm64", "armv6"} {
		for way, want := range map[string]string{
			"line": click,
			"keys": click,
			"busy": "input: line 3: line_request ioctl: device or resource busy (a driver or another program has it: see " +
				"gpioinfo), " + click,
		} {
			must.Equal(t, strings.Join(said[guest+" "+way], ", "), want, guest, way)
		}
		checkPlugged(t, guest, said[guest+" plugged"])
	}
}

// run runs the machine once and returns what its readers said, nil if it stood still.
func run(t *testing.T, program string, args []string) map[string][]string {
	monitor := filepath.Join(t.TempDir(), "qmp")
	args = append(slices.Clone(args), "-qmp", "unix:"+monitor+",server=on,wait=off")
	said, err := watch(t, exec.CommandContext(t.Context(), program, args...), monitor)
	if ended := (*exec.ExitError)(nil); err != nil && (!errors.As(err, &ended) || ended.ExitCode() >= 0) {
		t.Fatal(err)
	}
	if err != nil { // it was killed
		t.Logf("it stands still: %v", err)
		return nil
	}
	return said
}

// watch runs the machine, presses its button when it asks for it, and returns
// what its readers said, by their names.
func watch(t *testing.T, cmd *exec.Cmd, monitor string) (map[string][]string, error) {
	said, done := map[string][]string{}, false
	out := must.Get(cmd.StdoutPipe())(t)
	cmd.Stderr = cmd.Stdout
	must.Do(t, cmd.Start())
	defer qemu.Limit(cmd.Process, 3*time.Minute)()
	var console strings.Builder
	for s := bufio.NewScanner(out); s.Scan(); {
		fmt.Fprintln(&console, s.Text())
		_, line, _ := strings.Cut(s.Text(), "hil: ")
		name, text, named := strings.Cut(line, ": ")
		switch {
		case line == "press":
			press(t, monitor)
		case line == "done":
			done = true
		case strings.Contains(line, "failed"):
			t.Error(line)
		case named:
			said[name] = append(said[name], text)
		}
	}
	if err := cmd.Wait(); err != nil {
		return nil, fmt.Errorf("%w\n%s", err, console.String())
	}
	if !done {
		return nil, fmt.Errorf("it ended before it was done\n%s", console.String())
	}
	return said, nil
}

// press presses the power button (QEMU, qapi: system_powerdown).
func press(t *testing.T, monitor string) {
	c := must.Get(net.Dial("unix", monitor))(t)
	defer c.Close()
	answers := bufio.NewScanner(c)
	answers.Scan() // its greeting
	for _, command := range []string{"qmp_capabilities", "system_powerdown"} {
		fmt.Fprintf(c, `{"execute": %q}`, command)
		answers.Scan()
	}
}

// checkPlugged: a held key, one that was let go by the kernel because its device
// went away, and as many clicks as events came through.
func checkPlugged(t *testing.T, guest string, said []string) {
	count := map[string]int{}
	var first []string
	for _, s := range said {
		count[s]++
		if !strings.HasPrefix(s, "action") && s != "volume_up repeat" {
			first = append(first, s)
		}
	}
	want := "volume_up down, volume_up long, volume_up up, left down, left up, right down, right up, right click, " +
		"fault: <nil>"
	// Where the kernel's own release is read before the device is gone, it is a click.
	if got := strings.Join(first, ", "); strings.Replace(got, "left click, ", "", 1) != want {
		t.Errorf("%s\n got %s\nwant %s", guest, got, want)
	}
	if n := count["volume_up repeat"]; n < 1 || n > 3 {
		t.Errorf("%s: %d repetitions of a key that is held until the first", guest, n)
	}
	downs, ups, clicks := count["action down"], count["action up"], count["action click"]
	if downs != ups || clicks > ups || clicks < 1 || ups > 2000 {
		t.Errorf("%s: %d downs, %d ups, %d clicks", guest, downs, ups, clicks)
	}
	t.Logf("%s: %d of 2000 quick presses", guest, clicks)
}

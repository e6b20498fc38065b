//go:build !race

// The race detector does not see into the emulated machine.

package hil

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"context"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	_ "github.com/ledpost/ledpost/hw/input" // what the guest is made of: a change is no cached result
	"github.com/ledpost/ledpost/internal/need"
)

// limit is what the emulation may take.
const limit = 90 * time.Second

func TestEmulatedButtons(t *testing.T) {
	if os.Getenv("LEDPOST_TOOLS") != "require" {
		t.Skip("set LEDPOST_TOOLS=require to emulate a machine with a button")
	}
	qemu := need.Tool(t, "qemu-system-aarch64")
	kernel := fetchKernel(t)
	dir := t.TempDir()
	initrd, monitor := filepath.Join(dir, "initrd.gz"), filepath.Join(dir, "qmp")
	if err := os.WriteFile(initrd, pack(t, kernel, dir), 0o644); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), limit)
	defer cancel()
	cmd := exec.CommandContext(ctx, qemu, "-M", "virt", "-cpu", "cortex-a53", "-accel", "tcg", "-smp", "2", "-m", "512",
		"-display", "none", "-serial", "stdio", "-no-reboot", "-nic", "none", "-kernel", filepath.Join(kernel, "vmlinuz"), "-initrd", initrd,
		"-append", "console=ttyAMA0 quiet panic=1", "-qmp", "unix:"+monitor+",server=on,wait=off")
	said := watch(t, cmd, monitor)
	for _, guest := range []string{"arm64", "armv6"} {
		for what, want := range map[string]string{
			"line": "action down, action up, action click, fault: <nil>",
			"keys": "action down, action up, action click, fault: <nil>",
		} {
			if got := strings.Join(said[guest+" "+what], ", "); got != want {
				t.Errorf("%s %s\n got %s\nwant %s", guest, what, got, want)
			}
		}
		checkPlugged(t, guest, said[guest+" plugged"])
	}
}

// watch runs the machine, presses its button when it asks for it, and returns
// what its readers said, by their names.
func watch(t *testing.T, cmd *exec.Cmd, monitor string) map[string][]string {
	said, done := map[string][]string{}, false
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	cmd.Stderr = cmd.Stdout
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
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
		case named && text != "press":
			said[name] = append(said[name], text)
		}
	}
	if err := cmd.Wait(); err != nil || !done {
		t.Fatalf("%v\n%s", err, console.String())
	}
	return said
}

// press presses the power button (QEMU, qapi: system_powerdown).
func press(t *testing.T, monitor string) {
	c, err := net.Dial("unix", monitor)
	if err != nil {
		t.Fatal(err)
	}
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
	want := "volume_up down, volume_up long, volume_up up, left down, left up, left click, left down, left up, left click, fault: <nil>"
	if got := strings.Join(first, ", "); got != want {
		t.Errorf("%s\n got %s\nwant %s", guest, got, want)
	}
	if n := count["volume_up repeat"]; n < 1 || n > 3 {
		t.Errorf("%s: %d repetitions in 900 ms", guest, n)
	}
	downs, ups, clicks := count["action down"], count["action up"], count["action click"]
	if downs != ups || clicks > ups || clicks < 1 || ups > 2000 {
		t.Errorf("%s: %d downs, %d ups, %d clicks", guest, downs, ups, clicks)
	}
	t.Logf("%s: %d of 2000 quick presses", guest, clicks)
}

// fetchKernel returns a directory of this user that keeps Debian's kernel.
func fetchKernel(t *testing.T) string {
	for _, tool := range []string{"apt-get", "apt-cache", "dpkg-deb"} {
		need.Tool(t, tool)
	}
	cache, err := os.UserCacheDir()
	if err != nil {
		t.Fatal(err)
	}
	dir := filepath.Join(cache, "ledpost", "kernel-input")
	if out, err := exec.Command("./kernel", dir).CombinedOutput(); err != nil {
		t.Fatalf("fetching the kernel: %v\n%s", err, out)
	}
	return dir
}

// pack builds the readers and makes the first file system of them and the
// kernel's modules.
func pack(t *testing.T, kernel, dir string) []byte {
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	for name, env := range map[string][]string{"guest-arm64": {"GOARCH=arm64"}, "guest-armv6": {"GOARCH=arm", "GOARM=6"}} {
		file := filepath.Join(dir, name)
		cmd := exec.Command("go", "build", "-trimpath", "-o", file, "./guest")
		cmd.Env = append(os.Environ(), append(env, "GOOS=linux", "CGO_ENABLED=0")...)
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("building %s: %v\n%s", name, err, out)
		}
		add(t, z, name, 0o100755, file)
		if name == "guest-arm64" {
			add(t, z, "init", 0o100755, file)
		}
	}
	entry(z, "modules", 0o040755, nil)
	modules, err := filepath.Glob(filepath.Join(kernel, "modules", "*"))
	if err != nil || len(modules) == 0 {
		t.Fatalf("no modules in %s, %v", kernel, err)
	}
	for _, m := range modules {
		add(t, z, "modules/"+filepath.Base(m), 0o100644, m)
	}
	entry(z, "TRAILER!!!", 0, nil)
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func add(t *testing.T, z *gzip.Writer, name string, mode int, file string) {
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	entry(z, name, mode, data)
}

// entry writes one file of a cpio archive (Linux, initramfs buffer format: newc).
func entry(z *gzip.Writer, name string, mode int, data []byte) {
	fmt.Fprintf(z, "070701%08x%08x%08x%08x%08x%08x%08x%08x%08x%08x%08x%08x%08x",
		0, mode, 0, 0, 1, 0, len(data), 0, 0, 0, 0, len(name)+1, 0)
	fmt.Fprintf(z, "%s\x00", name)
	z.Write(make([]byte, -(110+len(name)+1)&3))
	z.Write(data)
	z.Write(make([]byte, -len(data)&3))
}

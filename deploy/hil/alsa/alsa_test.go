// Package alsa proves the ALSA output against a real kernel and an emulated
// sound card: what the speaker would have played is compared with the sound.
package alsa

import (
	"bytes"
	"compress/gzip"
	"context"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/ledpost/ledpost/internal/need"
	_ "github.com/ledpost/ledpost/sounds" // what the guest is made of: a change is no cached result
	"github.com/ledpost/ledpost/sounds/synth"
	"github.com/ledpost/ledpost/sounds/wav"
)

// limit is what the whole may take, the kernel's download aside.
const limit = 2 * time.Minute

func TestEmulatedCard(t *testing.T) {
	if raced {
		t.Skip("the race detector does not see into the emulated machine")
	}
	if os.Getenv("LEDPOST_TOOLS") != "require" {
		t.Skip("set LEDPOST_TOOLS=require to emulate a machine with a sound card")
	}
	qemu := need.Tool(t, "qemu-system-aarch64")
	kernel := fetchKernel(t)
	dir := t.TempDir()
	initrd := filepath.Join(dir, "initrd.gz")
	if err := os.WriteFile(initrd, pack(t, kernel, dir), 0o644); err != nil {
		t.Fatal(err)
	}
	heard := filepath.Join(dir, "heard.wav")
	ctx, cancel := context.WithTimeout(t.Context(), limit)
	defer cancel()
	// -icount makes the machine's clock run with its instructions, 500 million a
	// second, so that it does not matter how busy this one is.
	console, err := exec.CommandContext(ctx, qemu, "-M", "virt", "-cpu", "cortex-a53", "-accel", "tcg", "-icount", "shift=1,sleep=off", "-m", "512",
		"-nographic", "-no-reboot", "-nic", "none", "-kernel", filepath.Join(kernel, "vmlinuz"), "-initrd", initrd,
		"-append", "console=ttyAMA0 quiet panic=1",
		"-audiodev", "wav,id=a,path="+heard+",out.frequency=48000", "-device", "intel-hda", "-device", "hda-output,audiodev=a").CombinedOutput()
	said := lines(string(console))
	if err != nil || !strings.Contains(said, "hil: done") {
		t.Fatalf("%v\n%s", err, console)
	}
	t.Log("\n" + said)
	checkConsole(t, said)
	checkHeard(t, heard)
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
	dir := filepath.Join(cache, "ledpost", "kernel-arm64")
	if out, err := exec.Command("./kernel", dir).CombinedOutput(); err != nil {
		t.Fatalf("fetching the kernel: %v\n%s", err, out)
	}
	return dir
}

// pack builds the players and makes the first file system of them and the
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

// lines keeps what the guest says.
func lines(console string) string {
	var b strings.Builder
	for l := range strings.Lines(console) {
		if i := strings.Index(l, "hil: "); i >= 0 {
			b.WriteString(strings.TrimRight(l[i:], "\r\n") + "\n")
		}
	}
	return b.String()
}

var result = regexp.MustCompile(`hil: (\S+) result (\S+) output=(\S+) blocks=(\d+) underruns=(\d+) err=<nil>`)

// checkConsole: auto found the card; nobody ran dry but who was stopped or
// unplugged, and they once.
func checkConsole(t *testing.T, said string) {
	all := result.FindAllStringSubmatch(said, -1)
	if len(all) != 6 {
		t.Errorf("%d results, want four of arm64 and two of armv6", len(all))
	}
	for _, m := range all {
		if m[3] != "alsa:hw:0,0" {
			t.Errorf("%s %s played on %s", m[1], m[2], m[3])
		}
		dry, _ := strconv.Atoi(m[5])
		want := 0
		if m[2] == "stopped" || m[2] == "unplugged" {
			want = 1
		}
		if dry != want {
			t.Errorf("%s %s: %d underruns, want %d", m[1], m[2], dry, want)
		}
	}
}

// checkHeard: the sound that each player played eight times is in the recording
// as often, without a sample lost on the way.
func checkHeard(t *testing.T, name string) {
	f, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	d, err := wav.NewDecoder(f)
	if err != nil {
		t.Fatal(err)
	}
	var heard []float64
	block := make([][2]float64, 4096)
	for n, ok := d.Stream(block); ok; n, ok = d.Stream(block) {
		for _, s := range block[:n] {
			heard = append(heard, s[0])
		}
	}
	t.Logf("%.1f s were heard", float64(len(heard))/48000)
	for player, id := range map[string]string{"arm64": "notification", "armv6": "positive1"} {
		pcm, err := synth.Render("notifications", id, 48000)
		if err != nil {
			t.Fatal(err)
		}
		if n := count(heard, pcm); n != 8 {
			t.Errorf("%s is heard whole %d times of 8", player, n)
		}
	}
}

// count is how often pcm is in heard: with any gain, and to one part in a
// thousand of its power.
func count(heard []float64, pcm []int16) (n int) {
	var power float64
	at := 0 // of the loudest sample
	for i, v := range pcm {
		power += float64(v) * float64(v)
		if math.Abs(float64(v)) > math.Abs(float64(pcm[at])) {
			at = i
		}
	}
	for i := 0; i+len(pcm) <= len(heard); i++ {
		gain := heard[i+at] / float64(pcm[at])
		if gain < 0.01/32768 || wrong(heard[i:], pcm, gain) > gain*gain*power/1000 {
			continue
		}
		n++
		i += len(pcm) / 2
	}
	return n
}

// wrong is the power of the difference; it stops where that is hopeless.
func wrong(heard []float64, pcm []int16, gain float64) (sum float64) {
	for i, v := range pcm {
		e := heard[i] - gain*float64(v)
		if sum += e * e; i == 2000 && sum > gain*gain*1e9 {
			break
		}
	}
	return sum
}

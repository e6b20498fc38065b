// SPDX-License-Identifier: Apache-2.0

// Package qemu starts Go programs as the first ones of an emulated machine,
// for tests against a real kernel. What those programs share is in package guest
// below.
package qemu

import (
	"bytes"
	"compress/gzip"
	_ "embed"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ledpost/ledpost/internal/must"
	"github.com/ledpost/ledpost/internal/testtool"
)

// fetch is a shell script, see there.
//
//go:embed kernel
var fetch string

// Guests are the names of the program in the machine's first directory, one for
// each instruction set; the first one is its first program too.
var Guests = []string{"guest-arm64", "guest-armv6"}

// Machine is QEMU and its arguments for a 64-bit ARM machine with Debian's
// kernel, which starts the program of package dir, such as "./guest", with the
// kernel's modules in /modules. Its clock runs with its instructions, 500 million
// a second, and jumps while it has nothing to do: how busy this machine is does
// not matter. The test runs in the night alone (testtool.Night).
func Machine(t *testing.T, name, dir string, modules ...string) (program string, args []string) {
	t.Helper()
	testtool.Night(t, "it fetches a kernel, builds programs for two processors and emulates a machine")
	program = testtool.Find(t, "qemu-system-aarch64")
	kernel := fetchKernel(t, name, "arm64", "linux-image-arm64", modules)
	guests := []file{built(t, dir, Guests[0], "GOARCH=arm64"), built(t, dir, Guests[1], "GOARCH=arm", "GOARM=6")}
	initrd := pack(t, kernel, append(guests, file{"init", 0o100755, guests[0].from}))
	return program, []string{"-M", "virt", "-cpu", "cortex-a53", "-accel", "tcg", "-icount", "shift=1,sleep=off",
		"-m", "512",
		"-nographic", "-no-reboot", "-nic", "none", "-kernel", filepath.Join(kernel, "vmlinuz"), "-initrd", initrd,
		"-append", "console=ttyAMA0 quiet panic=1"}
}

// Zero is QEMU and its arguments for a Raspberry Pi Zero W with Debian's kernel, which starts the program of package
// dir, with the kernel's modules in /modules, and the file at disk as /disk. Its clock runs as that of Machine does.
func Zero(t *testing.T, name, dir, disk string, modules ...string) (program string, args []string) {
	t.Helper()
	testtool.Night(t, "it fetches a kernel, builds programs for another processor and emulates a machine")
	program = testtool.Find(t, "qemu-system-arm")
	kernel := fetchKernel(t, name, "armel", "linux-image-rpi", modules)
	initrd := pack(t, kernel, []file{built(t, dir, "init", "GOARCH=arm", "GOARM=6"), {"disk", 0o100644, disk}})
	return program, []string{"-M", "raspi0", "-icount", "shift=1,sleep=off", "-display", "none", "-monitor", "none",
		"-no-reboot", "-kernel", filepath.Join(kernel, "vmlinuz"), "-dtb", tree(t, kernel), "-initrd", initrd,
		"-serial", "null", "-serial", "stdio", "-append", "console=ttyS1,115200 rdinit=/init panic=-1 quiet " +
			"initcall_blacklist=bcm2835_power_driver_init,bcm2835_pm_driver_init"}
}

// tree is the device tree of a Zero W without the power manager, which QEMU does not model: the kernel would wait for
// it.
func tree(t *testing.T, kernel string) string {
	t.Helper()
	dtc, file := testtool.Find(t, "dtc"), filepath.Join(t.TempDir(), "zero.dtb")
	source := must.Get(exec.Command(dtc, "-q", "-I", "dtb", "-O", "dts",
		filepath.Join(kernel, "bcm2835-rpi-zero-w.dtb")).Output())(t)
	const manager = "watchdog@7e100000 {"
	if !strings.Contains(string(source), manager) {
		t.Fatalf("the device tree has no %s", manager)
	}
	cmd := exec.Command(dtc, "-q", "-I", "dts", "-O", "dtb", "-o", file)
	cmd.Stdin = strings.NewReader(strings.Replace(string(source), manager, manager+` status = "disabled";`, 1))
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return file
}

// fetchKernel is a directory that keeps Debian's kernel, in $LEDPOST_HIL_CACHE or
// this user's cache.
func fetchKernel(t *testing.T, name, arch, pkg string, modules []string) string {
	t.Helper()
	for _, tool := range []string{"apt-get", "apt-cache", "dpkg-deb", "depmod", "flock"} {
		testtool.Find(t, tool)
	}
	cache := os.Getenv("LEDPOST_HIL_CACHE")
	if cache == "" {
		dir := must.Get(os.UserCacheDir())(t)
		cache = filepath.Join(dir, "ledpost-hil")
	}
	args := append([]string{"-c", fetch, "kernel", cache, arch, pkg, name}, modules...)
	if out, err := exec.Command("sh", args...).CombinedOutput(); err != nil {
		t.Fatalf("fetching the kernel: %v\n%s", err, out)
	}
	return filepath.Join(cache, name)
}

// file is one of the machine's first file system.
type file struct {
	name string
	mode int
	from string // on this machine
}

// built is the program of package dir, built for a processor.
func built(t *testing.T, dir, name string, processor ...string) file {
	t.Helper()
	f := file{name, 0o100755, filepath.Join(t.TempDir(), name)}
	cmd := exec.Command("go", "build", "-trimpath", "-o", f.from, dir)
	cmd.Env = append(os.Environ(), append(processor, "GOOS=linux", "CGO_ENABLED=0")...)
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("building %s: %v\n%s", name, err, out)
	}
	return f
}

// pack makes the first file system of files and the kernel's modules, and returns its path.
func pack(t *testing.T, kernel string, files []file) string {
	t.Helper()
	modules, err := filepath.Glob(filepath.Join(kernel, "modules", "*"))
	if err != nil || len(modules) == 0 {
		t.Fatalf("no modules in %s, %v", kernel, err)
	}
	for _, m := range modules {
		files = append(files, file{"modules/" + filepath.Base(m), 0o100644, m})
	}
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	entry(z, "modules", 0o040755, nil)
	for _, f := range files {
		entry(z, f.name, f.mode, must.Get(os.ReadFile(f.from))(t))
	}
	entry(z, "TRAILER!!!", 0, nil)
	must.Do(t, z.Close())
	path := filepath.Join(t.TempDir(), "initrd.gz")
	must.Do(t, os.WriteFile(path, b.Bytes(), 0o644))
	return path
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

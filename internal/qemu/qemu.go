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
	kernel := fetchKernel(t, name, modules)
	initrd := filepath.Join(t.TempDir(), "initrd.gz")
	must.Do(t, os.WriteFile(initrd, pack(t, dir, kernel), 0o644))
	return program, []string{"-M", "virt", "-cpu", "cortex-a53", "-accel", "tcg", "-icount", "shift=1,sleep=off",
		"-m", "512",
		"-nographic", "-no-reboot", "-nic", "none", "-kernel", filepath.Join(kernel, "vmlinuz"), "-initrd", initrd,
		"-append", "console=ttyAMA0 quiet panic=1"}
}

// fetchKernel is a directory that keeps Debian's kernel, in $LEDPOST_HIL_CACHE or
// this user's cache.
func fetchKernel(t *testing.T, name string, modules []string) string {
	t.Helper()
	for _, tool := range []string{"apt-get", "apt-cache", "dpkg-deb", "depmod", "flock"} {
		testtool.Find(t, tool)
	}
	cache := os.Getenv("LEDPOST_HIL_CACHE")
	if cache == "" {
		dir := must.Get(os.UserCacheDir())(t)
		cache = filepath.Join(dir, "ledpost-hil")
	}
	args := append([]string{"-c", fetch, "kernel", cache, "arm64", "linux-image-arm64", name}, modules...)
	if out, err := exec.Command("sh", args...).CombinedOutput(); err != nil {
		t.Fatalf("fetching the kernel: %v\n%s", err, out)
	}
	return filepath.Join(cache, name)
}

// pack builds the program of package dir and makes the first file system of it
// and the kernel's modules.
func pack(t *testing.T, dir, kernel string) []byte {
	t.Helper()
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	built := t.TempDir()
	for i, env := range [][]string{{"GOARCH=arm64"}, {"GOARCH=arm", "GOARM=6"}} {
		file := filepath.Join(built, Guests[i])
		cmd := exec.Command("go", "build", "-trimpath", "-o", file, dir)
		cmd.Env = append(os.Environ(), append(env, "GOOS=linux", "CGO_ENABLED=0")...)
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("building %s: %v\n%s", Guests[i], err, out)
		}
		add(t, z, Guests[i], 0o100755, file)
		if i == 0 {
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
	must.Do(t, z.Close())
	return b.Bytes()
}

func add(t *testing.T, z *gzip.Writer, name string, mode int, file string) {
	t.Helper()
	data := must.Get(os.ReadFile(file))(t)
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

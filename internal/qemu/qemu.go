// SPDX-License-Identifier: Apache-2.0

// Package qemu starts Go programs as the first ones of an emulated machine,
// for tests against a real kernel. What those programs share is in package guest
// below.
package qemu

import (
	_ "embed"
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
	return program, []string{"-M", "virt", "-cpu", "cortex-a53", "-accel", "tcg", "-icount", "shift=1,sleep=off", "-m", "512",
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

// SPDX-License-Identifier: Apache-2.0

// Package zero runs ledpost and the program that draws apps by others on an emulated Zero W.
package zero

import (
	"bufio"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/ledpost/ledpost/e2e/market"
	"github.com/ledpost/ledpost/e2e/rig"
	"github.com/ledpost/ledpost/internal/must"
	"github.com/ledpost/ledpost/internal/qemu"
	"github.com/ledpost/ledpost/internal/testtool"
)

// TestTwentyApps: 20 apps of the gallery, of which four take much memory, have two turns each within 200 MiB: the
// device, the program that draws, and each drawing, with the pages of their files. Nobody limits them, so the kernel
// drops no page. Turns of four seconds stand for those of an hour: each draws its app.
func TestTwentyApps(t *testing.T) {
	turns := 40
	if asked := os.Getenv("LEDPOST_TURNS"); asked != "" {
		turns = must.Get(strconv.Atoi(asked))(t)
	}
	program, args := qemu.Zero(t, "zero", "./guest", disk(t), "loop", "ext4")
	args[len(args)-1] += fmt.Sprint(" turns=", turns) // the kernel hands it to the guest, in its environment
	said := run(t, exec.CommandContext(t.Context(), program, args...), time.Duration(turns)*most)
	found := map[string]int{}
	for _, m := range figures.FindAllStringSubmatch(said, -1) {
		for _, value := range regexp.MustCompile(`(\w+)=(\d+)`).FindAllStringSubmatch(m[2], -1) {
			found[m[1]+value[1]] = must.Get(strconv.Atoi(value[2]))(t)
		}
	}
	t.Log(found)
	if found["turns"] < turns || found["apps"] < 20-market.Fickle || found["kills"] > 0 {
		t.Errorf("the turns are %v", found)
	}
	if strings.Contains(said, "of memory") { // the program that draws has ended an app, or the kernel anything
		t.Error("an app had not the memory that it may take")
	}
	if found["all whole"] == 0 || found["all whole"] > 200<<20 {
		t.Errorf("%d MiB in all, want at most 200", found["all whole"]>>20)
	}
}

// run runs a machine until its first program has ended, since a Zero cannot switch itself off, and returns what that
// said.
func run(t *testing.T, machine *exec.Cmd, limit time.Duration) (said string) {
	out := must.Get(machine.StdoutPipe())(t)
	machine.Stderr = os.Stderr
	must.Do(t, machine.Start())
	defer qemu.Limit(machine.Process, limit)()
	defer machine.Wait()
	defer machine.Process.Kill()
	for lines := bufio.NewScanner(out); lines.Scan(); {
		t.Log(lines.Text())
		said += lines.Text() + "\n"
		switch {
		case strings.Contains(lines.Text(), "hil: done"):
			return said
		case strings.Contains(lines.Text(), "hil: failed"):
			t.FailNow()
		}
	}
	t.Fatal("it has ended")
	return ""
}

// most is how much of the processor the machine may use for a turn.
const most = time.Minute

// figures finds what the guest says about the turns, all processes, and one.
var figures = regexp.MustCompile(`hil: (|\w+ )(\w+=.*\d)`)

// disk is a file system with both programs and the examples.
func disk(t *testing.T) string {
	testtool.Night(t, "it builds programs for another processor")
	mke2fs, tree, dir := testtool.Find(t, "mke2fs"), rig.Root(t), t.TempDir()
	rig.SeeSources(tree)
	for name, from := range map[string]string{"ledpost": ".", "ledpost-apps": "tools/apps"} {
		build := exec.Command("go", "build", "-trimpath", "-ldflags=-s -w", "-o", filepath.Join(dir, name), ".")
		build.Dir = filepath.Join(tree, from)
		build.Env = append(os.Environ(), "GOOS=linux", "GOARCH=arm", "GOARM=6", "CGO_ENABLED=0")
		if out, err := build.CombinedOutput(); err != nil {
			t.Fatalf("building %s: %v\n%s", name, err, out)
		}
	}
	must.Do(t, os.CopyFS(filepath.Join(dir, "examples"), os.DirFS(filepath.Join(tree, "tools/apps/examples"))))
	image := filepath.Join(t.TempDir(), "card")
	if out, err := exec.Command(mke2fs, "-q", "-t", "ext2", "-d", dir, image, "72M").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return image
}

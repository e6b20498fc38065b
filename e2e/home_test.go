// SPDX-License-Identifier: Apache-2.0

package e2e

import (
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ledpost/ledpost/internal/must"
	"github.com/ledpost/ledpost/internal/testtool"
)

// TestHome: a fork moves every address of the project's repository and site with one
// command, and nothing else changes.
func TestHome(t *testing.T) {
	for _, tool := range []string{"bash", "git", "sed", "xargs"} {
		testtool.Find(t, tool)
	}
	dir := t.TempDir()
	copies(t, "..", dir)
	home := func(args ...string) string {
		out, err := exec.Command(filepath.Join(dir, "deploy/home"), args...).CombinedOutput()
		if err != nil {
			t.Fatalf("%v: %s", err, out)
		}
		return string(out)
	}
	home("move", "somebody/my.lamp", "https://lamp.example/leds")
	const want = "repository=somebody/my.lamp\nsite=https://lamp.example/leds\n"
	if got := home(); got != want {
		t.Errorf("the home is %q, want %q", got, want)
	}
	for _, old := range []string{"ledpost.github.io", "https://github.com/ledpost/ledpost", "--repo ledpost/ledpost"} {
		all, _ := exec.Command("grep", "-rnF", "--exclude=home_test.go", "-e", old, dir).Output()
		if len(all) > 0 {
			t.Errorf("%s is still there:\n%s", old, all)
		}
	}
	mod := string(must.Get(os.ReadFile(filepath.Join(dir, "go.mod")))(t))
	if !strings.HasPrefix(mod, "module github.com/ledpost/ledpost\n") {
		t.Error("the module has another path")
	}
	for _, args := range [][]string{{"move"}, {"move", "lamp", "https://a.example"}, {"move", "a/b", "http://a.example"},
		{"move", "a/b", "https://a.example/"}, {"move", "a/b", "https://a.example/$(x)"}, {"away"}} {
		if err := exec.Command(filepath.Join(dir, "deploy/home"), args...).Run(); err == nil {
			t.Errorf("home %q is no error", args)
		}
	}
	if got := home(); got != want {
		t.Errorf("a wrong line has moved the home: %q", got)
	}
}

// copies copies the files that name addresses: those that git knows below from, without
// pictures, sounds and fonts.
func copies(t *testing.T, from, to string) {
	t.Helper()
	cmd := exec.Command("git", "ls-files", "-z", "--cached", "--others", "--exclude-standard")
	cmd.Dir = from
	list, err := cmd.Output()
	if err != nil {
		t.Skip("this is no clone: ", err)
	}
	for _, name := range strings.Split(strings.TrimRight(string(list), "\x00"), "\x00") {
		switch filepath.Ext(name) {
		case ".png", ".gif", ".webp", ".bdf", ".mp3", ".flac", ".hex":
			continue
		}
		info, err := os.Lstat(filepath.Join(from, name))
		if err != nil || !info.Mode().IsRegular() || info.Size() > 2<<20 {
			continue
		}
		file := filepath.Join(to, name)
		must.Do(t, os.MkdirAll(filepath.Dir(file), 0o755))
		must.Do(t, os.WriteFile(file, must.Get(os.ReadFile(filepath.Join(from, name)))(t), info.Mode()&fs.ModePerm))
	}
}

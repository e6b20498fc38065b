// SPDX-License-Identifier: Apache-2.0

package e2e

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/ledpost/ledpost/e2e/rig"
	"github.com/ledpost/ledpost/internal/must"
)

// TestHILFromAnotherModule builds and runs the tests of a module of its own, which knows
// this one only by its public packages, without network: what it needs is in our go.sum.
func TestHILFromAnotherModule(t *testing.T) {
	if testing.Short() {
		t.Skip("builds the whole program in another module, and runs it on every panel")
	}
	root := rig.Root(t)
	rig.SeeSources(root)
	dir := t.TempDir()
	must.Do(t, os.CopyFS(dir, os.DirFS(filepath.Join(root, "hil", "testdata", "display"))))
	sums := must.Get(os.ReadFile(filepath.Join(root, "go.sum")))(t)
	must.Do(t, os.WriteFile(filepath.Join(dir, "go.sum"), sums, 0o600))
	command := func(env []string, args ...string) string {
		cmd := exec.Command("go", args...)
		cmd.Dir = dir
		cmd.Env = slices.Concat(os.Environ(), []string{"GOPROXY=off", "GOSUMDB=off"}, env)
		out, err := cmd.CombinedOutput()
		if err != nil {
			t.Fatalf("go %s: %v\n%s", strings.Join(args, " "), err, out)
		}
		return string(out)
	}
	edit := []string{"mod", "edit", "-replace=github.com/ledpost/ledpost=" + root}
	for _, m := range required(t, root) {
		edit = append(edit, "-require="+m)
	}
	alone := []string{"GOWORK=off", "GOFLAGS=-mod=mod"}
	command(alone, edit...)
	command(alone, "list", "-deps", "-test", "./...")
	// It runs in a workspace with ours, which is compiled already.
	workspace := []string{"GOWORK=" + filepath.Join(dir, "go.work")}
	command(workspace, "work", "init", ".", root)
	t.Log(command(workspace, "test", "-count=1", "-v", "./..."))
	after := must.Get(os.ReadFile(filepath.Join(dir, "go.sum")))(t)
	for line := range bytes.Lines(after) {
		if !bytes.Contains(sums, line) {
			t.Errorf("go.sum has got %s", line)
		}
	}
}

// required returns the modules that ours requires, as path@version. The module of the test
// names them all, as after go mod tidy: else go reads the go.mod of modules that nothing
// imports, which are not in the cache of somebody who has built only ours.
func required(t *testing.T, root string) (all []string) {
	t.Helper()
	cmd := exec.Command("go", "mod", "edit", "-json")
	cmd.Dir = root
	out := must.Get(cmd.Output())(t)
	var mod struct {
		Require []struct{ Path, Version string }
	}
	must.Do(t, json.Unmarshal(out, &mod))
	for _, m := range mod.Require {
		all = append(all, m.Path+"@"+m.Version)
	}
	return all
}

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
	"github.com/ledpost/ledpost/internal/eventually"
	"github.com/ledpost/ledpost/internal/must"
	"github.com/ledpost/ledpost/internal/pixtest"
)

// recipe is the commands of docs/hil.md that begin with the given words, as
// people type them, with what they have to fill in filled in.
func recipe(t *testing.T, fill *strings.Replacer, words ...string) (lines []string) {
	t.Helper()
	doc := must.Get(os.ReadFile("../docs/hil.md"))(t)
	for line := range strings.Lines(string(doc)) {
		for _, w := range words {
			if strings.HasPrefix(line, w+" ") {
				lines = append(lines, strings.TrimSpace(fill.Replace(line)))
			}
		}
	}
	return lines
}

// TestHILCompare follows docs/hil.md on a fresh device whose wires are recorded,
// and compares with what was posted, and with what was not.
func TestHILCompare(t *testing.T) {
	if _, err := exec.LookPath("curl"); err != nil {
		t.Skip("no curl")
	}
	for panel, dimmable := range map[string]bool{"max7219": false, "ws2812": true} {
		t.Run(panel, func(t *testing.T) { followRecipe(t, panel, dimmable) })
	}
}

// followRecipe compares a panel; dimmable says that its LEDs tell how bright they
// are set to.
func followRecipe(t *testing.T, panel string, dimmable bool) {
	dir := t.TempDir()
	cfg := filepath.Join(dir, "config.toml")
	text := "[panel]\ndriver = \"" + panel + "\"\nport = \"vcd:" + filepath.Join(dir, "capture.vcd") + "\"\n"
	must.Do(t, os.WriteFile(cfg, []byte(text), 0o600))
	r := rig.Launch(t, nil, "--config", cfg)
	fill := strings.NewReplacer("KEY", r.Key, "http://HOST:8080", r.URL, "--panel max7219", "--panel "+panel,
		"ledpost hil", rig.Binary(t)+" hil")
	typed := func(line string) (string, error) {
		cmd := exec.Command("sh", "-c", line)
		cmd.Dir = dir
		out, err := cmd.CombinedOutput()
		return string(out), err
	}
	for _, line := range recipe(t, fill, "curl", "echo") {
		if out, err := typed(line); err != nil || strings.Contains(out, `"errors"`) {
			t.Fatalf("%s: %v %s", line, err, out)
		}
	}
	art, errs, code := rig.Command(t, "", "render", filepath.Join(dir, "notification.json"))
	if code != 0 {
		t.Fatal(errs)
	}
	eventually.True(t, "the panel shows it", func() bool {
		return pixtest.Lit(r.Frame()) == strings.ReplaceAll(art, "+", "#")
	})
	r.Stop() // the last frame still goes over the wires

	compare := recipe(t, fill, "ledpost hil compare")
	if len(compare) != 1 {
		t.Fatalf("the recipe compares by %q", compare)
	}
	if out, err := typed(compare[0]); err != nil || out != "" {
		t.Errorf("what was posted: %v: %s", err, out)
	}
	if out, err := typed(compare[0] + " --brightness 40"); (err != nil) != dimmable {
		t.Errorf("at another brightness: %v: %s", err, out)
	}
	if out, err := typed(`sed s/Hello/Hallo/ notification.json | ` +
		strings.Replace(compare[0], "notification.json", "-", 1)); err == nil || !strings.Contains(out, "pixel (") {
		t.Errorf("something else: %v, want the first wrong pixel: %s", err, out)
	}
}

// TestHILCompareAfterAKill: what was on the wires a second ago is in the recording
// of a program that is killed, and can be compared.
func TestHILCompareAfterAKill(t *testing.T) {
	dir := t.TempDir()
	at := func(name string) string { return filepath.Join(dir, name) }
	cfg, capture, shown := at("config.toml"), at("capture.vcd"), at("shown.json")
	const notification = `{"model":{"cycles":0,"frames":[{"text":"Cut"}]}}`
	for name, text := range map[string]string{
		cfg:   "[panel]\ndriver = \"max7219\"\nport = \"vcd:" + capture + "\"\n",
		shown: notification,
	} {
		must.Do(t, os.WriteFile(name, []byte(text), 0o600))
	}
	r := rig.Launch(t, nil, "--config", cfg)
	r.Call("POST", "/api/v2/device/notifications", notification, nil)
	compare := func() int {
		_, _, code := rig.Command(t, "", "hil", "compare", "--config", cfg, capture, "--expect", shown)
		return code
	}
	eventually.True(t, "the recording has it", func() bool { return compare() == 0 })
	r.Cmd.Process.Kill()
	<-r.Done
	if code := compare(); code != 0 {
		t.Errorf("after the kill: exit %d", code)
	}
	const whole, part = "1m", "100ms" // enough for all of the recording, and for some of it; a match ends the wait
	wait := func(expect, timeout string) int {
		_, _, code := rig.Command(t, expect, "hil", "wait", "--config", cfg, "--expect", "-", "--timeout", timeout, capture)
		return code
	}
	same, other := wait(notification, whole), wait(strings.Replace(notification, "Cut", "Nut", 1), part)
	if same != 0 || other != 1 {
		t.Errorf("waiting for what is shown: exit %d, for something else: %d", same, other)
	}
}

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

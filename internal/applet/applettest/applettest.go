// SPDX-License-Identifier: Apache-2.0

// Package applettest has ledpost-apps for tests.
package applettest

import (
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"testing"

	"github.com/ledpost/ledpost/internal/applet"
	"github.com/ledpost/ledpost/internal/must"
	"github.com/ledpost/ledpost/internal/testtool"
)

// Program builds ledpost-apps, puts it in front of the path until t ends, and returns its own path. The test is
// skipped where the program cannot be built, such as without the modules that it needs, or fails
// where outside programs are required.
func Program(t *testing.T) string {
	t.Helper()
	goTool := testtool.Find(t, "go")
	_, file, _, _ := runtime.Caller(0)
	tree, dir := filepath.Join(filepath.Dir(file), "../../.."), t.TempDir()
	if !filepath.IsAbs(file) { // built with -trimpath
		out, err := exec.Command(goTool, "list", "-m", "-f", "{{.Dir}}", "github.com/ledpost/ledpost").Output()
		if err != nil {
			t.Fatal(err)
		}
		tree = string(out[:len(out)-1])
	}
	build := exec.Command(goTool, "build", "-o", filepath.Join(dir, applet.Name), ".")
	build.Dir = filepath.Join(tree, "tools/apps")
	build.Env = append(os.Environ(), "CGO_ENABLED=0", "GOPROXY=off")
	if out, err := build.CombinedOutput(); err != nil {
		t.Logf("%s", out)
		testtool.Missing(t, "program "+applet.Name+" and the modules to build it: go -C tools/apps mod download")
	}
	first(t, dir)
	return filepath.Join(dir, applet.Name)
}

// Patient is Program for tests that compare pictures: apps draw at the usual priority, and not at a low one that a busy
// machine starves.
func Patient(t *testing.T) {
	t.Helper()
	dir, program := t.TempDir(), Program(t)
	must.Do(t, os.WriteFile(filepath.Join(dir, applet.Name), []byte("#!/bin/sh\nexec '"+program+"' draw\n"), 0o755))
	first(t, dir)
}

// first puts a folder in front of the path until t ends.
func first(t *testing.T, dir string) {
	t.Setenv("PATH", dir+string(filepath.ListSeparator)+os.Getenv("PATH"))
}

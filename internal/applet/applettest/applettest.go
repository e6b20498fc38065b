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
	"github.com/ledpost/ledpost/internal/testtool"
)

// Program builds ledpost-apps and puts it in front of the path until t ends. The test is
// skipped where the program cannot be built, such as without the modules that it needs, or fails
// where outside programs are required.
func Program(t *testing.T) {
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
	t.Setenv("PATH", dir+string(filepath.ListSeparator)+os.Getenv("PATH"))
}

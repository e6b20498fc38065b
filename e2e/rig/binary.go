// SPDX-License-Identifier: Apache-2.0

package rig

import (
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"sync"
	"testing"

	"github.com/ledpost/ledpost/internal/must"
)

// The binary is built once for all tests of a package.
var (
	buildOnce sync.Once
	builtPath string
	buildErr  error
)

// Main runs the tests of a package, removes the binary that they have built and returns
// the exit code. It belongs into the package's TestMain.
func Main(m *testing.M) (code int) {
	defer func() {
		if builtPath != "" {
			os.RemoveAll(filepath.Dir(builtPath))
		}
	}()
	return m.Run()
}

// Root returns the folder of the module.
func Root(t *testing.T) string {
	t.Helper()
	dir := must.Get(filepath.Abs("."))(t)
	for ; dir != "/"; dir = filepath.Dir(dir) {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			return dir
		}
	}
	t.Fatal("no go.mod above this package")
	return ""
}

// SeeSources looks at every source below root. go test keeps a result until a file that
// the test process itself has looked at changes, and the compiler that embeds the page
// is another process.
func SeeSources(root string) {
	filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err == nil && d.Name() == ".git" && d.IsDir() { // in a second work tree it is a file
			return fs.SkipDir
		}
		os.Stat(path)
		return nil
	})
}

// Binary returns the path of ledpost, built from the sources around the test.
func Binary(t *testing.T) string {
	t.Helper()
	root := Root(t)
	buildOnce.Do(func() {
		dir, err := os.MkdirTemp("", "ledpost")
		if err != nil {
			buildErr = err
			return
		}
		builtPath = filepath.Join(dir, "ledpost")
		SeeSources(root)
		cmd := exec.Command("go", "build", "-race="+strconv.FormatBool(Raced), "-o", builtPath, ".")
		cmd.Dir = root
		if out, err := cmd.CombinedOutput(); err != nil {
			buildErr = fmt.Errorf("%w: %s", err, out)
		}
	})
	if buildErr != nil {
		t.Fatal(buildErr)
	}
	return builtPath
}

// SPDX-License-Identifier: Apache-2.0

// Package python runs the tests of the package for Python against the program.
package python

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/ledpost/ledpost/e2e/rig"
	"github.com/ledpost/ledpost/internal/testtool"
)

// TestPython runs pytest, which finds the plug-in as a user's does, and labgrid.
func TestPython(t *testing.T) {
	python := testtool.Find(t, "/usr/bin/python3") // Debian's, which has its packages
	for _, module := range []string{"pytest", "labgrid"} {
		if err := exec.Command(python, "-c", "import "+module).Run(); err != nil {
			testtool.Missing(t, "Debian's package python3-"+module)
		}
	}
	dir := filepath.Join(rig.Root(t), "hil", "python")
	cmd := exec.CommandContext(t.Context(), python, "-m", "pytest", "-p", "no:cacheprovider", "-p", "ledpost_hil.pytest_plugin",
		"--basetemp", filepath.Join(t.TempDir(), "pytest"), "--ledpost", rig.Binary(t), "tests")
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "PYTHONPATH="+dir, "PYTHONDONTWRITEBYTECODE=1")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}

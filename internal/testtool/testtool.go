// SPDX-License-Identifier: Apache-2.0

// Package testtool looks up the outside programs that some tests use.
package testtool

import (
	"os"
	"os/exec"
	"strings"
	"testing"
)

// Find returns the path of the first of these programs that is there. Without any the test is skipped,
// or fails when LEDPOST_TOOLS=require is set, as CI does. With LEDPOST_TOOLS=none every
// test that needs one is skipped, as the quick check of a change does.
func Find(t testing.TB, names ...string) string {
	t.Helper()
	if os.Getenv("LEDPOST_TOOLS") == "none" {
		t.Skipf("this test needs program %s, and outside programs are left out", strings.Join(names, " or "))
	}
	for _, name := range names {
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
	Missing(t, "program "+strings.Join(names, " or "))
	return ""
}

// Missing ends the test because it lacks what: a skip, or a failure when
// LEDPOST_TOOLS=require is set.
func Missing(t testing.TB, what string) {
	t.Helper()
	if os.Getenv("LEDPOST_TOOLS") == "require" {
		t.Fatalf("this test needs %s", what)
	}
	t.Skipf("this test needs %s", what)
}

// SPDX-License-Identifier: Apache-2.0

package hil

import (
	"fmt"
	"image"
	"os"
	"path/filepath"

	"github.com/ledpost/ledpost/internal/evidence"
)

// A keeper is a test that keeps files: a *testing.T, which keeps them with go test -artifacts.
type keeper interface {
	ArtifactDir() string
	Failed() bool
}

// evidenceOf writes what a failure is about to the test's folder for files, and says where; nil
// pictures are left out.
func evidenceOf(t T, got, want image.Image) string {
	k, ok := t.(keeper)
	if !ok || got == nil || want == nil {
		return ""
	}
	dir := k.ArtifactDir()
	if _, err := evidence.Write(dir, got, want); err != nil {
		return fmt.Sprintf("\n(the pictures cannot be kept: %v)", err)
	}
	return fmt.Sprintf("\npictures for go test -artifacts: %s in %s", evidence.Difference, dir)
}

// keepWires copies recordings to the folder for files of a test that has failed.
func keepWires(t T, files []string) {
	k, ok := t.(keeper)
	if !ok || !k.Failed() {
		return
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err == nil {
			err = os.WriteFile(filepath.Join(k.ArtifactDir(), filepath.Base(file)), text, 0o600)
		}
		if err != nil {
			t.Logf("hil: the recording cannot be kept: %v", err)
		}
	}
}

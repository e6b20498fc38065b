// SPDX-License-Identifier: Apache-2.0

package e2e

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// output is the file to which a command of a script writes.
var output = regexp.MustCompile(`>>?\s*("[^"]+"|[^\s&>|"]+)`)

// TestBackgroundFiles: a program in the background has not made its file yet when the script
// reads it, which ends a script under "set -e". So the script makes the file before, or waits
// for the program.
func TestBackgroundFiles(t *testing.T) {
	seen := 0
	for _, pattern := range []string{"../.ci/*", "../deploy/*", "../deploy/*/*", "../internal/*/*"} {
		paths, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		for _, path := range paths {
			text, err := os.ReadFile(path)
			if err != nil || !strings.HasPrefix(string(text), "#!") {
				continue // a folder, or no script
			}
			seen++
			for _, file := range unmade(string(text)) {
				t.Errorf("%s reads %s, which a program in the background may not have made: put \": >%s\" before it", path, file, file)
			}
		}
	}
	if seen < 30 {
		t.Errorf("%d scripts", seen)
	}
}

// unmade returns the files of programs in the background that a script reads without having
// made them.
func unmade(script string) (files []string) {
	lines := strings.Split(strings.ReplaceAll(script, "\\\n", " "), "\n")
	for i, line := range lines {
		if !strings.HasSuffix(line, " &") {
			continue
		}
		made := strings.Join(lines[:i], "\n")
		for _, m := range output.FindAllStringSubmatch(line, -1) {
			if file := m[1]; file != "/dev/null" && !strings.Contains(made, ": >"+file) && read(lines[i+1:], file) {
				files = append(files, file)
			}
		}
	}
	return files
}

// read reports whether lines name a file before they wait for a program.
func read(lines []string, file string) bool {
	for _, line := range lines {
		if strings.Contains(line, file) {
			return true
		}
		if strings.HasPrefix(strings.TrimSpace(line), "wait ") {
			return false
		}
	}
	return false
}

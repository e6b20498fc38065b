// SPDX-License-Identifier: Apache-2.0

package notices

import (
	"os"
	"os/exec"
	"strings"
	"testing"

	"github.com/ledpost/ledpost/internal/must"
)

// TestEveryModule fails when a module came, went or changed its licence.
func TestEveryModule(t *testing.T) {
	want, err := exec.Command("go", "run", "./collect").Output()
	must.Do(t, err)
	text, err := os.ReadFile("third-party.txt")
	must.Do(t, err)
	carried, err := Text()
	must.Do(t, err)
	if string(want) != string(text) || !strings.HasSuffix(carried, string(want)) {
		t.Error("third-party.txt is out of date, or what the program carries: go generate ./internal/notices")
	}
}

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
	want := must.Get(exec.Command("go", "run", "./collect").Output())(t)
	text := must.Get(os.ReadFile("third-party.txt"))(t)
	carried := must.Get(Text())(t)
	if string(want) != string(text) || !strings.HasSuffix(carried, string(want)) {
		t.Error("third-party.txt is out of date, or what the program carries: go generate ./internal/notices")
	}
}

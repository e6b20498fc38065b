// SPDX-License-Identifier: Apache-2.0

package notices

import (
	"os/exec"
	"testing"
)

// TestEveryModule fails when a module came, went or changed its licence.
func TestEveryModule(t *testing.T) {
	want, err := exec.Command("go", "run", "./collect").Output()
	if err != nil {
		t.Fatal(err)
	}
	if string(want) != thirdParty {
		t.Error("third-party.txt is out of date: go generate ./internal/notices")
	}
}

// SPDX-License-Identifier: Apache-2.0

package apptest_test

import (
	"os"
	"strings"
	"testing"

	"github.com/ledpost/ledpost/apps/apptest"
	"github.com/ledpost/ledpost/apps/apptest/testdata/dice"
)

// TestGuide: the app of the guide keeps the contract, and the page has it as it is.
func TestGuide(t *testing.T) {
	apptest.Check(t, dice.App)
	source, err := os.ReadFile("testdata/dice/dice.go")
	if err != nil {
		t.Fatal(err)
	}
	page, err := os.ReadFile("../../docs/new-app.md")
	if err != nil {
		t.Fatal(err)
	}
	if _, code, _ := strings.Cut(string(source), "\n\n"); !strings.Contains(string(page), "```go\n"+code+"```") {
		t.Error("docs/new-app.md does not have testdata/dice/dice.go")
	}
}

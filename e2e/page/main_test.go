// Package page tests the web page in a browser, against ledpost running as a process.
package page

import (
	"os"
	"testing"

	"github.com/ledpost/ledpost/e2e/browser"
	"github.com/ledpost/ledpost/e2e/rig"
)

func TestMain(m *testing.M) {
	code := rig.Main(m)
	browser.Close()
	os.Exit(code)
}

// SPDX-License-Identifier: Apache-2.0

package boot

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/ledpost/ledpost/internal/must"
)

func TestRead(t *testing.T) {
	dir := t.TempDir()
	file := func(content string) string {
		name := filepath.Join(dir, "id")
		must.Do(t, os.WriteFile(name, []byte(content), 0o600))
		return name
	}
	must.Equal(t, read(file("0ba7\n")), "0ba7", "without the end of the line")
	if got := read(file(strings.Repeat("x", 1000))); got != "" {
		t.Errorf("%d bytes of a file that is no ID", len(got))
	}
	must.Equal(t, read(filepath.Join(dir, "none")), "", "none")
	if got := ID(); runtime.GOOS == "linux" && len(got) != 36 {
		t.Errorf("the ID of this boot is %q", got)
	}
}

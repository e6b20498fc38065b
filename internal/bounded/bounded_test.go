// SPDX-License-Identifier: Apache-2.0

package bounded

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/ledpost/ledpost/internal/must"
)

func TestRead(t *testing.T) {
	broken := errors.New("broken")
	for _, row := range []struct {
		why, text string
		most      int64
		err       string
	}{
		{"nothing", "", 0, ""},
		{"just fits", "abc", 3, ""},
		{"a byte too many", "abcd", 3, "too large: at most 3 bytes are allowed"},
		{"far too many", strings.Repeat("x", 1<<20), 3, "too large: at most 3 bytes are allowed"},
	} {
		r := strings.NewReader(row.text)
		got, err := Read(r, row.most)
		switch {
		case row.err == "" && (err != nil || string(got) != row.text):
			t.Errorf("%s: %q, %v", row.why, got, err)
		case row.err != "" && (err == nil || err.Error() != row.err || !errors.Is(err, ErrTooLarge) || got != nil):
			t.Errorf("%s: %d bytes, %v", row.why, len(got), err)
		case int64(len(row.text)-r.Len()) > row.most+1:
			t.Errorf("%s: %d bytes were read", row.why, len(row.text)-r.Len())
		}
	}
	if _, err := Read(iotest.ErrReader(broken), 3); err != broken {
		t.Errorf("%v, want the reader's", err)
	}
}

func TestReadFile(t *testing.T) {
	name := filepath.Join(t.TempDir(), "a")
	must.Do(t, os.WriteFile(name, []byte("abcd"), 0o600))
	must.Equal(t, string(must.Get(ReadFile(name, 4))(t)), "abcd")
	if _, err := ReadFile(name, 3); !errors.Is(err, ErrTooLarge) || !strings.Contains(err.Error(), name) {
		t.Errorf("%v", err)
	}
	if _, err := ReadFile(name+"b", 3); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("%v", err)
	}
}

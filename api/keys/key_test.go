// SPDX-License-Identifier: Apache-2.0

package keys

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

func TestLoadKey(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "data")
	key, err := LoadKey(dir, "")
	if err != nil || !regexp.MustCompile(`^[0-9a-f]{64}$`).MatchString(string(key)) {
		t.Fatalf("%q %v", key, err)
	}
	info, err := os.Stat(filepath.Join(dir, "key"))
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("mode %v %v", info.Mode(), err)
	}
	if again, err := LoadKey(dir, ""); again != key || err != nil {
		t.Errorf("the second time %q %v", again, err)
	}
	if given, err := LoadKey(dir, "given-key"); given != "given-key" || err != nil {
		t.Errorf("given: %q %v", given, err)
	}
	if again, _ := LoadKey(dir, ""); again != key {
		t.Error("a given key was kept")
	}
	fresh, err := NewKey(dir)
	if again, _ := LoadKey(dir, ""); err != nil || fresh == key || again != fresh {
		t.Errorf("a new key: %q %q %v", fresh, again, err)
	}
	os.Chmod(filepath.Join(dir, "key"), 0o644)
	LoadKey(dir, "")
	if info, _ := os.Stat(filepath.Join(dir, "key")); info.Mode().Perm() != 0o600 {
		t.Error("a readable key stays readable")
	}
}

func TestBadKeys(t *testing.T) {
	for name, given := range map[string]string{
		"a space": "a b", "a line break": "a\nb", "beyond ASCII": "schlüssel", "a comma": "a,b", "too long": strings.Repeat("a", 257), "too short to be safe": "1234567",
	} {
		if key, err := LoadKey(t.TempDir(), given); err == nil {
			t.Errorf("%s: taken as %q", name, key)
		}
	}
	dir := t.TempDir()
	os.WriteFile(filepath.Join(dir, "key"), []byte("short\n"), 0o600)
	if key, err := LoadKey(dir, ""); key != "short" || err != nil {
		t.Errorf("a short key that is kept already: %q %v", key, err)
	}
	os.WriteFile(filepath.Join(dir, "key"), nil, 0o600)
	if key, err := LoadKey(dir, ""); err == nil || !strings.Contains(err.Error(), "ledpost key --new") {
		t.Errorf("an empty file: %q %v", key, err)
	}
	file := filepath.Join(dir, "file")
	os.WriteFile(file, nil, 0o600)
	if _, err := LoadKey(file, ""); err == nil {
		t.Error("no error for a directory that is a file")
	}
}

// SPDX-License-Identifier: Apache-2.0

package keys

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/ledpost/ledpost/internal/must"
)

// followed runs a server that follows the key in a file.
func followed(t *testing.T, f func(t *testing.T, r *rig, file string, log *bytes.Buffer)) {
	t.Helper()
	file := filepath.Join(t.TempDir(), "key")
	write(t, file, testKey)
	var log bytes.Buffer
	story(t, func(s *setup) { s.guard.KeyFile, s.guard.Log = file, textLog(&log) }, func(t *testing.T, r *rig) {
		r.t = t
		stop := r.follows()
		synctest.Wait()
		f(t, r, file, &log)
		stop()
	})
}

// write replaces a file as the program does: with another one.
func write(t *testing.T, path, text string) {
	t.Helper()
	must.Do(t, os.WriteFile(path+".new", []byte(text+"\n"), 0o600))
	must.Do(t, os.Rename(path+".new", path))
}

// TestNewKeyIsTaken without a restart; what is no key leaves the last one.
func TestNewKeyIsTaken(t *testing.T) {
	other, third := strings.Repeat("b", 64), strings.Repeat("c", 64)
	followed(t, func(t *testing.T, r *rig, file string, log *bytes.Buffer) {
		for _, c := range []struct {
			name, text, opens, not string
			warns                  bool
		}{
			{"as it was", testKey, testKey, other, false},
			{"another", other, other, testKey, false},
			{"too short", "1234567", other, "1234567", true},
			{"nothing yet: it is being written", "", other, third, true},
			{"no key", "a b c d e f g", other, third, true},
			{"a third", third, third, other, false},
		} {
			write(t, file, c.text)
			time.Sleep(keyEvery + time.Millisecond)
			for key, want := range map[string]int{c.opens: 200, c.not: 401} {
				if code, _ := askAs(r, "192.0.2.7:1000", key); code != want {
					t.Errorf("%s: %q: %d, want %d", c.name, key, code, want)
				}
			}
			if parts := r.Warnings(); len(parts) == 1 != c.warns {
				t.Errorf("%s: %+v", c.name, parts)
			}
			time.Sleep(time.Minute)
		}
		must.Do(t, os.Remove(file))
		time.Sleep(2 * keyEvery)
		if code, _ := askAs(r, "192.0.2.7:1000", third); code != 200 {
			t.Errorf("without the file: %d", code)
		}
		for _, secret := range []string{testKey, other, third, "1234567"} {
			if strings.Contains(log.String(), secret) {
				t.Errorf("a key is in the log: %s", log)
			}
		}
	})
}

// TestFailedLogins are logged with their address, at a bounded rate, and without
// the key.
func TestFailedLogins(t *testing.T) {
	var log bytes.Buffer
	story(t, func(s *setup) { s.guard.Log = textLog(&log) }, func(t *testing.T, r *rig) {
		lines := func() int { return strings.Count(log.String(), "a wrong key") }
		for range 100 {
			askAs(r, "192.0.2.66:1000", "very-wrong")
		}
		askAs(r, "192.0.2.66:1000", "")
		askAs(r, "192.0.2.66:1000", testKey)
		if n := lines(); n != 1 || !strings.Contains(log.String(), "address=192.0.2.66:1000") {
			t.Errorf("%d lines: %s", n, log.String())
		}
		askAs(r, "192.0.2.67:1000", "very-wrong")
		if !strings.Contains(log.String(), "address=192.0.2.67:1000 more=99") {
			t.Errorf("what was not said is not counted: %s", log.String())
		}
		for i := range 200 {
			askAs(r, "198.51.100."+strings.Repeat("1", i%3+1)+":1", "very-wrong")
			askAs(r, "[2001:db8:"+strings.Repeat("f", i%4+1)+"::1]:1", "very-wrong")
		}
		for i := range 250 {
			askAs(r, "10.0.0."+string(rune('0'+i%10))+":1", "very-wrong")
		}
		if n := lines(); n > 10 {
			t.Errorf("%d lines at once", n)
		}
		time.Sleep(time.Minute)
		askAs(r, "192.0.2.66:1000", "very-wrong")
		if n := lines(); n != 11 {
			t.Errorf("%d lines a minute later, want one more", n)
		}
		if strings.Contains(log.String(), "very-wrong") {
			t.Error("the key is in the log")
		}
	})
}

// TestOwnKeyIsKept: the key in force, which may have changed since the start, is
// written again where its file is lost; until then that is said.
func TestOwnKeyIsKept(t *testing.T) {
	other := strings.Repeat("b", 64)
	followed(t, func(t *testing.T, r *rig, file string, _ *bytes.Buffer) {
		is := func(why, want string) {
			t.Helper()
			if text, err := os.ReadFile(file); err != nil || strings.TrimSpace(string(text)) != want {
				t.Errorf("%s: %q %v, want %q", why, text, err, want)
			}
		}
		write(t, file, other)
		time.Sleep(2 * keyEvery)
		must.Do(t, os.Remove(file))
		unblock := blocked(t, file)
		if err := r.KeepKeys(); err == nil || r.Unsaved() == nil {
			t.Error(err, r.Unsaved())
		}
		if code, _ := askAs(r, "192.0.2.7:1000", testKey); code != 401 {
			t.Errorf("the first key: %d", code)
		}
		unblock()
		if err := r.KeepKeys(); err != nil || r.Unsaved() != nil {
			t.Error(err, r.Unsaved())
		}
		is("the key in force", other)
		before := must.Get(os.Stat(file))(t)
		must.Do(t, r.KeepKeys())
		if !os.SameFile(before, must.Get(os.Stat(file))(t)) {
			t.Error("the card is written to without need")
		}
		r.own.debt.set(os.ErrPermission)
		write(t, file, testKey) // ledpost key --new, a moment ago
		if err := r.KeepKeys(); err != nil || r.Unsaved() != nil {
			t.Error(err, r.Unsaved())
		}
		is("one that was made meanwhile", testKey)
	})
}

// TestKeyThatIsNotKept at the start: it is said until it is written.
func TestKeyThatIsNotKept(t *testing.T) {
	file, tries := filepath.Join(t.TempDir(), "key"), 0
	r := newRig(t, func(s *setup) {
		s.guard.KeyFile, s.guard.Unkept, s.guard.Retry = file, os.ErrPermission, func() { tries++ }
	})
	if r.Unsaved() == nil || tries != 1 {
		t.Errorf("%v, %d tries", r.Unsaved(), tries)
	}
	if err := r.KeepKeys(); err != nil || r.Unsaved() != nil {
		t.Error(err, r.Unsaved())
	}
	if text, err := os.ReadFile(file); err != nil || strings.TrimSpace(string(text)) != testKey {
		t.Errorf("%q %v", text, err)
	}
}

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
		"a space": "a b", "a line break": "a\nb", "beyond ASCII": "schlüssel", "a comma": "a,b",
		"too long": strings.Repeat("a", 257), "too short to be safe": "1234567",
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

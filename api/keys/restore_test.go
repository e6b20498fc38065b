// SPDX-License-Identifier: Apache-2.0

package keys

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/ledpost/ledpost/api/rest"
	"github.com/ledpost/ledpost/internal/durable"
	"github.com/ledpost/ledpost/internal/must"
)

// ring is a guard with keys in a data directory, as after a start.
func ring(t *testing.T, dir string) *Guard {
	t.Helper()
	own, err := LoadKey(dir, "")
	must.Do(t, err)
	return New(Config{Key: own, KeyFile: KeyFile(dir), KeysFile: KeysFile(dir), Log: silent})
}

// TestRevokedKeysInABackup: keys that were taken back since the backup was made are
// named, left out, or in force again, as was chosen; also after a restart.
func TestRevokedKeysInABackup(t *testing.T) {
	dir := t.TempDir()
	s := ring(t, dir)
	bell, err := s.keyring.add(NamedKey{"bell", ScopeSend})
	door, err2 := s.keyring.add(NamedKey{"door", ScopeAll})
	must.Do(t, errors.Join(err, err2))
	oldOwn := s.own.key
	backup, err := s.NamedKeys()
	must.Do(t, err)
	if stays, file, err := s.RestoreKeys(oldOwn, backup, RevokedAsk); err != nil || stays || !sameKeys(t, file, backup) {
		t.Errorf("nothing was taken back: %v %s %v", stays, file, err)
	}
	if _, err := s.keyring.add(NamedKey{"late", ScopeAll}); err != rest.ErrTrial ||
		s.keyring.remove("bell") != rest.ErrTrial {
		t.Errorf("keys change during a restore: %v", err)
	}
	s.ThawKeys()
	must.Do(t, s.keyring.remove("door"))
	if _, err := NewKey(dir); err != nil {
		t.Fatal(err)
	}
	s.changeKey()
	s = ring(t, dir) // the memory outlives a restart
	_, _, err = s.RestoreKeys(oldOwn, backup, RevokedAsk)
	if names := RevokedKeys(nil); !errors.As(err, &names) || !slices.Equal(names, RevokedKeys{"door", ""}) {
		t.Fatal(err)
	}
	for _, row := range []struct {
		choice              string
		stays, opens, still bool
	}{{RevokedDrop, true, false, true}, {RevokedKeep, false, true, false}} {
		stays, file, err := s.RestoreKeys(oldOwn, backup, row.choice)
		s.ThawKeys()
		if err != nil || stays != row.stays {
			t.Errorf("%s: %v, own key stays: %v", row.choice, err, stays)
		}
		other := t.TempDir()
		must.Do(t, errors.Join(durable.WriteFile(KeysFile(other), file), KeepKey(other, oldOwn)))
		next := ring(t, other)
		if next.lock.find(string(bell)) == nil || (next.lock.find(string(door)) != nil) != row.opens {
			t.Errorf("%s: %s", row.choice, file)
		}
		if _, _, err := next.RestoreKeys("", backup, RevokedAsk); (err != nil) != row.still {
			t.Errorf("%s: the next restore: %v", row.choice, err)
		}
	}
}

// TestRestoreThatFailsKeepsTheMemory: a restore that gives the device's old key back,
// and then fails, leaves the keys that were taken back as they were. A key cannot be
// taken back during the restore, and the answer says so.
func TestRestoreThatFailsKeepsTheMemory(t *testing.T) {
	dir := t.TempDir()
	s := ring(t, dir)
	oldOwn := s.own.key
	if _, err := NewKey(dir); err != nil {
		t.Fatal(err)
	}
	s.changeKey()
	if _, err := s.keyring.add(NamedKey{"bell", ScopeSend}); err != nil {
		t.Fatal(err)
	}
	if stays, _, err := s.RestoreKeys(oldOwn, nil, RevokedKeep); stays || err != nil {
		t.Fatal(stays, err)
	}
	r := httptest.NewRequest("DELETE", "/live/keys/bell", nil)
	r.SetPathValue("name", "bell")
	if err := s.deleteKey(httptest.NewRecorder(), r); err != rest.ErrTrial {
		t.Errorf("DELETE during the restore: %v", err)
	}
	s.ThawKeys()
	if _, err := s.keyring.add(NamedKey{"door", ScopeAll}); err != nil {
		t.Fatal(err)
	}
	keys, revoked, err := readKeys(KeysFile(dir))
	if err != nil || len(keys) != 2 || len(revoked) != 1 || !among(revoked, *newSecret(oldOwn)) {
		t.Errorf("%d keys, %d taken back, %v", len(keys), len(revoked), err)
	}
}

// TestTakenBackKeepsRevocations: a restore that is taken back does not bring back keys
// that were revoked during its trial.
func TestTakenBackKeepsRevocations(t *testing.T) {
	dir := t.TempDir()
	s := ring(t, dir)
	door, err := s.keyring.add(NamedKey{"door", ScopeAll})
	if _, err2 := s.keyring.add(NamedKey{"bell", ScopeAll}); err != nil || err2 != nil {
		t.Fatal(err, err2)
	}
	oldKeys, _ := os.ReadFile(KeysFile(dir))
	oldOwn, _ := os.ReadFile(KeyFile(dir))
	back := TakenBack(dir)
	if got := back("key", oldOwn); !bytes.Equal(got, oldOwn) || !bytes.Equal(back("keys.json", oldKeys), oldKeys) {
		t.Error("nothing was revoked, and other keys come back")
	}
	must.Do(t, s.keyring.remove("door"))
	if _, err := NewKey(dir); err != nil {
		t.Fatal(err)
	}
	s.changeKey()
	newOwn, _ := os.ReadFile(KeyFile(dir))
	got := back("keys.json", oldKeys)
	keys, revoked, err := parseKeys(got)
	if err != nil || len(keys) != 1 || keys[0].Name != "bell" || !among(revoked, Held{sum: sha256.Sum256([]byte(door))}) {
		t.Errorf("%s, %v", got, err)
	}
	if again := back("keys.json", got); !bytes.Equal(again, got) {
		t.Error("it is another one the second time")
	}
	if own := back("key", oldOwn); !bytes.Equal(own, newOwn) {
		t.Error("the key that was replaced comes back")
	}
	if other := back("icons/door.png", []byte("door")); string(other) != "door" {
		t.Error("an icon changes")
	}
}

// TestMemoryOfRevokedKeys is bounded: the newest are known, and the file can be read.
func TestMemoryOfRevokedKeys(t *testing.T) {
	var all []Held
	for i := range 3 * maxRevoked {
		s := newSecret(Key(strings.Repeat("k", i+1)))
		s.Name = strings.Repeat("n", 32)
		all = remember(all, []Held{*s, *s})
	}
	text, err := encodeKeys(nil, nil, all)
	if err != nil || len(all) != maxRevoked || !among(all, *newSecret(Key(strings.Repeat("k", 3*maxRevoked)))) {
		t.Errorf("%d are known, %v", len(all), err)
	}
	path := filepath.Join(t.TempDir(), "keys.json")
	must.Do(t, durable.WriteFile(path, text))
	if _, revoked, err := readKeys(path); err != nil || len(revoked) != maxRevoked {
		t.Errorf("%d are read, %v", len(revoked), err)
	}
}

// sameKeys reports whether two files hold the same named keys and the same that were
// taken back.
func sameKeys(t *testing.T, a, b []byte) bool {
	t.Helper()
	aKeys, aGone, err := parseKeys(a)
	bKeys, bGone, err2 := parseKeys(b)
	must.Do(t, errors.Join(err, err2))
	same := func(a, b Held) bool { return a.NamedKey == b.NamedKey && a.sum == b.sum }
	return slices.EqualFunc(aKeys, bKeys, same) && slices.EqualFunc(aGone, bGone, same)
}

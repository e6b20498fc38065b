// SPDX-License-Identifier: Apache-2.0

package keys

import (
	"errors"
	"net/http"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/ledpost/ledpost/api/rest"
	"github.com/ledpost/ledpost/internal/must"
)

// TestSuccession: a restart within the process forgets nothing that its files lack, and
// the last guard changes nothing more.
func TestSuccession(t *testing.T) {
	for _, c := range []struct {
		name    string
		before  func(r *rig, file string) // with the keys bell and door
		refused []string
		opens   []string
		owed    bool
	}{
		{"a key that was taken back on a full disk", func(r *rig, file string) { r.do("DELETE", "/live/keys/bell", "") },
			[]string{"bell"}, []string{"door"}, true},
		{"twice", func(r *rig, file string) {
			r.do("DELETE", "/live/keys/bell", "")
			r.Guard = New(Config{Key: testKey, KeysFile: file, Last: r.Guard, Log: silent})
		}, []string{"bell"}, []string{"door"}, true},
		{"a file that was removed", func(r *rig, file string) {
			_ = os.Remove(file)
			_ = r.KeepKeys()
		}, nil, []string{"bell", "door"}, true},
		{"a file that somebody has to mend", func(r *rig, file string) {
			write(r.t, file, "{")
			r.keyring.read()
		}, nil, []string{"bell", "door"}, false},
		{"a file that says something else by now", func(r *rig, file string) {
			write(r.t, file, `{"version":1,"own":"`+sumOf(newSecret(testKey))+`","keys":[]}`)
		}, []string{"bell", "door"}, nil, false},
		{"a restore, which replaces the file", func(r *rig, file string) {
			all, _ := os.ReadFile(file)
			r.do("DELETE", "/live/keys/bell", "")
			if _, _, err := r.RestoreKeys("", all, RevokedKeep); err != nil {
				r.t.Error(err)
			}
		}, nil, []string{"bell", "door"}, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			file := KeysFile(t.TempDir())
			first := newRig(t, func(s *setup) { s.guard.KeysFile = file })
			secrets := map[string]string{"bell": first.made("bell", ScopeAll), "door": first.made("door", ScopeRead)}
			unblock := blocked(t, file)
			c.before(first, file)
			tries := 0
			next := newRig(t, func(s *setup) {
				s.guard.KeysFile, s.guard.Last, s.guard.Retry = file, first.Guard, func() { tries++ }
			})
			is := func(when string, g *Guard) {
				t.Helper()
				for _, name := range slices.Concat(c.refused, c.opens) {
					if opens := g.lock.find(secrets[name]) != nil; opens != slices.Contains(c.opens, name) {
						t.Errorf("%s: %s opens: %v", when, name, opens)
					}
				}
			}
			is("after the restart", next.Guard)
			if owed := next.Unsaved() != nil; owed != c.owed || owed != (tries > 0) {
				t.Errorf("it is owed: %v, %d tries", owed, tries)
			}
			if first.keyring.remove("door") != rest.ErrTrial && len(c.opens) > 0 {
				t.Error("the last guard still takes keys back")
			}
			for _, name := range c.refused {
				if w := next.do("DELETE", "/live/keys/"+name, ""); c.owed && w.Code != http.StatusInsufficientStorage {
					t.Errorf("%s is taken back again: %d %s", name, w.Code, w.Body)
				}
			}
			unblock()
			if err := next.KeepKeys(); err != nil || next.Unsaved() != nil {
				t.Error(err, next.Unsaved())
			}
			if c.owed {
				is("after the next start of the program", New(Config{Key: testKey, KeysFile: file, Log: silent}))
			}
		})
	}
}

// TestOwnKeySucceeds: the device's own key stays while its file cannot be written.
func TestOwnKeySucceeds(t *testing.T) {
	dir := t.TempDir()
	unblock := blocked(t, KeyFile(dir))
	stand, err := LoadKey(dir, "")
	g := New(Config{Key: stand, Unkept: err, KeyFile: KeyFile(dir), Log: silent})
	if key, err := g.Own(); err == nil || key != stand {
		t.Errorf("%v, another key: %v", err, key != stand)
	}
	unblock()
	if key, err := g.Own(); err != nil || key != stand {
		t.Errorf("%v, another key: %v", err, key != stand)
	}
	if text, err := os.ReadFile(KeyFile(dir)); err != nil || strings.TrimSpace(string(text)) != string(stand) {
		t.Errorf("it is not in its file: %v", err)
	}
}

// TestClaimSucceeds: what is in use stays so while that cannot be written, and a restart
// gives nobody more time to claim.
func TestClaimSucceeds(t *testing.T) {
	dir := t.TempDir()
	first := ring(t, dir)
	must.Do(t, first.keyring.claimFault())
	unblock := blocked(t, KeysFile(dir))
	defer unblock()
	first.isUsed()
	next := New(Config{Key: first.own.key, KeyFile: KeyFile(dir), KeysFile: KeysFile(dir), Last: first, Log: silent})
	if err := next.keyring.claimFault(); err != errUsed || next.Unsaved() == nil {
		t.Errorf("%v, unsaved: %v", err, next.Unsaved())
	}
	if !next.began.Equal(first.began) {
		t.Error("the time in which it can be claimed begins again")
	}
}

// TestOwnKeyReplacedWhileOff: the device's own key that was replaced while the program did
// not run counts as taken back when a backup brings it again. The key that is in force
// never does, also when it was in force before.
func TestOwnKeyReplacedWhileOff(t *testing.T) {
	dir := t.TempDir()
	first := ring(t, dir).own.key
	backup, err := ring(t, dir).NamedKeys()
	if err != nil || backup != nil {
		t.Fatalf("there were never any named keys: %s %v", backup, err)
	}
	second, err := NewKey(dir) // as "ledpost key --new" does
	must.Do(t, err)
	for i := range 2 { // it outlives the next start too
		s := ring(t, dir)
		if known := s.Known(); len(known) != i {
			t.Errorf("start %d: %v were in force before", i, known)
		}
		_, _, err := s.RestoreKeys(first, nil, RevokedAsk)
		if names := RevokedKeys(nil); !errors.As(err, &names) || !slices.Equal(names, RevokedKeys{""}) {
			t.Fatalf("the first key again: %v", err)
		}
		if _, _, err := s.RestoreKeys(second, nil, RevokedAsk); err != nil {
			t.Errorf("the present key: %v", err)
		}
	}
	must.Do(t, KeepKey(dir, first))
	s := ring(t, dir)
	if _, _, err := s.RestoreKeys(first, nil, RevokedAsk); err != nil {
		t.Errorf("the first key, which is in force again: %v", err)
	}
	s.ThawKeys()
	if _, _, err := s.RestoreKeys(second, nil, RevokedAsk); err == nil {
		t.Error("the second key, which was replaced, comes back without a word")
	}
}

// TestRefusedFileIsLeft: a file that somebody has to mend is not written at a start.
func TestRefusedFileIsLeft(t *testing.T) {
	dir := t.TempDir()
	must.Do(t, os.WriteFile(KeysFile(dir), []byte("{"), 0o600))
	ring(t, dir)
	if text, err := os.ReadFile(KeysFile(dir)); err != nil || string(text) != "{" {
		t.Errorf("%q %v", text, err)
	}
}

// TestStandInIsNoKey: where the file of the key could not be read, what stands in for it
// for this run does not take it back.
func TestStandInIsNoKey(t *testing.T) {
	dir := t.TempDir()
	first := ring(t, dir).own.key
	New(
		Config{Key: randomKey(), Unkept: errors.New("the card"), KeyFile: KeyFile(dir), KeysFile: KeysFile(dir), Log: silent})
	if _, _, err := ring(t, dir).RestoreKeys(first, nil, RevokedAsk); err != nil {
		t.Error(err)
	}
}

// SPDX-License-Identifier: Apache-2.0

package keys

import (
	"errors"
	"os"
	"slices"
	"testing"

	"github.com/ledpost/ledpost/internal/must"
)

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
	New(Config{Key: randomKey(), Unkept: errors.New("the card"), KeyFile: KeyFile(dir), KeysFile: KeysFile(dir), Log: silent})
	if _, _, err := ring(t, dir).RestoreKeys(first, nil, RevokedAsk); err != nil {
		t.Error(err)
	}
}

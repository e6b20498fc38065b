// SPDX-License-Identifier: Apache-2.0

package keys

import (
	"os"
	"strings"
	"testing"

	"github.com/ledpost/ledpost/internal/durable"
	"github.com/ledpost/ledpost/internal/durable/durabletest"
)

// ringIn returns the keyring of the directory dir, which it writes through fs.
func ringIn(fs durable.FS, dir string) *keyring {
	k := newKeyring(KeysFile(dir), newLock(testKey), nil, nil, silent)
	k.dir = fs
	return k
}

// TestNamedKeysSurvive: a key that was made is in force after a power cut, one that was
// taken back is not, and no other is touched. A key that could not be taken back on the
// disk is refused, and the next try writes the file.
func TestNamedKeysSurvive(t *testing.T) {
	bell := newSecret("bell-bell-bell")
	bell.NamedKey = NamedKey{"bell", ScopeSend}
	text, err := encodeKeys(nil, []Held{*bell}, nil)
	if err != nil {
		t.Fatal(err)
	}
	there := map[string]string{"keys.json": string(text)}
	var door Key
	create := func(fs durable.FS, dir string) (err error) {
		k := ringIn(fs, dir)
		door, err = k.add(NamedKey{"door", ScopeRead})
		if made := len(k.list()) == 2; made != (err == nil) {
			t.Errorf("%v, and the keys in force are %v", err, k.list())
		}
		return err
	}
	durabletest.Owner{Files: there, Act: create}.Survives(t, []string{"keys.json"}, func(dir string, done bool) bool {
		k := ringIn(durable.Dir(dir), dir)
		return k.lock.find("bell-bell-bell") != nil && !k.refused.Load() && (!done || k.lock.find(string(door)) != nil)
	})
	takeBack := func(fs durable.FS, dir string) error {
		k := ringIn(fs, dir)
		err := k.remove("bell")
		if k.lock.find("bell-bell-bell") != nil || (k.debt.fault() == nil) != (err == nil) {
			t.Errorf("%v: it is still in force, or nothing is owed", err)
		}
		return k.keepAgain()
	}
	durabletest.Owner{Files: there, Act: takeBack}.Survives(t, []string{"keys.json"}, func(dir string, done bool) bool {
		k := ringIn(durable.Dir(dir), dir)
		inForce := k.lock.find("bell-bell-bell") != nil
		return !k.refused.Load() && (!done || !inForce) && inForce != among(k.revoked, *bell)
	})
}

// TestRefusedKeysSurvive: a file that was refused is set aside, and never lost.
func TestRefusedKeysSurvive(t *testing.T) {
	act := func(fs durable.FS, dir string) error {
		_, err := ringIn(fs, dir).add(NamedKey{"door", ScopeRead})
		return err
	}
	o := durabletest.Owner{Files: map[string]string{"keys.json": "{ by hand"}, Act: act}
	o.Survives(t, []string{"keys.json", "keys.json.bad"}, func(dir string, done bool) bool {
		now, _ := os.ReadFile(KeysFile(dir))
		bad, _ := os.ReadFile(KeysFile(dir) + ".bad")
		made := len(ringIn(durable.Dir(dir), dir).list()) == 1
		return (string(now) == "{ by hand" || string(bad) == "{ by hand") && (made || !done)
	})
}

// TestOwnKeySurvives: of the device's own key there is the old one or the new one.
func TestOwnKeySurvives(t *testing.T) {
	old, fresh := Key(strings.Repeat("a", 64)), Key(strings.Repeat("b", 64))
	act := func(fs durable.FS, _ string) error { return keepKey(fs, fresh) }
	o := durabletest.Owner{Files: map[string]string{"key": string(old) + "\n"}, Act: act}
	o.Survives(t, []string{"key"}, func(dir string, done bool) bool {
		key, err := LoadKey(dir, "")
		return err == nil && (key == fresh || key == old && !done)
	})
	o.Files = nil // it has none yet
	o.Survives(t, []string{"key"}, func(dir string, done bool) bool {
		text, _ := os.ReadFile(KeyFile(dir))
		return len(text) == 0 && !done || string(text) == string(fresh)+"\n"
	})
}

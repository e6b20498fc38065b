// SPDX-License-Identifier: Apache-2.0

package keys

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/ledpost/ledpost/internal/durable"
	"github.com/ledpost/ledpost/internal/memtest"
	"github.com/ledpost/ledpost/internal/must"
)

func TestBadNamedKeys(t *testing.T) {
	r := newRig(t, nil)
	r.made("taken", ScopeRead)
	for _, c := range []struct {
		name, body, want string
	}{
		{"no object", `[]`, "object"},
		{"nothing", `{}`, "[name]"},
		{"no scope", `{"name":"x"}`, "[scope]"},
		{"an unknown scope", `{"name":"x","scope":"admin"}`, `scope: "admin" is not one of send, read, control, all`},
		{"a name twice", `{"name":"taken","scope":"all"}`, "name: a key has this name already"},
		{"a number", `{"name":5,"scope":"all"}`, "name: 5, want a string"},
		{"a slash, which no path has", `{"name":"a/b","scope":"all"}`, `name: "a/b", want 1 to 32`},
		{"a dot before, which paths lose", `{"name":"..","scope":"all"}`, `name: "..", want 1 to 32`},
		{"a name of 33", `{"name":"` + strings.Repeat("x", 33) + `","scope":"all"}`, "want 1 to 32"},
	} {
		t.Run(c.name, func(t *testing.T) {
			r.t = t
			w := r.do("POST", "/live/keys", c.body)
			if w.Code != http.StatusBadRequest || !strings.Contains(strings.Join(messages(t, w.Body.Bytes()), "\n"), c.want) {
				t.Errorf("%d %s, want %q", w.Code, w.Body, c.want)
			}
			if n := len(r.keyring.list()); n != 1 {
				t.Errorf("%d keys", n)
			}
		})
	}
}

// TestBadKeysFile: a file with one key that is wrong is refused as a whole, and so is one with a
// wrong memory of keys that were taken back.
func TestBadKeysFile(t *testing.T) {
	const sum = "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef"
	key := func(name, scope, sum string) string {
		return fmt.Sprintf(`{"name":%q,"scope":%q,"sha256":%q}`, name, scope, sum)
	}
	good := key("a", "send", sum)
	for _, row := range []struct{ why, keys, revoked, fault string }{
		{"good", good, key("", "all", sum), ""},
		{"another scope", key("a", "admin", sum), "", "keys[0]"},
		{"a short sum", good + "," + key("b", "send", sum[2:]), "", "keys[1]"},
		{"no sum", key("a", "send", "x"+sum[1:]), "", "keys[0]"},
		{"a name that no path has", key("a/b", "send", sum), "", "keys[0]"},
		{"no name", key("", "send", sum), "", "keys[0]"},
		{"a name twice", good + "," + good, "", "keys[1]"},
		{"a revoked one of another scope", good, key("b", "admin", sum), "revoked[0]"},
		{"a revoked one without a sum", good, key("b", "send", ""), "revoked[0]"},
		{"a revoked one with another name", good, key("b/c", "send", sum), "revoked[0]"},
	} {
		err := CheckKeys([]byte(`{"version":1,"keys":[` + row.keys + `],"revoked":[` + row.revoked + `]}`))
		if (err == nil) != (row.fault == "") || err != nil && !strings.Contains(err.Error(), row.fault) {
			t.Errorf("%s: %v, want %q", row.why, err, row.fault)
		}
	}
}

func TestTooManyNamedKeys(t *testing.T) {
	r := newRig(t, nil)
	for i := range maxKeys {
		r.made(fmt.Sprint("k", i), ScopeSend)
	}
	wants(t, r.do("POST", "/live/keys", `{"name":"more","scope":"send"}`), http.StatusInsufficientStorage, "")
}

// kept runs a server that keeps its named keys in a file and follows it.
func kept(t *testing.T, f func(t *testing.T, r *rig, file string, log *bytes.Buffer)) {
	t.Helper()
	file := KeysFile(t.TempDir())
	var log bytes.Buffer
	story(t, func(s *setup) { s.guard.KeysFile, s.guard.Log = file, textLog(&log) }, func(t *testing.T, r *rig) {
		r.t = t
		stop := r.follows()
		synctest.Wait()
		f(t, r, file, &log)
		stop()
	})
}

// TestNamedKeysAreKept over a restart, as hashes, for the owner only.
func TestNamedKeysAreKept(t *testing.T) {
	kept(t, func(t *testing.T, r *rig, file string, log *bytes.Buffer) {
		bell, door := r.made("bell", ScopeSend), r.made("door", ScopeRead)
		text, err := os.ReadFile(file)
		info, statErr := os.Stat(file)
		if err != nil || statErr != nil || info.Mode().Perm() != 0o600 {
			t.Fatal(err, statErr, info.Mode())
		}
		for _, secret := range []string{bell, door} {
			if bytes.Contains(text, []byte(secret)) || strings.Contains(log.String(), secret) {
				t.Error("a secret is kept or logged")
			}
		}
		again := New(Config{Key: testKey, KeysFile: file, Log: silent})
		if got := again.keyring.list(); !slices.Equal(got, []NamedKey{{"bell", ScopeSend}, {"door", ScopeRead}}) {
			t.Error(got)
		}
		for _, secret := range []string{bell, door, testKey} {
			if again.lock.find(secret) == nil {
				t.Error("a key is lost")
			}
		}
		if !strings.Contains(log.String(), "a key was made") || !strings.Contains(log.String(), "name=bell scope=send") {
			t.Errorf("it is not logged: %s", log)
		}
		must.Do(t, os.Remove(file))
		must.Do(t, r.KeepKeys())
		if got, err := os.ReadFile(file); err != nil || !bytes.Equal(got, text) {
			t.Errorf("it is not kept again: %s %v", got, err)
		}
	})
}

// TestNamedKeysFileIsFollowed without a restart; one that holds no good keys
// leaves the last ones, and is put aside by the next change.
func TestNamedKeysFileIsFollowed(t *testing.T) {
	kept(t, func(t *testing.T, r *rig, file string, log *bytes.Buffer) {
		bell, door := r.made("bell", ScopeAll), r.made("door", ScopeAll)
		good, err := os.ReadFile(file)
		must.Do(t, err)
		one, err := json.Marshal(
			keptKeys{Version: 1, Keys: []keptKey{{NamedKey{"bell", ScopeAll}, fmt.Sprintf("%x", r.lock.find(bell).sum)}}})
		must.Do(t, err)
		for _, c := range []struct {
			name, text string
			doorOpens  bool
			warns      bool
		}{
			{"as it was", string(good), true, false},
			{"half of it", string(good[:len(good)/2]), true, true},
			{"of a later version", `{"version":2,"keys":[]}`, true, true},
			{"one taken out by hand", string(one), false, false},
			{"and back", string(good), true, false},
			{"no JSON", "bell", true, true},
		} {
			write(t, file, c.text)
			time.Sleep(keyEvery + time.Millisecond)
			if r.lock.find(bell) == nil || r.lock.find(door) != nil != c.doorOpens {
				t.Errorf("%s: %v", c.name, r.keyring.list())
			}
			if parts := r.Warnings(); len(parts) == 1 != c.warns {
				t.Errorf("%s: %+v", c.name, parts)
			}
			time.Sleep(time.Minute)
		}
		wants(t, r.do("DELETE", "/live/keys/door", ""), http.StatusOK, "")
		if bad, err := os.ReadFile(file + ".bad"); err != nil || string(bad) != "bell\n" {
			t.Errorf("what was there is lost: %q %v", bad, err)
		}
		if r.lock.find(door) != nil || len(r.Warnings()) != 0 {
			t.Errorf("%v %v", r.keyring.list(), r.Warnings())
		}
	})
}

// TestNamedKeysOnABrokenDisk: a key that cannot be kept is not made; one that is
// taken back is refused in any case, and the answer says what lacks.
func TestNamedKeysOnABrokenDisk(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "data", "keys.json")
	r := newRig(t, func(s *setup) { s.guard.KeysFile = file })
	bell := r.made("bell", ScopeSend)
	must.Do(t, os.RemoveAll(filepath.Dir(file)))
	if err := os.WriteFile(filepath.Dir(file), nil, 0o600); err != nil { // a file where the directory was
		t.Fatal(err)
	}
	if w := r.do("POST", "/live/keys", `{"name":"more","scope":"send"}`); w.Code != http.StatusInsufficientStorage ||
		len(r.keyring.list()) != 1 {
		t.Errorf("%d %s", w.Code, w.Body)
	}
	wants(t, r.do("DELETE", "/live/keys/bell", ""), http.StatusInsufficientStorage, "after a restart")
	wants(t, r.ask(as(bell, "GET", "/api/v2/device", "")), http.StatusUnauthorized, "", "a key that was taken back")
	if r.Unsaved() == nil {
		t.Error("nobody hears that it may come back")
	}
	must.Do(t, os.Remove(filepath.Dir(file)))
	r.made("next", ScopeSend)
	if err := r.Unsaved(); err != nil {
		t.Errorf("after the next one was written: %v", err)
	}
}

// blocked makes writing a file fail until unblock is called.
func blocked(t *testing.T, file string) (unblock func()) {
	t.Helper()
	must.Do(t, os.MkdirAll(filepath.Join(file+durable.Half, "full"), 0o700))
	return func() { must.Do(t, os.RemoveAll(file+durable.Half)) }
}

// TestTakenBackKeyStaysRefused while the file cannot be written, whatever becomes
// of the file meanwhile, and after a restart once it was written.
func TestTakenBackKeyStaysRefused(t *testing.T) {
	kept(t, func(t *testing.T, r *rig, file string, _ *bytes.Buffer) {
		tries := 0
		r.keyring.debt.retry = func() { tries++ }
		bell, door := r.made("bell", ScopeAll), r.made("door", ScopeRead)
		both, err := os.ReadFile(file)
		must.Do(t, err)
		unblock := blocked(t, file)
		for i := range 3 {
			if w := r.do("DELETE", "/live/keys/bell", ""); w.Code != http.StatusInsufficientStorage || tries != i+1 {
				t.Errorf("%d tries: %d %s", tries, w.Code, w.Body)
			}
			if err := r.Unsaved(); err == nil {
				t.Error("it is not said")
			}
			time.Sleep(time.Minute)
			write(t, file, string(both)) // by hand: it is read again
			time.Sleep(2 * keyEvery)
			wants(t, r.ask(as(bell, "GET", "/api/v2", "")), http.StatusUnauthorized, "", "a key that was taken back")
			wants(t, r.ask(as(door, "GET", "/live/status", "")), http.StatusOK, "", "another key")
			if err := r.KeepKeys(); err == nil {
				t.Error("the file was written")
			}
			tries = i + 1 // but for that
		}
		wants(t, r.do("DELETE", "/live/keys/other", ""), http.StatusNotFound, "", "a name that never was")
		if text, err := r.NamedKeys(); err != nil || bytes.Contains(text, []byte("bell")) ||
			!bytes.Contains(text, []byte("door")) {
			t.Errorf("for a backup: %s %v", text, err)
		}
		unblock()
		if err := r.KeepKeys(); err != nil || r.Unsaved() != nil {
			t.Error(err, r.Unsaved())
		}
		if _, revoked, err := readKeys(file); err != nil || len(revoked) != 1 || revoked[0].Name != "bell" {
			t.Errorf("a restore would not know that it was taken back: %v %v", revoked, err)
		}
		again := New(Config{Key: testKey, KeysFile: file, Log: silent})
		if again.lock.find(bell) != nil || again.lock.find(door) == nil {
			t.Errorf("after a restart: %v", again.keyring.list())
		}
		wants(t, r.do("DELETE", "/live/keys/bell", ""), http.StatusNotFound, "", "once it is written")
		write(t, file, string(both)) // somebody means it
		time.Sleep(2 * keyEvery)
		if r.lock.find(bell) == nil {
			t.Error("a key that is written again by hand is not taken")
		}
	})
}

// TestKeyOnlyInTheFile is taken back too.
func TestKeyOnlyInTheFile(t *testing.T) {
	file := KeysFile(t.TempDir())
	r := newRig(t, func(s *setup) { s.guard.KeysFile = file }) // does not follow the file
	r.made("bell", ScopeAll)
	both, err := os.ReadFile(file)
	must.Do(t, err)
	r.keyring.put(nil)
	unblock := blocked(t, file)
	if w := r.do("DELETE", "/live/keys/bell", ""); w.Code != http.StatusInsufficientStorage || r.Unsaved() == nil {
		t.Errorf("%d %s", w.Code, w.Body)
	}
	unblock()
	if w := r.do("DELETE", "/live/keys/bell", ""); w.Code != http.StatusOK || r.Unsaved() != nil {
		t.Errorf("%d %s", w.Code, w.Body)
	}
	text, _ := os.ReadFile(file)
	if keys, _, err := parseKeys(text); err != nil || len(keys) != 0 || bytes.Equal(text, both) {
		t.Errorf("%s %v", text, err)
	}
}

// FuzzParseKeys: whatever is in the file, what is taken of it is bounded, and good.
func FuzzParseKeys(f *testing.F) {
	f.Add([]byte(`{"version":1,"keys":[{"name":"bell","scope":"send","sha256":"` + strings.Repeat("ab", 32) + `"}]}`))
	f.Add([]byte(`{"version":1,"keys":[{"name":"","scope":"all","sha256":""}]}`))
	f.Add([]byte(`null`))
	f.Fuzz(func(t *testing.T, text []byte) {
		var keys []Held
		var err error
		memtest.AtMost(t, 1<<20+64*len(text), func() { keys, _, err = parseKeys(text) })
		if err != nil && keys != nil || len(keys) > maxKeys {
			t.Fatal(len(keys), err)
		}
		for _, k := range keys {
			if _, err := parseScope(string(k.Scope)); err != nil || !keyName.MatchString(k.Name) {
				t.Errorf("%+v", k.NamedKey)
			}
		}
	})
}

// SPDX-License-Identifier: Apache-2.0

//go:build unix

package update

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/ledpost/ledpost/internal/memtest"
	"github.com/ledpost/ledpost/internal/must"
)

var wish = Request{Action: Install, Version: "1.2.0", Counter: 17}

func TestRequest(t *testing.T) {
	dir := t.TempDir()
	if _, err := ReadRequest(dir); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("without a request: %v", err)
	}
	must.Do(t, WriteRequest(dir, Request{Action: Install, Version: "1.1.0", Counter: 16}))
	must.Do(t, WriteRequest(dir, wish))
	must.Equal(t, must.Get(ReadRequest(dir))(t), wish, "read")
	if list, _ := os.ReadDir(dir); len(list) != 1 {
		t.Errorf("files left over: %v", list)
	}
}

func TestRequestRefuses(t *testing.T) {
	for _, r := range []Request{
		{}, {Action: "remove", Version: "1.2.0", Counter: 1}, {Action: Install, Version: "1.2.0"},
		{Action: Install, Version: "../x", Counter: 1}, {Action: Install, Version: "-o=x", Counter: 1},
	} {
		if err := WriteRequest(t.TempDir(), r); err == nil {
			t.Errorf("%+v was written", r)
		}
	}
}

// TestHostileRequest: the user whose directory it is cannot make root read
// another file, wait, or read for long.
func TestHostileRequest(t *testing.T) {
	const text = `{"action":"install","version":"1.2.0","counter":17}`
	for name, place := range map[string]func(path string) error{
		"a link": func(path string) error {
			other := path + ".other"
			return errors.Join(os.WriteFile(other, []byte(text), 0o600), os.Symlink(other, path))
		},
		"a pipe":         func(path string) error { return syscall.Mkfifo(path, 0o600) },
		"a directory":    func(path string) error { return os.Mkdir(path, 0o700) },
		"a device":       func(path string) error { return os.Symlink("/dev/zero", path) },
		"a long file":    func(path string) error { return os.WriteFile(path, make([]byte, 1<<20), 0o600) },
		"nothing":        func(path string) error { return os.WriteFile(path, nil, 0o600) },
		"two requests":   func(path string) error { return os.WriteFile(path, []byte(text+text), 0o600) },
		"an unknown key": func(path string) error { return os.WriteFile(path, []byte(`{"x":1,`+text[1:]), 0o600) },
		"another action": func(path string) error {
			return os.WriteFile(path, []byte(strings.Replace(text, "install", "rm", 1)), 0o600)
		},
		"a hostile value": func(path string) error {
			return os.WriteFile(path, []byte(strings.Replace(text, "1.2.0", "1 -o x", 1)), 0o600)
		},
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			must.Do(t, place(filepath.Join(dir, RequestFile)))
			if r, err := ReadRequest(dir); err == nil {
				t.Errorf("read as %+v", r)
			}
		})
	}
}

func TestState(t *testing.T) {
	dir := t.TempDir()
	if s, err := ReadState(dir); err != nil || s.Phase != PhaseIdle || s.Busy() {
		t.Errorf("without a state: %+v, %v", s, err)
	}
	want := State{
		Installed: "1.2.0", Previous: "1.1.0", Target: "1.3.0", Phase: PhaseRolledBack, Progress: 100, Error: "no frames",
		Counter: 18, Bad: []string{"1.3.0"}, Since: time.Date(2027, 1, 2, 3, 4, 5, 0, time.UTC),
	}
	must.Do(t, WriteState(dir, want))
	got, err := ReadState(dir)
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("read %+v, %v", got, err)
	}
	if !got.Refuses("1.3.0") || got.Refuses("1.2.0") {
		t.Error("refuses the wrong version")
	}
	if info, err := os.Stat(filepath.Join(dir, StateFile)); err != nil || info.Mode().Perm() != 0o644 {
		t.Errorf("mode %v, %v", info.Mode(), err)
	}
}

// TestStateOfAnotherWriter: progress is a percentage, whatever the file says.
func TestStateOfAnotherWriter(t *testing.T) {
	dir := t.TempDir()
	for progress, want := range map[string]int{"-1": 0, "0": 0, "100": 100, "101": 100} {
		text := `{"phase":"downloading","progress":` + progress + `}`
		must.Do(t, os.WriteFile(filepath.Join(dir, StateFile), []byte(text), 0o600))
		must.Equal(t, must.Get(ReadState(dir))(t).Progress, want, progress)
	}
}

// TestStays: a factory reset leaves the version that runs and the counter, and nothing of a file
// that it cannot read.
func TestStays(t *testing.T) {
	for text, want := range map[string]string{
		`{"installed":"1.2.0","previous":"1.1.0","error":"x","counter":17,"bad":["x"]}`: `{"installed":"1.2.0","counter":17}`,
		`{"counter":"x"}`: "", "": "", "[]": "",
	} {
		must.Equal(t, string(Stays([]byte(text))), want, text)
	}
}

// TestCounterStays: a state with a lower counter is not written.
func TestCounterStays(t *testing.T) {
	dir := t.TempDir()
	for _, row := range []struct {
		counter int64
		want    error
	}{{17, nil}, {17, nil}, {16, ErrRollback}, {0, ErrRollback}, {18, nil}} {
		if err := WriteState(dir, State{Counter: row.counter}); !errors.Is(err, row.want) {
			t.Errorf("counter %d: %v, want %v", row.counter, err, row.want)
		}
	}
	must.Equal(t, must.Get(ReadState(dir))(t).Counter, 18)
}

// TestBadVersionsAreBounded: the newest are kept.
func TestBadVersionsAreBounded(t *testing.T) {
	dir := t.TempDir()
	bad := make([]string, maxBad+3)
	bad[0], bad[len(bad)-1] = "oldest", "newest"
	must.Do(t, WriteState(dir, State{Bad: bad}))
	if s, _ := ReadState(dir); len(s.Bad) != maxBad || s.Refuses("oldest") || !s.Refuses("newest") {
		t.Errorf("%d: %q", len(s.Bad), s.Bad)
	}
}

func TestKind(t *testing.T) {
	for name, row := range map[string]struct {
		files []string
		want  Kind
	}{
		"a binary alone":          {nil, KindNone},
		"a package of before":     {[]string{"var/lib/dpkg/info/ledpost.list"}, KindNone},
		"a package with a helper": {[]string{"var/lib/dpkg/info/ledpost.list", "lib/systemd/system/" + Unit}, KindPackage},
		"one below /usr": {[]string{"var/lib/dpkg/info/ledpost.list", "usr/lib/systemd/system/" + Unit},
			KindPackage},
		"slots":    {[]string{"etc/systemd/system/" + Unit}, KindSlots},
		"an image": {[]string{"gokrazy/init"}, KindImage},
	} {
		root := t.TempDir()
		for _, f := range row.files {
			must.Do(t, os.MkdirAll(filepath.Join(root, filepath.Dir(f)), 0o700))
			must.Do(t, os.WriteFile(filepath.Join(root, f), nil, 0o600))
		}
		must.Equal(t, KindOf(root), row.want, name)
	}
}

func TestReadKeys(t *testing.T) {
	a, _ := keys(t)
	b, _ := keys(t)
	textA, _ := a.MarshalText()
	textB, _ := b.MarshalText()
	for name, row := range map[string]struct {
		text string
		want int
	}{
		"one":              {string(textA) + "\n", 1},
		"two":              {string(textA) + "\n" + string(textB) + "\n", 2},
		"without comments": {a.String() + "\r\n" + b.String(), 2},
		"none":             {"untrusted comment: x\n", 0},
		"another text":     {"ssh-ed25519 AAAA\n", 0},
		"too long":         {strings.Repeat("\n", maxKeys+1), 0},
	} {
		path := filepath.Join(t.TempDir(), "update.pub")
		must.Do(t, os.WriteFile(path, []byte(row.text), 0o600))
		got, err := ReadKeys(path)
		if len(got) != row.want || (err == nil) != (row.want > 0) {
			t.Errorf("%s: %d keys, %v", name, len(got), err)
		}
		if row.want > 0 && !got[0].Equal(a) {
			t.Errorf("%s: another key", name)
		}
	}
}

// FuzzRequest: whatever a hostile user writes, root reads it at little cost, and
// what is accepted can be a part of a path and of a command line.
func FuzzRequest(f *testing.F) {
	f.Add([]byte(`{"action":"install","version":"1.2.0","counter":17}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		if len(text) > maxRequest {
			return
		}
		var r Request
		var err error
		memtest.AtMost(t, 1<<20+64*len(text), func() { r, err = parseRequest(text) })
		if err == nil && r.check() != nil || err != nil && r != (Request{}) {
			t.Errorf("%+v, %v", r, err)
		}
	})
}

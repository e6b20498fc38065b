// SPDX-License-Identifier: Apache-2.0

//go:build unix

package forget_test

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"

	"github.com/ledpost/ledpost/internal/forget"
	"github.com/ledpost/ledpost/internal/must"
)

// upTo keeps what comes before the first semicolon.
func upTo(text []byte) []byte {
	text, _, _ = bytes.Cut(text, []byte(";"))
	return text
}

var rules = map[string]forget.Rule{
	"whole": nil, "part": upTo, "emptied": forget.Emptied,
	"never":          func([]byte) []byte { return nil },
	"larger":         func(b []byte) []byte { return append(b, b...) },
	"deep/down/part": upTo, "empty": nil, "some/*.bin": nil,
}

// before are the files of a directory, and after what has to be left of each: "" without a
// file of that name, a content with a blank at its end for one that was filled up.
var before = []struct{ name, text, after, why string }{
	{"whole", "a;b", "a;b", "no rule"},
	{"part", "a;b", "a  ", "the rule's part, in the room that there was"},
	{"emptied", "a;b", "", "the name alone"},
	{"never", "a", "", "the rule leaves nothing"},
	{"larger", "a", "", "a rule with a longer result"},
	{"other", "a", "", "not named"},
	{"whole.tmp", "a", "", "a name that begins as another"},
	{"deep/other", "a", "", "beside the way to a name"},
	{"deep/down/part", "a;b;c", "a    ", "below"},
	{"deep/down/more/part", "a", "", "further below"},
	{"empty/fragment", "a", "", "a directory that is named is empty"},
	{"some/a.bin", "a", "a", "a pattern"},
	{"some/a.txt", "a", "", "no pattern"},
	{"some/more/a.bin", "a", "", "a pattern is for one directory"},
	{"gone/a", "a", "", "a directory that is not named"},
}

func filled(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	fill(t, dir)
	return dir
}

func fill(t *testing.T, dir string) {
	t.Helper()
	for _, f := range before {
		name := filepath.Join(dir, f.name)
		must.Do(t, errors.Join(os.MkdirAll(filepath.Dir(name), 0o700), os.WriteFile(name, []byte(f.text), 0o640)))
	}
}

// left checks what is left in dir.
func left(t *testing.T, dir, when string) {
	t.Helper()
	for _, f := range before {
		text, err := os.ReadFile(filepath.Join(dir, f.name))
		if there := f.after != "" || f.name == "emptied"; (err == nil) != there || string(text) != f.after {
			t.Errorf("%s: %s: %q, %v, want %q: %s", when, f.name, text, err, f.after, f.why)
		}
	}
	var dirs []string
	_ = filepath.WalkDir(dir, func(path string, d fs.DirEntry, _ error) error {
		if name, _ := filepath.Rel(dir, path); d.IsDir() && name != "." {
			dirs = append(dirs, name)
		}
		return nil
	})
	if !slices.Equal(dirs, []string{"deep", "deep/down", "empty", "some"}) {
		t.Errorf("%s: the directories are %q", when, dirs)
	}
}

// TestForget: once, and once more.
func TestForget(t *testing.T) {
	dir := filled(t)
	tree := forget.Tree{Dir: dir, Keep: rules}
	for _, when := range []string{"once", "again"} {
		must.Do(t, tree.Forget())
		left(t, dir, when)
	}
	must.Equal(t, must.Get(os.Stat(filepath.Join(dir, "part")))(t).Mode(), 0o640)
	must.Do(t, forget.Tree{Dir: filepath.Join(dir, "no-such")}.Forget())
}

// TestPowerCut: wherever it ends, the next time completes it.
func TestPowerCut(t *testing.T) {
	for at, done := 0, false; !done; at++ {
		dir, steps := filled(t), at
		tree := forget.Tree{Dir: dir, Keep: rules, Cut: func(string) error {
			if steps--; steps < 0 {
				return errors.New("the power has failed")
			}
			return nil
		}}
		done = tree.Forget() == nil
		tree.Cut = nil
		must.Do(t, tree.Forget())
		left(t, dir, fmt.Sprintf("after %d steps", at))
	}
}

// TestHostile: nothing outside is deleted or written to, and nothing holds it up.
func TestHostile(t *testing.T) {
	for _, row := range []struct {
		name string // one that is named
		make func(at, outside string) error
		why  string
	}{
		{"part", func(at, out string) error { return os.Symlink(out+"/file", at) }, "a link in place of a file"},
		{"deep", func(at, out string) error { return os.Symlink(out, at) }, "a link in place of a directory"},
		{"other", func(at, out string) error { return os.Symlink(out, at) }, "a link that is not named"},
		{"part", func(at, out string) error { return os.Link(out+"/file", at) }, "another name of a file elsewhere"},
		{"part", func(at, _ string) error { return syscall.Mkfifo(at, 0o600) }, "a pipe that nobody writes to"},
		{"part", func(at, _ string) error { return os.WriteFile(at, make([]byte, 2<<20), 0o600) }, "a huge file"},
		{"whole", func(at, _ string) error { return os.MkdirAll(at+"/a/b", 0o700) }, "a directory in place of a file"},
	} {
		dir, outside := t.TempDir(), t.TempDir()
		must.Do(t, os.MkdirAll(outside+"/down", 0o700))
		for _, name := range []string{"/file", "/down/part"} {
			must.Do(t, os.WriteFile(outside+name, []byte("a;b"), 0o600))
		}
		must.Do(t, row.make(filepath.Join(dir, row.name), outside))
		must.Do(t, forget.Tree{Dir: dir, Keep: rules}.Forget())
		for _, name := range []string{"file", "down/part"} {
			if text, err := os.ReadFile(filepath.Join(outside, name)); err != nil || string(text) != "a;b" {
				t.Errorf("%s: outside is %q, %v", row.why, text, err)
			}
		}
		all, _ := os.ReadDir(dir)
		if len(all) > 1 || len(all) == 1 && row.name != "whole" {
			t.Errorf("%s: left is %v", row.why, all)
		}
	}
}

// TestReplaced: who makes something else of a file after it was listed neither has another file written to nor
// holds anything up.
func TestReplaced(t *testing.T) {
	for why, with := range map[string]func(at string) error{
		"a link to a file that stays whole": func(at string) error { return os.Symlink("whole", at) },
		"a pipe that nobody writes to":      func(at string) error { return syscall.Mkfifo(at, 0o600) },
		"a directory":                       func(at string) error { return os.Mkdir(at, 0o700) },
		"nothing":                           func(string) error { return nil },
	} {
		dir := filled(t)
		at, listed := filepath.Join(dir, "part"), false
		tree := forget.Tree{Dir: dir, Keep: rules, Cut: func(what string) error {
			if listed || !strings.HasPrefix(what, "the rest of") {
				return nil
			}
			listed = true
			return errors.Join(os.Remove(at), with(at))
		}}
		_ = tree.Forget()
		if _, err := os.Lstat(at); err == nil {
			t.Errorf("%s: it is left", why)
		}
		if text, err := os.ReadFile(filepath.Join(dir, "whole")); string(text) != "a;b" {
			t.Errorf("%s: the other file is %q, %v", why, text, err)
		}
	}
}

// TestFold: on FAT a name in capitals is the same, and its file is reduced as well.
func TestFold(t *testing.T) {
	for _, row := range []struct {
		fold bool
		left map[string]string // by name; all others go
	}{
		{true, map[string]string{"Part": "a  ", "WHOLE": "a;b", "DEEP/Down/PART": "a  ", "Some/A.BIN": "a;b"}},
		{false, nil},
	} {
		dir := t.TempDir()
		names := []string{"Part", "WHOLE", "DEEP/Down/PART", "DEEP/Down/OTHER", "Some/A.BIN", "Partly"}
		for _, name := range names {
			at := filepath.Join(dir, name)
			must.Do(t, errors.Join(os.MkdirAll(filepath.Dir(at), 0o700), os.WriteFile(at, []byte("a;b"), 0o600)))
		}
		must.Do(t, forget.Tree{Dir: dir, Keep: rules, Fold: row.fold}.Forget())
		for _, name := range names {
			text, err := os.ReadFile(filepath.Join(dir, name))
			if want, stays := row.left[name]; string(text) != want || (err == nil) != stays {
				t.Errorf("fold %v: %s: %q, %v, want %q", row.fold, name, text, err, want)
			}
		}
	}
}

// TestData: who the device is survives, without what it is called and without what is not
// known here; what cannot be read says nobody.
func TestData(t *testing.T) {
	for _, row := range []struct{ text, after, why string }{
		{`{"version":2,"identity":{"id":"1","serial":"LP22","uuid":"u","name":"kitchen"},"reserved":7}`,
			`{"version":2,"identity":{"id":"1","serial":"LP22","uuid":"u"},"reserved":7}`, "the name is the owner's"},
		{"{\n \"version\": 3, \"identity\": {\"serial\": \"LP22\", \"note\": \"kitchen\"}, \"owner\": \"kitchen\"\n}",
			`{"version":3,"identity":{"id":"","serial":"LP22","uuid":""}}`, "of a later version"},
		{`{"version":2,"identity":{"name":"kitchen"}}`, "", "says nobody"},
		{`{"version":2,"identity":{"name":"` + strings.Repeat("kitchen ", 20) + `"}}`, "", "says nobody, at length"},
		{`{"version":2,"identity":{"serial":"LP22","name":"kit`, "", "torn"},
	} {
		dir := t.TempDir()
		for name := range forget.Data {
			must.Do(t, os.WriteFile(filepath.Join(dir, name), []byte(row.text), 0o600))
		}
		must.Do(t, forget.Tree{Dir: dir, Keep: forget.Data}.Forget())
		for name := range forget.Data {
			text, _ := os.ReadFile(filepath.Join(dir, name))
			if got := strings.TrimSpace(string(text)); got != row.after {
				t.Errorf("%s (%s): %q, want %q", row.why, name, got, row.after)
			}
		}
	}
}

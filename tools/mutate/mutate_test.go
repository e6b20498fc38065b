// SPDX-License-Identifier: Apache-2.0

package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/ledpost/ledpost/internal/must"
)

func TestMutations(t *testing.T) {
	for _, c := range []struct{ name, src, was, is string }{
		{"a limit moves by one", "if a < b {\n}", "if a < b {", "if a <= b {"},
		{"a comparison turns", "if a < b {\n}", "if a < b {", "if a >= b {"},
		{"and becomes or", "c = a && b", "c = a && b", "c = a || b"},
		{"a sum becomes a difference", "c := a + b", "c := a + b", "c := a - b"},
		{"a count runs backwards", "a++", "a++", "a--"},
		{"a truth becomes a lie", "c := true", "c := true", "c := false"},
		{"not is left out", "c := !a", "c := !a", "c := a"},
		{"a sign is left out", "c := -a", "c := -a", "c := a"},
		{"a call is left out", "f()", "f()", ""},
		{"a lock is kept", "defer mu.Unlock()", "defer mu.Unlock()", ""},
		{"an assignment is left out", "a = b", "a = b", ""},
		{"a call of several lines is left out", "f(\na,\nb)", "f(", ""},
		{"a statement of a case is left out", "switch {\ncase a: f()\n}", "case a: f()", "case a:"},
		{"the rest of the line stays", "a = b + c // why", "a = b + c // why", "a = b - c // why"},
	} {
		t.Run(c.name, func(t *testing.T) {
			all := must.Get(mutations("x.go", []byte("package x\n\nfunc x() {\n"+c.src+"\n}\n")))(t)
			for _, m := range all {
				if m.was == c.was && m.is == c.is {
					return
				}
			}
			t.Errorf("none of %d mutations is\n- %s\n+ %s", len(all), c.was, c.is)
		})
	}
}

// A declaration cannot go without its uses, nor a result without its function.
func TestWhatIsLeftAlone(t *testing.T) {
	for _, src := range []string{"a := b", "return a", "var a int", "a := b\n_ = a\nreturn a"} {
		all := must.Get(mutations("x.go", []byte("package x\n\nfunc x() int {\n"+src+"\n}\n")))(t)
		for _, m := range all {
			if m.was != "_ = a" {
				t.Errorf("%q: %s", src, m.diff())
			}
		}
	}
}

func TestApply(t *testing.T) {
	src := []byte("a < b // why\n")
	m := mutation{start: 2, end: 3, text: "<="}
	if got := string(m.apply(src)); got != "a <= b // why\n" {
		t.Errorf("%q", got)
	}
	if string(src) != "a < b // why\n" {
		t.Errorf("the source has become %q", src)
	}
}

// The tests of the tiny module miss the two limits and nothing else.
func TestRun(t *testing.T) {
	tiny := must.Get(os.ReadFile("testdata/tiny/tiny.go"))(t)
	var out strings.Builder
	must.Do(t, run(&out, "testdata/tiny", time.Minute, options{n: 20, seed: 9}, []string{"."}))
	for _, want := range []string{
		"tiny.go:6 survived\n- if n < 0 {\n+ if n <= 0 {\n",
		"tiny.go:9 survived\n- if n > 0 {\n+ if n >= 0 {\n",
		"in all: 3 of 5 noticed (60.0 %), 0 equivalent",
	} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("want %q in\n%s", want, out.String())
		}
	}
	if now, _ := os.ReadFile("testdata/tiny/tiny.go"); string(now) != string(tiny) {
		t.Errorf("the source was touched:\n%s", now)
	}
}

// The tests of a table notice what those of its room do not.
func TestWith(t *testing.T) {
	root := t.TempDir()
	for name, text := range map[string]string{
		"go.mod":       "module rooms\n\ngo 1.26\n",
		"room/room.go": "package room\n\nfunc Sum(a, b int) int { return a + b }\n",
		"table/all_test.go": "package table\n\nimport (\n\"rooms/room\"\n\"testing\"\n)\n\nfunc TestSum(t *testing.T) {\n" +
			"if room.Sum(1, 2) != 3 {\nt.Fail()\n}\n}\n",
	} {
		must.Do(t, os.MkdirAll(filepath.Dir(filepath.Join(root, name)), 0o700))
		must.Do(t, os.WriteFile(filepath.Join(root, name), []byte(text), 0o600))
	}
	for with, want := range map[string]string{"": "in all: 0 of 1", "./table": "in all: 1 of 1"} {
		var out strings.Builder
		o := options{n: 1}
		if with != "" {
			o.with = []string{with}
		}
		if err := run(&out, root, time.Minute, o, []string{"./room"}); err != nil || !strings.Contains(out.String(), want) {
			t.Errorf("with %q: %v, want %q in\n%s", with, err, want, out.String())
		}
	}
}

func TestEquivalentIsNotCounted(t *testing.T) {
	r := runner{root: abs(t, "testdata/tiny"), tmp: t.TempDir(), limit: time.Minute}
	reasons, err := parseEquivalents("tiny.go\n- if n < 0 {\n+ if n <= 0 {\nfor the sake of the test\n")
	must.Do(t, err)
	var out strings.Builder
	got, err := measure(&out, r, ".", options{n: 20, seed: 9}, reasons)
	if want := (tally{noticed: 3, survived: 1, equivalent: 1}); err != nil || got != want {
		t.Errorf("%+v, %v, want %+v\n%s", got, err, want, out.String())
	}
}

func TestVerdict(t *testing.T) {
	const sign = "func Sign(n int) int {\n"
	for _, c := range []struct {
		name, body string
		want       verdict
	}{
		{"the same by other means", sign + "return min(max(n, -1), 1)\n}", survived},
		{"wrong", sign + "return 0\n}", noticed},
		{"never ends", sign + "for {\n}\n}", hung},
		{"does not compile", sign + "return x\n}", rejected},
	} {
		t.Run(c.name, func(t *testing.T) {
			src, err := os.ReadFile("testdata/tiny/tiny.go")
			must.Do(t, err)
			r := runner{root: abs(t, "testdata/tiny"), tmp: t.TempDir(), limit: 2 * time.Second}
			got, err := r.try(mutation{file: "tiny.go", end: len(src), text: "package tiny\n\n" + c.body + "\n"})
			if err != nil || got != c.want {
				t.Errorf("%v, %v, want %v", got, err, c.want)
			}
		})
	}
}

// What fails unchanged would notice everything.
func TestTestsMustPassFirst(t *testing.T) {
	root := t.TempDir()
	for name, text := range map[string]string{
		"go.mod":    "module broken\n\ngo 1.26\n",
		"b.go":      "package broken\n",
		"b_test.go": "package broken\n\nimport \"testing\"\n\nfunc TestNo(t *testing.T) { t.Fail() }\n",
	} {
		must.Do(t, os.WriteFile(filepath.Join(root, name), []byte(text), 0o600))
	}
	if err := run(&strings.Builder{}, root, time.Minute, options{n: 1}, []string{"."}); err == nil {
		t.Error("no error")
	}
}

func TestEquivalents(t *testing.T) {
	if _, err := parseEquivalents("a.go\n- if a {\nno change\n"); err == nil {
		t.Error("an entry without its change is taken")
	}
	reasons := must.Get(parseEquivalents(equivalentText))(t)
	// An entry whose line is gone would hide nothing and explain nothing.
	for entry := range reasons {
		file, change, _ := strings.Cut(entry, "\n")
		src, err := os.ReadFile(filepath.Join("..", "..", filepath.FromSlash(file)))
		if err != nil {
			t.Error(err)
			continue
		}
		all, err := mutations(file, src)
		must.Do(t, err)
		found := false
		for _, m := range all {
			found = found || key(m.file, m.diff()) == file+"\n"+change
		}
		if !found {
			t.Errorf("equivalent.txt: no mutation of today is\n%s", entry)
		}
	}
}

func abs(t *testing.T, path string) string {
	t.Helper()
	path = must.Get(filepath.Abs(path))(t)
	return path
}

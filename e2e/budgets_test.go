// SPDX-License-Identifier: Apache-2.0

package e2e

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"
)

// How large a folder and a type may grow before somebody who reads them loses the
// thread. Tests do not count, nor do modules of their own.
const (
	mostFiles   = 40  // Go files in a folder
	mostMethods = 60  // methods of a type
	mostColumns = 140 // characters in a line, with a tab as one: half a screen of today, and nobody has to scroll
)

// still are larger, for now. A line that is no longer true fails the test.
var still = map[string]bool{}

// TestBudgets keeps folders and types small enough to be read. A folder that is full
// wants to be two rooms (docs/adr/0028-rooms-of-the-api.md), not a larger number here.
func TestBudgets(t *testing.T) {
	for _, p := range packages(t) {
		name := strings.TrimPrefix(p.ImportPath, module)
		files, methods := product(t, p.Dir)
		if files > mostFiles != still[name] {
			t.Errorf("%s has %d Go files, and %d are allowed; it is an exception: %v", name, files, mostFiles, still[name])
		}
		for of, n := range methods {
			if of = name + "." + of; n > mostMethods != still[of] {
				t.Errorf("%s has %d methods, and %d are allowed; it is an exception: %v", of, n, mostMethods, still[of])
			}
		}
	}
}

// mostWords are the words of the guide: without the reference of calls, the decisions and
// their records, a person reads it in three hours.
const mostWords = 45_000

// TestGuideStaysShort: a sentence that comes to a full guide takes the place of another.
func TestGuideStaysShort(t *testing.T) {
	words, left := 0, []string{"../docs/api.md", "../docs/decisions.md"}
	for _, path := range pages(t) {
		if !strings.HasPrefix(path, "../docs/") || strings.HasPrefix(path, "../docs/adr/") || slices.Contains(left, path) {
			continue
		}
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		words += len(strings.Fields(string(text)))
	}
	if t.Logf("%d words", words); words > mostWords || words < mostWords/2 {
		t.Errorf("the guide has %d words, and %d are allowed", words, mostWords)
	}
}

// mostLines are two screens of 40 lines.
const mostLines = 80

// TestChangelogStaysShort: a release's part of the changelog fits on two screens.
func TestChangelogStaysShort(t *testing.T) {
	text, err := os.ReadFile("../CHANGELOG.md")
	if err != nil {
		t.Fatal(err)
	}
	releases := strings.Split(string(text), "\n## ")[1:]
	if len(releases) == 0 {
		t.Error("it has no releases")
	}
	for _, r := range releases {
		if name, _, _ := strings.Cut(r, "\n"); strings.Count(r, "\n") > mostLines {
			t.Errorf("%s has %d lines, and %d are allowed: move detail to HISTORY.md", name, strings.Count(r, "\n"), mostLines)
		}
	}
}

// wide are folders whose lines may be longer: rows of tables, a sentence or a script each.
var wide = map[string]bool{"api/statements": true, "e2e/browser": true, "internal/winzone/gen": true}

// TestLinesFit: a line that goes beyond the window hides its end, and hides changes in it.
func TestLinesFit(t *testing.T) {
	for _, p := range packages(t) {
		if wide[strings.TrimPrefix(p.ImportPath, module)] {
			continue
		}
		for _, file := range p.GoFiles {
			text, err := os.ReadFile(filepath.Join(p.Dir, file))
			if err != nil {
				t.Fatal(err)
			}
			n := 0
			for line := range strings.Lines(string(text)) {
				if n++; utf8.RuneCountInString(line) > mostColumns+1 { // and its end
					t.Errorf("%s/%s:%d has %d characters, and %d are allowed", p.ImportPath, file, n, utf8.RuneCountInString(line)-1, mostColumns)
				}
			}
		}
	}
}

// product counts the product's Go files of a folder, those for other machines too, and
// the methods of each type in them.
func product(t *testing.T, dir string) (files int, methods map[string]int) {
	t.Helper()
	methods = map[string]int{}
	all, err := filepath.Glob(filepath.Join(dir, "*.go"))
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range all {
		if strings.HasSuffix(path, "_test.go") {
			continue
		}
		files++
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		f, err := parser.ParseFile(token.NewFileSet(), path, text, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range f.Decls {
			if fn, ok := d.(*ast.FuncDecl); ok && fn.Recv != nil {
				methods[receiver(fn)]++
			}
		}
	}
	return files, methods
}

// receiver returns the name of the type that a method belongs to.
func receiver(fn *ast.FuncDecl) string {
	of := fn.Recv.List[0].Type
	for {
		switch x := of.(type) {
		case *ast.StarExpr:
			of = x.X
		case *ast.IndexExpr:
			of = x.X
		case *ast.IndexListExpr:
			of = x.X
		case *ast.Ident:
			return x.Name
		default:
			return ""
		}
	}
}

// SPDX-License-Identifier: Apache-2.0

package hw

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"os"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/ledpost/ledpost/internal/must"
)

// emulators are the files of emulated chips and boards, which take no fact from a driver; all
// files of packages whose name ends with test are, too.
var emulators = []string{
	"apa102/emulator.go", "ht16k33/chip.go", "hub75/boards.go", "hub75/decoder.go", "hub75/emulate.go",
	"is31fl/board.go", "is31fl/chip.go", "lametric/controller.go", "max7219/chain.go", "ssd1306/chip.go", "ssd1322/chip.go", "st7789/chip.go",
	"tm1640/chip.go", "unicornhd/hat.go", "ws2812/emulator.go",
}

// goFile is a file of hw: what it declares, and which of that are tables of facts.
type goFile struct {
	name, folder string
	emulated     bool
	declared     map[string]bool
	tables       []string
	uses         map[string]bool // names that it takes, of other packages as pkg.Name
	driver       bool            // it has a Plan
}

// goFiles are the files of hw and of the folders below, without tests.
func goFiles(t *testing.T) (all []goFile) {
	must.Do(t, fs.WalkDir(os.DirFS("."), ".", func(name string, d fs.DirEntry, err error) error {
		if err == nil && strings.HasSuffix(name, ".go") && !strings.HasSuffix(name, "_test.go") {
			all = append(all, parsed(t, name))
		}
		return err
	}))
	return all
}

func parsed(t *testing.T, name string) goFile {
	file := must.Get(parser.ParseFile(token.NewFileSet(), name, nil, parser.SkipObjectResolution))(t)
	s := goFile{
		name: path.Join("hw", name), folder: path.Join("hw", path.Dir(name)),
		emulated: slices.Contains(emulators, name) || strings.HasSuffix(path.Dir(name), "test"),
		declared: map[string]bool{}, uses: map[string]bool{},
	}
	for _, d := range file.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			s.declared[d.Name.Name] = true
			s.driver = s.driver || d.Name.Name == "Plan" && d.Recv != nil
			if d.Body != nil && isTable(d.Body, 6, true) {
				s.tables = append(s.tables, d.Name.Name)
			}
		case *ast.GenDecl:
			s.values(d)
		}
	}
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.SelectorExpr:
			if x, ok := n.X.(*ast.Ident); ok {
				s.uses[x.Name+"."+n.Sel.Name] = true
				return false
			}
		case *ast.Ident:
			s.uses[n.Name] = true
		}
		return true
	})
	return s
}

// values takes the constants and variables of a declaration.
func (s *goFile) values(d *ast.GenDecl) {
	for _, spec := range d.Specs {
		if t, ok := spec.(*ast.TypeSpec); ok {
			s.declared[t.Name.Name] = true
		}
		v, ok := spec.(*ast.ValueSpec)
		if !ok {
			continue
		}
		for i, name := range v.Names {
			s.declared[name.Name] = true
			if i < len(v.Values) && isTable(v.Values[i], 2, false) {
				s.tables = append(s.tables, name.Name)
			}
		}
	}
}

// isTable reports whether a list of so many elements stands in n, of a function's body one of
// numbers; or, of a constant, a number in hexadecimal: how registers, addresses and maps of
// boards are written.
func isTable(n ast.Node, least int, body bool) (found bool) {
	ast.Inspect(n, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CompositeLit:
			found = found || len(n.Elts) >= least && listed(n.Type) && (!body || number(n.Elts[0]))
		case *ast.BasicLit:
			found = found || !body && strings.HasPrefix(n.Value, "0x")
		}
		return !found
	})
	return found
}

func number(n ast.Expr) bool {
	b, ok := n.(*ast.BasicLit)
	return ok && b.Kind == token.INT
}

// listed reports whether a literal is of a list or a map, not of a struct; those inside of a
// list have no type.
func listed(t ast.Expr) bool {
	switch t.(type) {
	case nil, *ast.ArrayType, *ast.MapType:
		return true
	}
	return false
}

// fact is a row of docs/facts.md: tables of a file, and where they come from.
type fact struct {
	file    string
	names   []string
	sources []string
}

var (
	fileOf = regexp.MustCompile("^\\[`(hw/[^`]+)`\\]\\(\\.\\./(hw/[^)]+)\\): ")
	quoted = regexp.MustCompile("`([^`]+)`")
	place  = regexp.MustCompile(`https://[^/]+/([^/]+/[^/)]+)`)
)

// facts are the rows of docs/facts.md by its headings.
func facts(t *testing.T) map[string][]fact {
	all, heading := map[string][]fact{}, ""
	for line := range strings.Lines(string(must.Get(os.ReadFile("../docs/facts.md"))(t))) {
		if title, ok := strings.CutPrefix(strings.TrimSpace(line), "## "); ok {
			heading = title
		}
		cells := strings.Split(strings.Trim(strings.TrimSpace(line), "|"), " | ")
		first := strings.TrimSpace(cells[0])
		at := fileOf.FindStringSubmatch(first)
		if at == nil {
			continue
		}
		if at[1] != at[2] {
			t.Errorf("docs/facts.md: %s leads to %s", at[1], at[2])
		}
		f := fact{file: at[1], sources: cells[2:]}
		for _, m := range quoted.FindAllStringSubmatch(first[len(at[0]):], -1) {
			f.names = append(f.names, m[1])
		}
		all[heading] = append(all[heading], f)
	}
	return all
}

// has reports whether one of the row's names, which may end with a star, is this one.
func (f fact) has(name string) bool {
	return slices.ContainsFunc(f.names, func(n string) bool {
		stem, open := strings.CutSuffix(n, "*")
		return n == name || open && strings.HasPrefix(name, stem)
	})
}

const twoSources, oneSource, ownChoice = "From two sources", "Unconfirmed", "Our own choices"

// TestEveryFactHasItsSources: each table of hw, and each driver, has a row in docs/facts.md,
// with two places that it was read from, or among the unconfirmed ones.
func TestEveryFactHasItsSources(t *testing.T) {
	rows, files := facts(t), goFiles(t)
	all := slices.Concat(slices.Collect(maps.Values(rows))...)
	for _, s := range files {
		of := slices.DeleteFunc(slices.Clone(all), func(f fact) bool { return f.file != s.name })
		for _, name := range s.tables {
			if !s.emulated && !slices.ContainsFunc(of, func(f fact) bool { return f.has(name) }) {
				t.Errorf("docs/facts.md has no row for %s: %s; write its two sources, or one as unconfirmed", s.name, name)
			}
		}
		for _, f := range of {
			for _, name := range f.names {
				if !slices.ContainsFunc(slices.Collect(maps.Keys(s.declared)), fact{names: []string{name}}.has) {
					t.Errorf("docs/facts.md: %s declares no %s", s.name, name)
				}
			}
		}
	}
	for _, f := range all {
		if !slices.ContainsFunc(files, func(s goFile) bool { return s.name == f.file }) {
			t.Errorf("docs/facts.md: there is no file %s", f.file)
		}
	}
	told := func(folder string) bool {
		return slices.ContainsFunc(all, func(f fact) bool { return path.Dir(f.file) == folder })
	}
	for _, s := range files {
		if s.driver && s.folder != "hw" && !told(s.folder) {
			t.Errorf("docs/facts.md has no row for the driver in %s", s.folder)
		}
	}
}

// TestTwoSourcesAreTwo: the rows name two places, which are not of one repository.
func TestTwoSourcesAreTwo(t *testing.T) {
	rows := facts(t)
	for heading, want := range map[string]int{twoSources: 2, oneSource: 1, ownChoice: 1} {
		if len(rows[heading]) == 0 {
			t.Errorf("docs/facts.md has no rows below %q", heading)
		}
		for _, f := range rows[heading] {
			if len(f.sources) < want || slices.Contains(f.sources, "") {
				t.Errorf("docs/facts.md, %s: %s %v has %q, want %d", heading, f.file, f.names, f.sources, want)
			}
		}
	}
	for _, f := range rows[twoSources] {
		first, second := place.FindStringSubmatch(f.sources[0]), place.FindStringSubmatch(f.sources[1])
		if second == nil || first != nil && first[1] == second[1] {
			t.Errorf("docs/facts.md: %s %v: %s and %s are not two places", f.file, f.names, f.sources[0], f.sources[1])
		}
	}
}

// TestEmulatorsShareNoFact: an emulated chip that read its registers or its board from the
// driver's table would agree with each of its mistakes.
func TestEmulatorsShareNoFact(t *testing.T) {
	rows, files := facts(t), goFiles(t)
	for _, name := range emulators {
		if !slices.ContainsFunc(files, func(s goFile) bool { return s.name == path.Join("hw", name) }) {
			t.Errorf("there is no emulator hw/%s", name)
		}
	}
	told, declared := slices.Concat(rows[twoSources], rows[oneSource]), map[string]map[string]bool{}
	for _, s := range files {
		declared[s.name] = s.declared
	}
	for _, s := range files {
		for _, f := range told {
			if !s.emulated || f.file == s.name {
				continue
			}
			for name := range declared[f.file] {
				taken := s.folder == path.Dir(f.file) && s.uses[name] || s.uses[path.Base(path.Dir(f.file))+"."+name]
				if taken && f.has(name) {
					t.Errorf("%s takes %s from %s", s.name, name, f.file)
				}
			}
		}
	}
}

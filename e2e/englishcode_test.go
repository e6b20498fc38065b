// SPDX-License-Identifier: Apache-2.0

package e2e

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// unspoken are files whose texts nobody reads as sentences, each with the reason.
var unspoken = map[string]string{
	"../internal/winzone/gen/main.go": "the licence of a data base, word by word",
}

// TestEnglishOfTheProgram holds the texts of the program to plain sentences: help, logs,
// errors, the doctor and the settings are all literals of two words and more. It holds
// the comments of packages and exported names, too, and every other comment to the
// patterns that are worst.
func TestEnglishOfTheProgram(t *testing.T) {
	files := program(t)
	if len(files) < 500 {
		t.Fatalf("only %d files", len(files))
	}
	for name, file := range files {
		if unspoken[name] != "" {
			continue
		}
		for _, text := range append(literals(file), contracts(file)...) {
			plain(t, name, text, patterns)
		}
		for _, group := range file.Comments {
			plain(t, name, group.Text(), everywhere)
		}
	}
	for name := range unspoken {
		if files[name] == nil {
			t.Errorf("%s is not there: remove its exception", name)
		}
	}
}

// TestEnglishOfThePackage holds the comments of configurations, the manual, and the
// descriptions of the package and its services to plain sentences.
func TestEnglishOfThePackage(t *testing.T) {
	key := regexp.MustCompile("`[^`\n]*`|(?m:^[a-z_.]+ *= .*$)") // not the settings themselves
	for _, pattern := range []string{
		"../deploy/package/config.toml", "../deploy/package/nfpm.yaml", "../deploy/package/ledpost.1",
		"../deploy/examples/*.toml", "../deploy/systemd/*.service", "../SECURITY.md",
	} {
		names, err := filepath.Glob(pattern)
		if err != nil || len(names) == 0 {
			t.Fatal(pattern, err)
		}
		for _, name := range names {
			text, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			joined := strings.NewReplacer("\n# ", " ", "\n  ", " ").Replace(string(text)) // sentences of several lines
			plain(t, name, key.ReplaceAllString(joined, "x"), patterns)
		}
	}
}

// program is the parsed files of the program, without tests, test data and the other
// modules.
func program(t *testing.T) map[string]*ast.File {
	t.Helper()
	files := map[string]*ast.File{}
	err := filepath.WalkDir("..", func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() {
			_, module := os.Stat(filepath.Join(path, "go.mod"))
			if path != ".." && (module == nil || d.Name() == "testdata" || strings.HasPrefix(d.Name(), ".")) {
				return filepath.SkipDir
			}
			return nil
		}
		if !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return nil
		}
		files[filepath.ToSlash(path)], err = parser.ParseFile(token.NewFileSet(), path, nil, parser.ParseComments)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// literals are the texts of a file that have two words or more.
func literals(file *ast.File) (texts []string) {
	ast.Inspect(file, func(n ast.Node) bool {
		if field, ok := n.(*ast.Field); ok {
			field.Tag = nil
		}
		if lit, ok := n.(*ast.BasicLit); ok && lit.Kind == token.STRING {
			if text, err := strconv.Unquote(lit.Value); err == nil && len(strings.Fields(text)) > 1 {
				texts = append(texts, text)
			}
		}
		return true
	})
	return texts
}

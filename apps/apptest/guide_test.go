// SPDX-License-Identifier: Apache-2.0

package apptest_test

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/ledpost/ledpost/internal/testtool"
)

// TestGuide does what docs/new-app.md and docs/new-face.md say in a copy of the tree: it writes the
// files, adds the lines and the words, draws the pictures and runs the tests, which pass. Of the
// files that were there only those change that the pages name, and the words'.
func TestGuide(t *testing.T) {
	testtool.Gate(t, "it compiles a whole tree and runs its short tests")
	g := guide{T: t, root: t.TempDir(), changed: map[string]bool{}}
	g.copies("../..")
	for _, page := range []string{"docs/new-app.md", "docs/new-face.md"} {
		g.follows(g.reads(page))
	}
	g.comparesTo("../..")
}

// follows does what a page says.
func (g *guide) follows(page string) {
	g.Helper()
	for _, m := range whole.FindAllStringSubmatch(page, -1) {
		g.writes(m[1], m[2])
	}
	for _, m := range lines.FindAllStringSubmatch(page, -1) {
		g.writes(m[1], g.patched(m[1], m[2]))
	}
	g.words(page)
	for _, m := range commands.FindAllStringSubmatch(page, -1) {
		if picture, ok := strings.CutPrefix(m[1], "go -C tools run ./pictures "); ok {
			g.changed["docs/"+picture] = true
		}
		if !strings.HasPrefix(m[1]+" ", "go run . ") { // it does not end
			g.runs(m[1])
		}
	}
}

// What the page says: a file that is to be written, lines that are to be added to a file, a row of
// the table of words, and a command.
var (
	whole    = regexp.MustCompile("(?m)`([a-z/]+\\.[a-z]+)`:\n\n```(?:go|json)\n((?s:.*?))^```")
	lines    = regexp.MustCompile("(?m)In `([^`]+)`, [^\n]*:\n\n```diff\n((?s:.*?))^```")
	rows     = regexp.MustCompile("(?m)^\\| (?:word|`([^`]+)`) \\|(.*)\\|$")
	commands = regexp.MustCompile(`(?m)^    (go .*)$`)
)

// guide follows the page in a copy of the tree.
type guide struct {
	*testing.T
	root    string
	changed map[string]bool // files by their path below root
}

// must ends the test if there is an error.
func (g *guide) must(err error) {
	g.Helper()
	if err != nil {
		g.Fatal(err)
	}
}

// copies copies the tree, without what it has from elsewhere.
func (g *guide) copies(from string) {
	g.must(filepath.WalkDir(from, func(path string, d fs.DirEntry, err error) error {
		rel, _ := filepath.Rel(from, path)
		to := filepath.Join(g.root, rel)
		switch {
		case err != nil:
			return err
		case d.IsDir() && slices.Contains([]string{".git", "node_modules", "dist"}, d.Name()):
			return fs.SkipDir
		case d.IsDir():
			return os.MkdirAll(to, 0o755)
		case !d.Type().IsRegular():
			return nil
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		text, err := os.ReadFile(path)
		return errors.Join(err, os.WriteFile(to, text, info.Mode()))
	}))
}

func (g *guide) reads(path string) string {
	g.Helper()
	text, err := os.ReadFile(filepath.Join(g.root, filepath.FromSlash(path)))
	g.must(err)
	return string(text)
}

func (g *guide) writes(path, text string) {
	g.Helper()
	g.changed[path] = true
	to := filepath.Join(g.root, filepath.FromSlash(path))
	g.must(errors.Join(os.MkdirAll(filepath.Dir(to), 0o755), os.WriteFile(to, []byte(text), 0o644)))
}

// patched returns a file with lines of a diff added: those with a plus, between those without.
func (g *guide) patched(path, diff string) string {
	g.Helper()
	was, is := "", ""
	for line := range strings.Lines(diff) {
		if is += line[1:]; line[0] == ' ' {
			was += line[1:]
		}
	}
	text := g.reads(path)
	if strings.Count(text, "\n"+was) != 1 {
		g.Fatalf("%s does not have once\n%s", path, was)
	}
	return strings.Replace(text, "\n"+was, "\n"+is, 1)
}

// words adds the words of the table below the first line of the section page of the languages' files.
func (g *guide) words(page string) {
	g.Helper()
	var languages []string
	for _, m := range rows.FindAllStringSubmatch(page, -1) {
		cells := strings.Split(m[2], "|")
		if m[1] == "" {
			languages = cells
			continue
		}
		for i, cell := range cells {
			if word := strings.TrimSpace(cell); word != "" {
				path := "words/" + strings.TrimSpace(languages[i]) + ".json"
				const first = "  \"page\": {\n"
				g.writes(path, strings.Replace(g.reads(path), first, first+"    \""+m[1]+"\": \""+word+"\",\n", 1))
			}
		}
	}
	if len(languages) != 6 {
		g.Errorf("the page has words in %q", languages)
	}
}

// runs runs a command as a shell does, without the outside programs of tests, which no app needs,
// and without what only a debugger reads.
func (g *guide) runs(command string) {
	g.Helper()
	g.Log(command)
	cmd := exec.Command("sh", "-c", command)
	cmd.Dir, cmd.Env = g.root,
		append(os.Environ(), "LEDPOST_TOOLS=none", "GOFLAGS=-buildvcs=false -vet=off -trimpath -ldflags=-w")
	if out, err := cmd.CombinedOutput(); err != nil {
		g.Fatalf("%s: %v\n%s", command, err, out)
	}
}

// comparesTo wants all files of a tree to be as there, but for those that have been changed.
func (g *guide) comparesTo(tree string) {
	g.Helper()
	g.must(filepath.WalkDir(g.root, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		rel, _ := filepath.Rel(g.root, path)
		name := filepath.ToSlash(rel)
		was, err := os.ReadFile(filepath.Join(tree, rel))
		added := errors.Is(err, fs.ErrNotExist) &&
			(strings.HasPrefix(name, "apps/dice/") || strings.HasPrefix(name, "apps/hello/") ||
				name == "apps/clock/face/testdata/minute.png")
		added = added || strings.HasPrefix(name, "apps/clock/testdata/") // a picture of each face
		if added || g.changed[name] || strings.HasPrefix(name, "words/") {
			return nil
		}
		is, err := os.ReadFile(path)
		if !bytes.Equal(was, is) {
			g.Errorf("%s has changed", name)
		}
		return err
	}))
}

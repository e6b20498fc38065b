// SPDX-License-Identifier: Apache-2.0

package e2e

import (
	"debug/buildinfo"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/ledpost/ledpost/e2e/rig"
	"github.com/ledpost/ledpost/internal/must"
)

// tree returns the repository's files whose names end with one of ends, by their path.
func tree(t *testing.T, ends ...string) map[string]string {
	t.Helper()
	files := map[string]string{}
	err := filepath.WalkDir("..", func(path string, d fs.DirEntry, err error) error {
		if err == nil && d.IsDir() && (d.Name() == ".git" || d.Name() == "node_modules") {
			return filepath.SkipDir
		}
		ends := slices.ContainsFunc(ends, func(end string) bool { return strings.HasSuffix(path, end) })
		if err != nil || !ends || !d.Type().IsRegular() {
			return err
		}
		text, err := os.ReadFile(path)
		files[filepath.ToSlash(path)] = string(text)
		return err
	})
	if err != nil || len(files) == 0 {
		t.Fatalf("%d files, %v", len(files), err)
	}
	return files
}

// TestLicenceLines: each Go file, script and part of the page begins with its licence, so
// that a file copied elsewhere still says it. Generated files and those that tests read as
// data have none. A file that is ready for periph has periph's lines, of the same licence, which a test of package hw
// holds.
func TestLicenceLines(t *testing.T) {
	const licence = "SPDX-License-Identifier: Apache-2.0"
	for path, text := range tree(t, "") {
		first, rest, _ := strings.Cut(text, "\n")
		want := ""
		switch {
		case path == "../hw/apa102/matrix.go":
			want = "// Copyright 2026 The Periph Authors. "
		case strings.Contains(path, "/testdata/") || strings.HasPrefix(first, "// Code generated "):
		case strings.HasSuffix(path, ".go"), strings.HasSuffix(path, ".js") && strings.Contains(path, "api/web/"):
			want = "// " + licence + "\n\n"
		case strings.HasSuffix(path, ".css"):
			want = "/* " + licence + " */\n"
		case strings.HasPrefix(first, "#!"):
			want, text = "# "+licence+"\n", rest
		}
		if !strings.HasPrefix(text, want) {
			t.Errorf("%s does not begin with the line of its licence", path)
		}
	}
}

// TestLinks: every file and heading that a page points to is there.
func TestLinks(t *testing.T) {
	link := regexp.MustCompile(`\]\(([^)#\s]*)(?:#([^)\s]+))?\)`)
	heading, dropped := regexp.MustCompile(`(?m)^#+ +(.+)$`), regexp.MustCompile(`[^\p{L}\p{N}_ -]`)
	pages, anchors := tree(t, ".md"), map[string]bool{}
	for path, text := range pages {
		for _, m := range heading.FindAllStringSubmatch(text, -1) {
			anchors[path+"#"+strings.ReplaceAll(dropped.ReplaceAllString(strings.ToLower(m[1]), ""), " ", "-")] = true
		}
	}
	for path, text := range pages {
		for _, m := range link.FindAllStringSubmatch(text, -1) {
			if strings.Contains(m[1], ":") {
				continue // elsewhere
			}
			target := path
			if m[1] != "" {
				target = filepath.ToSlash(filepath.Join(filepath.Dir(path), m[1]))
			}
			if _, err := os.Stat(target); err != nil {
				t.Errorf("%s points to %s, which is not there", path, m[1])
			} else if m[2] != "" && !anchors[target+"#"+m[2]] {
				t.Errorf("%s points to #%s of %s, which has no such heading", path, m[2], target)
			}
		}
	}
}

// TestCitations: every section, row and heading that a comment cites is on its page. It
// cites them as (docs/decisions.md 4, clocks) or (docs/api.md, Authentication), and a line
// may break anywhere in that.
func TestCitations(t *testing.T) {
	row := regexp.MustCompile(`docs/decisions\.md (\d+)(?:, ([^);:]+?)[);:])?`)
	heading := regexp.MustCompile(`docs/api\.md, ([^).;:]+)`)
	broken := regexp.MustCompile(`\n[\t ]*//[\t ]*|\n[\t ]+`)
	pages, sources := tree(t, "docs/decisions.md", "docs/api.md"), tree(t, ".go", ".js", ".json")
	decisions, rules := pages["../docs/decisions.md"], pages["../docs/api.md"]
	delete(sources, "../e2e/tree_test.go")
	found := 0
	for path, text := range sources {
		text = broken.ReplaceAllString(text, " ")
		for _, m := range row.FindAllStringSubmatch(text, -1) {
			found++
			_, section, ok := strings.Cut(decisions, "\n## "+m[1]+". ")
			section, _, _ = strings.Cut(section, "\n## ")
			if !ok || m[2] != "" && !strings.Contains(section, "\n| "+m[2]+" |") {
				t.Errorf("%s cites %q, which is not there", path, m[0])
			}
		}
		for _, m := range heading.FindAllStringSubmatch(text, -1) {
			if found++; !strings.Contains(rules, "# "+m[1]+"\n") {
				t.Errorf("%s cites %q, which is not there", path, m[0])
			}
		}
	}
	if found == 0 {
		t.Error("no citation is found")
	}
}

// TestFilesAreWrittenWhole: the rooms that write into the data directory do it by package
// durable, which alone knows what a power cut leaves of a write.
func TestFilesAreWrittenWhole(t *testing.T) {
	room := regexp.MustCompile(`^\.\./(api|apps|config|device|firmware|icons|onboard|update/check|internal/durable)/`)
	otherwise := regexp.MustCompile(`renameio|os\.(WriteFile|Create|CreateTemp|OpenFile)\(`)
	may := map[string]string{
		"../internal/durable/durable.go": "durable itself",
		"../internal/durable/draft.go":   "durable itself",
		"../icons/export.go":             "pictures that a user asks for, elsewhere",
		"../firmware/unattended.go":      "a terminal, which keeps nothing",
		"../config/preseed/kept.go":      "blanks secrets where they stand on the card",
	}
	for path, text := range tree(t, ".go") {
		test := strings.HasSuffix(path, "_test.go") || strings.HasSuffix(filepath.Dir(path), "test")
		if test || !room.MatchString(path) {
			continue
		}
		if by := otherwise.FindString(text); (by != "") != (may[path] != "") {
			t.Errorf("%s writes a file by %q; its reason to: %q", path, by, may[path])
		}
		delete(may, path)
	}
	if len(may) > 0 {
		t.Errorf("there is no %q: remove it here", slices.Collect(maps.Keys(may)))
	}
}

// TestWorkflows: what builds and signs a release is named by the hash of a commit or of an
// image, since a tag can be moved; no secret is read outside an environment, in which a person approves; and
// what is released is attested.
func TestWorkflows(t *testing.T) {
	files := must.Get(filepath.Glob("../.github/workflows/*.yml"))(t)
	uses, byHash := regexp.MustCompile(`\buses: *(\S+)(.*)`), regexp.MustCompile(`^[\w-]+/[\w/-]+@[0-9a-f]{40}$`)
	image, byDigest := regexp.MustCompile(`\b(?:image|container): *(\S+)`), regexp.MustCompile(`@sha256:[0-9a-f]{64}$`)
	all := ""
	for _, file := range files {
		text := string(must.Get(os.ReadFile(file))(t))
		all += text
		for _, u := range uses.FindAllStringSubmatch(text, -1) {
			if !byHash.MatchString(u[1]) || !strings.HasPrefix(strings.TrimSpace(u[2]), "# v") {
				t.Errorf("%s: %s, want NAME@HASH # vVERSION", file, u[0])
			}
		}
		for _, i := range image.FindAllStringSubmatch(text, -1) {
			if !byDigest.MatchString(i[1]) {
				t.Errorf("%s: %s, want NAME:VERSION@sha256:DIGEST", file, i[0])
			}
		}
		if strings.Contains(text, "secrets.") && !strings.Contains(text, "\n    environment: ") {
			t.Errorf("%s reads secrets without an environment", file)
		}
	}
	for _, want := range []string{"actions/attest-build-provenance@", "id-token: write", "attestations: write"} {
		if !strings.Contains(all, want) {
			t.Errorf("no workflow has %q", want)
		}
	}
}

// TestModulesPage: tools/modules/README.md has each module that the program says it is made of,
// as go version -m prints them, with its version and what it is for, and no other.
func TestModulesPage(t *testing.T) {
	info := must.Get(buildinfo.ReadFile(rig.Binary(t)))(t)
	want := map[string]string{info.Main.Path: "this repository", "std": info.GoVersion}
	for _, m := range info.Deps {
		want[m.Path] = m.Version
	}
	page := must.Get(os.ReadFile("../tools/modules/README.md"))(t)
	for _, line := range strings.Split(string(page), "\n") {
		cells := strings.Split(strings.Trim(line, "| "), " | ")
		if len(cells) != 3 || cells[0] == "module" {
			continue
		}
		version, linked := want[cells[0]]
		delete(want, cells[0])
		switch {
		case !linked:
			t.Errorf("%s is not in the program", cells[0])
		case version != cells[1] && cells[0] != "std": // every machine has its own Go
			t.Errorf("%s is in the program with version %s, the page has %s", cells[0], version, cells[1])
		case cells[2] == "" || cells[2] == "?":
			t.Errorf("the page does not say what %s is for", cells[0])
		}
	}
	for path, version := range want {
		t.Errorf("the page lacks %s %s", path, version)
	}
	if t.Failed() {
		t.Log("renew it by: go -C tools run ./modules")
	}
}

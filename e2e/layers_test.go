package e2e

import (
	"encoding/json"
	"errors"
	"io"
	"os/exec"
	"strings"
	"testing"
)

const module = "github.com/ledpost/ledpost/"

// mayImport is which of our packages a package (or a folder of them) may
// import, besides those below itself and internal/*. Only the
// firmware and the command line may import everything.
var mayImport = map[string][]string{
	"device":   {"render", "fonts", "icons", "sounds"},
	"apps":     {"device", "render", "fonts", "icons", "sounds"},
	"api":      {"device", "icons", "render", "sounds"},
	"config":   {"apps", "device", "hw", "icons", "render", "sounds"},
	"hw":       {},
	"render":   {},
	"fonts":    {},
	"icons":    {},
	"sounds":   {},
	"update":   {},
	"internal": {},
}

// goPackage is what go list says of one.
type goPackage struct {
	ImportPath                         string
	Imports, TestImports, XTestImports []string
	GoFiles                            []string
	Doc                                string
}

func packages(t *testing.T) (all []goPackage) {
	t.Helper()
	list := exec.Command("go", "list", "-json", "./...")
	list.Dir = ".."
	out, err := list.Output()
	if err != nil {
		t.Fatal(err)
	}
	for d := json.NewDecoder(strings.NewReader(string(out))); ; {
		var p goPackage
		if err := d.Decode(&p); errors.Is(err, io.EOF) {
			return all
		} else if err != nil {
			t.Fatal(err)
		}
		all = append(all, p)
	}
}

// TestLayers keeps the direction of dependencies.
func TestLayers(t *testing.T) {
	for _, p := range packages(t) {
		name, ours := strings.CutPrefix(p.ImportPath, module)
		if !ours || strings.HasPrefix(name, "bench") || strings.HasPrefix(name, "deploy") || name == "cli" || name == "firmware" || name == "e2e" {
			continue // main, what it consists of, programs beside it, and tests of them
		}
		top, _, _ := strings.Cut(name, "/")
		allowed, known := mayImport[top]
		if !known {
			t.Errorf("%s is in no layer: add it to mayImport", name)
			continue
		}
		for _, path := range p.Imports {
			if dep, ours := strings.CutPrefix(path, module); ours && !fits(top, dep, allowed) {
				t.Errorf("%s imports %s, which its layer may not", name, dep)
			}
		}
	}
}

func fits(top, dep string, allowed []string) bool {
	layer, _, _ := strings.Cut(dep, "/")
	if layer == top || layer == "internal" {
		return true
	}
	for _, a := range allowed {
		if layer == a {
			return true
		}
	}
	return false
}

// TestEveryPackageIsDocumented: a package without a word about itself is a
// riddle to its reader.
func TestEveryPackageIsDocumented(t *testing.T) {
	for _, p := range packages(t) {
		if p.Doc == "" && len(p.GoFiles) > 0 { // one of tests only has no comment to go list
			t.Errorf("%s has no package comment", p.ImportPath)
		}
	}
}

// TestNoTrapsInTheBuild: what the design keeps out of the binary.
func TestNoTrapsInTheBuild(t *testing.T) {
	out, err := exec.Command("go", "list", "-deps", "..").Output()
	if err != nil {
		t.Fatal(err)
	}
	for _, trap := range []string{"hajimehoshi/go-mp3", "ebitengine/oto", "gopxl/beep/v2/speaker", "gopxl/beep/v2/mp3", "testing"} {
		for dep := range strings.Lines(string(out)) {
			if dep = strings.TrimSpace(dep); dep == trap || strings.Contains(dep, trap+"/") || strings.HasSuffix(dep, trap) && strings.Contains(trap, "/") {
				t.Errorf("the binary contains %s", dep)
			}
		}
	}
}

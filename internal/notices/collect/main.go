// SPDX-License-Identifier: Apache-2.0

// Collect writes the licences of all modules that are linked into the program, as text and
// compressed. Run it by go generate ./internal/notices when a dependency changes. With -module it does so for the
// program of another module of this repository.
package main

import (
	"bytes"
	"cmp"
	"compress/gzip"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// targets are the systems that the program is built for, as GOOS/GOARCH: each
// may link modules that others do not.
var targets = []string{"linux/arm", "linux/arm64", "linux/amd64"}

// ours is how the paths of our own modules begin.
const ours = "github.com/ledpost/ledpost"

// A work is something that somebody else holds the rights to.
type work struct {
	Path, Version, Dir string
}

func main() {
	out := flag.String("o", "-", "file to write, and the same with .gz, compressed; - for standard output")
	module := flag.String("module", "../..", "folder of the program")
	flag.Parse()
	if err := run(*out, *module); err != nil {
		fmt.Fprintln(os.Stderr, "collect:", err)
		os.Exit(1)
	}
}

func run(out, module string) error {
	works, err := linked(module)
	if err != nil {
		return err
	}
	var text bytes.Buffer
	for _, w := range works {
		if err := write(&text, w); err != nil {
			return err
		}
	}
	if out == "-" {
		_, err = os.Stdout.Write(text.Bytes())
		return err
	}
	if err := os.WriteFile(out, text.Bytes(), 0o644); err != nil {
		return err
	}
	return compress(out+".gz", text.Bytes())
}

// compress writes what the program carries: the text is a fifth of its size there.
func compress(file string, text []byte) error {
	var packed bytes.Buffer
	z, err := gzip.NewWriterLevel(&packed, gzip.BestCompression)
	if err != nil {
		return err
	}
	_, err = z.Write(text)
	if err := errors.Join(err, z.Close()); err != nil {
		return err
	}
	return os.WriteFile(file, packed.Bytes(), 0o644)
}

// linked returns every module of the program in a folder, by its path.
func linked(folder string) ([]work, error) {
	found := map[string]work{}
	for _, target := range targets {
		if err := modules(folder, target, found); err != nil {
			return nil, err
		}
	}
	works := make([]work, 0, len(found))
	for _, w := range found {
		works = append(works, w)
	}
	slices.SortFunc(works, func(a, b work) int { return cmp.Compare(a.Path, b.Path) })
	return works, nil
}

func modules(folder, target string, found map[string]work) error {
	system, arch, _ := strings.Cut(target, "/")
	list := exec.Command("go", "list", "-deps", "-json=Module", ".")
	list.Dir = folder
	list.Env = append(os.Environ(), "GOOS="+system, "GOARCH="+arch, "CGO_ENABLED=0")
	out, err := list.Output()
	if err != nil {
		return fmt.Errorf("go list for %s: %w", target, err)
	}
	for d := json.NewDecoder(bytes.NewReader(out)); ; {
		var p struct {
			Module *struct {
				work
				Replace *struct{ Version string }
			}
		}
		if err := d.Decode(&p); errors.Is(err, io.EOF) {
			return nil
		} else if err != nil {
			return err
		}
		// What is replaced by a folder of ours is not linked.
		if m := p.Module; m != nil && !strings.HasPrefix(m.Path, ours) && (m.Replace == nil || m.Replace.Version != "") {
			found[p.Module.Path] = p.Module.work
		}
	}
}

// legal are the names of files whose text has to be passed on.
var legal = regexp.MustCompile(`(?i)^(un)?(licen[cs]e|copying|notice|authors|patents)(\.(md|txt))?$`)

// chosen are the texts of modules that offer several licences in a folder: of the one by which we use them.
var chosen = map[string]string{"github.com/golang/freetype": "licenses/ftl.txt"}

func write(w io.Writer, of work) error {
	entries, err := os.ReadDir(of.Dir)
	if err != nil {
		return err
	}
	var names []string
	for _, e := range entries {
		if !e.IsDir() && legal.MatchString(e.Name()) {
			names = append(names, e.Name())
		}
	}
	if name := chosen[of.Path]; name != "" {
		names = append(names, name)
	}
	if len(names) == 0 {
		return fmt.Errorf("%s has no licence in %s", of.Path, of.Dir)
	}
	fmt.Fprintf(w, "%s\n%s\n\n", strings.Repeat("=", 78), of.Path+" "+of.Version)
	for _, name := range names {
		text, err := os.ReadFile(filepath.Join(of.Dir, name))
		if err != nil {
			return err
		}
		fmt.Fprintf(w, "%s\n\n", strings.TrimSpace(strings.ReplaceAll(string(text), "\r\n", "\n")))
	}
	return nil
}

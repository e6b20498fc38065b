// SPDX-License-Identifier: Apache-2.0

// Modules renews its README.md: each module that the program links, its version, and what
// it is for. What a module is for is written by hand in the page, and kept; a new module gets
// a row without it, and the command fails until somebody has written it. The command prints
// what the modules cost: the bytes of their code and data in the binary for arm64.
//
//	go -C tools run ./modules
package main

import (
	"cmp"
	"debug/buildinfo"
	"debug/elf"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

func main() {
	if err := run(".."); err != nil {
		fmt.Fprintln(os.Stderr, "modules:", err)
		os.Exit(1)
	}
}

// run renews the page of the repository root.
func run(root string) error {
	dir, err := os.MkdirTemp("", "modules")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	whole, stripped := filepath.Join(dir, "whole"), filepath.Join(dir, "stripped")
	if err := build(root, whole); err != nil {
		return err
	}
	if err := build(root, stripped, "-ldflags=-s -w"); err != nil {
		return err
	}
	info, err := buildinfo.ReadFile(whole)
	if err != nil {
		return err
	}
	rows := []row{{path: info.Main.Path, version: "this repository"}, {path: "std", version: info.GoVersion}}
	for _, m := range info.Deps {
		rows = append(rows, row{path: m.Path, version: m.Version})
	}
	size, err := os.Stat(stripped)
	if err != nil {
		return err
	}
	if err := count(rows, whole); err != nil {
		return err
	}
	printSizes(rows, size.Size())
	return write(filepath.Join(root, "tools", "modules", "README.md"), rows)
}

// build builds the program for arm64.
func build(root, out string, more ...string) error {
	cmd := exec.Command("go",
		append(append([]string{"build", "-trimpath", "-buildvcs=false"}, more...), "-o", out, ".")...)
	cmd.Dir = root
	cmd.Env = append(os.Environ(), "GOOS=linux", "GOARCH=arm64", "CGO_ENABLED=0")
	cmd.Stderr = os.Stderr
	return cmd.Run()
}

// row is a module of the page.
type row struct {
	path, version, use string
	bytes              int64
}

// count adds the sizes of the program's symbols to their modules. What belongs to no
// module is Go's.
func count(rows []row, program string) error {
	file, err := elf.Open(program)
	if err != nil {
		return err
	}
	defer file.Close()
	symbols, err := file.Symbols()
	if err != nil {
		return err
	}
	for _, s := range symbols {
		// zeroed memory is not in the file
		if i := int(s.Section); i < len(file.Sections) && file.Sections[i].Type == elf.SHT_PROGBITS {
			rows[owner(rows, s.Name)].bytes += int64(s.Size)
		}
	}
	return nil
}

// owner returns the index of the module that a symbol belongs to.
func owner(rows []row, symbol string) int {
	for _, made := range []string{"type:.eq.", "type:.hash.", "go:itab.*", "go:itab."} {
		symbol = strings.TrimPrefix(symbol, made)
	}
	symbol = strings.ReplaceAll(symbol, "%2e", ".")
	best := 1 // Go
	for i, r := range rows {
		rest, ok := strings.CutPrefix(symbol, r.path)
		if ok && rest != "" && strings.ContainsRune("/.", rune(rest[0])) &&
			(best == 1 || len(r.path) > len(rows[best].path)) {
			best = i
		}
	}
	if best == 1 && strings.HasPrefix(symbol, "main.") {
		best = 0
	}
	return best
}

// printSizes prints what each module costs, in kB, and the size of the stripped program.
func printSizes(rows []row, size int64) {
	named := int64(0)
	for _, r := range slices.SortedFunc(slices.Values(rows), func(a, b row) int { return cmp.Compare(b.bytes, a.bytes) }) {
		named += r.bytes
		fmt.Printf("%8.1f kB  %s\n", float64(r.bytes)/1000, r.path)
	}
	fmt.Printf("%8.1f kB  without a symbol\n%8.1f kB  the stripped program\n", float64(size-named)/1000,
		float64(size)/1000)
}

const (
	head = "| module | version | for |\n|---|---|---|\n"
	todo = "?"
)

// write renews the table of the page, with what it says that modules are for.
func write(page string, rows []row) error {
	text, err := os.ReadFile(page)
	if err != nil {
		return err
	}
	before, rest, ok := strings.Cut(string(text), head)
	if !ok {
		return fmt.Errorf("%s has no table %q", page, head)
	}
	uses := map[string]string{}
	for strings.HasPrefix(rest, "|") {
		var line string
		line, rest, _ = strings.Cut(rest, "\n")
		if cells := strings.Split(strings.Trim(line, "| "), " | "); len(cells) == 3 {
			uses[cells[0]] = cells[2]
		}
	}
	slices.SortFunc(rows, func(a, b row) int { return cmp.Compare(a.path, b.path) })
	var out strings.Builder
	out.WriteString(before + head)
	var missing []string
	for _, r := range rows {
		if r.use = uses[r.path]; r.use == "" || r.use == todo {
			r.use = todo
			missing = append(missing, r.path)
		}
		fmt.Fprintf(&out, "| %s | %s | %s |\n", r.path, r.version, r.use)
	}
	out.WriteString(rest)
	if err := os.WriteFile(page, []byte(out.String()), 0o644); err != nil {
		return err
	}
	if missing != nil {
		return fmt.Errorf("%s does not say what these are for: %s", page, strings.Join(missing, ", "))
	}
	return nil
}

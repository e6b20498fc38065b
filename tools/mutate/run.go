// SPDX-License-Identifier: Apache-2.0

package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"
)

// A verdict is what the tests of a package say of a mutation.
type verdict int

const (
	survived verdict = iota
	noticed          // a test fails
	hung             // a test takes longer than the limit, which counts as noticed
	rejected         // by the compiler: no mutation at all
)

func (v verdict) String() string {
	return [...]string{"survived", "noticed", "hangs", "does not compile"}[v]
}

// A runner tests mutations of a module, one at a time.
type runner struct {
	root  string        // the folder of the module
	tmp   string        // a folder for the changed file
	limit time.Duration // a run that takes longer hangs
	with  []string      // packages whose tests run beside those of the mutation's own
}

// listing is what go list says of a package.
type listing struct {
	Dir     string
	GoFiles []string
}

// pool returns every mutation of the files of a package that are built here.
func (r runner) pool(pkg string) ([]mutation, error) {
	out, err := r.command(context.Background(), "list", "-json=Dir,GoFiles", pkg).Output()
	if err != nil {
		return nil, fmt.Errorf("go list %s: %w", pkg, err)
	}
	var l listing
	if err := json.Unmarshal(out, &l); err != nil {
		return nil, err
	}
	var all []mutation
	for _, name := range l.GoFiles {
		path := filepath.Join(l.Dir, name)
		src, err := os.ReadFile(path)
		if err != nil {
			return nil, err
		}
		rel, err := filepath.Rel(r.root, path)
		if err != nil {
			return nil, err
		}
		found, err := mutations(filepath.ToSlash(rel), src)
		if err != nil {
			return nil, err
		}
		all = append(all, found...)
	}
	return all, nil
}

// try runs the tests of a mutation's package with it. The changed file
// overlays the true one, so that no file of the module is ever touched.
func (r runner) try(m mutation) (verdict, error) {
	path := filepath.Join(r.root, filepath.FromSlash(m.file))
	src, err := os.ReadFile(path)
	if err != nil {
		return 0, err
	}
	changed := filepath.Join(r.tmp, "changed.go")
	overlay := filepath.Join(r.tmp, "overlay.json")
	table, err := json.Marshal(map[string]map[string]string{"Replace": {path: changed}})
	if err != nil {
		return 0, err
	}
	err = errors.Join(os.WriteFile(changed, m.apply(src), 0o600), os.WriteFile(overlay, table, 0o600))
	if err != nil {
		return 0, err
	}
	return r.test("./"+filepath.ToSlash(filepath.Dir(m.file)), "-overlay", overlay)
}

// test runs the short tests of a package, and if these notice nothing, the tests of the
// packages that count for it, which are slower.
func (r runner) test(pkg string, flags ...string) (v verdict, err error) {
	if v, err = r.tests(flags, pkg); err == nil && v == survived && len(r.with) > 0 {
		v, err = r.tests(flags, r.with...)
	}
	return v, err
}

// tests runs the short tests of packages.
func (r runner) tests(flags []string, pkgs ...string) (verdict, error) {
	// Building counts against neither limit of the tests, but must end too.
	ctx, cancel := context.WithTimeout(context.Background(), r.limit+5*time.Minute)
	defer cancel()
	args := append([]string{"test", "-short", "-failfast", "-vet=off", "-timeout", r.limit.String()}, flags...)
	out, err := r.command(ctx, append(args, pkgs...)...).CombinedOutput()
	var failed *exec.ExitError
	switch {
	case err == nil:
		return survived, nil
	case bytes.Contains(out, []byte("[build failed]")):
		return rejected, nil
	case ctx.Err() != nil, bytes.Contains(out, []byte("panic: test timed out")):
		return hung, nil
	case errors.As(err, &failed) && strings.Contains(string(out), "FAIL"):
		return noticed, nil
	}
	return 0, fmt.Errorf("go test %s: %w\n%s", strings.Join(pkgs, " "), err, out)
}

func (r runner) command(ctx context.Context, args ...string) *exec.Cmd {
	cmd := exec.CommandContext(ctx, "go", args...)
	cmd.Dir = r.root
	cmd.WaitDelay = 10 * time.Second // a test's own children may keep its output open
	return cmd
}

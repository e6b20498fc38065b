// SPDX-License-Identifier: Apache-2.0

// Mutate measures tests: it changes one operator or drops one statement of a
// package, runs the package's short tests, and prints the changes that no test
// notices. From the repository's root:
//
//	(ulimit -v 8000000; nice go -C tools run ./mutate -n 80 ./render ./hw/hub75)
//
// No file is touched: the changed one overlays the true one in the build. The
// choice depends on the seed and on the text of the package alone. The tests of
// a table hold the rooms that it names: -with ./apps counts them for ./apps/date. Mutations
// that equivalent.txt names change nothing that anybody could see, and are not
// counted. The limit on memory ends a mutation that fills it. A mutation that hangs is
// printed too: on a busy machine the tests may only be slow, which a longer -limit shows.
package main

import (
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"time"
)

func main() {
	root := flag.String("C", "..", "folder of the module")
	n := flag.Int("n", 40, "mutations of each package")
	seed := flag.Uint64("seed", 9, "choice of mutations")
	limit := flag.Duration("limit", time.Minute, "a test that takes longer hangs, which counts as noticed")
	at := flag.String("at", "", "only mutations of this FILE:LINE, as they are printed")
	with := flag.String("with", "", "packages, parted by commas, whose tests count beside the package's own")
	verbose := flag.Bool("v", false, "print what is noticed too")
	flag.Parse()
	o := options{n: *n, seed: *seed, at: *at, verbose: *verbose}
	if *with != "" {
		o.with = strings.Split(*with, ",")
	}
	if err := run(os.Stdout, *root, *limit, o, flag.Args()); err != nil {
		fmt.Fprintln(os.Stderr, "mutate:", err)
		os.Exit(1)
	}
}

// options choose mutations and their report.
type options struct {
	n       int      // of each package
	seed    uint64   // of the choice
	at      string   // file:line; "" = anywhere
	with    []string // packages whose tests run too, named as for go test
	verbose bool
}

// A tally counts what became of the mutations.
type tally struct{ noticed, hung, survived, equivalent int } // noticed has those that hung

func (t tally) String() string {
	of := t.noticed + t.survived
	text := fmt.Sprintf("%d of %d noticed (%.1f %%), %d equivalent", t.noticed, of,
		100*float64(t.noticed)/float64(max(of, 1)), t.equivalent)
	if t.hung > 0 {
		text += fmt.Sprintf(", %d hang", t.hung)
	}
	return text
}

// run tries mutations of each package, named as for go test by paths from root,
// and prints the survivors and the figures.
func run(w io.Writer, root string, limit time.Duration, o options, pkgs []string) error {
	reasons, err := parseEquivalents(equivalentText)
	if err != nil {
		return fmt.Errorf("equivalent.txt: %w", err)
	}
	if root, err = filepath.Abs(root); err != nil {
		return err
	}
	tmp, err := os.MkdirTemp("", "mutate")
	if err != nil {
		return err
	}
	defer os.RemoveAll(tmp)
	r := runner{root: root, tmp: tmp, limit: limit, with: o.with}
	var sum tally
	for _, pkg := range pkgs {
		t, err := measure(w, r, pkg, o, reasons)
		if err != nil {
			return err
		}
		fmt.Fprintf(w, "%s: %s\n\n", pkg, t)
		sum.noticed += t.noticed
		sum.hung += t.hung
		sum.survived += t.survived
		sum.equivalent += t.equivalent
	}
	fmt.Fprintln(w, "in all:", sum)
	return nil
}

// measure tries mutations of a package, o.n of them or all that it has.
func measure(w io.Writer, r runner, pkg string, o options, reasons map[string]string) (t tally, err error) {
	// Tests that fail unchanged would notice everything.
	if v, err := r.test(pkg); err != nil || v != survived {
		return t, fmt.Errorf("the tests of %s fail as they are: %v", pkg, err)
	}
	all, err := r.pool(pkg)
	if err != nil {
		return t, err
	}
	random := rand.New(rand.NewPCG(o.seed, 0))
	random.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	for _, m := range all {
		if t.noticed+t.survived == o.n {
			break
		}
		if o.at != "" && o.at != m.place() {
			continue
		}
		if _, ok := reasons[key(m.file, m.diff())]; ok {
			t.equivalent++
			continue
		}
		v, err := r.try(m)
		if err != nil {
			return t, err
		}
		switch v {
		case noticed:
			t.noticed++
		case hung:
			t.noticed++
			t.hung++
		case survived:
			t.survived++
		}
		if v == survived || v == hung || o.verbose {
			fmt.Fprintf(w, "%s %s\n%s\n\n", m.place(), v, m.diff())
		}
	}
	return t, nil
}

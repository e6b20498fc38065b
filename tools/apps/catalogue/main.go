// SPDX-License-Identifier: Apache-2.0

// Command catalogue counts how many apps of a catalogue, such as github.com/tronbyt/apps, the program ledpost-apps
// loads and draws, without a network and without settings:
//
//	go build -C tools/apps -o /tmp/ledpost-apps .
//	go run -C tools/apps ./catalogue /tmp/ledpost-apps DIR/apps
//
// It prints a table by category, and with -v a line for each app that does not draw. Those that stop at a request are
// drawn again with the answers of answers.txt. With -pixlet PROGRAM it prints
// instead of each app that never changes whether pixlet's own command draws the same pictures for the same times.
//
// With -index it writes the catalogue that the gallery of a device reads, of a checkout at a commit:
//
//	go run -C tools/apps ./catalogue -index gallery.json.gz -commit HASH -date 2026-08-21T02:50:06Z CHECKOUT
package main

import (
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"

	"gopkg.in/yaml.v3"

	"github.com/ledpost/ledpost/internal/applet"
)

func main() {
	verbose := flag.Bool("v", false, "name the apps that do not draw")
	pixlet := flag.String("pixlet", "", "pixlet's own command, v0.53.1, to compare with")
	out := flag.String("index", "", "write the catalogue of a checkout to this file")
	commit := flag.String("commit", "", "of the checkout")
	date := flag.String("date", "", "of the commit, as RFC 3339 has it")
	flag.Parse()
	if *out != "" && flag.NArg() == 1 {
		if err := index(flag.Arg(0), *commit, *date, *out); err != nil {
			fmt.Fprintln(os.Stderr, "catalogue:", err)
			os.Exit(1)
		}
		return
	}
	if flag.NArg() != 2 {
		fmt.Fprintln(os.Stderr, "catalogue: want the program ledpost-apps and a folder of apps")
		os.Exit(2)
	}
	if *pixlet != "" {
		rows, err := compare(flag.Arg(0), *pixlet, flag.Arg(1))
		if err != nil {
			fmt.Fprintln(os.Stderr, "catalogue:", err)
			os.Exit(1)
		}
		for _, r := range rows {
			fmt.Println(r)
		}
		return
	}
	results, err := all(flag.Arg(0), flag.Arg(1), readAnswers(answersText))
	if err != nil {
		fmt.Fprintln(os.Stderr, "catalogue:", err)
		os.Exit(1)
	}
	if *verbose {
		for _, r := range results {
			if r.what != drawn && !r.answered {
				fmt.Printf("%s: %s: %v %q\n", r.id, r.what, r.why, r.missed)
			}
		}
	}
	fmt.Print(table(results))
}

// What becomes of an app.
const (
	drawn   = "draws"
	skipped = "has nothing to show"
	asked   = "stops at a request"
	broken  = "fails"
)

// result is what became of one app.
type result struct {
	id, category string
	offline      bool // it does not load http.star
	what         string
	why          error
	answered     bool     // it draws when its requests are answered
	missed       []string // addresses that have no answer
}

// manifest is what the tool reads of an app's manifest.yaml.
type manifest struct {
	ID       string `yaml:"id"`
	File     string `yaml:"fileName"`
	Category string `yaml:"category"`
}

// all draws every app in a folder, as many at a time as there are processors.
func all(program, folder string, answers []answer) (results []result, err error) {
	dirs, err := os.ReadDir(folder)
	if err != nil {
		return nil, err
	}
	var wg sync.WaitGroup
	var mu sync.Mutex
	turns := make(chan struct{}, runtime.NumCPU())
	for _, d := range dirs {
		turns <- struct{}{}
		wg.Go(func() {
			defer func() { <-turns }()
			r := one(program, filepath.Join(folder, d.Name()), answers)
			mu.Lock()
			defer mu.Unlock()
			results = append(results, r)
		})
	}
	wg.Wait()
	slices.SortFunc(results, func(a, b result) int { return cmp.Compare(a.id, b.id) })
	return results, nil
}

// one draws an app, without a network and, if it stops at a request, with the answers.
func one(program, dir string, answers []answer) result {
	r := result{id: filepath.Base(dir), what: broken}
	files, m, err := read(dir)
	if err != nil {
		r.why = err
		return r
	}
	r.category, r.offline = m.Category, true
	for name, data := range files {
		if strings.HasSuffix(name, ".star") && strings.Contains(string(data), "http.star") {
			r.offline = false
		}
	}
	request := applet.Request{App: r.id, Main: m.File, Width: 64, Height: 32}
	stopped := false
	r.what, r.why = become(program, request, files,
		func(ctx context.Context, f applet.Fetch, body []byte) (applet.Answer, []byte) {
			stopped = true
			return applet.Offline(ctx, f, body)
		})
	if r.what == broken && stopped {
		r.what, request.Now = asked, answered
		var what string
		what, r.why = become(program, request, files, fetch(answers, func(a string) { r.missed = append(r.missed, a) }))
		r.answered = what == drawn
	}
	return r
}

// become draws an app and returns what becomes of it, and why it fails.
func become(program string, request applet.Request, files map[string][]byte, fetch applet.Fetcher) (string, error) {
	conn, err := applet.Start(program)
	if err != nil {
		return broken, err
	}
	d, err := applet.Draw(context.Background(), conn, request, files, fetch)
	switch {
	case err != nil:
		return broken, err
	case len(d.Images)+len(d.Frames) > 0:
		return drawn, nil
	}
	return skipped, nil
}

// read returns the files of an app that a drawing may need: not the pictures that advertise it.
func read(dir string) (files map[string][]byte, m manifest, err error) {
	files = map[string][]byte{}
	err = filepath.WalkDir(dir, func(file string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		name, err := filepath.Rel(dir, file)
		if err == nil && filepath.Dir(name) == "." && filepath.Ext(name) == ".md" {
			return nil
		}
		files[filepath.ToSlash(name)], err = os.ReadFile(file)
		return err
	})
	if err == nil {
		err = yaml.Unmarshal(files["manifest.yaml"], &m)
	}
	if err != nil {
		return nil, m, err
	}
	var programs []string
	for _, name := range slices.Sorted(maps.Keys(files)) {
		if path.Ext(name) == ".star" {
			programs = append(programs, string(files[name]))
			if m.File == "" && path.Dir(name) == "." {
				m.File = name // the first one, as pixlet takes it
			}
		}
	}
	if files[m.File] == nil {
		return nil, m, errors.New("it has no program")
	}
	// Pictures that no program names advertise the app.
	all := strings.Join(programs, "")
	for name := range files {
		named := strings.Contains(all, strings.TrimSuffix(path.Base(name), path.Ext(name)))
		if slices.Contains(pictures, path.Ext(name)) && !named {
			delete(files, name)
		}
	}
	return files, m, nil
}

// pictures are the endings of pictures.
var pictures = []string{".webp", ".gif", ".png", ".jpg"}

// table counts the results by category.
func table(results []result) string {
	type row struct{ apps, offline, drawn, drawnOffline, answered, skipped, asked, broken int }
	rows := map[string]*row{}
	for _, r := range results {
		for _, name := range []string{cmp.Or(r.category, "(none)"), "~all"} {
			if rows[name] == nil {
				rows[name] = &row{}
			}
			to := rows[name]
			to.apps++
			if r.offline {
				to.offline++
			}
			switch r.what {
			case drawn:
				to.drawn++
				if r.offline {
					to.drawnOffline++
				}
			case skipped:
				to.skipped++
			case asked:
				to.asked++
				if r.answered {
					to.answered++
				}
			default:
				to.broken++
			}
		}
	}
	var b strings.Builder
	b.WriteString("| category | apps | draw | of those without requests | with recorded answers | nothing to show | " +
		"stop at a request | fail |\n|---|---|---|---|---|---|---|---|\n")
	for _, name := range slices.Sorted(maps.Keys(rows)) {
		r := rows[name]
		fmt.Fprintf(&b, "| %s | %d | %d | %d of %d | %d | %d | %d | %d |\n", strings.TrimPrefix(name, "~"), r.apps, r.drawn,
			r.drawnOffline, r.offline, r.drawn+r.answered, r.skipped, r.asked, r.broken)
	}
	return b.String()
}

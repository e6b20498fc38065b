// SPDX-License-Identifier: Apache-2.0

// Guide writes the documentation as a site of static pages with a search, into
// DIR. It reads the folder docs; docs/README.md is the front page, and its lists
// are the menu. The pages need no server: their search is a script with its index
// beside them, so they work from a folder, too. A page ends with the pages before and
// after it in the menu, a link that edits it, and the version. From the repository's root:
//
//	go -C tools run ./guide -docs ../docs -version 1.2.3 DIR
package main

import (
	"bytes"
	"embed"
	"flag"
	"fmt"
	"html/template"
	"os"
	"path"
	"path/filepath"
	"slices"
)

func main() {
	docs := flag.String("docs", "../docs", "folder of the documentation")
	version := flag.String("version", "", "the version that the pages are for")
	site := flag.String("site", "https://ledpost.github.io/ledpost", "address of the site, for the previews of links")
	flag.Parse()
	if flag.NArg() != 1 {
		fmt.Fprintln(os.Stderr, "usage: guide [-docs FOLDER] DIR")
		os.Exit(2)
	}
	if err := run(*docs, flag.Arg(0), imprint{*version, *site}); err != nil {
		fmt.Fprintln(os.Stderr, "guide:", err)
		os.Exit(1)
	}
}

// run reads every page of docs and writes them, their pictures and the search into dir.
func run(docs, dir string, im imprint) error {
	g, err := read(docs)
	if err != nil {
		return err
	}
	return g.write(dir, im)
}

//go:embed web
var web embed.FS

var layout = template.Must(template.ParseFS(web, "web/page.html"))

// write puts the pages, the files that they show and the search into dir.
func (g *guide) write(dir string, im imprint) error {
	for _, p := range g.pages {
		var out bytes.Buffer
		if err := layout.Execute(&out, g.view(p, im)); err != nil {
			return err
		}
		if err := put(dir, p.Path(), out.Bytes()); err != nil {
			return err
		}
	}
	index, err := g.index()
	if err != nil {
		return err
	}
	if err := put(dir, "sections.js", index); err != nil {
		return err
	}
	if err := g.copyFiles(dir); err != nil {
		return err
	}
	for _, name := range []string{"guide.css", "guide.js", "search.js"} {
		text, err := web.ReadFile("web/" + name)
		if err != nil {
			return err
		}
		if err := put(dir, name, text); err != nil {
			return err
		}
	}
	return nil
}

// copyFiles copies the pictures and other files that pages point to.
func (g *guide) copyFiles(dir string) error {
	for _, p := range g.pages {
		for _, name := range p.links {
			if path.Ext(name) == ".md" {
				continue
			}
			data, err := os.ReadFile(filepath.Join(g.docs, filepath.FromSlash(name)))
			if err != nil {
				return err
			}
			if err := put(dir, name, data); err != nil {
				return err
			}
		}
	}
	return nil
}

func put(dir, name string, data []byte) error {
	file := filepath.Join(dir, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		return err
	}
	return os.WriteFile(file, data, 0o644)
}

// An imprint is the same on each page.
type imprint struct {
	Version string // "" = none is named
	Site    string // the address of the site, without a slash at its end
}

// A view is what the layout shows: a page, the menu with that page marked, and the pages
// before and after it there.
type view struct {
	*page
	imprint
	Menu           []door
	Previous, Next *entry // nil = it is the first, or the last, or not in the menu
}

// view is the page among the others. The front page leads to the first one.
func (g *guide) view(p *page, im imprint) view {
	v := view{page: p, imprint: im, Menu: g.menu}
	var all []entry
	for _, d := range g.menu {
		all = append(all, d.Entries...)
	}
	at := slices.IndexFunc(all, func(e entry) bool { return e.name == p.name })
	if at > 0 {
		v.Previous = &all[at-1]
	}
	if (at >= 0 || v.Front()) && at+1 < len(all) {
		v.Next = &all[at+1]
	}
	return v
}

// Here reports whether e is the page itself.
func (v view) Here(e entry) bool { return v.name == e.name }

// Front reports whether the page is the front page.
func (v view) Front() bool { return v.name == front }

// Edit is the address where the page's document is changed.
func (v view) Edit() string { return edited + v.name }

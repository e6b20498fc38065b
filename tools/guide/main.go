// SPDX-License-Identifier: Apache-2.0

// Guide writes the documentation as a site of static pages with a search, into
// DIR. It reads the folder docs; docs/README.md is the front page, and its lists
// are the menu. The pages need no server: their search is a script with its index
// beside them, so they work from a folder, too. From the repository's root:
//
//	go -C tools run ./guide -docs ../docs DIR
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
)

func main() {
	docs := flag.String("docs", "../docs", "folder of the documentation")
	flag.Parse()
	if flag.NArg() != 1 {
		fmt.Fprintln(os.Stderr, "usage: guide [-docs FOLDER] DIR")
		os.Exit(2)
	}
	if err := run(*docs, flag.Arg(0)); err != nil {
		fmt.Fprintln(os.Stderr, "guide:", err)
		os.Exit(1)
	}
}

// run reads every page of docs and writes them, their pictures and the search into dir.
func run(docs, dir string) error {
	g, err := read(docs)
	if err != nil {
		return err
	}
	return g.write(dir)
}

//go:embed web
var web embed.FS

var layout = template.Must(template.ParseFS(web, "web/page.html"))

// write puts the pages, the files that they show and the search into dir.
func (g *guide) write(dir string) error {
	for _, p := range g.pages {
		var out bytes.Buffer
		if err := layout.Execute(&out, view{p, g.menu}); err != nil {
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

// A view is what the layout shows: a page, and the menu with that page marked.
type view struct {
	*page
	Menu []door
}

// Here reports whether e is the page itself.
func (v view) Here(e entry) bool { return v.name == e.name }

// Front reports whether the page is the front page.
func (v view) Front() bool { return v.name == front }

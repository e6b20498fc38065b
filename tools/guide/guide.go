// SPDX-License-Identifier: Apache-2.0

package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"

	"github.com/yuin/goldmark/ast"
)

// front is the page whose lists are the menu of all others.
const front = "README.md"

// A guide is the documentation, read and converted.
type guide struct {
	docs  string
	menu  []door
	pages []*page // the front page first, then in the menu's order, then by name
}

// read converts the documentation in the folder docs. It fails for a link to a
// file that is missing and for a page that the menu does not lead to.
func read(docs string) (*guide, error) {
	g := &guide{docs: docs}
	names, err := documents(docs)
	if err != nil {
		return nil, err
	}
	for _, name := range names {
		text, err := os.ReadFile(filepath.Join(docs, filepath.FromSlash(name)))
		if err != nil {
			return nil, err
		}
		p, err := convert(name, text)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		g.pages = append(g.pages, p)
		if name == front {
			g.menu = p.menu
		}
	}
	g.sort()
	return g, g.check()
}

// documents are the names of all Markdown files in docs, with slashes.
func documents(docs string) (names []string, err error) {
	err = fs.WalkDir(os.DirFS(docs), ".", func(name string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() && path.Ext(name) == ".md" {
			names = append(names, name)
		}
		return err
	})
	if err == nil && !slices.Contains(names, front) {
		err = fmt.Errorf("no %s in %s", front, docs)
	}
	return names, err
}

// sort puts the pages into the order of the menu.
func (g *guide) sort() {
	place := map[string]int{front: -1}
	for _, d := range g.menu {
		for _, e := range d.Entries {
			place[e.name] = len(place)
		}
	}
	slices.SortStableFunc(g.pages, func(a, b *page) int {
		at := func(p *page) int {
			if n, ok := place[p.name]; ok {
				return n
			}
			return len(place) // after the menu, in the order of names
		}
		return at(a) - at(b)
	})
}

// check finds the faults of the whole: links to nothing, and pages without a link
// that leads to them.
func (g *guide) check() error {
	var faults []error
	reached := map[string]bool{front: true}
	for _, p := range g.pages {
		for _, to := range p.links {
			reached[to] = true
			if _, err := os.Stat(filepath.Join(g.docs, filepath.FromSlash(to))); err != nil {
				faults = append(faults, fmt.Errorf("%s links to %s, which does not exist", p.name, to))
			}
		}
	}
	for _, p := range g.pages {
		if !reached[p.name] && !p.moved() {
			faults = append(faults, fmt.Errorf("no page links to %s: add it to %s", p.name, front))
		}
	}
	return errors.Join(faults...)
}

// A door is a heading of the front page with the pages that it lists.
type door struct {
	Title   string
	Entries []entry
}

// An entry of the menu is a link that begins an item of a list on the front page.
type entry struct {
	Title string
	name  string // of the document
}

// Path is the address of the entry's page below the guide's folder.
func (e entry) Path() string { return address(e.name) }

// doors reads the menu from the headings and lists of the front page.
func doors(doc ast.Node, source []byte) (all []door) {
	title := ""
	for n := doc.FirstChild(); n != nil; n = n.NextSibling() {
		switch n := n.(type) {
		case *ast.Heading:
			title = plain(n, source)
		case *ast.List:
			if listed := entries(n, source); len(listed) > 0 {
				all = append(all, door{title, listed})
			}
		}
	}
	return all
}

func entries(list *ast.List, source []byte) (all []entry) {
	for item := list.FirstChild(); item != nil; item = item.NextSibling() {
		if line := item.FirstChild(); line != nil {
			if link, ok := line.FirstChild().(*ast.Link); ok && path.Ext(string(link.Destination)) == ".md" {
				all = append(all, entry{plain(link, source), string(link.Destination)})
			}
		}
	}
	return all
}

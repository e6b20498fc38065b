// SPDX-License-Identifier: Apache-2.0

package main

import (
	"bytes"
	"embed"
	"html/template"
	"os"
	"path"
	"path/filepath"
)

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

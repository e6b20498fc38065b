// SPDX-License-Identifier: Apache-2.0

package main

import (
	"path"

	"github.com/yuin/goldmark/ast"
)

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

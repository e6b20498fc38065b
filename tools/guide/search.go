// SPDX-License-Identifier: Apache-2.0

package main

import (
	"bytes"
	"encoding/json"
	"path"
	"slices"
)

// A section is the text below one heading: a thing that the search finds.
type section struct {
	Page         string // its title
	Title        string // the heading; "" before the first one
	Text         string // in one line
	path, anchor string
}

// href leads from the guide's folder to the section.
func (s section) href() string {
	if s.anchor == "" {
		return s.path
	}
	return s.path + "#" + s.anchor
}

// index is the script that the search loads: an array of sections, each an array
// of address, page, heading, text and the page's rank: people who use a device ask
// more often than those who extend it. A script can be loaded from a
// folder, where a browser fetches nothing.
func (g *guide) index() ([]byte, error) {
	rows := [][5]any{}
	for _, p := range g.pages {
		if p.moved() {
			continue
		}
		for _, s := range p.sections {
			rows = append(rows, [5]any{s.href(), s.Page, s.Title, s.Text, g.rank(p.name)})
		}
	}
	var out bytes.Buffer
	out.WriteString("const sections = ")
	if err := json.NewEncoder(&out).Encode(rows); err != nil {
		return nil, err
	}
	return out.Bytes(), nil
}

// records are the pages and folders of rules and reasons: they name everything, and
// explain nothing to a reader who looks for a step.
var records = []string{"decisions.md", "adr/README.md"}

// rank is 0 for pages that most readers look for, and higher for others: the number of
// the door, and for records so much more that any other page comes first.
func (g *guide) rank(name string) int {
	if slices.Contains(records, name) || path.Dir(name) != "." {
		return 2 * len(g.menu)
	}
	return g.door(name)
}

// door is the number of the door that leads to a page; pages that the menu does not
// name are behind all of them.
func (g *guide) door(name string) int {
	for i, d := range g.menu {
		if slices.ContainsFunc(d.Entries, func(e entry) bool { return e.name == name }) {
			return i
		}
	}
	return len(g.menu)
}

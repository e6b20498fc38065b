// SPDX-License-Identifier: Apache-2.0

package main

import (
	"bytes"
	_ "embed"
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

// aliases are words by which people look for a section, by its address: those of other
// programs and of everyday speech, which the guide does not use.
var aliases = func() (all map[string]string) {
	if err := json.Unmarshal(aliasesText, &all); err != nil {
		panic(err)
	}
	return all
}()

//go:embed aliases.json
var aliasesText []byte

// href leads from the guide's folder to the section.
func (s section) href() string {
	if s.anchor == "" {
		return s.path
	}
	return s.path + "#" + s.anchor
}

// index is the script that the search loads: an array of sections, each an array
// of address, page, heading, text, the page's rank, its name in the menu for its first
// section, and other words for what it is about. People who use a device ask more often than those who extend it. A
// script can be loaded from a folder, where a browser fetches nothing.
func (g *guide) index() ([]byte, error) {
	rows := [][7]any{}
	for _, p := range g.pages {
		if p.moved() {
			continue
		}
		for _, s := range p.sections {
			name := ""
			if s.Title == "" {
				name = g.called(p.name)
			}
			rows = append(rows, [7]any{s.href(), s.Page, s.Title, s.Text, g.rank(p.name), name, aliases[s.href()]})
		}
	}
	var out bytes.Buffer
	out.WriteString("const sections = ")
	if err := json.NewEncoder(&out).Encode(rows); err != nil {
		return nil, err
	}
	return out.Bytes(), nil
}

// records are the pages and folders of rules and reasons: they name everything, as the front
// page does, and explain nothing to a reader who looks for a step.
var records = []string{"decisions.md", "adr/README.md"}

// rank is 0 for pages that most readers look for, and higher for others: the number of
// the door, and for records so much more that any other page comes first.
func (g *guide) rank(name string) int {
	if name == front || slices.Contains(records, name) || path.Dir(name) != "." {
		return 2 * len(g.menu)
	}
	return g.door(name)
}

// called is the name of a page in the menu; "" = it has none.
func (g *guide) called(name string) string {
	for _, d := range g.menu {
		for _, e := range d.Entries {
			if e.name == name {
				return e.Title
			}
		}
	}
	return ""
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

// SPDX-License-Identifier: Apache-2.0

package main

import (
	"fmt"
	"net/url"
	"path"
	"strings"
	"unicode"

	"github.com/yuin/goldmark/ast"
)

// repository has the files that the pages point to and the guide has not.
const repository = "https://github.com/ledpost/ledpost/blob/main/"

// edited is the folder of the documents where they can be changed.
const edited = "https://github.com/ledpost/ledpost/edit/main/docs/"

// relink turns links between documents into links between pages, and links to
// other files of the repository into links to the repository.
func (p *page) relink(doc ast.Node) error {
	return ast.Walk(doc, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if !entering {
			return ast.WalkContinue, nil
		}
		var err error
		switch n := n.(type) {
		case *ast.Link:
			n.Destination, err = p.target(n.Destination)
		case *ast.Image:
			n.Destination, err = p.target(n.Destination)
			n.SetAttributeString("loading", []byte("lazy"))
		}
		return ast.WalkContinue, err
	})
}

// target is the place in the guide, or on the web, of what a document calls to.
func (p *page) target(to []byte) ([]byte, error) {
	u, err := url.Parse(string(to))
	if err != nil {
		return nil, fmt.Errorf("link %q: %w", to, err)
	}
	if u.Scheme != "" || u.Host != "" || u.Path == "" {
		return to, nil // elsewhere, or in this page
	}
	file := path.Join(path.Dir(p.name), u.Path)
	if strings.HasPrefix(file, "../") {
		u, err = url.Parse(repository + strings.TrimPrefix(file, "../"))
		return []byte(u.String()), err
	}
	if strings.HasSuffix(u.Path, "/") {
		file, u.Path = path.Join(file, front), u.Path+front
	}
	p.links = append(p.links, file)
	if path.Ext(file) == ".md" {
		u.Path = address(u.Path)
	}
	return []byte(u.String()), nil
}

// anchors names headings as GitHub does, so that a link works in both places:
// lower case, a hyphen for each blank, no punctuation, and -1 after the second
// heading of a text. It counts the headings of a page.
type anchors map[string]int

func (a anchors) Generate(text []byte, _ ast.NodeKind) []byte {
	name := strings.Map(func(r rune) rune {
		switch {
		case r == ' ':
			return '-'
		case r == '-' || r == '_' || unicode.IsLetter(r) || unicode.IsNumber(r):
			return unicode.ToLower(r)
		}
		return -1
	}, string(text))
	n := a[name]
	a[name]++
	if n > 0 {
		name = fmt.Sprintf("%s-%d", name, n)
	}
	return []byte(name)
}

func (anchors) Put([]byte) {} // a heading that names itself: the documents have none

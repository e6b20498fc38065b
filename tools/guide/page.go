// SPDX-License-Identifier: Apache-2.0

package main

import (
	"bytes"
	"errors"
	"html/template"
	"path"
	"strings"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
)

// A page is one document, converted.
type page struct {
	name     string // of its file, below the documentation's folder, with slashes
	Title    string
	Body     template.HTML // without the title
	Lead     string        // its first paragraph, for the preview of a link
	Headings []heading     // of the second level, in order: its table of contents
	sections []section     // for the search
	links    []string      // files of the documentation that it points to, with its pictures
	menu     []door        // of the front page
}

// A heading of a page, with the name by which a link points to it.
type heading struct{ ID, Text string }

// Path is the address of the page below the guide's folder.
func (p *page) Path() string { return address(p.name) }

// moved reports whether the page is only the line at the old address of another page. The
// menu and the search lead to the new address.
func (p *page) moved() bool { return strings.HasPrefix(p.Title, "Moved: ") }

// Root leads from the page to the guide's folder: "", or "../" for each folder.
func (p *page) Root() string { return strings.Repeat("../", strings.Count(p.name, "/")) }

// address is the file of a page, for the name of its document.
func address(name string) string {
	dir, file := path.Split(name)
	if file == front {
		return dir + "index.html"
	}
	return dir + strings.TrimSuffix(file, ".md") + ".html"
}

var markdown = goldmark.New(goldmark.WithExtensions(extension.GFM),
	goldmark.WithParserOptions(parser.WithAutoHeadingID()))

// convert makes a page of the Markdown in source. It needs a title: one heading of
// the first level, before all else.
func convert(name string, source []byte) (*page, error) {
	doc := markdown.Parser().Parse(text.NewReader(source),
		parser.WithContext(parser.NewContext(parser.WithIDs(anchors{}))))
	first, ok := doc.FirstChild().(*ast.Heading)
	if !ok || first.Level != 1 {
		return nil, errors.New("it begins with no title")
	}
	p := &page{name: name, Title: plain(first, source)}
	doc.RemoveChild(doc, first)
	if name == front {
		p.menu = doors(doc, source)
	}
	if err := p.relink(doc); err != nil {
		return nil, err
	}
	p.outline(doc, source)
	p.Lead = lead(doc, source)
	var out bytes.Buffer
	if err := markdown.Renderer().Render(&out, source, doc); err != nil {
		return nil, err
	}
	p.Body = template.HTML(out.String()) // goldmark leaves no HTML of the source in it
	return p, nil
}

// lead is the text of the first paragraph that has words, at most 200 letters and whole words of it.
func lead(doc ast.Node, source []byte) string {
	for n := doc.FirstChild(); n != nil; n = n.NextSibling() {
		text := plain(n, source)
		if _, ok := n.(*ast.Paragraph); !ok || text == "" {
			continue
		}
		if r := []rune(text); len(r) > 200 {
			text = string(r[:200])
			text = text[:strings.LastIndexByte(text, ' ')] + " …"
		}
		return text
	}
	return ""
}

// outline collects the headings and the sections of the search.
func (p *page) outline(doc ast.Node, source []byte) {
	at := section{Page: p.Title, path: p.Path()}
	add := func() {
		if at.Text != "" || at.Title != "" {
			p.sections = append(p.sections, at)
		}
	}
	for n := doc.FirstChild(); n != nil; n = n.NextSibling() {
		if h, ok := n.(*ast.Heading); ok {
			add()
			id, _ := h.AttributeString("id")
			at = section{Page: p.Title, path: p.Path(), Title: plain(h, source), anchor: string(id.([]byte))}
			if h.Level == 2 {
				p.Headings = append(p.Headings, heading{at.anchor, at.Title})
			}
			continue
		}
		at.Text = strings.TrimSpace(at.Text + " " + plain(n, source))
	}
	add()
}

// plain is the text of a node without its markup, in one line.
func plain(n ast.Node, source []byte) string {
	var words []string
	var part strings.Builder
	_ = ast.Walk(n, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		switch n := n.(type) {
		case *ast.Text:
			if entering {
				part.Write(n.Value(source))
				if n.SoftLineBreak() || n.HardLineBreak() {
					part.WriteByte(' ')
				}
			}
		case *ast.String:
			if entering {
				part.Write(n.Value)
			}
		case *ast.AutoLink:
			if entering {
				part.Write(n.Label(source))
			}
		case *ast.CodeBlock, *ast.FencedCodeBlock:
			if entering {
				part.Write(n.Lines().Value(source))
			}
		}
		if n.Type() == ast.TypeBlock && !entering { // cells and paragraphs stand apart
			words = append(words, part.String())
			part.Reset()
		}
		return ast.WalkContinue, nil
	})
	return strings.Join(strings.Fields(strings.Join(words, " ")+" "+part.String()), " ")
}

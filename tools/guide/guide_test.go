// SPDX-License-Identifier: Apache-2.0

package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ledpost/ledpost/internal/must"
)

// folder is a documentation of the files in all, by name.
func folder(t *testing.T, all map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range all {
		must.Do(t, put(dir, name, []byte(text)))
	}
	return dir
}

const small = "# Guide\n\n## Use it\n\n- [Lamp](lamp.md): light.\n- [Records](adr/README.md)\n- not a page\n\n" +
	"## Build it\n\n- [Wire](wire.md#pins)\n"

func TestGuide(t *testing.T) {
	docs := folder(t, map[string]string{
		"README.md": small,
		"lamp.md": "# The lamp\n\nBefore `x`.\n\n## Light & dark\n\n" +
			"See [pins](wire.md#pins), [one](adr/), [the spec](../api/openapi.json), [out](https://example.com/a.md).\n\n" +
			"![it](lamp.png)\n",
		"wire.md":       "# Wire\n\n## Pins\n\n| pin | what |\n|---|---|\n| 3 | SDA |\n\n## Pins\n\n<b>raw</b>\n",
		"adr/README.md": "# Records\n\n[1](0001-a.md) [up](../lamp.md)\n",
		"adr/0001-a.md": "# 1. A\n\n[code](../../hw/a.go)\n",
		"lamp.png":      "pixels",
	})
	dir := t.TempDir()
	must.Do(t, run(docs, dir, imprint{"1.2.3", "https://leds.example"}))
	for _, row := range []struct{ file, has, why string }{
		{"index.html", "<title>Guide</title>", "the front page is the site's"},
		{"lamp.html", "<title>The lamp · ledpost</title>", "every page names itself and the project"},
		{"lamp.html", `<h1>The lamp</h1>`, "the title stands once, in the layout"},
		{"lamp.html", `<h2 id="light--dark">Light &amp; dark</h2>`, "headings are named as on GitHub"},
		{"lamp.html", `<li><a href="#light--dark">Light &amp; dark</a></li>`, "a page has its contents"},
		{"lamp.html", `<a href="wire.html#pins">pins</a>`, "a document becomes a page"},
		{"lamp.html", `<a href="adr/index.html">one</a>`, "a folder has a page"},
		{"lamp.html", `<a href="https://github.com/ledpost/ledpost/blob/main/api/openapi.json">`,
			"other files are in the repository"},
		{"lamp.html", `<a href="https://example.com/a.md">out</a>`, "other sites stay as they are"},
		{"lamp.html", `<img src="lamp.png" alt="it" loading="lazy">`, "pictures load when they are seen"},
		{"lamp.html", `<a href="lamp.html" aria-current="page">Lamp</a>`, "the menu marks the page"},
		{"lamp.png", "pixels", "pictures come along"},
		{"wire.html", `<h2 id="pins-1">Pins</h2>`, "a second heading of a text has a name of its own"},
		{"wire.html", "<td>SDA</td>", "tables"},
		{"adr/index.html", `<a href="../lamp.html">up</a>`, "from a folder back"},
		{"adr/index.html", `<link rel="stylesheet" href="../guide.css">`, "a folder's pages have the style, too"},
		{"adr/0001-a.html", `https://github.com/ledpost/ledpost/blob/main/hw/a.go`, "from a folder to the repository"},
		{"index.html", `<a rel="next" href="lamp.html"><small>Next</small> Lamp</a>`, "the front page leads on"},
		{"adr/index.html", `<a rel="prev" href="../lamp.html"><small>Previous</small> Lamp</a>`, "a page leads back"},
		{"adr/0001-a.html", "before and after\">\n</nav>", "outside the menu nothing is next"},
		{"wire.html", `href="https://github.com/ledpost/ledpost/edit/main/docs/wire.md">Edit this page`, "anybody can edit"},
		{"wire.html", "ledpost 1.2.3 ·", "the version"},
		{"lamp.html", `<meta property="og:description" content="Before x.">`, "the preview of a link has words"},
		{"lamp.html", `<meta property="og:url" content="https://leds.example/guide/lamp.html">`, "and an address"},
		{"lamp.html", `<meta property="og:image" content="https://leds.example/front/now.png">`, "and a picture"},
		{"guide.css", "--ink", "the style"},
	} {
		if text := written(t, dir, row.file); !strings.Contains(text, row.has) {
			t.Errorf("%s lacks %s: %s\n%s", row.file, row.has, row.why, text)
		}
	}
	if text := written(t, dir, "wire.html"); strings.Contains(text, "<b>raw") {
		t.Error("HTML of a document is in the page")
	}
}

func written(t *testing.T, dir, name string) string {
	t.Helper()
	text := must.Get(os.ReadFile(filepath.Join(dir, name)))(t)
	return string(text)
}

func TestIndex(t *testing.T) {
	g, err := read(folder(t, map[string]string{
		"README.md":     small,
		"lamp.md":       "# The lamp\n\nBefore\n`x`.\n\n## Light\n\n- a `</script>`\n- b\n\n```toml\nc = 1\n```\n",
		"wire.md":       "# Wire\n\n## Pins\n",
		"adr/README.md": "# Records\n",
		"bulb.md":       "# Moved: the lamp\n\nIt is [here](lamp.md).\n", // no link leads to it, and no search
	}))
	must.Do(t, err)
	text, err := g.index()
	must.Do(t, err)
	list, ok := strings.CutPrefix(string(text), "const sections = ")
	var rows [][]any
	if err := json.Unmarshal([]byte(list), &rows); err != nil || !ok {
		t.Fatal(err, string(text))
	}
	const want = `[["lamp.html","The lamp","","Before x.",0,"Lamp",""],["lamp.html#light","The lamp","Light","a ` +
		`\u003c/script\u003e b c = 1",0,"",""],` +
		`["wire.html#pins","Wire","Pins","",1,"",""]]`
	if got, _ := json.Marshal(rows[2:]); string(got) != want { // behind the front page's two doors
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

func TestFaults(t *testing.T) {
	for name, row := range map[string]struct {
		more map[string]string
		want string
	}{
		"a link to nothing": {map[string]string{"lamp.md": "# L\n\n[x](gone.md)\n"},
			"lamp.md links to gone.md, which does not exist"},
		"a picture that is gone": {map[string]string{"lamp.md": "# L\n\n![x](gone.png)\n"},
			"lamp.md links to gone.png, which does not exist"},
		"a page without a title": {map[string]string{"lamp.md": "## L\n"}, "lamp.md: it begins with no title"},
		"a page behind no link": {map[string]string{"lost.md": "# Lost\n"},
			"no page links to lost.md: add it to README.md"},
		"an empty page":           {map[string]string{"lamp.md": ""}, "lamp.md: it begins with no title"},
		"a link of broken escape": {map[string]string{"lamp.md": "# L\n\n[x](%zz)\n"}, `lamp.md: link "%zz"`},
	} {
		t.Run(name, func(t *testing.T) {
			all := map[string]string{"README.md": small, "lamp.md": "# L\n", "wire.md": "# W\n", "adr/README.md": "# R\n"}
			for file, text := range row.more {
				all[file] = text
			}
			must.Fail(t, run(folder(t, all), t.TempDir(), imprint{}), row.want)
		})
	}
	if err := run(t.TempDir(), t.TempDir(), imprint{}); err == nil || !strings.Contains(err.Error(), "no README.md") {
		t.Error("a folder without a front page:", err)
	}
}

// TestDocs: the project's own documentation makes a guide of which each page is reached.
func TestDocs(t *testing.T) {
	g := must.Get(read("../../docs"))(t)
	if len(g.menu) != 3 || len(g.pages) < 40 {
		t.Errorf("%d doors, %d pages", len(g.menu), len(g.pages))
	}
}

// SPDX-License-Identifier: Apache-2.0

package browser

import (
	"context"
	_ "embed"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	cdpbrowser "github.com/chromedp/cdproto/browser"
	"github.com/chromedp/cdproto/dom"
	cdpage "github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"

	"github.com/ledpost/ledpost/internal/must"
)

// A Part is something on a page: all of it, a dialog, a row, a field. It is found again by each
// verb, in what lies on top: the dialog that was opened last, if there is one. What nobody can
// see is not found. A verb that acts on a part wants exactly one.
type Part struct {
	page *Page
	path []step
}

// A step of the path to a part; see locate.js.
type step struct {
	By string   `json:"by"`
	Is []string `json:"is,omitempty"`
	N  int      `json:"n"`
}

func (p Part) with(s step) Part { return Part{p.page, append(p.path[:len(p.path):len(p.path)], s)} }

// String is the way to the part, for failures.
func (p Part) String() string {
	words := make([]string, len(p.path))
	for i, s := range p.path {
		words[i] = fmt.Sprintf("%s “%s”", s.By, strings.Join(s.Is, "” or “"))
		if s.By == "nth" {
			words[i] = fmt.Sprintf("number %d", s.N)
		}
	}
	if len(words) == 0 {
		return "the page"
	}
	return strings.Join(words, ", ")
}

// Within is the part with a name or a heading: a dialog, a card, a group of fields, a list, a
// picture. In names here and below, * stands for any text.
func (p Part) Within(name string) Part { return p.with(step{By: "part", Is: p.page.said(name)}) }

// Row is the row, or item of a list, with a name or with this text in it.
func (p Part) Row(name string) Part { return p.with(step{By: "row", Is: p.page.said(name)}) }

// Control is the button, link or tab with this name: its text, label or title.
func (p Part) Control(name string) Part { return p.with(step{By: "control", Is: p.page.said(name)}) }

// Box is the check box, radio button or switch with this label.
func (p Part) Box(label string) Part { return p.with(step{By: "box", Is: p.page.said(label)}) }

// Field is the field with this label: a field, a list, a slider.
func (p Part) Field(label string) Part { return p.with(step{By: "field", Is: p.page.said(label)}) }

// Words is the innermost element with this text.
func (p Part) Words(text string) Part { return p.with(step{By: "words", Is: p.page.said(text)}) }

// CSS is the element that a selector finds, where people see no name.
func (p Part) CSS(selector string) Part { return p.with(step{By: "css", Is: []string{selector}}) }

// Hidden is CSS for elements that nobody sees, such as a field for files behind a button.
func (p Part) Hidden(selector string) Part { return p.with(step{By: "hidden", Is: []string{selector}}) }

// Focused is the element that has the focus, if it is in the part.
func (p Part) Focused() Part { return p.with(step{By: "focus"}) }

// Nth is one of several, counted from 1, or from the end by -1.
func (p Part) Nth(n int) Part { return p.with(step{By: "nth", N: n - min(1, max(0, n))}) }

// Give presses what asks for a file, and chooses one with this name and content, and more with the same content.
func (p Part) Give(name, file string, content []byte, more ...string) {
	p.page.t.Helper()
	p.Control(name).Load(file, content, more...)
}

// Load presses the part, which asks for a file, and gives it one with this content, or more of the same.
func (p Part) Load(file string, content []byte, more ...string) {
	p.page.t.Helper()
	dir, paths := p.page.t.TempDir(), []string{}
	for _, f := range append([]string{file}, more...) {
		paths = append(paths, filepath.Join(dir, f))
		must.Do(p.page.t, os.WriteFile(filepath.Join(dir, f), content, 0o600))
	}
	ctx, cancel := context.WithTimeout(p.page.ctx, limit)
	defer cancel()
	intercept := cdpage.SetInterceptFileChooserDialogParams{Enabled: true}
	_, err := chromedp.Call(ctx, cdpage.SetInterceptFileChooserDialog, intercept)
	must.Do(p.page.t, err)
	press := chromedp.Func(func(context.Context, *chromedp.Target) error { p.Click(); return nil })
	asked, err := chromedp.Run(ctx, chromedp.WaitEvent(cdpage.FileChooserOpened, nil, press))
	if err != nil {
		p.page.fail("to be asked for a file by "+p.String(), err)
	}
	files := dom.SetFileInputFilesParams{Files: paths, BackendNodeID: asked.BackendNodeID}
	if _, err := chromedp.Call(ctx, dom.SetFileInputFiles, files); err != nil {
		p.page.t.Fatal(err)
	}
}

// Saves presses what saves a file, and returns that file's name and content.
func (p Part) Saves(name string) (file string, content []byte) {
	p.page.t.Helper()
	dir := p.page.t.TempDir()
	_, err := chromedp.CallBrowser(p.page.ctx, cdpbrowser.SetDownloadBehavior, cdpbrowser.SetDownloadBehaviorParams{
		Behavior: cdpbrowser.SetDownloadBehaviorBehaviorAllow, DownloadPath: dir,
		BrowserContextID: chromedp.FromContext(p.page.ctx).BrowserContextID,
	})
	must.Do(p.page.t, err)
	p.Press(name)
	p.page.until("a file saved by “"+name+"”", func() error {
		found, err := os.ReadDir(dir)
		if err != nil {
			return err
		}
		if len(found) != 1 || strings.HasSuffix(found[0].Name(), ".crdownload") {
			return errThere(fmt.Sprintf("%q", found))
		}
		file = found[0].Name()
		content, err = os.ReadFile(filepath.Join(dir, file))
		return err
	})
	return file, content
}

//go:embed slowgraphics.js
var slowGraphics string

// SlowGraphics lets the page, once it is loaded again, take a WebGL2 that a processor computes.
func (p *Page) SlowGraphics() {
	p.t.Helper()
	_, err := chromedp.Call(p.ctx, cdpage.AddScriptToEvaluateOnNewDocument,
		cdpage.AddScriptToEvaluateOnNewDocumentParams{Source: slowGraphics})
	must.Do(p.t, err)
}

// Paste pastes a PNG as a file with a name into the part, and returns whether the page takes it.
func (p Part) Paste(name string, png []byte) (taken bool) {
	p.page.t.Helper()
	return p.hand("paste", name, png)
}

// HoldOver is Paste for a file that is dragged over the part from elsewhere.
func (p Part) HoldOver(name string, png []byte) (taken bool) {
	p.page.t.Helper()
	return p.hand("dragover", name, png)
}

// Drop is Paste for a file that is dropped on the part.
func (p Part) Drop(name string, png []byte) (taken bool) {
	p.page.t.Helper()
	return p.hand("drop", name, png)
}

func (p Part) hand(event, name string, png []byte) bool {
	p.page.t.Helper()
	return now[bool](p.page, event+" in "+p.String(), "hand", p.path, event, name, png)
}

// NoClipboard takes the clipboard from the page's programs until it is loaded again, as over plain HTTP.
func (p *Page) NoClipboard() {
	p.t.Helper()
	now[bool](p, "to take the clipboard away", "noClipboard")
}

// Copied waits until the page has copied a text by selecting it.
func (p *Page) Copied(text string) {
	p.t.Helper()
	now[bool](p, "“"+text+"” to be copied", "copied", p.said(text))
}

// Sound waits until a file of sound plays in the browser, and returns its length in seconds.
func (p *Page) Sound() float64 {
	p.t.Helper()
	return now[float64](p, "a sound", "sound")
}

// Loud waits until the page plays samples that are not silent.
func (p *Page) Loud() {
	p.t.Helper()
	now[bool](p, "samples that are not silent", "loud")
}

//go:embed ear.js
var ear string

// Heard is how the page plays 200 packets of 100 ms that come in a stream of sound: how many
// contexts it has before it knows the stream's format and at all, the rate of the last one, whether
// that is closed after the end, how many packets it keeps while the browser allows no sound and
// plays while it does, and how many seconds it is behind then. See ear.js.
type Heard struct {
	Early, Contexts, Rate, Suspended, Running int
	Behind                                    float64
	Closed                                    bool
}

// Hears plays a stream to the page on a false AudioContext, which the page keeps until it is loaded again.
func (p *Page) Hears() Heard {
	p.t.Helper()
	heard, err := chromedp.Run(p.ctx, chromedp.Evaluate[Heard](ear, chromedp.EvalAwaitPromise, chromedp.EvalAsValue))
	must.Do(p.t, err)
	return heard
}

// Posted are the pixels of the frames that the page last gave a worker, three values each.
func (p *Page) Posted() [][]int {
	p.t.Helper()
	return now[[][]int](p, "what a worker was given", "posted")
}

// Records is whether the browser can record films.
func (p *Page) Records() bool {
	p.t.Helper()
	return now[bool](p, "whether the browser records", "records")
}

// Film plays a film in the browser, and returns its width in pixels and how many values of the
// first frame are bright.
func (p *Page) Film(webm []byte) (width, bright int) {
	p.t.Helper()
	is := now[[2]int](p, "to play a film", "film", webm)
	return is[0], is[1]
}

// Transferred are the bytes that have come for the files of this load of the page whose addresses
// fit a regular expression; what the browser has kept costs few.
func (p *Page) Transferred(files string) int {
	p.t.Helper()
	return now[int](p, "the transferred bytes", "transferred", files)
}

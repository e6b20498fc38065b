// SPDX-License-Identifier: Apache-2.0

package browser

import (
	_ "embed"

	cdpage "github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"

	"github.com/ledpost/ledpost/internal/must"
)

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

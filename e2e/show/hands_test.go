// SPDX-License-Identifier: Apache-2.0

package show

import (
	"bytes"
	"image"
	"image/png"
	"slices"
	"testing"

	"github.com/ledpost/ledpost/e2e/browser"
	"github.com/ledpost/ledpost/internal/eventually"
)

// TestPageIsDragged: frames of a notification and cards of apps change places under the
// mouse and under a finger, which does not scroll the page there.
func TestPageIsDragged(t *testing.T) {
	p, r := browser.SignedIn(t, 1100, 900)
	p.Open("Send")
	p.Type("Text", "one")
	p.Press("Add a frame")
	p.Type("Text", "two")
	order := func() (names []string) {
		for _, w := range apps(r) {
			names = append(names, w.Widget)
		}
		return names
	}
	frames, tiles := p.CSS("#frames li"), p.CSS("#apps > li")
	carry := func(tile, to browser.Part) { tile.Carry(to, p.CSS("#apps .dragged")) }
	for name, by := range map[string]struct{ frame, tile func(p, to browser.Part) }{
		"mouse": {browser.Part.Drag, browser.Part.Drag}, "finger": {browser.Part.Swipe, carry},
	} {
		p.Open("Send")
		first := frames.Nth(1).Text()[len("1. "):]
		by.frame(frames.Nth(1).CSS("button"), frames.Nth(2))
		frames.Nth(2).Reads("2. " + first)

		want := order()
		p.Open("Apps")
		by.tile(tiles.Nth(1).CSS(".thumb"), tiles.Nth(3))
		want = slices.Concat(want[1:3], want[:1], want[3:])
		eventually.True(t, "the first app is the third, by the "+name, func() bool { return slices.Equal(order(), want) })
		p.CSS("#apps .dragged").Gone()
		p.CSS("#app").Gone() // the press that ended there has opened nothing
		p.CSS("#toasts > *").Gone()
	}
}

// TestPageTakesPictures: a picture that is dropped on the picker, or pasted there or into
// the text, becomes an icon of one's own.
func TestPageTakesPictures(t *testing.T) {
	p, _ := browser.SignedIn(t, 1100, 900)
	var b bytes.Buffer
	png.Encode(&b, image.NewRGBA(image.Rect(0, 0, 8, 8)))
	picture := b.Bytes()
	takes := func(what string, taken bool) {
		t.Helper()
		if !taken {
			t.Errorf("the browser, too, does something with %s", what)
		}
	}
	own := p.CSS("#icons h3:first-child + ul, #icons h3 + ul")
	mine := func(names ...string) {
		t.Helper()
		eventually.True(t, "they are icons of one's own", func() bool {
			is := own.Nth(1).CSS(".pick span").Texts()
			slices.Sort(is)
			return slices.Equal(is, names)
		})
	}
	p.Open("Send")
	takes("what is pasted", p.Field("What to show").Paste("into-text.png", picture))
	p.Sees("Your own")
	mine("into-text")
	picker := p.CSS("#picker")
	takes("what is held over the picker", picker.HoldOver("dropped.png", picture))
	picker.Is(".drop")
	takes("what is dropped on it", picker.Drop("dropped.png", picture))
	picker.Is(":not(.drop)")
	mine("dropped", "into-text")
	p.Field("Search icons").Paste("pasted.png", picture)
	mine("dropped", "into-text", "pasted")
	p.Press("pasted")
	p.Control("Icon: pasted").Shows()
}

// SPDX-License-Identifier: Apache-2.0

package icons

import (
	"image"
	"log/slog"
	"testing"

	"github.com/ledpost/ledpost/internal/epx"
	"github.com/ledpost/ledpost/internal/pixtest"
)

var quiet = slog.New(slog.DiscardHandler)

// The icon of a client grows by the rule, or in squares where that is set.
func TestGalleryIconsGrow(t *testing.T) {
	uri := dataURI(
		rawGIF{size: image.Pt(8, 8), global: art, frames: []rawFrame{paint(0, 0, 0, "R....... .R...... ..R.....")}}.bytes())
	at := ref(t, uri)
	rule := New(Config{Size: 16}, quiet).Icon(at).Frames[0].Image
	squares := New(Config{Size: 16, Enlarge: Blocks}, quiet).Icon(at).Frames[0].Image
	eight := New(Config{Size: 8}, quiet).Icon(at).Frames[0].Image
	if string(squares.Pix) != string(enlarge(eight, 2).Pix) {
		t.Error("blocks are not squares")
	}
	if string(rule.Pix) != string(epx.Enlarge(eight, 2).Pix) || string(rule.Pix) == string(squares.Pix) {
		t.Errorf("the rule is not used:\n%s", pixtest.String(rule))
	}
}

// SPDX-License-Identifier: Apache-2.0

package hub75

import (
	"fmt"
	"image"
	"strings"
	"testing"

	"github.com/ledpost/ledpost/internal/must"
)

// TestFold draws the numbers of the panels where they stand, seen from the front:
// 1 is fed by the Pi, v stands upside down.
func TestFold(t *testing.T) {
	for _, tt := range []struct {
		fold int
		want string
	}{
		{1, "6 5 4 3 2 1"},
		{2, "3 2 1/4v 5v 6v"}, // the U: to the left, then back upside down
		{3, "2 1/3v 4v/6 5"},
	} {
		c := Config{Rows: 8, Cols: 8, Chain: 6, Parallel: 1, Fold: tt.fold}
		_, to, err := c.arrange()
		must.Do(t, err)
		names := map[image.Point]string{}
		for nth := range 6 {
			corner, _ := to(image.Pt((5-nth)*8, 0)) // the top left LED of the panel
			name := fmt.Sprint(nth + 1)
			if corner.X%8 == 7 && corner.Y%8 == 7 {
				name += "v"
			}
			names[corner.Div(8)] = name
		}
		var rows []string
		for y := range tt.fold {
			var row []string
			for x := range 6 / tt.fold {
				row = append(row, names[image.Pt(x, y)])
			}
			rows = append(rows, strings.Join(row, " "))
		}
		if got := strings.Join(rows, "/"); got != tt.want {
			t.Errorf("fold %d: %s, want %s", tt.fold, got, tt.want)
		}
	}
}

// TestMultiplexings are positions on the wire known from panels of each kind.
func TestMultiplexings(t *testing.T) {
	panel := image.Pt(32, 16)
	for _, tt := range []struct {
		kind    string
		p, want image.Point
	}{
		{"stripe", image.Pt(5, 0), image.Pt(37, 0)},     // upper stripes are behind lower ones
		{"stripe", image.Pt(5, 4), image.Pt(5, 0)},      //
		{"stripe", image.Pt(5, 13), image.Pt(5, 5)},     // the lower half
		{"checkered", image.Pt(3, 1), image.Pt(19, 1)},  //
		{"checkered", image.Pt(20, 1), image.Pt(52, 1)}, //
		{"checkered", image.Pt(20, 5), image.Pt(36, 1)}, //
		{"coreman", image.Pt(3, 1), image.Pt(3, 1)},     // as checkered, the other stripe first
		{"coreman", image.Pt(20, 5), image.Pt(52, 1)},   //
		{"spiral", image.Pt(0, 0), image.Pt(7, 0)},      // upper stripes run backwards
		{"spiral", image.Pt(9, 4), image.Pt(25, 0)},     //
		{"zstripe", image.Pt(9, 0), image.Pt(17, 0)},    // blocks of 8×4
		{"zstripe", image.Pt(9, 4), image.Pt(25, 0)},    //
		{"kaler2scan", image.Pt(0, 0), image.Pt(71, 0)}, //
		{"kaler2scan", image.Pt(9, 2), image.Pt(89, 0)}, //
		{"kaler2scan", image.Pt(1, 13), image.Pt(6, 3)}, //
	} {
		if got := multiplexings()[tt.kind].wire(tt.p, panel); got != tt.want {
			t.Errorf("%s: %v is at %v, want %v", tt.kind, tt.p, got, tt.want)
		}
	}
}

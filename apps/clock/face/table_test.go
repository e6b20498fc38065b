// SPDX-License-Identifier: Apache-2.0

package face

import (
	"fmt"
	"image"
	"os"
	"strings"
	"testing"

	"github.com/ledpost/ledpost/apps/apptest"
	"github.com/ledpost/ledpost/internal/must"
	"github.com/ledpost/ledpost/words"
)

// TestFacesAreWhole: each line of the table has a name of its own, a title that every language says, a golden
// picture, a row in the guide, and on every panel something that draws it.
func TestFacesAreWhole(t *testing.T) {
	guide := string(must.Get(os.ReadFile("../../../docs/apps.md"))(t))
	seen := map[string]bool{}
	for _, k := range kinds {
		if k.Name == "" || k.Title == "" || k.New == nil || seen[k.Name] {
			t.Errorf("%q, %q: want a name that no other face has, a title, and New", k.Name, k.Title)
		}
		seen[k.Name] = true
		for _, code := range words.Codes {
			if code == words.English {
				continue
			}
			if word := "set.com.lametric.clock/face=" + k.Name; words.Page(code)[word] == nil {
				t.Errorf("words/%s.json lacks %q, in English %q", code, word, k.Title)
			}
		}
		if _, err := os.Stat("testdata/" + k.Name + ".png"); err != nil {
			t.Errorf("%v: draw it by go test ./apps/clock/face -update, and look at it", err)
		}
		if !strings.Contains(guide, fmt.Sprintf("|\n| `%s` | ", k.Name)) { // below another row: a blank line ends the table
			t.Errorf("docs/apps.md has no row of the face %s in the table of faces", k.Name)
		}
		if k.Else != "" && kindOf(k.Else).Name != k.Else {
			t.Errorf("%s: there is no face %s to take its place", k.Name, k.Else)
		}
	}
	if k := kinds[0]; k.Fits != (image.Point{}) || k.Else != "" {
		t.Errorf("%s, the first face, wants %v: it is for every panel", k.Name, k.Fits)
	}
}

// TestFacesStandIn: a panel without room for a face has the one in its place, whatever that needs.
func TestFacesStandIn(t *testing.T) {
	for _, row := range []struct {
		name string
		size image.Point
		want string
	}{
		{"curve", image.Pt(37, 8), "*face.iconFace"}, {"curve", image.Pt(48, 24), "*face.curveFace"},
		{"event", image.Pt(47, 24), "*face.dateFace"}, {"big", image.Pt(32, 15), "*face.dateFace"},
		{"big", image.Pt(32, 16), "*face.bigFace"}, {"big", image.Pt(64, 32), "*face.largeFace"},
		{"ring", image.Pt(37, 8), "*face.secondsFace"}, {"ring", image.Pt(16, 16), "*face.rimFace"},
		{"letters", image.Pt(37, 8), "*face.wordsFace"}, {"letters", image.Pt(8, 8), "*face.clockFace"},
		{"window", image.Pt(37, 8), "*face.clockFace"}, {"window", image.Pt(16, 16), "*face.windowFace"},
		{"analog", image.Pt(64, 8), "*face.clockFace"}, {"nobody's", image.Pt(64, 32), "*face.clockFace"},
	} {
		f := New(apptest.SizedEnv(t, row.size), Options{Name: row.name})
		if got := fmt.Sprintf("%T", f.drawer); got != row.want {
			t.Errorf("%s on %v: %s, want %s", row.name, row.size, got, row.want)
		}
	}
}

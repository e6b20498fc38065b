// SPDX-License-Identifier: Apache-2.0

package cli

import (
	"image"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/ledpost/ledpost/apps"
	"github.com/ledpost/ledpost/device/paint"
	"github.com/ledpost/ledpost/fonts"
	"github.com/ledpost/ledpost/icons"
	"github.com/ledpost/ledpost/internal/pixtest"
	"github.com/ledpost/ledpost/render"
	"github.com/ledpost/ledpost/render/effects"
)

// TestSheetHasEverything: what is new in one of the tables is on the sheet, and
// each row shows something.
func TestSheetHasEverything(t *testing.T) {
	set, err := fonts.Open(fonts.Options{})
	if err != nil {
		t.Fatal(err)
	}
	p := &paint.Painter{Size: image.Pt(37, 8), Fonts: set, Icons: icons.New(icons.Config{}, nil), Look: paint.Look{}.WithDefaults()}
	all, err := samples(nil)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	seen := map[string]string{}
	for _, s := range all {
		if slices.Contains(names, s.name) {
			t.Errorf("two rows of the name %q", s.name)
		}
		names = append(names, s.name)
		m := image.NewRGBA(image.Rectangle{Max: p.Size})
		render.Clear(m)
		s.draw(m, p)
		if !strings.ContainsAny(asText(m), "+#") {
			t.Errorf("%s is dark", s.name)
		}
		if slices.ContainsFunc(busy, func(b staged) bool { return b.name == s.name }) {
			if other := seen[asText(m)]; other != "" {
				t.Errorf("%s looks as %s does", s.name, other)
			}
			seen[asText(m)] = s.name
		}
	}
	has := func(name string) bool {
		return slices.ContainsFunc(names, func(n string) bool { return n == name || strings.HasPrefix(n, name+" ") })
	}
	for _, pkg := range apps.Packages() {
		if name := pkg[strings.LastIndexByte(pkg, '.')+1:]; !has(name) {
			t.Errorf("no row of %s", pkg)
		}
	}
	if !has("clock calendar") {
		t.Error("no rows of the clock's faces")
	}
	for _, name := range slices.Concat(effects.Backgrounds(), effects.Overlays()) {
		if !has(name) {
			t.Errorf("no row of %s", name)
		}
	}
	for _, name := range paint.Transitions()[1:] {
		if !has("to " + name) {
			t.Errorf("no row of the transition %s", name)
		}
	}
}

// TestSheetsOfTheDocs: the sheets in the documentation are those that the program draws
// today, but for a few pixels that differ between processors.
func TestSheetsOfTheDocs(t *testing.T) {
	if testing.Short() {
		t.Skip("draws 150 rows at five sizes")
	}
	for name, groups := range map[string][]string{"apps": nil, "effects": {"backgrounds", "overlays"}, "transitions": {"transitions"}} {
		path := filepath.Join(t.TempDir(), "sheet.png")
		if err := Run(t.Context(), append([]string{"render", "--sheet", "-o", path}, groups...), Streams{}); err != nil {
			t.Fatal(err)
		}
		now, kept := pixtest.Read(t, path), pixtest.Read(t, "../docs/"+name+".png")
		if now.Rect != kept.Rect {
			t.Errorf("docs/%s.png is %v, the sheet is %v: draw it anew, docs/effects.md says how", name, kept.Rect, now.Rect)
			continue
		}
		differ, allowed := 0, len(now.Pix)/4/200
		if name == "apps" { // a page that looks different is a small part of it
			allowed /= 20
		}
		for i := 0; i < len(now.Pix); i += 4 {
			if [4]byte(now.Pix[i:]) != [4]byte(kept.Pix[i:]) {
				differ++
			}
		}
		if differ > allowed {
			t.Errorf("%d pixels of docs/%s.png differ: draw it anew, docs/effects.md says how", differ, name)
		}
	}
}

// TestSheetFlags: it is a PNG, and one picture.
func TestSheetFlags(t *testing.T) {
	out := filepath.Join(t.TempDir(), "sheet.")
	for _, args := range [][]string{
		{"--sheet"}, {"--sheet", "-o", out + "gif"}, {"--sheet", "--specimen", "-o", out + "png"},
		{"--sheet", "--leds", "-o", out + "png"}, {"--sheet", "-o", out + "png", "a.json"}, {"--fps", "0", "-o", out + "gif", "-"},
		{"--fps", "51", "-o", out + "gif", "-"}, {"--colors", "1", "-o", out + "gif", "-"}, {"--colors", "8", "-o", out + "png", "-"},
	} {
		if err := Run(t.Context(), append([]string{"render"}, args...), Streams{}); err == nil || ExitCode(err) != 2 {
			t.Errorf("%v: %v", args, err)
		}
	}
}

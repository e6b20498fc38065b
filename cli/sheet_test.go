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

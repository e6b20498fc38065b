package rig

import (
	"fmt"
	"image"
	"image/png"
	"os"
	"path/filepath"
	"testing"
)

// ManyIcons fills a folder of the user's icons, many-0 and so on, with n of them.
func ManyIcons(t *testing.T, dir string, n int) {
	t.Helper()
	if err := os.MkdirAll(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	m := image.NewRGBA(image.Rect(0, 0, 8, 8))
	for i := range n {
		m.Pix[4*(i%64)+3] = 255
		f, err := os.Create(filepath.Join(dir, fmt.Sprintf("many-%d.png", i)))
		if err != nil {
			t.Fatal(err)
		}
		if err := png.Encode(f, m); err != nil {
			t.Fatal(err)
		}
		f.Close()
	}
}

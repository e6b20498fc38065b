// SPDX-License-Identifier: Apache-2.0

package rig

import (
	"bytes"
	"fmt"
	"image"
	"image/png"
	"os"
	"path/filepath"
	"testing"

	"github.com/ledpost/ledpost/internal/must"
)

// ManyIcons fills a folder of the user's icons, many-0 and so on, with n of them.
func ManyIcons(t *testing.T, dir string, n int) {
	t.Helper()
	must.Do(t, os.MkdirAll(dir, 0o755))
	m := image.NewRGBA(image.Rect(0, 0, 8, 8))
	var picture bytes.Buffer
	for i := range n {
		if i < 64 { // there are as many pictures as pixels
			m.Pix[4*i+3] = 255
			picture.Reset()
			must.Do(t, png.Encode(&picture, m))
		}
		must.Do(t, os.WriteFile(filepath.Join(dir, fmt.Sprintf("many-%d.png", i)), picture.Bytes(), 0o644))
	}
}

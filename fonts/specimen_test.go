// SPDX-License-Identifier: Apache-2.0

package fonts

import (
	"bytes"
	"flag"
	"image"
	"image/png"
	"os"
	"testing"

	"github.com/ledpost/ledpost/internal/must"
	"github.com/ledpost/ledpost/internal/pixtest"
)

var update = flag.Bool("update", false, "write docs/fonts.png, docs/faces.png and the golden pictures anew")

// The committed specimens show the faces as they are.
func TestSpecimen(t *testing.T) {
	s := openSet(t)
	for file, got := range map[string]*image.RGBA{
		"../docs/fonts.png": Specimen(s.Normal, s.Small, s.Clock),
		"../docs/faces.png": sizes(openTall(t)),
	} {
		if *update {
			var b bytes.Buffer
			e := png.Encoder{CompressionLevel: png.BestCompression}
			must.Do(t, e.Encode(&b, got))
			must.Do(t, os.WriteFile(file, b.Bytes(), 0o644))
		}
		want := pixtest.Read(t, file)
		if got.Bounds() != want.Bounds() || !bytes.Equal(got.Pix, want.Pix) {
			t.Errorf("%s is not what the faces look like: look at it and run go test ./fonts -update", file)
		}
	}
}

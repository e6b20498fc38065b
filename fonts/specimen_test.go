package fonts

import (
	"bytes"
	"flag"
	"image"
	"image/draw"
	"image/png"
	"os"
	"testing"
)

var update = flag.Bool("update", false, "write docs/fonts.png and the golden pictures anew")

const specimenFile = "../docs/fonts.png"

// The committed specimen shows the faces as they are.
func TestSpecimen(t *testing.T) {
	s := openSet(t)
	got := Specimen(s.Normal, s.Small, s.Clock)
	if *update {
		var b bytes.Buffer
		e := png.Encoder{CompressionLevel: png.BestCompression}
		if err := e.Encode(&b, got); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(specimenFile, b.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	f, err := os.Open(specimenFile)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	m, err := png.Decode(f)
	if err != nil {
		t.Fatal(err)
	}
	want := image.NewRGBA(m.Bounds())
	draw.Draw(want, want.Bounds(), m, m.Bounds().Min, draw.Src)
	if got.Bounds() != want.Bounds() || !bytes.Equal(got.Pix, want.Pix) {
		t.Errorf("%s is not what Specimen draws: look at it and run go test ./fonts -update", specimenFile)
	}
}

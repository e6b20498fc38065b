package fonts

import (
	"bytes"
	"flag"
	"image/png"
	"os"
	"testing"

	"github.com/ledpost/ledpost/internal/pixtest"
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
	want := pixtest.Read(t, specimenFile)
	if got.Bounds() != want.Bounds() || !bytes.Equal(got.Pix, want.Pix) {
		t.Errorf("%s is not what Specimen draws: look at it and run go test ./fonts -update", specimenFile)
	}
}

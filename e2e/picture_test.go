// SPDX-License-Identifier: Apache-2.0

package e2e

import (
	"bytes"
	"flag"
	"image/gif"
	"os"
	"os/exec"
	"testing"

	"github.com/ledpost/ledpost/e2e/rig"
)

var update = flag.Bool("update", false, "record docs/panel.gif anew")

// TestPicture: the picture at the top of the README is drawn by the program, from
// docs/show.json: 12 seconds that a page can load. With -update it is drawn anew.
func TestPicture(t *testing.T) {
	const path = "../docs/panel.gif"
	if *update {
		draw := exec.Command(rig.Binary(t), "render", "--leds", "--scale", "10", "--fps", "10", "--colors", "64",
			"--config", "../docs/show.toml", "--data", t.TempDir(), "-o", path, "../docs/show.json")
		if out, err := draw.CombinedOutput(); err != nil || len(out) > 0 {
			t.Fatalf("%v: %s", err, out)
		}
	}
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	g, err := gif.DecodeAll(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	length := 0
	for _, d := range g.Delay {
		length += d
	}
	if length < 1150 || length > 1250 || g.Config.Width != 370 || g.Config.Height != 80 || len(data) > 1500<<10 {
		t.Errorf("%d bytes, %d×%d, %d hundredths of a second", len(data), g.Config.Width, g.Config.Height, length)
	}
}

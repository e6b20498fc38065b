// SPDX-License-Identifier: Apache-2.0

package hil_test

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/ledpost/ledpost/hil"
	"github.com/ledpost/ledpost/hil/sigrok"
	"github.com/ledpost/ledpost/hw/vcd"
	"github.com/ledpost/ledpost/internal/must"
	"github.com/ledpost/ledpost/internal/testtool"
)

const hello = `{"model":{"cycles":0,"frames":[{"text":"Hello"}]}}`

// panels are what devices are started with: every driver, and what has more than one
// plane or bus.
var panels = map[string]hil.PanelConfig{
	"max7219":   hil.Panel("max7219"),
	"levels 4":  hil.Panel("max7219", "levels = 4"),
	"hub75":     hil.Panel("hub75", "rows = 16", "cols = 32", "planes = 6"),
	"ws2812":    hil.Panel("ws2812", "width = 16", "height = 8"),
	"apa102":    hil.Panel("apa102", "width = 16", "height = 8"),
	"unicornhd": hil.Panel("unicornhd"),
	"ssd1306":   hil.Panel("ssd1306", `size = "64x32"`),
	"ssd1322":   hil.Panel("ssd1322"),
	"ht16k33":   hil.Panel("ht16k33"),
	"tm1640":    hil.Panel("tm1640"),
	"is31fl":    hil.Panel("is31fl"),
	"composite": hil.Panel("composite", "[[panel.part]]", `driver = "ws2812"`, `port = "SPI1.0"`, "width = 8",
		"height = 8", "[[panel.part]]", `driver = "max7219"`, "modules = 3", "rows = 1", "at = [8, 0]"),
}

// TestShows: each panel shows what is posted, and something else is told apart.
func TestShows(t *testing.T) {
	for name, panel := range panels {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d := hil.Start(t, panel)
			if id := d.Notify(hello); id == "" {
				t.Error("no id")
			}
			d.Shows(t, hello, 10*time.Second)
			r := &recorder{T: t}
			d.Shows(r, strings.Replace(hello, "Hello", "Olleh", 1), 50*time.Millisecond)
			if !strings.Contains(r.said, "pixel (") || !strings.Contains(r.said, "got:") {
				t.Errorf("another text is reported as %q", r.said)
			}
			for i, dump := range d.Wires() {
				if !strings.HasPrefix(string(dump), "$version ledpost") {
					t.Errorf("the dump of bus %d begins with %.20q", i, dump)
				}
			}
		})
	}
}

// recorder is a test that keeps what it is told, instead of failing.
type recorder struct {
	hil.T
	said string
}

func (r *recorder) Errorf(format string, args ...any) { r.said += fmt.Sprintf(format, args...) }

// TestAt: a device that runs elsewhere is tested by what its page gets.
func TestAt(t *testing.T) {
	here := hil.Start(t, hil.Panel("ws2812", "width = 16", "height = 8"))
	d := hil.At(t, here.URL(), here.Key())
	d.Notify(hello)
	d.Shows(t, hello, 20*time.Second)
	d.Press("action")
	r := &recorder{T: t}
	if d.Shows(r, strings.Replace(hello, "Hello", "Olleh", 1), 50*time.Millisecond); !strings.Contains(r.said, "pixel (") {
		t.Errorf("another text is reported as %q", r.said)
	}
}

// TestCapture: what sigrok records is read; its demo device has lines, but no panel.
func TestCapture(t *testing.T) {
	testtool.Find(t, "sigrok-cli")
	dump := hil.Capture(t, "demo", "D0=CLK,D1=MOSI,D2=CS", 5*time.Millisecond)
	d, err := vcd.NewReader(bytes.NewReader(dump))
	if err != nil || !slices.Equal(d.Lines(), []string{"CLK", "MOSI", "CS"}) {
		t.Errorf("%v %.300s", err, dump)
	}
	for why, err := range map[string]error{
		"a flag":   sigrok.Record(t.Context(), "-h", "D0", time.Second, sigrok.Rate, "x"),
		"channels": sigrok.Record(t.Context(), "demo", "D0 --scan", time.Second, sigrok.Rate, "x"),
		"a time":   sigrok.Record(t.Context(), "demo", "D0", 0, sigrok.Rate, "x"),
	} {
		if err == nil {
			t.Errorf("%s is taken", why)
		}
	}
}

// TestPlayedCapture: a stand-in for sigrok-cli plays a recording, as an analyser would
// that is connected to the wires.
func TestPlayedCapture(t *testing.T) {
	p := hil.Panel("max7219", "modules = 4")
	d := hil.Start(t, p)
	d.Notify(hello)
	d.Shows(t, hello, 20*time.Second)
	dir := t.TempDir()
	recording := filepath.Join(dir, "recording.vcd")
	script := "#!/bin/sh\nfor last; do :; done\ncp " + recording + " \"$last\"\n"
	must.Do(t,
		errors.Join(os.WriteFile(recording, d.Wires()[0], 0o600),
			os.WriteFile(filepath.Join(dir, "sigrok-cli"), []byte(script), 0o700)))
	t.Setenv("PATH", dir+string(os.PathListSeparator)+os.Getenv("PATH"))
	dump := hil.Capture(t, "fx2lafw", "D0=CLK,D1=MOSI,D2=CS", time.Millisecond)
	hil.Follows(t, p, hello, hil.Shots(t, p, bytes.NewReader(dump)))
}

// SPDX-License-Identifier: Apache-2.0

package hil

import (
	"bytes"
	"context"
	"errors"
	"image"
	"image/color"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/ledpost/ledpost/cli/command"
	"github.com/ledpost/ledpost/hw"
	"github.com/ledpost/ledpost/hw/max7219"
	"github.com/ledpost/ledpost/internal/must"
)

// dotted records a panel of one module with a single lit LED, and returns the file and how
// many frames it has.
func dotted(t *testing.T) (file string, frames int) {
	t.Helper()
	panel, files, err := hw.NewPanelConfig("max7219", &max7219.Config{Modules: 1}).Recorded(t.TempDir())
	must.Do(t, err)
	board := must.Get(hw.Open(hw.Config{Panel: panel}))(t)
	m := image.NewRGBA(image.Rect(0, 0, 8, 8))
	m.SetRGBA(7, 7, color.RGBA{255, 255, 255, 255})
	time.Sleep(time.Millisecond) // the recording's clock: the frame is later than its beginning
	must.Do(t, errors.Join(board.Panel.Draw(m.Rect, m, image.Point{}), board.Panel.Close()))
	f := must.Get(os.Open(files[0]))(t)
	defer f.Close()
	must.Get(hw.Frames(panel, []io.Reader{f}, nil, func(time.Duration, image.Image) error { frames++; return nil }))(t)
	return files[0], frames
}

// TestHilWait: a recording without a frame, an interrupt and a wrong timeout are no
// difference, and the frames of one that has some are counted.
func TestHilWait(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) string {
		path := filepath.Join(dir, name)
		must.Do(t, os.WriteFile(path, []byte(text), 0o600))
		return path
	}
	config := write("config.toml", "[panel]\ndriver = \"max7219\"\nmodules = 1\n")
	letter := write("f.json", `{"model":{"cycles":0,"frames":[{"text":"F"}]}}`)
	blank := write("blank.json", `{"model":{"cycles":0,"frames":[{"text":" "}]}}`)
	empty, idle := write("empty.vcd", ""),
		write("idle.vcd", "$timescale 1 us $end\n$var wire 1 ! CLK $end\n$var wire 1 a MOSI $end\n$var wire 1 b CS $end\n"+
			"$enddefinitions $end\n#0\n0!\n0a\n1b\n#9\n")
	dot, frames := dotted(t)
	stopped, stop := context.WithCancel(t.Context())
	stop()
	for _, c := range []struct {
		why                      string
		ctx                      context.Context
		expect, timeout, capture string
		code                     int
		want                     string
	}{
		{"no time", t.Context(), letter, "0s", dot, 2, "--timeout 0s"},
		{"less than no time", t.Context(), letter, "-1s", dot, 2, "--timeout -1s"},
		{"nothing is recorded", t.Context(), letter, "100ms", empty, 2, "no frame"},
		{"a bus that rests", t.Context(), letter, "100ms", idle, 2, "no frame"},
		{"nothing, where all is to be dark", t.Context(), blank, "100ms", empty, 2, "no frame"},
		{"another file", t.Context(), letter, "100ms", letter, 2, "no frame"},
		{"an interrupt", stopped, letter, "10s", dot, 2, "canceled"},
		{"something else", t.Context(), letter, "2s", dot, 1, "pixel ("},
	} {
		var out bytes.Buffer
		err := room.Run(c.ctx,
			[]string{"hil", "wait", "--config", config, "--expect", c.expect, "--timeout", c.timeout, c.capture},
			command.Streams{In: strings.NewReader(""), Out: &out, Err: &out})
		if err == nil || command.ExitCode(err) != c.code || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want exit %d, %q", c.why, err, c.code, c.want)
		}
		if diff := new(hw.Difference); errors.As(err, &diff) && c.code == 1 && (diff.At == 0 || diff.Frames != frames) {
			t.Errorf("%s: %d frames, at %v, want %d: a look at a recording that rests must not count", c.why, diff.Frames,
				diff.At, frames)
		}
	}
}

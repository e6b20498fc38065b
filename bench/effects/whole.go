// SPDX-License-Identifier: Apache-2.0

package main

import (
	"fmt"
	"os/exec"
	"path/filepath"
	"slices"

	"github.com/ledpost/ledpost/bench/arm"
	"github.com/ledpost/ledpost/bench/figures"
	"github.com/ledpost/ledpost/render/effects"
)

// scenes are what the test in package frame shows, in its order.
var scenes = []string{
	"a whole frame of the clock",
	"of an icon, and text that scrolls between pixels",
	"of the same before the most expensive background",
	"of the same before that and below the most expensive overlay",
	"of the same before fireworks",
	"of music in the colours of its cover",
	"of the clock below the fireworks of a new year",
	"of an alarm that rings before the sunrise",
}

// each is how many frames of a scene are shown.
const each = 120

// wholeFrames prints the dearest frame of each scene, with the background and the overlay
// that take most by themselves. The frames are counted with all threads of the program,
// since a device has several goroutines.
func wholeFrames(r *figures.Report, dir string, drawn []int) error {
	program := filepath.Join(dir, "frame")
	const pkg = "github.com/ledpost/ledpost/bench/effects/frame"
	if err := arm.BuildTest(program, ".", pkg); err != nil {
		return err
	}
	n := len(effects.Backgrounds())
	background := effects.Backgrounds()[dearest(drawn[:n*(1+frames)])]
	overlay := effects.Overlays()[dearest(drawn[n*(1+frames):(n+len(effects.Overlays()))*(1+frames)])]
	r.Note("the most expensive are %s and %s", background, overlay)
	cmd := exec.Command(program, "-test.run", "^TestFrames$")
	cmd.Env = append(cmd.Environ(), "BACKGROUND="+background, "OVERLAY="+overlay)
	counts, err := between(arm.Trace, cmd, pkg+"_test.mark")
	if err != nil {
		return err
	}
	if len(counts) != len(scenes)*(each+1) { // after each scene is one more, of the way to the next
		return fmt.Errorf("%d counts of %d scenes", len(counts), len(scenes))
	}
	for i, row := range scenes {
		r.Figure(row, million(slices.Max(counts[i*(each+1):][:each])), unit)
	}
	return nil
}

// dearest returns which effect takes most for a draw.
func dearest(drawn []int) (most int) {
	at := func(i int) int { return slices.Max(drawn[i*(1+frames)+1 : (i+1)*(1+frames)]) }
	for i := range len(drawn) / (1 + frames) {
		if at(i) > at(most) {
			most = i
		}
	}
	return most
}

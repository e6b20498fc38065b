// SPDX-License-Identifier: Apache-2.0

package main

import (
	"fmt"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"github.com/ledpost/ledpost/bench/arm"
	"github.com/ledpost/ledpost/render/effects"
)

// scenes are what the test in package frame shows, in its order, and the most that a
// whole frame of each may take.
var scenes = []struct {
	name string
	most int
}{
	{"idle clock", 1_200_000},
	{"scrolling text", 1_800_000},
	{"the text before BACKGROUND", 2_600_000},
	{"both below OVERLAY", 3_300_000},
}

// each is how many frames of a scene are shown.
const each = 120

// wholeFrames prints the dearest frame of each scene, with the background and the overlay
// that take most by themselves. The frames are counted with all threads of the program,
// since a device has several goroutines.
func wholeFrames(dir string, drawn []int) error {
	program := filepath.Join(dir, "frame")
	const pkg = "github.com/ledpost/ledpost/bench/effects/frame"
	if err := arm.BuildTest(program, ".", pkg); err != nil {
		return err
	}
	n := len(effects.Backgrounds())
	background := effects.Backgrounds()[dearest(drawn[:n*(1+frames)])]
	overlay := effects.Overlays()[dearest(drawn[n*(1+frames):len(drawn)-1])]
	cmd := exec.Command(program, "-test.run", "^TestFrames$")
	cmd.Env = append(cmd.Environ(), "BACKGROUND="+background, "OVERLAY="+overlay)
	counts, err := between(arm.Trace, cmd, pkg+"_test.mark")
	if err != nil {
		return err
	}
	return reportFrames(counts, strings.NewReplacer("BACKGROUND", background, "OVERLAY", overlay))
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

// reportFrames prints the counts and fails if one is above its limit. After each scene
// is one more, of the way to the next.
func reportFrames(counts []int, effects *strings.Replacer) error {
	if len(counts) != len(scenes)*(each+1) {
		return fmt.Errorf("%d counts of %d scenes", len(counts), len(scenes))
	}
	var over []string
	fmt.Printf("\nthousand ARMv6 instructions for a whole frame at 64×64, the dearest of %d\n", each)
	for i, s := range scenes {
		own := counts[i*(each+1):][:each]
		slices.Sort(own)
		name := effects.Replace(s.name)
		fmt.Printf("%-28s %6d, median %6d\n", name, own[each-1]/1000, own[each/2]/1000)
		if own[each-1] > s.most {
			over = append(over, name)
		}
	}
	if over != nil {
		return fmt.Errorf("more than the limit: %s", strings.Join(over, "; "))
	}
	return nil
}

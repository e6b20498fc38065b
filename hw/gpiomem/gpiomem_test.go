// SPDX-License-Identifier: Apache-2.0

package gpiomem

import (
	"errors"
	"fmt"
	"io/fs"
	"testing"
	"testing/fstest"
	"time"

	"github.com/ledpost/ledpost/internal/must"
)

func TestFindBoard(t *testing.T) {
	tree := func(model, compatible string) fs.FS {
		return fstest.MapFS{
			"proc/device-tree/model":      {Data: []byte(model + "\x00")},
			"proc/device-tree/compatible": {Data: []byte(compatible)},
		}
	}
	for _, tt := range []struct {
		name string
		root fs.FS
		want Chip
		err  error
	}{
		{"Pi 3", tree("Raspberry Pi 3 Model B", "raspberrypi,3-model-b\x00brcm,bcm2837\x00"), BCM2837, nil},
		{"Pi 4", tree("Raspberry Pi 4 Model B", "raspberrypi,4-model-b\x00brcm,bcm2711\x00"), BCM2711, nil},
		{"Pi 5", tree("Raspberry Pi 5", "raspberrypi,5-model-b\x00brcm,bcm2712\x00"), BCM2712, nil},
		{"another board", tree("Banana", "sinovoip,banana\x00"), "", ErrNotPi},
		{"no device tree", fstest.MapFS{}, "", ErrNotPi},
	} {
		b, err := FindBoard(tt.root)
		if b.Chip != tt.want || !errors.Is(err, tt.err) {
			t.Errorf("%s: chip %q, error %v, want %q, %v", tt.name, b.Chip, err, tt.want, tt.err)
		}
	}
}

// TestPinsOfBoards: which boards have the second bank on their connector.
func TestPinsOfBoards(t *testing.T) {
	for board, want := range map[Board]int{
		{"Raspberry Pi Compute Module Rev 1.0", BCM2835}:         46,
		{"Raspberry Pi Compute Module IO board rev1", BCM2835}:   46,
		{"Raspberry Pi Compute Module 3 Rev 1.0", BCM2837}:       46,
		{"Raspberry Pi Compute Module 3 Plus Rev 1.0", BCM2837}:  46,
		{"Raspberry Pi Compute Module 3 IO board V3.0", BCM2837}: 46,
		{"Raspberry Pi Compute Module 4S Rev 1.0", BCM2711}:      46,
		{"Raspberry Pi Compute Module 4 Rev 1.1", BCM2711}:       28,
		{"Raspberry Pi Compute Module 4 IO Board", BCM2711}:      28,
		{"Raspberry Pi Compute Module 5 Rev 1.0", BCM2712}:       28,
		{"Raspberry Pi Compute Module 5 Lite Rev 1.0", BCM2712}:  28,
		{"Raspberry Pi Compute Module 0 Rev 1.0", BCM2837}:       28,
		{"Raspberry Pi 3 Model B Rev 1.2", BCM2837}:              28,
		{}: 28,
	} {
		if got := board.Pins(); got != want {
			t.Errorf("%s: %d lines, want %d", board.Model, got, want)
		}
	}
}

func TestOpenSaysWhatIsMissing(t *testing.T) {
	if _, err := Open(Board{}); !errors.Is(err, ErrNotPi) {
		t.Errorf("no board: %v", err)
	}
	_, err := Open(Board{Model: "Raspberry Pi 5", Chip: BCM2712})
	must.Fail(t, err, "Raspberry Pi 5", "Pi 5")
}

func TestDelay(t *testing.T) {
	// A CPU that was held up during all of a calibration counts faster later on.
	for try := 1; ; try++ {
		d, short := Calibrate(), ""
		for _, want := range []time.Duration{2 * time.Microsecond, 50 * time.Microsecond} {
			best := time.Hour // the shortest of many: others were interrupted
			for range 1000 {
				start := time.Now()
				d.Wait(want)
				best = min(best, time.Since(start))
			}
			if best < want*3/4 {
				short = fmt.Sprintf("waited %v for %v", best, want)
			}
		}
		if short == "" {
			return
		}
		if try == 20 {
			t.Fatal(short)
		}
	}
}

func TestTapeOfAnotherProcess(t *testing.T) {
	name := t.TempDir() + "/tape"
	tape, err := OpenTape(name, 5)
	if err != nil {
		t.Skip(err)
	}
	tape.Regs().Set(3)
	tape.Regs().Clear(1)
	got := must.Get(LoadTape(name))(t)
	equal(t, writes(got), []write{{OutputSet, 3}, {OutputClear, 1}})
}

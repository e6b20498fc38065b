// SPDX-License-Identifier: Apache-2.0

package hil

import (
	"context"
	"os"
	"path/filepath"
	"time"

	"github.com/ledpost/ledpost/hil/sigrok"
)

// Capture records real wires for a time with a logic analyser, by the program sigrok-cli,
// and returns a Value Change Dump for [Shots]. device is a driver of sigrok, as
// "fx2lafw"; channels names the analyser's channels by the lines of the bus, as
// "D0=CLK,D1=MOSI,D2=CS". It samples at [sigrok.Rate]. What cannot be captured ends the test.
//
// It has been tried with sigrok's demo device and with a program that plays a
// recording, with no analyser.
func Capture(t T, device, channels string, d time.Duration) []byte {
	t.Helper()
	file := filepath.Join(t.TempDir(), "capture.vcd")
	if err := sigrok.Record(context.Background(), device, channels, d, sigrok.Rate, file); err != nil {
		t.Fatalf("hil: %v", err)
	}
	dump, err := os.ReadFile(file)
	if err != nil {
		t.Fatalf("hil: %v", err)
	}
	return dump
}

// SPDX-License-Identifier: Apache-2.0

// Package sigrok records real wires with a logic analyser, by the program sigrok-cli.
//
// It has been tried with sigrok's demo device and with a program that plays a
// recording, with no analyser.
package sigrok

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"time"
)

// Rate is how often a cheap analyser of eight channels can sample, in Hz. The clock of a
// bus may be a quarter of that.
const Rate = 24_000_000

// longest bounds a capture.
const longest = 10 * time.Minute

// The arguments that sigrok-cli takes; nothing in them can be another one of its flags.
var (
	deviceName   = regexp.MustCompile(`^[a-z0-9][a-zA-Z0-9_.:=/-]*$`)
	channelNames = regexp.MustCompile(`^[A-Za-z0-9]+(=[A-Za-z0-9_]+)?(,[A-Za-z0-9]+(=[A-Za-z0-9_]+)?)*$`)
)

// Record records for a time into a file, at a rate in Hz: 10 kHz to 1 GHz, as far as the
// analyser can. device is a driver of sigrok, as "fx2lafw"; channels names the analyser's
// channels by the lines of the bus, as "D0=CLK,D1=MOSI,D2=CS". Without error the file is a
// Value Change Dump.
func Record(ctx context.Context, device, channels string, d time.Duration, rate int, file string) error {
	switch {
	case !deviceName.MatchString(device):
		return fmt.Errorf("device %q: want a driver of sigrok, as fx2lafw", device)
	case !channelNames.MatchString(channels):
		return fmt.Errorf("channels %q: want the analyser's names and the bus's, as D0=CLK,D1=MOSI,D2=CS", channels)
	case rate < 10_000 || rate > 1_000_000_000:
		return fmt.Errorf("rate %d Hz: want 10000 to 1000000000", rate)
	case d < time.Millisecond || d > longest:
		return fmt.Errorf("time %v: want 1ms to %v", d, longest)
	}
	program, err := exec.LookPath("sigrok-cli")
	if err != nil {
		return fmt.Errorf("sigrok-cli is not installed: it speaks with logic analysers")
	}
	ctx, cancel := context.WithTimeout(ctx, 2*d+time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, program, "-d", device, "-C", channels, "--config", fmt.Sprintf("samplerate=%d", rate),
		"--time", fmt.Sprint(d.Milliseconds()), "-O", "vcd", "-o", file)
	var said bytes.Buffer
	cmd.Stdout, cmd.Stderr = &said, &said
	if err := cmd.Run(); err != nil {
		return fmt.Errorf("sigrok-cli: %w: %s", err, strings.TrimSpace(said.String()))
	}
	if info, err := os.Stat(file); err != nil || info.Size() == 0 {
		return fmt.Errorf("sigrok-cli has captured nothing: %s", strings.TrimSpace(said.String()))
	}
	return nil
}

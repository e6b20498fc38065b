// SPDX-License-Identifier: Apache-2.0

package sounds

import (
	"github.com/ledpost/ledpost/internal/keyerr"
	"github.com/ledpost/ledpost/sounds/fetch"
	"github.com/ledpost/ledpost/sounds/output"
)

// Config is the [audio] section of the configuration. The zero value works:
// output "auto" at 48,000 frames a second.
type Config struct {
	// Output is one of: auto, alsa, alsa:hw:CARD,DEVICE, aplay, aplay:DEVICE,
	// pw-cat, pulse, wav:FILE, buzzer, null, browser. Empty is auto.
	Output string `toml:"output"`
	// Line is the GPIO line of a passive buzzer, "GPIO13" or "13", with the output buzzer
	// alone, which plays the melody of each sound.
	Line string `toml:"line"`
	// Lines opens it; nil = this machine has none.
	Lines Lines `toml:"-"`
	// Rate is the rate of the mixer, 8000 to 192000 frames a second. 0 is
	// 48000. For a card that does not support it, the sound is resampled.
	Rate int `toml:"rate"`
	// Allow lists hosts, addresses and CIDR prefixes that sounds may be fetched
	// from although they are loopback, this machine's own, link-local or metadata
	// addresses.
	Allow []string `toml:"allow"`
	// Simulator says that the program does not run on a device: auto then
	// chooses the browser rather than nothing.
	Simulator bool `toml:"-"`
}

// Lines and Switch belong to a buzzer, see [output.Lines] and [output.Switch].
type (
	Lines  = output.Lines
	Switch = output.Switch
)

func (c Config) withDefaults() Config {
	if c.Output == "" {
		c.Output = "auto"
	}
	if c.Rate == 0 {
		c.Rate = 48000
	}
	return c
}

func (c Config) output() output.Config {
	return output.Config{Spec: c.Output, Rate: c.Rate, Simulator: c.Simulator, Line: c.Line, Lines: c.Lines}
}

// Check returns the faults of c, key and value, without looking at the machine.
func (c Config) Check() error {
	c = c.withDefaults()
	switch {
	case c.Output == "buzzer" && c.Line == "":
		return keyerr.New("line", `output = "buzzer" needs the GPIO line of the buzzer, such as line = "GPIO13"`)
	case c.Output != "buzzer" && c.Line != "":
		return keyerr.New("line", `line is for a buzzer: write output = "buzzer" beside it`)
	}
	if err := output.Check(c.output()); err != nil {
		return err
	}
	_, err := fetch.New(fetch.Config{Allow: c.Allow})
	return err
}

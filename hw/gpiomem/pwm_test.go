// SPDX-License-Identifier: Apache-2.0

package gpiomem

import (
	"errors"
	"testing"
	"testing/fstest"
	"time"

	"github.com/ledpost/ledpost/internal/must"
)

// chip models the PWM and clock blocks: what a pulse of the queued words is.
type chip struct {
	divisor, control, rng uint32
	fifo                  []uint32
	pulses                []time.Duration // sent, in order
	zeros                 int             // words of silence after the last one
	stuck                 bool
	running               bool // the clock
}

type pwmModel struct{ *chip }

func (c pwmModel) Load(offset uintptr) uint32 {
	if offset == pwmStatus && !c.stuck {
		return pwmEmpty
	}
	return 0
}

func (c pwmModel) Store(offset uintptr, v uint32) {
	switch offset {
	case pwmRange1:
		c.rng = v
	case pwmFIFO:
		c.fifo = append(c.fifo, v)
	case pwmControl:
		c.control = v
		if v&pwmClearFIFO != 0 {
			c.fifo = nil
		}
		if v&(pwmEnable1|pwmUseFIFO1) == pwmEnable1|pwmUseFIFO1 {
			c.send()
		}
	}
}

// send turns the words into a pulse: each lasts range ticks, of which as many
// are lit as its value.
func (c *chip) send() {
	tick := time.Duration(int64(c.divisor) * int64(time.Second) / 500e6)
	var lit time.Duration
	c.zeros = 0
	for _, w := range c.fifo {
		lit += time.Duration(min(w, c.rng)) * tick
		if w == 0 {
			c.zeros++
		}
	}
	c.pulses = append(c.pulses, lit)
	c.fifo = nil
}

type clockModel struct{ *chip }

func (c clockModel) Load(uintptr) uint32 {
	if c.stuck || c.running {
		return clockBusy
	}
	return 0
}

// Store takes a divisor only while the clock stands still, and nothing without
// the password.
func (c clockModel) Store(offset uintptr, v uint32) {
	switch {
	case v>>24 != 0x5a:
	case offset == clockDivisor && !c.running:
		c.divisor = v >> 12 & 0xfff
	case offset == clockControl && v&clockKill != 0:
		c.running = false
	case offset == clockControl && v&clockEnable != 0:
		c.running = v&15 == clockPLLD
	}
}

func TestPulsesDouble(t *testing.T) {
	const unit = 130 * time.Nanosecond
	c := &chip{running: true, divisor: 999} // as another program left it
	p := newPWM(pwmModel{c}, clockModel{c}, 500e6)
	must.Do(t, p.Start(unit))
	if !c.running {
		t.Fatal("the clock does not run")
	}
	for plane := range 11 {
		want := unit << plane
		p.Pulse(want)
		must.Do(t, p.Wait())
		got := c.pulses[plane]
		if diff := (got - want).Abs(); diff > want/50+unit/8 {
			t.Errorf("plane %d: %v, want %v", plane, got, want)
		}
		if c.zeros != 2 {
			t.Errorf("plane %d: %d words of silence, want 2", plane, c.zeros)
		}
		if c.control&pwmPolarity1 == 0 {
			t.Errorf("plane %d: the output is high while the pulse lasts", plane)
		}
	}
	p.Stop()
	if c.control&pwmEnable1 != 0 || c.control&pwmPolarity1 == 0 {
		t.Errorf("stopped with control %#x: the output is not high", c.control)
	}
}

func TestStuckPWMIsAnError(t *testing.T) {
	c := &chip{stuck: true}
	p := newPWM(pwmModel{c}, clockModel{c}, 500e6)
	if err := p.Start(time.Microsecond); !errors.Is(err, ErrPWMStuck) {
		t.Errorf("clock that does not stop: %v", err)
	}
	if err := p.Wait(); !errors.Is(err, ErrPWMStuck) {
		t.Errorf("pulse that does not end: %v", err)
	}
	if err := p.Start(time.Millisecond); err == nil {
		t.Error("a unit too long for the divisor is no error")
	}
}

func TestSoundUsesPWM(t *testing.T) {
	for _, c := range []struct {
		name, cards string
		want        bool
	}{
		{"none", "--- no soundcards ---\n", false},
		{"the jack",
			" 0 [Headphones     ]: bcm2835_headpho - bcm2835 Headphones\n                      bcm2835 Headphones\n", true},
		{"the jack and HDMI as one card, kernels up to 5.3",
			" 0 [ALSA           ]: bcm2835_alsa - bcm2835 ALSA\n                      bcm2835 ALSA\n", true},
		{"HDMI alone", " 0 [b1             ]: bcm2835_hdmi - bcm2835 HDMI 1\n                      bcm2835 HDMI 1\n", false},
		{"HDMI and the jack", " 0 [b1             ]: bcm2835_hdmi - bcm2835 HDMI 1\n                      bcm2835 HDMI 1\n" +
			" 1 [Headphones     ]: bcm2835_headpho - bcm2835 Headphones\n", true},
		{"HDMI of the other driver", " 0 [vc4hdmi        ]: vc4-hdmi - vc4-hdmi\n                      vc4-hdmi\n", false},
		{"USB", " 1 [Device         ]: USB-Audio - USB Audio Device\n", false},
		{"another card with the name in its description", " 1 [Device         ]: USB-Audio - bcm2835 imitated\n", false},
	} {
		root := fstest.MapFS{"proc/asound/cards": {Data: []byte(c.cards)}}
		must.Equal(t, SoundUsesPWM(root), c.want, c.name)
	}
	if SoundUsesPWM(fstest.MapFS{}) {
		t.Error("no list of cards")
	}
}

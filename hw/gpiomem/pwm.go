// SPDX-License-Identifier: Apache-2.0

package gpiomem

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"strings"
	"time"
)

// Offsets and bits of the PWM block (BCM2835 ARM Peripherals, section 9.6).
const (
	pwmControl = 0x00
	pwmStatus  = 0x04
	pwmRange1  = 0x10
	pwmFIFO    = 0x18

	pwmEnable1   = 1 << 0
	pwmPolarity1 = 1 << 4 // output inverted: low while the pulse lasts
	pwmUseFIFO1  = 1 << 5
	pwmClearFIFO = 1 << 6

	pwmEmpty = 1 << 1 // of the status
)

// Offsets and bits of the clock manager's PWM clock (BCM2835 ARM Peripherals,
// section 6.3, and its errata for the offsets).
const (
	clockControl = 0xa0
	clockDivisor = 0xa4

	clockPassword = 0x5a << 24
	clockEnable   = 1 << 4
	clockKill     = 1 << 5
	clockBusy     = 1 << 7
	clockPLLD     = 6
)

// ErrPWMStuck says that the PWM block did not end a pulse or its clock did not
// stop: something else drives it.
var ErrPWMStuck = errors.New("gpiomem: the PWM block does not answer; is another program or the sound driver using it?")

// registers is a block of the chip, or a test's model of one.
type registers interface {
	Load(offset uintptr) uint32
	Store(offset uintptr, v uint32)
}

// PWM makes pulses on channel 1, low while they last, whose length does not
// depend on the program being on time. One goroutine may use it.
type PWM struct {
	pwm    registers
	clock  registers
	source int64 // Hz
	tick   time.Duration
}

func newPWM(pwm, clock registers, source int64) *PWM {
	return &PWM{pwm: pwm, clock: clock, source: source}
}

// PWMFunction is the function that connects pin to channel 1; ok is false for
// a pin that cannot be.
func PWMFunction(pin int) (f Function, ok bool) {
	switch pin {
	case 12:
		return Alt0, true
	case 18:
		return Alt5, true
	}
	return 0, false
}

// Start sets the clock for pulses of unit, at most 20 µs, and longer, and stops
// what the block was doing.
func (p *PWM) Start(unit time.Duration) error {
	divisor := max(int64(unit)*p.source/int64(time.Second)/4, 2) // four ticks a unit
	if divisor > 0xfff {
		return fmt.Errorf("gpiomem: a unit of %v is too long for the PWM clock", unit)
	}
	p.tick = time.Duration(divisor * int64(time.Second) / p.source)
	p.pwm.Store(pwmControl, 0)
	p.clock.Store(clockControl, clockPassword|clockKill)
	if !within(10*time.Millisecond, func() bool { return p.clock.Load(clockControl)&clockBusy == 0 }) {
		return ErrPWMStuck
	}
	p.clock.Store(clockDivisor, clockPassword|uint32(divisor)<<12)
	p.clock.Store(clockControl, clockPassword|clockPLLD)
	p.clock.Store(clockControl, clockPassword|clockPLLD|clockEnable)
	return nil
}

// long is from how many ticks on a pulse is sent in pieces. The block says that
// a pulse is over only when the zero after it is: the pieces make that short.
const (
	long   = 16
	pieces = 8
)

// Pulse begins a pulse of d, rounded to ticks. The one before must be over.
func (p *PWM) Pulse(d time.Duration) {
	ticks := uint32(max((d+p.tick/2)/p.tick, 1))
	n := uint32(1)
	if ticks >= long {
		n, ticks = pieces, (ticks+pieces/2)/pieces
	}
	p.pwm.Store(pwmControl, pwmPolarity1|pwmClearFIFO)
	p.pwm.Store(pwmRange1, ticks)
	for range n {
		p.pwm.Store(pwmFIFO, ticks)
	}
	// The block loads a word ahead: with two zeros the FIFO is empty no earlier
	// than the pulse is over.
	p.pwm.Store(pwmFIFO, 0)
	p.pwm.Store(pwmFIFO, 0)
	p.pwm.Store(pwmControl, pwmEnable1|pwmPolarity1|pwmUseFIFO1)
}

// Wait returns when the pulse is over.
func (p *PWM) Wait() error {
	if !within(10*time.Millisecond, func() bool { return p.pwm.Load(pwmStatus)&pwmEmpty != 0 }) {
		return ErrPWMStuck
	}
	return nil
}

// Stop leaves the output high for good.
func (p *PWM) Stop() { p.pwm.Store(pwmControl, pwmPolarity1) }

func within(limit time.Duration, done func() bool) bool {
	for start := time.Now(); !done(); {
		if time.Since(start) > limit {
			return done()
		}
	}
	return true
}

// SoundUsesPWM reports whether the kernel's driver of on-board sound (snd_bcm2835)
// has taken the PWM block, by the list of cards below root, the file system's. Its
// cards of HDMI alone do not: the firmware plays those.
func SoundUsesPWM(root fs.FS) bool {
	f, err := root.Open("proc/asound/cards")
	if err != nil {
		return false
	}
	defer f.Close()
	cards, _ := io.ReadAll(io.LimitReader(f, 64<<10))
	// A card has two lines; the first is "0 [Headphones ]: bcm2835_headpho - bcm2835 Headphones".
	for line := range strings.Lines(string(cards)) {
		_, driver, ok := strings.Cut(line, "]: ")
		if ok && strings.HasPrefix(driver, "bcm2835") && !strings.Contains(driver, "HDMI") {
			return true
		}
	}
	return false
}

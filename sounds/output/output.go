// SPDX-License-Identifier: Apache-2.0

// Package output has the outputs for sound: a card through ALSA, a sound
// server, a player program, a file, or nothing at the right pace. It needs no
// C.
package output

import (
	"errors"
	"path/filepath"
	"strings"
	"time"

	"github.com/ledpost/ledpost/internal/keyerr"
	"github.com/ledpost/ledpost/sounds/wav"
)

// An Output plays sound. Only one goroutine may use it.
type Output interface {
	// Rate returns the frames a second that it plays; the rate does not change.
	Rate() int
	// Write plays block, full scale = 1; louder samples are clipped. It waits
	// until there is room, which sets the player's pace, and must not keep
	// block. After an error the Output can only be closed.
	Write(block [][2]float64) error
	// Close stops at once; the last samples written may not be heard.
	Close() error
}

// A Counter is an Output that counts how often it ran dry.
type Counter interface{ Underruns() uint64 }

// Buffer is how many frames an output holds where it can choose: 171 ms at
// 48,000 a second. Period is how many it takes at once.
const (
	Period  = 1024
	Buffer  = 8 * Period
	MinRate = 8000
	MaxRate = 192000
)

// Config says which output is wanted.
type Config struct {
	// auto, alsa[:hw:CARD,DEVICE], aplay[:DEVICE], pw-cat, pulse, wav:FILE, buzzer, null, browser; "" = auto
	Spec      string
	Rate      int    // wanted; an Output may have another
	Simulator bool   // auto takes the browser rather than null
	Line      string // of a buzzer
	Lines     Lines  // opens it; nil = no line
}

// A Choice is an output that was found and can be opened, again and again.
type Choice struct {
	Name string // as Spec would name it, e.g. "alsa:hw:0,0"
	Info string // what a person calls it, e.g. "bcm2835 Headphones"
	// Muted is the setting of the card's own mixer because of which nothing would
	// be heard, e.g. "Master Playback Switch"; "" = none.
	Muted string
	Heard bool // it leads to a device, which must be fed in time
	// Why is the fault of the sound cards. It is set only if auto chose null or browser.
	Why  error
	Open func() (Output, error)
}

// Silent reports whether the choice makes no sound at this machine.
func (c Choice) Silent() bool { return c.Name == "null" }

// ErrNone is returned by Find with "alsa" when no card can be used.
var ErrNone = errors.New("output: no sound card that takes 16 or 32 bit samples")

// Check returns the first fault of c as a [keyerr.Error], without looking at the machine.
func Check(c Config) error {
	if c.Rate < MinRate || c.Rate > MaxRate {
		return keyerr.New("rate", "%d, want %d to %d", c.Rate, MinRate, MaxRate)
	}
	kind, arg, has := strings.Cut(c.Spec, ":")
	switch kind {
	case "", "auto", "pw-cat", "pulse", "buzzer", "null", "browser":
		if has {
			return keyerr.New("output", "%q: %s takes nothing after it", c.Spec, kind)
		}
		return nil
	case "alsa":
		if !has {
			return nil
		}
		_, _, err := parseCard(arg)
		return keyerr.In("output", err)
	case "aplay":
		if has && arg == "" {
			return keyerr.New("output", "%q: no device", c.Spec)
		}
		return nil
	case "wav":
		if arg == "" {
			return keyerr.New("output", "%q: no file", c.Spec)
		}
		return nil
	}
	return keyerr.New(
		"output", "%q is not one of auto, alsa, alsa:hw:CARD,DEVICE, aplay, aplay:DEVICE, pw-cat, pulse, wav:FILE, "+
			"buzzer, null, browser", c.Spec)
}

// Find chooses an output of the machine. It opens nothing for playing.
func Find(c Config) (Choice, error) {
	if err := Check(c); err != nil {
		return Choice{}, err
	}
	kind, arg, _ := strings.Cut(c.Spec, ":")
	switch kind {
	case "alsa":
		return findALSA(arg, c.Rate)
	case "aplay":
		return findAplay(arg, c.Rate)
	case "pw-cat":
		return findPwCat(c.Rate)
	case "pulse":
		return findPulse(c.Rate)
	case "wav":
		return findWAV(arg, c.Rate), nil
	case "buzzer":
		return findBuzzer(c)
	case "null", "browser":
		return silent(kind, c.Rate), nil
	}
	return auto(c), nil
}

// auto chooses a sound server if one runs, otherwise a card, otherwise aplay if
// there is a card it may be able to use (HDMI), otherwise the browser or
// nothing.
func auto(c Config) Choice {
	var why error
	finds := []func() (Choice, error){
		func() (Choice, error) { return findPulse(c.Rate) },
		func() (Choice, error) { return findPwCat(c.Rate) },
		func() (choice Choice, err error) { choice, err = findALSA("", c.Rate); why = err; return choice, err },
	}
	if cards, _ := filepath.Glob("/dev/snd/pcmC*p"); len(cards) > 0 {
		finds = append(finds, func() (Choice, error) { return findAplay("", c.Rate) })
	}
	for _, find := range finds {
		if choice, err := find(); err == nil {
			return choice
		}
	}
	choice := silent("null", c.Rate)
	if c.Simulator {
		choice = silent("browser", c.Rate)
	}
	choice.Why = why
	return choice
}

func silent(name string, rate int) Choice {
	return Choice{Name: name, Open: func() (Output, error) { return NewNull(rate), nil }}
}

// Null discards sound at the pace of a card with a buffer of Buffer frames.
type Null struct{ pace }

// NewNull returns a Null of rate frames a second.
func NewNull(rate int) *Null { return &Null{pace{rate: rate, ahead: Buffer}} }

// Write waits until there would be room for block.
func (n *Null) Write(block [][2]float64) error {
	n.wait(len(block))
	return nil
}

// Close does nothing.
func (n *Null) Close() error { return nil }

// pace is the clock of an imaginary card.
type pace struct {
	rate      int
	ahead     int // frames that may be written before they are played
	start     time.Time
	frames    int64 // written since start
	underruns uint64
}

// Rate returns the frames a second.
func (p *pace) Rate() int { return p.rate }

// Underruns returns how often the next block came too late.
func (p *pace) Underruns() uint64 { return p.underruns }

// wait takes n more frames, and waits while more than ahead are not yet played.
func (p *pace) wait(n int) {
	now := time.Now()
	if late := now.Sub(p.at(p.frames)); p.frames == 0 || late > 0 {
		if p.frames > 0 {
			p.underruns++
		}
		p.start, p.frames = now, 0
	}
	p.frames += int64(n)
	if early := p.at(p.frames - int64(p.ahead)).Sub(now); early > 0 {
		time.Sleep(early)
	}
}

// at returns when frame n is played.
func (p *pace) at(n int64) time.Time {
	rate := int64(p.rate)
	return p.start.Add(time.Duration(n/rate)*time.Second + time.Duration(n%rate)*time.Second/time.Duration(rate))
}

// wavFile writes the sound to a file, at the pace of a card.
type wavFile struct {
	pace
	file   *wav.File
	blocks int
}

// findWAV returns a Choice for the file. When the output is opened again it
// continues where it stopped, because a player closes its output while there is
// nothing to hear.
func findWAV(name string, rate int) Choice {
	format := wav.Format{Rate: rate, Channels: 2, Bits: 16}
	begun := false
	return Choice{Name: "wav:" + name, Open: func() (Output, error) {
		open := wav.Create
		if begun {
			open = wav.Continue
		}
		f, err := open(name, format)
		if err != nil {
			return nil, err
		}
		begun = true
		return &wavFile{pace: pace{rate: rate, ahead: Buffer}, file: f}, nil
	}}
}

// flushEvery is how many blocks may be missing in the header after a crash.
const flushEvery = 16

func (w *wavFile) Write(block [][2]float64) error {
	if err := w.file.Write(block); err != nil {
		return err
	}
	if w.blocks++; w.blocks%flushEvery == 0 {
		if err := w.file.Flush(); err != nil {
			return err
		}
	}
	w.wait(len(block))
	return nil
}

func (w *wavFile) Close() error { return w.file.Close() }

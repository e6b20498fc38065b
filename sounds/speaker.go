// SPDX-License-Identifier: Apache-2.0

package sounds

import (
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"time"

	"github.com/ledpost/ledpost/sounds/output"
	"github.com/ledpost/ledpost/sounds/resample"
)

const (
	retryTime = 5 * time.Second  // until a failed output is tried again
	idleTime  = 10 * time.Second // of silence, then the output is closed
)

// errNoSpeaker is Err's when auto found nothing to play on.
var errNoSpeaker = errors.New("sounds: no sound card, sound server or aplay was found")

// silence is why nothing would be heard from choice, or nil.
func silence(choice output.Choice, cfg output.Config) error {
	switch {
	case choice.Silent() && cfg.Spec != "null" && choice.Why != nil:
		return fmt.Errorf("%w: %w", errNoSpeaker, choice.Why)
	case choice.Silent() && cfg.Spec != "null":
		return errNoSpeaker
	case choice.Muted != "":
		return fmt.Errorf("sounds: %s (%s) is muted by %q: unmute it with alsamixer", choice.Name, choice.Info, choice.Muted)
	}
	return nil
}

// finder returns output.Find, but finds a file only once: found again, the file
// would be started again, and its recording lost.
func finder() func(output.Config) (output.Choice, error) {
	var of output.Config
	var file output.Choice
	return func(c output.Config) (output.Choice, error) {
		if file.Open != nil && c == of {
			return file, nil
		}
		choice, err := output.Find(c)
		if err == nil && strings.HasPrefix(c.Spec, "wav:") {
			of, file = c, choice
		}
		return choice, err
	}
}

// A speaker owns the output: it opens it for the first sound, closes it after
// ten seconds of silence, and keeps the pace while a failed output is away.
// Only one goroutine may use it.
type speaker struct {
	cfg      output.Config
	log      *slog.Logger
	find     func(output.Config) (output.Choice, error)
	mix      func(block [][2]float64) // fills a block at cfg.Rate
	bank     *resample.Bank           // the last used, which leads to bankRate
	bankRate int

	out       output.Output // nil = closed
	choice    output.Choice // what out is, or was
	standIn   bool          // out only keeps the pace
	opened    time.Time     // when out was, or standIn began
	converter *resample.Resampler
	block     [blockFrames][2]float64
	underruns uint64 // of the outputs before out
	err       error
	said      string // last message, to log it only once
	hasty     bool   // the thread has asked for real-time priority
}

// probe logs which output will be used, without opening it.
func (s *speaker) probe() {
	choice, err := s.find(s.cfg)
	s.report(choice, err)
}

// report stores the found output, and logs it once.
func (s *speaker) report(choice output.Choice, err error) {
	if err == nil {
		err = silence(choice, s.cfg)
	}
	s.err = err
	text := choice.Name
	if err != nil {
		text = err.Error()
	}
	if text == s.said {
		return
	}
	s.said = text
	if err != nil {
		s.log.Warn("no sound", "err", err)
	} else {
		s.log.Info("sound", "output", choice.Name, "device", choice.Info)
	}
}

// open opens the output if it is closed.
func (s *speaker) open() {
	if s.out != nil {
		return
	}
	choice, err := s.find(s.cfg)
	var out output.Output
	if err == nil {
		out, err = choice.Open()
	}
	s.report(choice, err)
	s.choice = choice
	if choice.Heard && !s.hasty {
		s.hasty = true
		if err := realTime(); err != nil {
			s.log.Info("no real-time scheduling for sound; LimitRTPRIO allows it", "err", err)
		}
	}
	s.use(out, out == nil || errors.Is(s.err, errNoSpeaker))
}

// use plays on out; if out is nil or silent, it is replaced after a while.
func (s *speaker) use(out output.Output, standIn bool) {
	if out == nil {
		out = output.NewNull(s.cfg.Rate)
	}
	s.out, s.standIn, s.opened = out, standIn, time.Now()
	s.converter = nil
	if rate := out.Rate(); rate != s.cfg.Rate {
		if s.bankRate != rate {
			s.bank, s.bankRate = resample.NewBank(s.cfg.Rate, rate), rate
		}
		s.converter = resample.New(s.bank, &mixed{mix: s.mix})
	}
}

// play mixes one block and writes it.
func (s *speaker) play() {
	if s.standIn && time.Since(s.opened) >= retryTime {
		s.close()
		s.open()
	}
	if s.converter != nil {
		s.converter.Stream(s.block[:])
	} else {
		s.mix(s.block[:])
	}
	if err := s.out.Write(s.block[:]); err != nil {
		s.recover(err)
	}
}

// recover opens a failed output again, or plays without one for a while if it
// failed soon after it was opened.
func (s *speaker) recover(err error) {
	soon := time.Since(s.opened) < retryTime
	s.close()
	s.underruns++
	if soon {
		s.report(s.choice, err)
		s.use(nil, true)
		return
	}
	s.log.Warn("sound output failed", "output", s.choice.Name, "err", err)
	s.open()
}

func (s *speaker) close() {
	if s.out == nil {
		return
	}
	s.underruns = s.dry()
	s.out.Close()
	s.out = nil
}

// dry is how often outputs ran dry since the start.
func (s *speaker) dry() uint64 {
	if c, ok := s.out.(output.Counter); ok && !s.standIn {
		return s.underruns + c.Underruns()
	}
	return s.underruns
}

// drain plays silence until all that was written has been heard.
func (s *speaker) drain() {
	if s.standIn {
		return
	}
	for range output.Buffer/output.Period + 1 {
		if s.out != nil && !s.standIn {
			s.play()
		}
	}
}

// mixed is the mixer as the source of a resampler: it still mixes whole blocks.
type mixed struct {
	mix   func([][2]float64)
	block [blockFrames][2]float64
	rest  [][2]float64 // of block, not yet drawn
}

// Stream fills samples.
func (m *mixed) Stream(samples [][2]float64) (n int, ok bool) {
	for n < len(samples) {
		if len(m.rest) == 0 {
			m.rest = m.block[:]
			m.mix(m.rest)
		}
		k := copy(samples[n:], m.rest)
		m.rest = m.rest[k:]
		n += k
	}
	return n, true
}

// Err is nil: the mixer never ends.
func (*mixed) Err() error { return nil }

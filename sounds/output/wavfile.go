// SPDX-License-Identifier: Apache-2.0

package output

import "github.com/ledpost/ledpost/sounds/wav"

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

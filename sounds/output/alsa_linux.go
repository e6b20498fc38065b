// SPDX-License-Identifier: Apache-2.0

package output

import (
	"errors"
	"fmt"
	"io/fs"
	"strconv"
	"syscall"

	"github.com/gen2brain/alsa"

	"github.com/ledpost/ledpost/sounds/wav"
)

// findALSA finds the card that arg names (hw:CARD,DEVICE), or the first that
// takes 16 or 32 bits. It does not open the card for playing: with some
// amplifiers that makes a cracking noise.
func findALSA(arg string, rate int) (Choice, error) {
	cards, err := alsa.EnumerateCards()
	if err != nil {
		return Choice{}, fmt.Errorf("%w: %w", ErrNone, err)
	}
	if arg != "" {
		return namedCard(cards, arg, rate)
	}
	why := ErrNone
	for _, c := range cards {
		for _, d := range c.Devices {
			if !d.IsPlayback {
				continue
			}
			if choice, err := card(c, d.ID, rate); err == nil {
				return choice, nil
			} else if !errors.Is(err, ErrNone) {
				why = err // "busy" and "permission denied" help more than "none"
			}
		}
	}
	return Choice{}, why
}

func namedCard(cards []alsa.SoundCard, arg string, rate int) (Choice, error) {
	name, device, err := parseCard(arg)
	if err != nil {
		return Choice{}, err
	}
	for _, c := range cards {
		if c.Name == name || strconv.Itoa(c.ID) == name {
			return card(c, device, rate)
		}
	}
	return Choice{}, fmt.Errorf("output: no sound card is called %q", name)
}

func card(c alsa.SoundCard, device, rate int) (Choice, error) {
	name := fmt.Sprintf("alsa:hw:%d,%d", c.ID, device)
	can, err := capabilities(c.ID, device)
	if err != nil {
		return Choice{}, fmt.Errorf("output: %s (%s): %w%s", name, c.Description, err, advice(err))
	}
	tries := choose(can, rate)
	if len(tries) == 0 {
		return Choice{}, fmt.Errorf("%w: %s (%s)", ErrNone, name, c.Description)
	}
	return Choice{Name: name, Info: c.Description, Heard: true, Muted: mutes(controls(c.ID)),
		Open: func() (Output, error) {
			return openALSA(c.ID, device, tries)
		}}, nil
}

// controls returns the controls of the card's mixer; a card without a mixer has
// none.
func controls(card int) (list []control) {
	m, err := alsa.MixerOpen(uint(card))
	if err != nil {
		return nil
	}
	defer m.Close()
	for _, c := range m.Ctls {
		lowest := 0
		switch c.Type() {
		case alsa.SNDRV_CTL_ELEM_TYPE_BOOLEAN:
		case alsa.SNDRV_CTL_ELEM_TYPE_INTEGER:
			if lowest, err = c.RangeMin(); err != nil {
				continue
			}
		default:
			continue
		}
		off := true
		for i := range c.NumValues() {
			v, err := c.Value(uint(i))
			off = off && err == nil && v <= lowest
		}
		list = append(list, control{c.Name(), off})
	}
	return list
}

// advice returns what the user can do about err.
func advice(err error) string {
	switch {
	case errors.Is(err, fs.ErrPermission):
		return ": add the user to the group audio"
	case errors.Is(err, syscall.EBUSY):
		return ": another program uses it"
	}
	return ""
}

func capabilities(card, device int) (c caps, err error) {
	p, err := alsa.PcmParamsGet(uint(card), uint(device), alsa.PCM_OUT)
	if err != nil {
		return c, err
	}
	c.s16 = p.FormatIsSupported(alsa.SNDRV_PCM_FORMAT_S16_LE)
	c.s32 = p.FormatIsSupported(alsa.SNDRV_PCM_FORMAT_S32_LE)
	for _, v := range []struct {
		to  *uint32
		get func(alsa.PcmParam) (uint32, error)
		of  alsa.PcmParam
	}{
		{&c.minRate, p.Min, alsa.SNDRV_PCM_HW_PARAM_RATE},
		{&c.maxRate, p.Max, alsa.SNDRV_PCM_HW_PARAM_RATE},
		{&c.minChans, p.Min, alsa.SNDRV_PCM_HW_PARAM_CHANNELS},
		{&c.maxChans, p.Max, alsa.SNDRV_PCM_HW_PARAM_CHANNELS},
	} {
		if *v.to, err = v.get(v.of); err != nil {
			return c, err
		}
	}
	return c, nil
}

func openALSA(card, device int, tries []params) (Output, error) {
	var first error
	for _, t := range tries {
		format := alsa.SNDRV_PCM_FORMAT_S16_LE
		if t.bits == 32 {
			format = alsa.SNDRV_PCM_FORMAT_S32_LE
		}
		// Every value is set: the library does not keep its defaults.
		pcm, err := alsa.PcmOpen(uint(card), uint(device), alsa.PCM_OUT, &alsa.Config{
			Channels: t.channels, Rate: t.rate, Format: format,
			PeriodSize: t.period, PeriodCount: t.count,
			StartThreshold: 2 * t.period, // further blocks are mixed faster than they play
			StopThreshold:  t.period * t.count,
			AvailMin:       t.period,
		})
		if err == nil {
			return newCard(pcm, int(pcm.Rate()), int(t.channels), t.bits), nil
		}
		if first == nil {
			first = err
		}
		if !errors.Is(err, syscall.EINVAL) {
			break // other parameters would not help
		}
	}
	return nil, fmt.Errorf("output: alsa:hw:%d,%d: %w%s", card, device, first, advice(first))
}

// pcm is the subset of an open device's methods that is used. Write recovers
// from underruns.
type pcm interface {
	Write(data any) (int, error)
	Xruns() int
	Close() error
}

// alsaCard writes blocks to a card in its own format.
type alsaCard struct {
	pcm      pcm
	rate     int
	channels int
	s16      []int16 // one of the two: a block of Period frames
	s32      []int32
	data     any // that block, made once: converting a slice to any allocates
}

func newCard(p pcm, rate, channels int, bits uint32) *alsaCard {
	c := &alsaCard{pcm: p, rate: rate, channels: channels}
	if bits == 32 {
		c.s32 = make([]int32, Period*channels)
		c.data = c.s32
	} else {
		c.s16 = make([]int16, Period*channels)
		c.data = c.s16
	}
	return c
}

func (c *alsaCard) Rate() int { return c.rate }

func (c *alsaCard) Underruns() uint64 { return uint64(c.pcm.Xruns()) }

func (c *alsaCard) Close() error { return c.pcm.Close() }

func (c *alsaCard) Write(block [][2]float64) error {
	for len(block) > 0 {
		n := min(len(block), Period)
		for i, s := range block[:n] {
			c.put(i, s)
		}
		data := c.data
		if n < Period { // never while playing: its blocks have Period frames
			data = c.first(n)
		}
		if _, err := c.pcm.Write(data); err != nil {
			return fmt.Errorf("output: alsa: %w", err)
		}
		block = block[n:]
	}
	return nil
}

// put stores frame i: the mean of both channels where there is one, the first
// two where there are more.
func (c *alsaCard) put(i int, s [2]float64) {
	if c.channels == 1 {
		s[0] = (s[0] + s[1]) / 2
	}
	for ch := range min(2, c.channels) {
		if c.s16 != nil {
			c.s16[i*c.channels+ch] = wav.S16(s[ch])
		} else {
			c.s32[i*c.channels+ch] = wav.S32(s[ch])
		}
	}
}

func (c *alsaCard) first(n int) any {
	if c.s16 != nil {
		return c.s16[:n*c.channels]
	}
	return c.s32[:n*c.channels]
}

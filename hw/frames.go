// SPDX-License-Identifier: Apache-2.0

package hw

import (
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"io"
	"iter"
	"slices"
	"time"

	"github.com/ledpost/ledpost/hw/vcd"
)

// Frames plays captures into the emulated panel that cfg describes, and calls show
// with each picture of light that it shows, in order of time; an error of show ends
// it, and io.EOF there is no error. It returns when the first of the captures ends. A panel wants one capture, a
// composite one for each part, in order. Times of a composite count from when the first of its recordings began,
// as their headers say; where one does not say, or they began more than a minute apart, each counts from its own
// beginning. Lines names the lines of captures that do not have their usual names. A picture may be one within a
// change, of which the next packet brings the rest.
func Frames(cfg PanelConfig, captures []io.Reader, lines vcd.Wiring,
	show func(at time.Duration, m image.Image) error) (end time.Duration, err error) {
	parts := cfg.Parts()
	switch {
	case cfg.fault != nil:
		return 0, fmt.Errorf("hw: panel: %w", cfg.fault)
	case len(parts) == 0:
		return 0, errNoPanel
	case len(captures) != len(parts):
		return 0, fmt.Errorf("hw: %d captures, want %d: one for each part of the panel", len(captures), len(parts))
	}
	readers, err := openAll(captures, cfg.driver == composed)
	if err != nil {
		return 0, ended(err)
	}
	if cfg.driver == composed {
		end, err = cfg.playAll(parts, readers, lines, show)
	} else {
		end, err = cfg.play(readers[0], lines, show)
	}
	return end, ended(err)
}

// openAll reads the headers of captures, which may be of parts.
func openAll(captures []io.Reader, parts bool) (all []*vcd.Reader, err error) {
	for i, c := range captures {
		d, err := vcd.NewReader(c)
		if err != nil {
			if parts {
				err = fmt.Errorf("part %d: %w", i+1, err)
			}
			return nil, err
		}
		all = append(all, d)
	}
	return all, nil
}

var errNoPanel = errors.New("hw: there is no panel to compare with")

// ended returns err with the name of the package, nil for io.EOF.
func ended(err error) error {
	if err == nil || errors.Is(err, io.EOF) {
		return nil
	}
	return fmt.Errorf("hw: %w", err)
}

// play plays the capture of one bus, and returns when it ends.
func (c PanelConfig) play(d *vcd.Reader, lines vcd.Wiring,
	show func(at time.Duration, m image.Image) error) (end time.Duration, err error) {
	e, err := emulate(c)
	if err != nil {
		return 0, err
	}
	err = e.Play(d, lines, func(at time.Duration) error { return show(at, e.Picture()) })
	return d.At(), err
}

// moment is a picture and when it was complete, or why there is none.
type moment struct {
	at      time.Duration
	picture image.Image
	err     error
}

// moments yields what play shows of a capture that begins so late, one after the other, and notes when it ends.
func (c PanelConfig) moments(d *vcd.Reader, lines vcd.Wiring,
	late time.Duration, ends *time.Duration) iter.Seq[moment] {
	return func(yield func(moment) bool) {
		end, err := c.play(d, lines, func(at time.Duration, m image.Image) error {
			if !yield(moment{at: at + late, picture: m}) {
				return io.EOF
			}
			return nil
		})
		if *ends = end + late; err != nil && !errors.Is(err, io.EOF) {
			yield(moment{err: err})
		}
	}
}

// playAll plays the captures of a composite beside each other: whenever one part
// shows another picture, so does the whole. It returns when the first of them ends.
func (c PanelConfig) playAll(parts []Part, captures []*vcd.Reader, lines vcd.Wiring,
	show func(at time.Duration, m image.Image) error) (time.Duration, error) {
	whole := newMosaic(c.plan.Size, parts)
	ends, late := make([]time.Duration, len(parts)), delays(captures)
	pull, coming := make([]func() (moment, bool), len(parts)), make([]*moment, len(parts))
	for i, part := range parts {
		next, stop := iter.Pull(part.Panel.moments(captures[i], lines, late[i], &ends[i]))
		defer stop()
		pull[i] = next
		if m, ok := next(); ok {
			coming[i] = &m
		}
	}
	for {
		first := -1
		for i, m := range coming {
			if m != nil && m.err != nil {
				return 0, fmt.Errorf("part %d: %w", i+1, m.err)
			}
			if m != nil && (first < 0 || m.at < coming[first].at) {
				first = i
			}
		}
		if first < 0 {
			return slices.Min(ends), nil
		}
		now := coming[first]
		whole = whole.with(first, now.picture)
		if m, ok := pull[first](); ok {
			coming[first] = &m
		} else {
			coming[first] = nil
		}
		if err := show(now.at, whole); err != nil {
			return 0, err
		}
	}
}

// atOnce is how far apart the recordings of one device begin at most: others are of different runs.
const atOnce = time.Minute

// delays returns how much later each recording of one device began than the first of them; 0 where one does not say
// when it began, as those of logic analysers, which begin together.
func delays(captures []*vcd.Reader) []time.Duration {
	none, all := make([]time.Duration, len(captures)), make([]time.Duration, len(captures))
	first := slices.MinFunc(captures, func(a, b *vcd.Reader) int { return a.Began().Compare(b.Began()) }).Began()
	for i, d := range captures {
		if all[i] = d.Began().Sub(first); d.Began().IsZero() || all[i] > atOnce {
			return none
		}
	}
	return all
}

// mosaic is the picture of a composite, black where nothing is shown. It is never
// changed.
type mosaic struct {
	size   image.Point
	places []image.Rectangle
	pieces []image.Image // nil = dark
}

func newMosaic(size image.Point, parts []Part) mosaic {
	m := mosaic{size: size, pieces: make([]image.Image, len(parts))}
	for _, p := range parts {
		m.places = append(m.places, image.Rectangle{Max: p.Panel.plan.Size}.Add(p.At))
	}
	return m
}

// with returns the picture with another piece.
func (m mosaic) with(i int, piece image.Image) mosaic {
	m.pieces = append([]image.Image(nil), m.pieces...)
	m.pieces[i] = piece
	return m
}

func (m mosaic) ColorModel() color.Model { return color.NRGBA64Model }
func (m mosaic) Bounds() image.Rectangle { return image.Rectangle{Max: m.size} }

// At implements image.Image.
func (m mosaic) At(x, y int) color.Color {
	for i, r := range m.places {
		if piece := m.pieces[i]; piece != nil && image.Pt(x, y).In(r) {
			return color.NRGBA64Model.Convert(piece.At(x-r.Min.X, y-r.Min.Y))
		}
	}
	return color.NRGBA64{A: 0xffff}
}

// Light returns what the LEDs of the panel show when its driver draws picture, which
// has the panel's size, at a brightness above 0 to 1.
func Light(cfg PanelConfig, picture *image.RGBA, brightness float64) (image.Image, error) {
	parts := cfg.Parts()
	switch {
	case cfg.fault != nil:
		return nil, fmt.Errorf("hw: panel: %w", cfg.fault)
	case len(parts) == 0:
		return nil, errNoPanel
	}
	if got, want := picture.Rect.Size(), cfg.plan.Size; got != want {
		return nil, fmt.Errorf("hw: the expected picture has %d×%d pixels, the panel %d×%d", got.X, got.Y, want.X, want.Y)
	}
	if cfg.driver != composed {
		m, err := cfg.light(picture, brightness)
		if err != nil {
			return nil, fmt.Errorf("hw: %w", err)
		}
		return m, nil
	}
	whole := newMosaic(cfg.plan.Size, parts)
	for i, r := range whole.places {
		piece := image.NewRGBA(image.Rectangle{Max: r.Size()})
		draw.Draw(piece, piece.Rect, picture, picture.Rect.Min.Add(r.Min), draw.Src)
		m, err := parts[i].Panel.light(piece, brightness)
		if err != nil {
			return nil, fmt.Errorf("hw: part %d: %w", i+1, err)
		}
		whole.pieces[i] = m
	}
	return whole, nil
}

// light is Light of one panel.
func (c PanelConfig) light(picture *image.RGBA, brightness float64) (image.Image, error) {
	e, err := emulate(c)
	if err != nil {
		return nil, err
	}
	p, err := e.Open()
	if err != nil {
		return nil, err
	}
	if err := p.SetBrightness(brightness); err != nil {
		return nil, err
	}
	if err := p.Draw(p.Bounds(), picture, picture.Rect.Min); err != nil {
		return nil, err
	}
	return e.Picture(), nil
}

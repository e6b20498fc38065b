// SPDX-License-Identifier: Apache-2.0

package sounds

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/ledpost/ledpost/internal/durable"
	"github.com/ledpost/ledpost/sounds/decode"
	"github.com/ledpost/ledpost/sounds/fetch"
	"github.com/ledpost/ledpost/sounds/output"
	"github.com/ledpost/ledpost/sounds/synth"
	"github.com/ledpost/ledpost/sounds/wav"
)

// ErrUnknown is returned for a built-in sound that does not exist.
var ErrUnknown = errors.New("sounds: no such built-in sound")

// Categories returns the categories of the built-in sounds that clients may ask for (docs/api.md,
// Sounds).
func Categories() []string { return []string{"notifications", "alarms"} }

// IDs returns the ids of a category, nil for an unknown category.
func IDs(category string) []string { return synth.IDs(category) }

// Exists reports whether category has a built-in sound id that clients may ask for.
func Exists(category, id string) bool { return category != synth.Motions && synth.Known(category, id) }

// WAV writes the built-in sound as a 16-bit mono WAV file at rate, or returns
// ErrUnknown before it has written anything. It may take some hundred
// milliseconds.
func WAV(w io.Writer, category, id string, rate int) error {
	if !Exists(category, id) {
		return fmt.Errorf("%w: %s/%s", ErrUnknown, category, id)
	}
	pcm, err := synth.Render(category, id, rate)
	if err != nil {
		return fmt.Errorf("sounds: %w", err)
	}
	return wav.Mono(w, pcm, rate)
}

// lookup reads "id" or "category/id".
func lookup(src string) (b Builtin, ok bool) {
	for _, c := range synth.Categories() {
		id := strings.TrimPrefix(src, c+"/")
		if synth.Known(c, id) {
			return Builtin{c, id}, true
		}
	}
	return b, false
}

func isURL(src string) bool { return strings.Contains(src, "://") }

// Write decodes src, the id of a built-in sound, a file or a URL, whole into the WAV
// file out, at full scale with 16 bits or as 32-bit float: at the sound's own rate, a
// built-in sound at the rate of cfg. If the rate changes on the way, the first one is
// kept. out may be src; on an error it stays as it was.
func Write(ctx context.Context, cfg Config, src, out string, float bool) error {
	cfg = cfg.withDefaults()
	if err := cfg.Check(); err != nil {
		return err
	}
	if b, ok := lookup(src); ok {
		return writeBuiltin(b, cfg.Rate, out, float)
	}
	s, done, err := openSource(ctx, cfg, src)
	if err != nil {
		return err
	}
	defer done()
	return writeStream(ctx, s, out, float)
}

// openSource opens a file or a URL. done releases what it opened.
func openSource(ctx context.Context, cfg Config, src string) (s decode.Stream, done func(), err error) {
	if !isURL(src) {
		o, err := openFile(src)
		if err != nil {
			return nil, nil, fmt.Errorf("sounds: %w", err)
		}
		return o.sound, func() { o.source.Close() }, nil
	}
	client, err := fetch.New(fetch.Config{Allow: cfg.Allow})
	if err != nil {
		return nil, nil, err
	}
	ctx, cancel := context.WithCancel(ctx)
	d, ended := client.Download(src), make(chan struct{})
	go func() { defer close(ended); d.Run(ctx) }()
	done = func() { cancel(); <-ended }
	o, err := openDownload(ctx, d, Track{}, func() {})
	if err != nil {
		done()
		return nil, nil, err
	}
	return o.sound, done, nil
}

func writeBuiltin(b Builtin, rate int, out string, float bool) error {
	pcm, err := synth.Render(b.Category, b.ID, rate)
	if err != nil {
		return fmt.Errorf("sounds: %w", err)
	}
	w, err := newDraft(out, wavFormat(rate, 1, float))
	if err != nil {
		return err
	}
	block := make([][2]float64, 0, blockFrames)
	for part := range slices.Chunk(pcm, blockFrames) {
		block = block[:0]
		for _, v := range part {
			f := float64(v) / (1 << 15)
			block = append(block, [2]float64{f, f})
		}
		if err := w.Write(block); err != nil {
			return w.finish(err)
		}
	}
	return w.finish(nil)
}

func wavFormat(rate, channels int, float bool) wav.Format {
	f := wav.Format{Rate: rate, Channels: channels, Bits: 16, Float: float}
	if float {
		f.Bits = 32
	}
	return f
}

// writeStream writes s to the file out, or nothing if s breaks off.
func writeStream(ctx context.Context, s decode.Stream, out string, float bool) error {
	format := s.Format()
	w, err := newDraft(out, wavFormat(int(format.SampleRate), min(format.NumChannels, 2), float))
	if err != nil {
		return err
	}
	n := 0
	f := newFeed(Track{Repeat: 1}, int(format.SampleRate),
		func(context.Context) (opened, error) { return opened{sound: s}, nil },
		func(block [][2]float64) error { n += len(block); return w.Write(block) },
		func(error) {})
	err = f.run(ctx)
	if err == nil && n == 0 {
		err = errNoSamples
	}
	return w.finish(err)
}

// WriteAll writes every built-in sound as DIR/category/id.wav.
func WriteAll(ctx context.Context, cfg Config, dir string, float bool) error {
	cfg = cfg.withDefaults()
	for _, c := range synth.Categories() {
		if err := os.MkdirAll(filepath.Join(dir, c), 0o755); err != nil {
			return fmt.Errorf("sounds: %w", err)
		}
		for _, id := range IDs(c) {
			if err := ctx.Err(); err != nil {
				return err
			}
			if err := writeBuiltin(Builtin{c, id}, cfg.Rate, filepath.Join(dir, c, id+".wav"), float); err != nil {
				return err
			}
		}
	}
	return nil
}

// PlayOnce plays src, the id of a built-in sound, a file or a URL, once on the
// configured output at volume (0 to 100) and returns when it has ended, with
// what went wrong.
func PlayOnce(ctx context.Context, cfg Config, log *slog.Logger, src string, volume int) error {
	t := Track{Key: "once", Repeat: 1, Volume: volume}
	if b, ok := lookup(src); ok {
		t.Category, t.ID = b.Category, b.ID
	} else if isURL(src) {
		t.URL = src
	} else if _, err := os.Stat(src); err != nil { // before the speaker logs anything
		return fmt.Errorf("sounds: %w", named(src, err))
	} else {
		t.file = src
	}
	p := NewPlayer(cfg, log)
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	p.ended = func(string) { // the end is still in the output's buffer
		time.AfterFunc(2*output.Buffer*time.Second/time.Duration(p.cfg.Rate), cancel)
	}
	p.Play(t)
	if err := p.Run(ctx); err != nil {
		return err
	}
	if s := p.Stats(); s.Failures > 0 {
		return errors.New(s.Fault)
	}
	return p.Err()
}

// A draft is a WAV file that replaces another once it is complete, so that a
// file may be read and written at the same time, and nothing changes if that
// fails.
type draft struct {
	*wav.File
	pending *durable.Draft // nil where out is no regular file, and written to as it is
}

// newDraft begins a draft of out beside it.
func newDraft(out string, format wav.Format) (*draft, error) {
	if name, err := filepath.EvalSymlinks(out); err == nil {
		out = name // the target of a link is replaced, not the link
	}
	switch info, err := os.Stat(out); {
	case err == nil && info.IsDir():
		return nil, fmt.Errorf("sounds: %s is a directory", out)
	case err == nil && !info.Mode().IsRegular():
		f, err := wav.Create(out, format)
		return &draft{File: f}, err
	}
	p, err := durable.Begin(out, 0o666)
	if err != nil {
		return nil, fmt.Errorf("sounds: %w", err)
	}
	f, err := wav.Begin(p.File, format)
	if err != nil {
		p.Cleanup()
	}
	return &draft{f, p}, err
}

// finish puts the draft in place, or removes it if err says that it is not
// complete, and returns what went wrong.
func (d *draft) finish(err error) error {
	if d.pending == nil {
		return errors.Join(err, d.Close())
	}
	defer d.pending.Cleanup() // does nothing once the file is in place
	if err := errors.Join(err, d.Flush()); err != nil {
		return err
	}
	if err := d.pending.Replace(); err != nil {
		return fmt.Errorf("sounds: %w", err)
	}
	return nil
}

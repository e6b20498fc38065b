// SPDX-License-Identifier: Apache-2.0

package sounds

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"

	"github.com/ledpost/ledpost/internal/keyerr"
	"github.com/ledpost/ledpost/internal/maskurl"
	"github.com/ledpost/ledpost/sounds/decode"
	"github.com/ledpost/ledpost/sounds/fetch"
	"github.com/ledpost/ledpost/sounds/output"
)

// opener returns the opener of the sound of t; plenty is called when startBytes
// of a download have been read.
func (e *engine) opener(t Track, plenty func()) opener {
	switch {
	case t.file != "":
		return func(context.Context) (opened, error) { return openFile(t.file) }
	case t.Live:
		return func(ctx context.Context) (opened, error) { return openStream(ctx, e.p.client, t, e.p.setTitle) }
	}
	d := e.shelf.get(t.URL) // now, not when it is opened: the shelf belongs to the engine's goroutine
	return func(ctx context.Context) (opened, error) {
		o, err := openDownload(ctx, d, t, plenty)
		if errors.Is(err, fetch.ErrStream) {
			return openStream(ctx, e.p.client, t, e.p.setTitle)
		}
		return o, err
	}
}

// openStream opens a stream. One that was found only through a playlist may
// end, and then plays as often as its track says. title is called with the
// titles of a radio.
func openStream(ctx context.Context, client *fetch.Client, t Track, title func(string)) (opened, error) {
	resp, err := client.Stream(ctx, t.URL, title)
	if err != nil {
		return opened{}, err
	}
	s, err := decode.Open(resp.Body, declared(t, resp.Type))
	if err != nil {
		resp.Body.Close()
		return opened{}, err
	}
	return opened{s, resp.Body, resp.Endless()}, nil
}

// openDownload opens the sound that d is downloading or has downloaded; plenty
// is called when startBytes of it have been read.
func openDownload(ctx context.Context, d *fetch.Download, t Track, plenty func()) (opened, error) {
	typ, err := d.Type(ctx)
	if err != nil {
		return opened{}, err
	}
	s, err := decode.Open(&counted{r: d.Reader(ctx), left: startBytes, plenty: plenty}, declared(t, typ))
	return opened{sound: s}, err
}

// counted reports when a number of bytes have been read.
type counted struct {
	r      io.Reader
	left   int
	plenty func()
}

func (c *counted) Read(p []byte) (int, error) {
	n, err := c.r.Read(p)
	if c.left > 0 {
		if c.left -= n; c.left <= 0 {
			c.plenty()
		}
	}
	return n, err
}

func openFile(name string) (opened, error) {
	info, err := os.Stat(name)
	if err != nil {
		return opened{}, named(name, err)
	}
	if !info.Mode().IsRegular() { // opening a FIFO may block forever
		return opened{}, fmt.Errorf("%s is not a regular file", name)
	}
	f, err := os.Open(name)
	if err != nil {
		return opened{}, err
	}
	s, err := decode.Open(f, "")
	if err != nil {
		f.Close()
		return opened{}, err
	}
	return opened{sound: s, source: f}, nil
}

// named returns err, or, if the bytes are not a known sound, an error that says
// so and contains name.
func named(name string, err error) error {
	if errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("no built-in sound and no file is called %q", name)
	}
	return err
}

// declared returns the type of t, as given by its sender, or else by the
// server.
func declared(t Track, contentType string) string {
	if t.Type != "" {
		return t.Type
	}
	return contentType
}

// redact names the sound of t; of a URL it tells where that leads.
func redact(t Track) string {
	switch {
	case t.URL == "" && t.Tune != "":
		return "a ringtone"
	case t.URL == "":
		return t.file + t.Category + "/" + t.ID
	}
	return maskurl.Mask(t.URL)
}

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
	c.Output = cmp.Or(c.Output, "auto")
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

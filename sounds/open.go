package sounds

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/url"
	"os"

	"github.com/ledpost/ledpost/sounds/decode"
	"github.com/ledpost/ledpost/sounds/fetch"
)

// opener returns how the sound of t, which f brings to r, is opened, once a pass.
func (e *engine) opener(t Track, f *feed, r *ring) opener {
	switch {
	case t.file != "":
		return func(context.Context) (decode.Stream, io.Closer, error) { return openFile(t.file) }
	case t.Live:
		return func(ctx context.Context) (decode.Stream, io.Closer, error) {
			return e.p.openStream(ctx, t, f)
		}
	}
	d := e.shelf.get(t.URL)
	return func(ctx context.Context) (decode.Stream, io.Closer, error) {
		s, closer, err := openDownload(ctx, d, t, func() { r.plenty.Store(true) })
		if errors.Is(err, fetch.ErrStream) {
			return e.p.openStream(ctx, t, f)
		}
		return s, closer, err
	}
}

// openStream opens what turned out to be a stream. A radio is played until it is
// replaced; what only a playlist led to, and ends, as often as t says.
func (p *Player) openStream(ctx context.Context, t Track, f *feed) (decode.Stream, io.Closer, error) {
	s, resp, err := p.openLive(ctx, t)
	if err != nil {
		return nil, nil, err
	}
	if resp.Endless() {
		f.live, f.plays, f.limit = true, 0, 0
	}
	return s, resp, nil
}

// openDownload opens what d has or will have; plenty is told when startBytes of
// it have been read.
func openDownload(ctx context.Context, d *fetch.Download, t Track, plenty func()) (decode.Stream, io.Closer, error) {
	typ, err := d.Type(ctx)
	if err != nil {
		return nil, nil, err
	}
	s, err := decode.Open(&counted{r: d.Reader(ctx), left: startBytes, plenty: plenty}, declared(t, typ))
	return s, nil, err
}

// counted tells when a number of bytes have been read.
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

func (p *Player) openLive(ctx context.Context, t Track) (decode.Stream, *stream, error) {
	resp, err := p.client.Stream(ctx, t.URL, p.setTitle)
	if err != nil {
		return nil, nil, err
	}
	s, err := decode.Open(resp.Body, declared(t, resp.Type))
	if err != nil {
		resp.Body.Close()
	}
	return s, &stream{resp}, err
}

// stream is an open stream.
type stream struct{ *fetch.Response }

func (s *stream) Close() error { return s.Body.Close() }

func openFile(name string) (decode.Stream, io.Closer, error) {
	info, err := os.Stat(name)
	if err != nil {
		return nil, nil, named(name, err)
	}
	if !info.Mode().IsRegular() { // opening a FIFO may wait for ever
		return nil, nil, fmt.Errorf("%s is not a regular file", name)
	}
	f, err := os.Open(name)
	if err != nil {
		return nil, nil, err
	}
	s, err := decode.Open(f, "")
	if err != nil {
		f.Close()
	}
	return s, f, err
}

// named is err, or that what is called name is nothing that could be played.
func named(name string, err error) error {
	if errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("no built-in sound and no file is called %q", name)
	}
	return err
}

// declared is what is said of t's type: by its sender, else by the server.
func declared(t Track, contentType string) string {
	if t.Type != "" {
		return t.Type
	}
	return contentType
}

// redact names the sound of t without what may be secret in its URL.
func redact(t Track) string {
	if t.URL == "" {
		return t.file + t.Category + "/" + t.ID
	}
	u, err := url.Parse(t.URL)
	if err != nil {
		return "a URL that cannot be read"
	}
	u.User, u.RawQuery, u.Fragment = nil, "", ""
	return u.String()
}

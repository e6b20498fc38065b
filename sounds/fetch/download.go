// SPDX-License-Identifier: Apache-2.0

package fetch

import (
	"context"
	"fmt"
	"io"
	"sync"

	"github.com/ledpost/ledpost/internal/budget"
)

// chunkSize is how much memory a download grows by.
const chunkSize = 64 << 10

// A Download collects a whole file in memory, at most MaxBytes, and can be read
// from its beginning, any number of times, while it grows.
type Download struct {
	client *Client
	url    string

	mu     sync.Mutex
	grown  *sync.Cond
	begun  bool // the answer has come: typ is known
	typ    string
	chunks [][]byte      // all full but the last
	share  *budget.Share // of the memory for downloads, which the chunks take
	size   int
	closed bool
	done   bool
	err    error // with done; nil = whole
}

// Download returns a download of url that Run carries out.
func (c *Client) Download(url string) *Download {
	d := &Download{client: c, url: url, share: c.memory.Hold()}
	d.grown = sync.NewCond(&d.mu)
	return d
}

// Close gives back the memory of the file, of which no more comes. Nobody may read it any
// more, but for what is being read.
func (d *Download) Close() {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.closed = true
	d.share.Release()
}

// Run fetches until the file is complete, ctx ends, or it fails. Call it once.
func (d *Download) Run(ctx context.Context) {
	ctx, cancel := context.WithTimeoutCause(ctx, MaxTime, fmt.Errorf("fetch: took longer than %v", MaxTime))
	defer cancel()
	err := d.fetch(ctx)
	if err != nil && ctx.Err() != nil {
		err = context.Cause(ctx)
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	d.begun, d.done, d.err = true, true, err
	d.grown.Broadcast()
}

func (d *Download) fetch(ctx context.Context) error {
	resp, err := d.client.get(ctx, d.url, false)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.Endless() || resp.listed() {
		return ErrStream
	}
	if resp.Length > MaxBytes {
		return ErrTooLarge
	}
	d.begin(resp.Type)
	for {
		room, err := d.room()
		if err != nil {
			return err
		}
		n, err := resp.Body.Read(room)
		d.grow(n)
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
	}
}

func (d *Download) begin(typ string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.begun, d.typ = true, typ
	d.grown.Broadcast()
}

// room returns the space for the next bytes; only fetch writes there, and
// readers read no further than size.
func (d *Download) room() ([]byte, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.size > MaxBytes {
		return nil, ErrTooLarge
	}
	if d.closed {
		return nil, context.Canceled
	}
	if d.size == len(d.chunks)*chunkSize {
		if err := d.share.Take(chunkSize); err != nil {
			return nil, err
		}
		d.chunks = append(d.chunks, make([]byte, chunkSize))
	}
	return d.chunks[len(d.chunks)-1][d.size%chunkSize:], nil
}

func (d *Download) grow(n int) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.size += n
	d.grown.Broadcast()
}

// Failed reports whether the download has ended without the whole file.
func (d *Download) Failed() bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.done && d.err != nil
}

// Type waits for the answer and returns its Content-Type, or an error that says
// why none came.
func (d *Download) Type(ctx context.Context) (string, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if err := d.wait(ctx, func() bool { return d.begun }); err != nil {
		return "", err
	}
	if d.done && d.err != nil && d.size == 0 {
		return "", d.err
	}
	return d.typ, nil
}

// wait waits, with mu held, until ready or ctx ends.
func (d *Download) wait(ctx context.Context, ready func() bool) error {
	if ready() {
		return nil
	}
	stop := context.AfterFunc(ctx, func() {
		d.mu.Lock()
		defer d.mu.Unlock()
		d.grown.Broadcast()
	})
	defer stop()
	for !ready() {
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		d.grown.Wait()
	}
	return nil
}

// Reader reads the file from its beginning; it waits for bytes that are still
// to come until ctx ends. After the last it returns io.EOF, or what broke off
// the download. Each reader is for one goroutine.
func (d *Download) Reader(ctx context.Context) io.Reader { return &reader{ctx: ctx, d: d} }

type reader struct {
	ctx context.Context
	d   *Download
	at  int
}

func (r *reader) Read(p []byte) (int, error) {
	r.d.mu.Lock()
	defer r.d.mu.Unlock()
	if err := r.d.wait(r.ctx, func() bool { return r.at < r.d.size || r.d.done }); err != nil {
		return 0, err
	}
	if r.at == r.d.size {
		if r.d.err != nil {
			return 0, r.d.err
		}
		return 0, io.EOF
	}
	chunk := r.d.chunks[r.at/chunkSize][r.at%chunkSize:]
	n := copy(p, chunk[:min(len(chunk), r.d.size-r.at)])
	r.at += n
	return n, nil
}

// SPDX-License-Identifier: Apache-2.0

// Package stations searches a directory of radio stations on the web: a server
// with the API of radio-browser.info (https://api.radio-browser.info, "Advanced
// station search"). The configuration names the server; without one, none is
// asked.
package stations

import (
	"context"
	"errors"
	"net/url"
	"strconv"

	"github.com/ledpost/ledpost/internal/keyerr"
	"github.com/ledpost/ledpost/internal/webfetch"
)

// Config is the [radio] table. The zero value has no directory.
type Config struct {
	Directory string `toml:"directory"` // URL of the server, without the path of its API; "" = none
}

// Public is the address of the directory of radio-browser.info, which clients may
// switch on.
const Public = "https://all.api.radio-browser.info"

// Check returns the faults of c, as errors of package keyerr.
func (c Config) Check() error {
	if c.Directory == "" {
		return nil
	}
	return keyerr.In("directory", webfetch.Check(c.Directory))
}

// Limits of a search.
const (
	MaxQuery    = 100       // characters
	MaxStations = 20        // of an answer
	maxAnswer   = 256 << 10 // bytes of the directory's answer; 20 stations of radio-browser.info have about 25 KiB
	atOnce      = 2         // searches; others wait
)

// ErrNone is the error of a search without a directory.
var ErrNone = errors.New("stations: no directory is configured")

// Directory is a server that is searched. The zero value has none. Any goroutine may use it.
type Directory struct {
	base  *url.URL
	web   *webfetch.Client
	turns chan struct{}
}

// New returns the directory of a configuration that was checked. Its host may have any
// address, because the configuration file is trusted.
func New(cfg Config, web *webfetch.Client) *Directory {
	base, err := url.Parse(cfg.Directory)
	if err != nil || cfg.Directory == "" {
		return &Directory{}
	}
	return &Directory{base: base, web: web.Trusting(cfg.Directory), turns: make(chan struct{}, atOnce)}
}

// Search returns stations whose names contain the words, the most popular first
// and at most MaxStations; none is an empty list. An error, such as ErrNone, says why
// the directory gave no answer, and does not contain its URL.
func (d *Directory) Search(ctx context.Context, words string) ([]Station, error) {
	if d.base == nil {
		return nil, ErrNone
	}
	select {
	case d.turns <- struct{}{}:
		defer func() { <-d.turns }()
	case <-ctx.Done():
		return nil, context.Cause(ctx)
	}
	a, err := d.web.Get(ctx, webfetch.Request{URL: d.ask(words), Accept: "application/json", Max: maxAnswer})
	if err != nil {
		return nil, err
	}
	defer a.Close()
	return parse(a.Body)
}

// ask returns the URL of a search.
func (d *Directory) ask(words string) string {
	u := d.base.JoinPath("json/stations/search")
	u.RawQuery = url.Values{
		"name": {words}, "limit": {strconv.Itoa(MaxStations)}, "hidebroken": {"true"},
		"order": {"clickcount"}, "reverse": {"true"},
	}.Encode()
	return u.String()
}

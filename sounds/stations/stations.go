// SPDX-License-Identifier: Apache-2.0

// Package stations searches a directory of radio stations on the web: a server
// with the API of radio-browser.info (https://api.radio-browser.info, "Advanced
// station search"). The configuration names the server; without one, none is
// asked.
package stations

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"math"
	"net/url"
	"strconv"
	"strings"
	"unicode"

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

// Directory is a server that is searched. The zero value asks no server. Any goroutine may use it.
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

// Station is a radio station of the directory, in a form that can be a setting
// of the radio.
type Station struct {
	Name    string // one line, up to 64 characters
	URL     string // of a stream or a playlist: http or https, up to 512 bytes
	Codec   string // as the directory writes it, such as MP3; "" = it does not say
	Bitrate int    // kbit/s; 0 = it does not say
}

const (
	maxName, maxURL = 64, 512 // as the radio's settings
	maxCodec        = 16      // characters
	maxBitrate      = 10000   // kbit/s: more is a mistake, such as bit/s
	maxRead         = 100     // stations of an answer, if the server ignores our limit
)

var errForeign = errors.New("the answer is not the JSON of a directory of stations")

// listed is a station in the answer. A station whose fields have other types is
// left out.
type listed struct {
	Name     string  `json:"name"`
	Resolved string  `json:"url_resolved"` // after redirects and playlists
	URL      string  `json:"url"`          // as it was entered
	Codec    string  `json:"codec"`
	Bitrate  float64 `json:"bitrate"`
	HLS      int     `json:"hls"` // 1: a playlist of files, which the player does not support
}

// parse reads an answer one station at a time, so that thousands of stations
// need no more memory than a hundred.
func parse(raw []byte) ([]Station, error) {
	in := json.NewDecoder(bytes.NewReader(raw))
	if begin, err := in.Token(); err != nil || begin != json.Delim('[') {
		return nil, errForeign
	}
	found := []Station{}
	for read := 0; in.More() && read < maxRead && len(found) < MaxStations; read++ {
		var l listed
		wrong := (*json.UnmarshalTypeError)(nil)
		if err := in.Decode(&l); errors.As(err, &wrong) {
			continue
		} else if err != nil {
			return nil, errForeign
		}
		if s, ok := l.station(); ok {
			found = append(found, s)
		}
	}
	return found, nil
}

// station returns l as a Station, if the radio could play it.
func (l *listed) station() (s Station, ok bool) {
	for _, u := range []string{l.Resolved, l.URL} {
		if s.URL == "" && len(u) <= maxURL && webfetch.Check(u) == nil {
			s.URL = u
		}
	}
	s.Name, s.Codec = line(l.Name, maxName), line(l.Codec, maxCodec)
	if l.Bitrate >= 0 && l.Bitrate <= maxBitrate {
		s.Bitrate = int(math.Round(l.Bitrate))
	}
	return s, s.URL != "" && l.HLS == 0
}

// line returns s as one line of at most most characters, without invisible
// ones.
func line(s string, most int) string {
	var out []rune
	for _, c := range s {
		switch space := unicode.IsSpace(c); {
		case len(out) == most:
			return strings.TrimSpace(string(out))
		case space && len(out) > 0 && out[len(out)-1] != ' ':
			out = append(out, ' ')
		case !space && unicode.IsPrint(c):
			out = append(out, c)
		}
	}
	return strings.TrimSpace(string(out))
}

// SPDX-License-Identifier: Apache-2.0

package stations

import (
	"bytes"
	"encoding/json"
	"errors"
	"math"
	"strings"
	"unicode"

	"github.com/ledpost/ledpost/internal/webfetch"
)

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

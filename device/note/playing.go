// SPDX-License-Identifier: Apache-2.0

package note

import (
	"errors"
	"net/url"
	"strings"
	"time"
	"unicode/utf8"
)

// Limits of a Playing.
const (
	MaxPlayingText  = 256            // characters of a title, an artist and an album
	MaxPlayingCover = 512 << 10      // bytes of a cover as a data URI
	MaxPlayingURL   = 2048           // bytes of a cover's address
	MaxPlayingTime  = 24 * time.Hour // of a length and a position
)

const (
	patience = time.Minute      // for the next title, after the end of one with a length
	forgets  = 4 * time.Hour    // without a length
	pauses   = 30 * time.Minute // of a pause
)

// Playing is the sound of another player, as a client tells it: of a loudspeaker, or of a
// home automation. The zero value is silence.
type Playing struct {
	Title, Artist, Album string // Title is empty in silence only
	Cover                string // picture: an http or https URL, or a data URI in base64; "" = none
	Paused               bool
	Length               time.Duration // 0 = unknown, as of a radio
	Position             time.Duration // at the time At
	At                   time.Time     // when the client told it
}

// IsZero reports whether nothing plays.
func (p *Playing) IsZero() bool { return p.Title == "" }

// PositionAt returns how much of the sound has played at now, at most its length.
func (p *Playing) PositionAt(now time.Time) time.Duration {
	at := p.Position
	if !p.Paused {
		at += max(now.Sub(p.At), 0)
	}
	if p.Length > 0 {
		at = min(at, p.Length)
	}
	return at
}

// Until returns when p is too old to be shown, unless a client tells more.
func (p *Playing) Until() time.Time {
	switch {
	case p.Paused:
		return p.At.Add(pauses)
	case p.Length > 0:
		return p.At.Add(max(p.Length-p.Position, 0) + patience)
	}
	return p.At.Add(forgets)
}

// Validate returns each field that does not fit as an InvalidError (joined).
func (p *Playing) Validate() error {
	var errs []error
	fault := func(err error) { errs = append(errs, err) }
	for _, f := range []struct{ name, text string }{{"title", p.Title}, {"artist", p.Artist}, {"album", p.Album}} {
		if n := utf8.RuneCountInString(f.text); n > MaxPlayingText {
			fault(Invalid(f.name, "%d characters, at most %d are allowed", n, MaxPlayingText))
		}
	}
	for _, f := range []struct {
		name string
		time time.Duration
	}{{"duration", p.Length}, {"position", p.Position}} {
		if f.time < 0 || f.time > MaxPlayingTime {
			fault(Outside(f.name, int(f.time/time.Second), 0, int(MaxPlayingTime/time.Second)))
		}
	}
	fault(p.checkCover())
	return errors.Join(errs...)
}

func (p *Playing) checkCover() error {
	if p.Cover == "" {
		return nil
	}
	if strings.HasPrefix(p.Cover, "data:") {
		if len(p.Cover) > MaxPlayingCover {
			return Invalid("cover", "%d bytes, at most %d are allowed", len(p.Cover), MaxPlayingCover)
		}
		return nil
	}
	if u, err := url.Parse(p.Cover); err != nil || len(p.Cover) > MaxPlayingURL || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" {
		return Invalid("cover", "want an http or https URL, or a data URI")
	}
	return nil
}

// SPDX-License-Identifier: Apache-2.0

package note

import (
	"errors"
	"net/url"
	"time"
	"unicode/utf8"

	"github.com/ledpost/ledpost/icons"
)

// Limits of a Playing.
const (
	MaxPlayingText = 256            // characters of a title, an artist and an album
	MaxPlayingURL  = 2048           // bytes of a cover's address
	MaxPlayingTime = 24 * time.Hour // of a length and a position
)

const (
	silence = 10 * time.Minute // of a client, after which its sound is gone (docs/decisions.md 12)
	gap     = time.Minute      // between the end of a longer sound and the next
)

// Playing is the sound of another player, as a client tells it: of a loudspeaker, or of a
// home automation. The zero value is silence.
type Playing struct {
	Title, Artist, Album string // Title is empty in silence only
	// picture: an http or https URL, or a data URI with a picture that icons.Check accepts; "" = none
	Cover    string
	Paused   bool
	Length   time.Duration // 0 = unknown, as of a radio
	Position time.Duration // at the time At
	At       time.Time     // when the client told it
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

// Until returns when p is too old to be shown, unless a client tells more: ten minutes after
// it was told, and not before the end of a sound that plays.
func (p *Playing) Until() time.Time {
	rest := time.Duration(0)
	if !p.Paused {
		rest = p.Length - p.Position + gap
	}
	return p.At.Add(max(silence, rest))
}

// Validate returns each field that does not fit as an InvalidError (joined).
func (p *Playing) Validate() error {
	var errs []error
	fault := faulter(func(err error) { errs = append(errs, err) })
	for _, f := range []struct{ name, text string }{{"title", p.Title}, {"artist", p.Artist}, {"album", p.Album}} {
		fault.atMost(f.name, utf8.RuneCountInString(f.text), MaxPlayingText, "characters")
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
	switch {
	case p.Cover == "":
		return nil
	case icons.IsData(p.Cover):
		data, err := icons.Data(p.Cover)
		if err == nil {
			err = icons.Check(data)
		}
		if err != nil {
			return Invalid("art", "data URI: %v", err)
		}
		return nil
	}
	if u, err := url.Parse(p.Cover); err != nil || len(p.Cover) > MaxPlayingURL || u.Host == "" ||
		u.Scheme != "http" && u.Scheme != "https" {
		return Invalid("art", "want an http or https URL, or a data URI")
	}
	return nil
}

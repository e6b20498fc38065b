// SPDX-License-Identifier: Apache-2.0

package onboard

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"math/big"

	"github.com/ledpost/ledpost/device"
	"github.com/ledpost/ledpost/device/say"
	"github.com/ledpost/ledpost/onboard/nm"
	"github.com/ledpost/ledpost/onboard/portal"
)

// openPages returns what the panel says while the access point is open: how a phone joins
// it, by a code that phones know or by hand. reason is why the last attempt failed.
func openPages(words *say.Words, own nm.Credentials, reason error) (pages []device.GuidePage) {
	if reason != nil {
		pages = append(pages, device.GuidePage{Text: fmt.Sprintf(words.Failed, portal.Spoken(words, reason))})
	}
	return append(pages,
		device.GuidePage{Text: words.Scan, Code: "WIFI:S:" + own.SSID + ";T:WPA;P:" + own.Password + ";;"},
		device.GuidePage{Text: fmt.Sprintf(words.WiFi, own.SSID)},
		device.GuidePage{Text: fmt.Sprintf(words.Password, own.Password)},
	)
}

// why returns why a network was not joined, by an error for people.
func why(err error) error {
	for _, known := range []error{nm.ErrPassword, nm.ErrNotFound, nm.ErrNoAddress} {
		if errors.Is(err, known) {
			return known
		}
	}
	return nm.ErrJoin
}

// say changes what the panel says, in any words; nil = nothing.
func (s *Setup) say(pages func(*say.Words) []device.GuidePage) {
	s.says.Store(&pages)
	select {
	case s.news <- struct{}{}:
	default:
	}
}

// sentence returns a page with a text alone.
func sentence(text func(*say.Words) string) func(*say.Words) []device.GuidePage {
	return func(words *say.Words) []device.GuidePage { return []device.GuidePage{{Text: text(words)}} }
}

// pages returns what the panel is to say now.
func (s *Setup) pages(words *say.Words) []device.GuidePage {
	if s == nil || s.says.Load() == nil || *s.says.Load() == nil {
		return nil
	}
	return (*s.says.Load())(words)
}

// changed returns a channel that receives when pages has changed.
func (s *Setup) changed() <-chan struct{} {
	if s == nil {
		return nil
	}
	return s.news
}

// tell says it where there is no panel.
func (s *Setup) tell(own nm.Credentials, why error) {
	if s.Tell == nil {
		return
	}
	reason := ""
	if why != nil {
		reason = " (" + why.Error() + ")"
	}
	s.Tell(fmt.Sprintf("Wi-Fi set-up%s: join the network %s with the password %s, then open http://%s/",
		reason, own.SSID, own.Password, nm.Gateway))
}

// tellPage tells where the page is, which no panel shows.
func (s *Setup) tellPage(ctx context.Context, ssid string) {
	if s.Tell == nil || s.Page == nil {
		return
	}
	if at := s.Page(ctx); at != "" {
		s.Tell(fmt.Sprintf("Wi-Fi: %s is joined; open %s", ssid, at))
	}
}

func (s *Setup) password() string {
	if s.Password != nil {
		return s.Password()
	}
	return NewPassword()
}

// NewPassword returns a password for an access point: 10 letters that are not mistaken for
// others, 45 bits. Digits among them would make the code larger than 32 rows hold.
func NewPassword() string {
	const letters = "abcdefghijkmnpqrstuvwxyz"
	var b [10]byte
	for i := range b {
		n, _ := rand.Int(rand.Reader, big.NewInt(int64(len(letters)))) // never fails
		b[i] = letters[n.Int64()]
	}
	return string(b[:])
}

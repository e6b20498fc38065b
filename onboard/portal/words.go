// SPDX-License-Identifier: Apache-2.0

package portal

import (
	"errors"
	"net/http"

	"github.com/ledpost/ledpost/device/say"
	"github.com/ledpost/ledpost/onboard/nm"
	"github.com/ledpost/ledpost/words"
)

// sentences are those of the page in one language: section portal of package words. {name} is the
// device, {network} the one that it joins, {own} its access point and {address} that of its page.
type sentences struct {
	code string // of the language

	Title, Network, Other, Password, PanelName, Zone, Kind, Join string

	AsItIs    string // the panel stays
	NoneFound string
	Open      string // a network that everybody may join

	Joins, Ends, Shows, ThenOpen, Back, Trial string

	// Why the answers are not taken.
	Unread, Choose, SSID, PasswordLength, NameLength, ZoneName, FromTheList, Busy, Foreign string
}

var in = words.Once(func(code string) *sentences {
	s := &sentences{code: code}
	words.Read(code, "portal", s)
	return s
})

// of returns the sentences for whoever sends a request.
func of(r *http.Request) *sentences { return in(words.Wanted(r.Header.Get("Accept-Language"))) }

// why returns a reason for which nothing was joined or taken.
func (s *sentences) why(err error) string {
	for _, known := range []struct {
		err  error
		says string
	}{
		{errUnread, s.Unread}, {errNoNetwork, s.Choose}, {nm.ErrSSID, s.SSID}, {nm.ErrPasswordLength, s.PasswordLength},
		{errNameLength, s.NameLength}, {errZone, s.ZoneName}, {errPanel, s.FromTheList}, {ErrBusy, s.Busy},
	} {
		if errors.Is(err, known.err) {
			return known.says
		}
	}
	return Spoken(say.In(s.code, spacious), err)
}

// spacious is a number of rows on which letters of every language have room: those of a page.
const spacious = 1 << 10

// Spoken returns why a network was not joined in the words of the panel; an error that nm does
// not have as it is.
func Spoken(words *say.Words, err error) string {
	for _, known := range []struct {
		err  error
		says string
	}{
		{nm.ErrPassword, words.WrongPassword}, {nm.ErrNotFound, words.NotFound}, {nm.ErrNoAddress, words.NoAddress},
		{nm.ErrJoin, words.Turned}, {nm.ErrNoneKnown, words.NoneKnown},
	} {
		if errors.Is(err, known.err) {
			return known.says
		}
	}
	return err.Error()
}

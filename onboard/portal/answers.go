// SPDX-License-Identifier: Apache-2.0

package portal

import (
	"cmp"
	"errors"
	"net/http"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/ledpost/ledpost/onboard/nm"
)

// Why answers are not taken.
var (
	errUnread     = errors.New("the form could not be read")
	errNoNetwork  = errors.New("choose a network")
	errNameLength = errors.New("the name has at most 64 characters")
	errZone       = errors.New("the time zone is a name such as Europe/Berlin")
	errPanel      = errors.New("choose a panel from the list")

	// ErrBusy refuses answers while others are tried.
	ErrBusy = errors.New("the panel is joining a network already")
)

// read reads the form. After an error, the answers are the part before it.
func read(w http.ResponseWriter, r *http.Request) (a Answers, err error) {
	r.Body = http.MaxBytesReader(w, r.Body, maxBody)
	if err := r.ParseForm(); err != nil {
		return a, errUnread
	}
	field := r.PostForm.Get
	a = Answers{
		Credentials: nm.Credentials{SSID: cmp.Or(field("hidden"), field("ssid")), Password: field("password")},
		Name:        strings.TrimSpace(field("name")), Zone: strings.TrimSpace(field("zone")), Panel: field("panel"),
	}
	return a, a.check()
}

// check returns why a cannot be used.
func (a Answers) check() error {
	if a.SSID == "" {
		return errNoNetwork
	}
	if err := a.Credentials.Check(); err != nil {
		return err
	}
	if utf8.RuneCountInString(a.Name) > maxName || strings.ContainsFunc(a.Name, unicode.IsControl) || !utf8.ValidString(a.Name) {
		return errNameLength
	}
	if a.Zone != "" {
		if _, err := time.LoadLocation(a.Zone); err != nil || a.Zone == "Local" {
			return errZone
		}
	}
	return nil
}

// SPDX-License-Identifier: Apache-2.0

// Package region is how people write where the device stands: language, hours, the first
// day of the week, temperatures and dates.
package region

import (
	"cmp"
	"errors"
	"slices"
	"strings"

	"github.com/ledpost/ledpost/device/note"
	"github.com/ledpost/ledpost/words"
)

// The values of the settings, the default first.
var (
	Languages    = words.Codes
	Hours        = []int{24, 12}
	FirstDays    = []string{"mon", "sun"}
	Temperatures = []string{"C", "F"}
	Dates        = []string{"dmy", "mdy", "ymd"}
)

// Settings hold for the whole device; an app's widget may have its own. A zero field
// stands for the default.
type Settings struct {
	Language    string `json:"language,omitempty"`    // of Languages, as ISO 639 names them
	Hours       int    `json:"hours,omitempty"`       // 24 or 12
	FirstDay    string `json:"first_day,omitempty"`   // of the week: mon or sun
	Temperature string `json:"temperature,omitempty"` // C or F
	Date        string `json:"date,omitempty"`        // the order of day, month and year
}

// Patch changes the fields that are not nil.
type Patch struct {
	Language    *string
	Hours       *int
	FirstDay    *string
	Temperature *string
	Date        *string
}

// WithDefaults returns s with every zero replaced by its default.
func (s Settings) WithDefaults() Settings {
	return s.Or(Settings{Languages[0], Hours[0], FirstDays[0], Temperatures[0], Dates[0]})
}

// Or returns s with every zero replaced by what t says.
func (s Settings) Or(t Settings) Settings {
	return Settings{
		cmp.Or(s.Language, t.Language), cmp.Or(s.Hours, t.Hours), cmp.Or(s.FirstDay, t.FirstDay),
		cmp.Or(s.Temperature, t.Temperature), cmp.Or(s.Date, t.Date),
	}
}

// Patched returns s with p applied. The error joins an InvalidError for every error;
// fields have their names in the API.
func (s Settings) Patched(p Patch) (Settings, error) {
	next := s.WithDefaults()
	err := errors.Join(
		choose("language", Languages, &next.Language, p.Language), choose("first_day", FirstDays, &next.FirstDay, p.FirstDay),
		choose("temperature", Temperatures, &next.Temperature, p.Temperature), choose("date", Dates, &next.Date, p.Date))
	if h := p.Hours; h != nil && !slices.Contains(Hours, *h) {
		err = errors.Join(err, note.Invalid("hours", "%d, want 24 or 12", *h))
	} else if h != nil {
		next.Hours = *h
	}
	if err != nil { // one wrong field changes none
		return s, err
	}
	return next, nil
}

// choose sets to to v, if that is one of the values in any case.
func choose(field string, values []string, to, v *string) error {
	if v == nil {
		return nil
	}
	i := slices.IndexFunc(values, func(w string) bool { return strings.EqualFold(w, strings.TrimSpace(*v)) })
	if i < 0 {
		return note.Invalid(field, "%q is not one of %s", note.Short(*v), strings.Join(values, ", "))
	}
	*to = values[i]
	return nil
}

// Mend replaces fields that have no such value by the default, and returns an
// InvalidError for each.
func (s *Settings) Mend() (faults []error) {
	d := s.WithDefaults()
	for _, p := range []struct {
		patch Patch
		reset func()
	}{
		{Patch{Language: &d.Language}, func() { s.Language = "" }}, {Patch{Hours: &d.Hours}, func() { s.Hours = 0 }},
		{Patch{FirstDay: &d.FirstDay}, func() { s.FirstDay = "" }},
		{Patch{Temperature: &d.Temperature}, func() { s.Temperature = "" }},
		{Patch{Date: &d.Date}, func() { s.Date = "" }},
	} {
		if _, err := (Settings{}).Patched(p.patch); err != nil { // one at a time: the others may be right
			faults = append(faults, err)
			p.reset()
		}
	}
	return faults
}

// Clock returns the layout of a time of a day, such as 15:04.
func (s Settings) Clock() string {
	if s.Hours == 12 {
		return "3:04"
	}
	return "15:04"
}

// Half returns the layout of what tells the halves of the day apart where there is room:
// " PM" with 12 hours, else nothing.
func (s Settings) Half() string {
	if s.Hours == 12 {
		return " PM"
	}
	return ""
}

// Order returns a date in the owner's order: its parts separated by spaces, without empty
// parts.
func (s Settings) Order(day, month, year string) string {
	parts := []string{day, month, year}
	switch s.Date {
	case "mdy":
		parts = []string{month, day, year}
	case "ymd":
		parts = []string{year, month, day}
	}
	return strings.Join(slices.DeleteFunc(parts, func(p string) bool { return p == "" }), " ")
}

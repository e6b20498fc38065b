// SPDX-License-Identifier: Apache-2.0

package ics

import (
	"cmp"
	"html"
	"regexp"
	"slices"
	"strings"
	"time"
	"unicode"

	"github.com/ledpost/ledpost/internal/winzone"
)

// named returns the zone of a name: of the time zone database in any case of letters, possibly
// after a prefix that some programs add, of Windows, as Windows shows it, an abbreviation that
// means one zone, or with an offset in it. nil if it is none.
func named(id string) *time.Location {
	id = strings.ReplaceAll(html.UnescapeString(id), `\`, "")
	id = strings.TrimPrefix(strings.TrimSpace(id), "tzone://Microsoft/")
	if len(id) > maxZoneName {
		return nil
	}
	spaced := strings.Join(strings.Fields(strings.ReplaceAll(id, ".", ". ")), " ") // as W.Europe Standard Time is not
	for _, windows := range []string{id, numbered.ReplaceAllString(id, ""), spaced} {
		if name, ok := winzone.IANA(windows); ok {
			return load(name)
		}
	}
	if name := abbreviations[strings.ToUpper(id)]; name != "" {
		return load(name)
	}
	name := strings.ReplaceAll(id, " ", "_")
	if found := loadAny(name); found != nil {
		return found
	}
	if parts := strings.Split(name, "/"); len(parts) > 1 {
		for n := 3; n > 0; n-- {
			if found := loadAny(strings.Join(parts[max(len(parts)-n, 0):], "/")); found != nil {
				return found
			}
		}
	}
	return shown(id)
}

// numbered is what Outlook adds to a name that a calendar has already.
var numbered = regexp.MustCompile(` \d{1,2}$`)

// maxZoneName is how long a name may be, in bytes; Outlook's have up to 80.
const maxZoneName = 200

// load returns a zone of the database; nil if there is none of that name.
func load(name string) *time.Location {
	if found, err := time.LoadLocation(name); err == nil && name != "" && name != "Local" {
		return found
	}
	return nil
}

// loadAny returns a zone of the database by its name in any case of letters; nil if there is none.
func loadAny(name string) *time.Location {
	return cmp.Or(load(name), load(strings.ToUpper(name)), load(spell(name)))
}

// abbreviations mean one zone each, or zones that differ in nothing else. CST, IST, BST, AST and others
// mean several; EST, MST and HST are names of the database.
var abbreviations = map[string]string{
	"PST": "America/Los_Angeles", "PDT": "America/Los_Angeles", "MDT": "America/Denver", "EDT": "America/New_York",
	"AKST": "America/Anchorage", "AKDT": "America/Anchorage", "NST": "America/St_Johns", "NDT": "America/St_Johns",
	"CEST": "CET", "MEZ": "CET", "MESZ": "CET", "EEST": "EET", "WEST": "WET", "MSK": "Europe/Moscow",
	"SAST": "Africa/Johannesburg",
	"PKT":  "Asia/Karachi", "WIB": "Asia/Jakarta", "SGT": "Asia/Singapore", "HKT": "Asia/Hong_Kong",
	"AWST": "Australia/Perth", "AEDT": "Australia/Sydney", "ACDT": "Australia/Adelaide", "HAST": "Pacific/Honolulu",
	"JST": "Asia/Tokyo", "KST": "Asia/Seoul", "NZST": "Pacific/Auckland", "NZDT": "Pacific/Auckland",
}

// spelled are the words of the database's names that do not begin with their only capital.
var spelled = map[string]string{
	"of": "of", "es": "es", "au": "au", "us": "US", "gb": "GB", "in": "IN", "gmt": "GMT", "utc": "UTC", "uct": "UCT",
	"act": "ACT", "lhi": "LHI", "nsw": "NSW", "mcmurdo": "McMurdo", "dumontdurville": "DumontDUrville",
	"comodrivadavia": "ComodRivadavia", "denoronha": "DeNoronha", "easterisland": "EasterIsland",
	"bajanorte": "BajaNorte", "bajasur": "BajaSur",
}

// spell writes a name as the database does: "america/port_of_spain" is America/Port_of_Spain.
func spell(name string) string {
	var out strings.Builder
	for name != "" {
		end := strings.IndexFunc(name, func(c rune) bool { return !unicode.IsLetter(c) })
		if end < 0 {
			end = len(name)
		}
		if word := strings.ToLower(name[:end]); word != "" {
			out.WriteString(cmp.Or(spelled[word], strings.ToUpper(word[:1])+word[1:]))
		}
		if name = name[end:]; name != "" {
			out.WriteByte(name[0])
			name = name[1:]
		}
	}
	return out.String()
}

// shown returns the zone of a name as "(UTC+01:00) Amsterdam, Berlin", "GMT-0500 (Eastern Standard Time)",
// "GMT+1 Europe/Berlin", "UTC -5 Eastern Time", "Berlin (GMT+1)", "(GMT-05:00) Eastern Time - New York", "GMT-5",
// "utc", "CET/CEST", "New York" or "US-Eastern".
// Places may have brackets of their own, as "Eastern Time (US & Canada)". Of several zones that a name may mean it is
// the one with that offset, if there is one.
func shown(id string) *time.Location {
	before, inside, after := id, "", ""
	if first, rest, ok := strings.Cut(id, "("); ok {
		before, inside = first, strings.TrimSuffix(rest, ")")
		if strings.TrimSpace(first) == "" {
			inside, after, _ = strings.Cut(rest, ")")
		}
	}
	var found []*time.Location
	seconds, told := 0, false
	if begun := leading.FindStringSubmatch(id); begun != nil {
		before, after = begun[1], cmp.Or(after, begun[2])
	}
	zone, city, _ := strings.Cut(cmp.Or(after, id), " - ")
	texts := append([]string{id, after, before, inside, zone, city}, strings.Split(cmp.Or(after, id), "/")...)
	for _, text := range texts {
		text = strings.TrimSpace(text)
		if east, ok := eastOf(text); ok {
			seconds, told = cmp.Or(seconds, east), true
			continue
		}
		for _, name := range append(winzone.Meant(text), abbreviations[strings.ToUpper(text)]) {
			found = append(found, load(name))
		}
		if name, ok := winzone.IANA(text); ok {
			found = append(found, load(name))
		}
		found = append(found, loadAny(strings.ReplaceAll(text, " ", "_")), loadAny(strings.Replace(text, "-", "/", 1)),
			loadAny(strings.Replace(text, " ", "/", 1)))
		for _, area := range areas {
			if text != "" {
				found = append(found, load(area+"/"+spell(strings.ReplaceAll(text, " ", "_"))))
			}
		}
	}
	found = slices.DeleteFunc(found, func(zone *time.Location) bool { return zone == nil })
	for _, zone := range found {
		if told && shows(zone, seconds) {
			return zone
		}
	}
	switch {
	case len(found) > 0:
		return found[0]
	case told && seconds == 0:
		return time.UTC
	case told:
		return time.FixedZone(id, seconds)
	}
	return nil
}

// leading is the offset that a name begins with, and the rest of the name.
var leading = regexp.MustCompile(
	`^((?i:UTC|GMT|Z)?(?: ?[-+\x{b1}\x{2212}\x{2013}] ?\d{1,2}(?:[:.]?\d\d)?)?) (?:- |DST )?(.+)$`)

// areas are those of the database whose places are named without them.
var areas = []string{"US", "America", "Europe", "Asia", "Africa", "Australia", "Pacific", "Atlantic", "Indian"}

// shows reports whether clocks of a zone have an offset, in seconds, in winter or in summer.
func shows(zone *time.Location, seconds int) bool {
	for _, month := range []time.Month{time.January, time.July} {
		if _, east := time.Date(2026, month, 1, 0, 0, 0, 0, time.UTC).In(zone).Zone(); east == seconds {
			return true
		}
	}
	return false
}

// eastOf returns the seconds of an offset as UTC+1, GMT-05.30 or utc.
func eastOf(text string) (seconds int, ok bool) {
	text = strings.ToUpper(text)
	for _, base := range []string{"UTC", "GMT", "Z", ""} {
		rest, ok := strings.CutPrefix(text, base)
		switch rest = strings.NewReplacer(".", "", " ", "", "\u2212", "-", "\u2013", "-", "±", "+").Replace(rest); {
		case !ok:
		case rest == "" && base != "":
			return 0, true
		case strings.HasPrefix(rest, "+") || strings.HasPrefix(rest, "-"):
			if seconds, ok := offset(rest); ok {
				return seconds, true
			}
		}
	}
	return 0, false
}

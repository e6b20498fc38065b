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
	"EST/EDT": "America/New_York", "CST/CDT": "America/Chicago", "MST/MDT": "America/Denver", "GMT/BST": "Europe/London",
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
// "UTC (-5) Eastern Time", "Berlin (GMT+1)", "(GMT-05:00) Eastern Time - New York", "GMT -6 / GMT -5", "New York" or
// "US-Eastern". Of several zones that a name may mean it is the one with the offset in the name, if there is one.
func shown(id string) *time.Location {
	offsets, rest := offsetsIn(id)
	var found []*time.Location
	for _, text := range texts(rest) {
		found = append(found, meant(text)...)
	}
	for _, zone := range found {
		if len(offsets) > 0 && shows(zone, offsets[0]) {
			return zone
		}
	}
	switch {
	case len(found) > 0:
		return found[0]
	case len(offsets) > 1 && summers[[2]int{offsets[0], offsets[1]}] != "":
		return load(summers[[2]int{offsets[0], offsets[1]}])
	case len(offsets) > 0 && offsets[0] != 0:
		return time.FixedZone(id, offsets[0])
	case len(offsets) > 0 || base.MatchString(rest):
		return time.UTC
	}
	return nil
}

// offsetInName is an offset with the name of what it is counted from, both possibly in brackets.
var offsetInName = regexp.MustCompile(`(?i)(?:\(?\b(?:UTC/GMT|UTC|GMT|Z)[\s,(]*|^|[\s(])` +
	`(?:[-+\x{b1}\x{2212}\x{2013}]\s*\d{1,2}(?:[:.]?\d\d(?::00)?|\.5)?|\d\d:\d\d)\b\)?`)

// base is what a name begins with that tells no more.
var base = regexp.MustCompile(`(?i)^\(?(?:UTC|GMT)\b`)

// offsetsIn returns the offsets in a name, in seconds, and the rest of the name.
func offsetsIn(id string) (offsets []int, rest string) {
	rest = offsetInName.ReplaceAllStringFunc(id, func(text string) string {
		at := strings.IndexFunc(text, func(c rune) bool { return !unicode.IsLetter(c) && !strings.ContainsRune(" /,()", c) })
		seconds, ok := offset(plain.Replace(strings.TrimSuffix(text[at:], ")")))
		if !ok {
			return text
		}
		offsets = append(offsets, seconds)
		return " "
	})
	return offsets, rest
}

// plain writes an offset as the standard does.
var plain = strings.NewReplacer(":00:00", "00", ".5", "30", ".", "", " ", "", "\u2212", "-", "\u2013", "-", "\u00b1", "+")

// texts returns a name and its parts, which may name a zone or a place. It may have brackets of its own, as
// "Eastern Time (US & Canada)".
func texts(name string) (all []string) {
	trim := func(text string) string { return strings.TrimPrefix(strings.Trim(text, " -,;:/"), "DST ") }
	name = trim(name)
	if inner, ok := strings.CutPrefix(name, "("); ok {
		name = trim(strings.TrimSuffix(inner, ")"))
	}
	before, inside, _ := strings.Cut(name, "(")
	zone, city, _ := strings.Cut(name, " - ")
	parts := append([]string{name, before, strings.TrimSuffix(inside, ")"), zone, city}, strings.SplitN(name, "/", 4)...)
	for _, text := range parts {
		if text = trim(text); text != "" && !slices.Contains(all, text) {
			all = append(all, text)
		}
	}
	return all
}

// meant returns the zones that a name or a place may mean, the likeliest first.
func meant(text string) (found []*time.Location) {
	names := append(winzone.Meant(text), abbreviations[strings.ToUpper(text)])
	if name, ok := winzone.IANA(text); ok {
		names = append(names, name)
	}
	for _, name := range names {
		found = append(found, load(name))
	}
	found = append(found, loadAny(strings.ReplaceAll(text, " ", "_")), loadAny(strings.Replace(text, "-", "/", 1)),
		loadAny(strings.Replace(text, " ", "/", 1)))
	for _, area := range areas {
		found = append(found, load(area+"/"+spell(strings.ReplaceAll(text, " ", "_"))))
	}
	return slices.DeleteFunc(found, func(zone *time.Location) bool { return zone == nil })
}

// summers are the zones of most people whose clocks have two offsets, in winter and in summer.
var summers = map[[2]int]string{
	{-8 * hour, -7 * hour}: "America/Los_Angeles", {-7 * hour, -6 * hour}: "America/Denver",
	{-6 * hour, -5 * hour}: "America/Chicago", {-5 * hour, -4 * hour}: "America/New_York",
	{-4 * hour, -3 * hour}: "America/Halifax", {0, hour}: "Europe/London", {hour, 2 * hour}: "Europe/Berlin",
	{2 * hour, 3 * hour}: "Europe/Bucharest", {10 * hour, 11 * hour}: "Australia/Sydney",
	{12 * hour, 13 * hour}: "Pacific/Auckland",
}

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

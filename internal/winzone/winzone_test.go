// SPDX-License-Identifier: Apache-2.0

package winzone

import (
	"strings"
	"testing"
	"time"
	_ "time/tzdata"
)

func TestIANA(t *testing.T) {
	for windows, want := range map[string]string{
		"W. Europe Standard Time": "Europe/Berlin", "Eastern Standard Time": "America/New_York",
		"India Standard Time": "Asia/Calcutta", "Europe/Berlin": "", "": "",
	} {
		if got, ok := IANA(windows); got != want || ok != (want != "") {
			t.Errorf("%q is %q, %v", windows, got, ok)
		}
	}
	if len(zones) < 130 {
		t.Errorf("%d zones, want all 139 of Windows", len(zones))
	}
	for windows, name := range zones {
		if _, err := time.LoadLocation(name); err != nil {
			t.Errorf("%s: %v", windows, err)
		}
	}
}

// TestMeant: the places of any version of Windows, and the names of browsers; each row names one of its zones.
func TestMeant(t *testing.T) {
	for text, want := range map[string]string{
		"(UTC+01:00) Amsterdam, Berlin, Bern, Rome, Stockholm, Vienna": "Europe/Berlin",
		"(GMT+01:00) Amsterdam, Berlin":                                "Europe/Berlin",
		"(UTC-05:00) Eastern Time (US and Canada)":                     "America/New_York",
		"Eastern Time (US & Canada)":                                   "America/New_York",
		"(UTC-08:00) Pacific Time (US & Canada); Tijuana":              "America/Los_Angeles America/Tijuana",
		"(UTC) Greenwich Mean Time : Dublin, Edinburgh, Lisbon":        "Europe/London",
		"(UTC+02:00) Helsinki, Kiev, Riga":                             "Europe/Kiev",
		"(UTC-04:00) La Paz, San Juan":                                 "America/La_Paz America/Mazatlan",
		"(UTC-07:00) La Paz":                                           "America/La_Paz America/Mazatlan",
		"(UTC-07:00) La Paz, Mazatlan":                                 "America/Mazatlan America/La_Paz",
		"(UTC-07:00) Chihuahua, La Paz, Mazatlan":                      "America/Mazatlan America/Mexico_City America/La_Paz",
		"(UTC+06:00) Astana":                                           "Asia/Qyzylorda Asia/Bishkek",
		"(UTC+03:00) Moscow, St Petersburg":                            "Europe/Moscow",
		"(UTC-11:00) Co-ordinated Universal Time-11":                   "Etc/GMT+11",
		"Central European Summer Time":                                 "Europe/Warsaw",
		"Mexican Pacific Standard Time":                                "America/Mazatlan",
		"Japan Time":                                                   "Asia/Tokyo",
		"Samoa Standard Time":                                          "Pacific/Apia Pacific/Pago_Pago",
		"Hawaii-Aleutian Daylight Time":                                "America/Adak",
		"Dumont d\u2019Urville Time":                                   "Antarctica/DumontDUrville",
		"Summer Time":                                                  "",
		"(UTC+09:00) Somewhere":                                        "",
		"":                                                             "",
	} {
		if got := strings.Join(Meant(text), " "); got != want {
			t.Errorf("%q is %q, want %q", text, got, want)
		}
	}
	for _, row := range shown {
		if _, ok := IANA(row[1]); !ok {
			t.Errorf("%s: Windows has no zone %q", row[0], row[1])
		}
		if Meant("(UTC) "+row[0]) == nil {
			t.Errorf("%s is unknown", row[0])
		}
	}
	for base, name := range browsers {
		if _, err := time.LoadLocation(name); err != nil {
			t.Errorf("%s: %v", base, err)
		}
	}
}

// TestEveryWindowsZone: each zone of Windows is shown by a place.
func TestEveryWindowsZone(t *testing.T) {
	for windows := range zones {
		there := strings.HasPrefix(windows, "UTC")
		for _, row := range shown {
			there = there || row[1] == windows
		}
		if !there {
			t.Errorf("no place is shown for %s", windows)
		}
	}
}

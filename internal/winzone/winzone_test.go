// SPDX-License-Identifier: Apache-2.0

package winzone

import (
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

// TestShown: the places of any version of Windows, and each row names one of its zones.
func TestShown(t *testing.T) {
	for text, want := range map[string]string{
		"(UTC+01:00) Amsterdam, Berlin, Bern, Rome, Stockholm, Vienna": "Europe/Berlin",
		"(GMT+01:00) Amsterdam, Berlin":                                "Europe/Berlin",
		"(UTC-05:00) Eastern Time (US and Canada)":                     "America/New_York",
		"Eastern Time (US & Canada)":                                   "America/New_York",
		"(UTC-08:00) Pacific Time (US & Canada); Tijuana":              "America/Los_Angeles",
		"(UTC) Greenwich Mean Time : Dublin, Edinburgh, Lisbon":        "Europe/London",
		"(UTC+02:00) Helsinki, Kiev, Riga":                             "Europe/Kiev",
		"(UTC-04:00) La Paz, San Juan":                                 "America/La_Paz", // La Paz alone has two
		"(UTC-07:00) La Paz":                                           "",
		"(UTC+09:00) Somewhere":                                        "",
		"":                                                             "",
	} {
		if got, ok := Shown(text); got != want || ok != (want != "") {
			t.Errorf("%q is %q, %v, want %q", text, got, ok, want)
		}
	}
	for text, windows := range shown {
		if _, ok := IANA(windows); !ok {
			t.Errorf("%s: Windows has no zone %q", text, windows)
		}
		if _, ok := Shown("(UTC) " + text); !ok {
			t.Errorf("%s is unknown", text)
		}
	}
}

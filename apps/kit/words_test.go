// SPDX-License-Identifier: Apache-2.0

package kit

import (
	"image"
	"image/color"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/ledpost/ledpost/device"
	"github.com/ledpost/ledpost/device/note"
)

// TestPrintable: what cannot be drawn goes, what separates words is a space, and the rest has an end.
func TestPrintable(t *testing.T) {
	long := strings.Repeat("ü", note.MaxText)
	for in, want := range map[string]string{
		" a\tb\nc ": "a b c", "a\x07b\uFFFDc": "abc", long: long, long + "ü": long[:2*(note.MaxText-1)] + "…", "": "",
	} {
		if got := Printable(in); got != want {
			t.Errorf("%.20q: %.20q, want %.20q", in, got, want)
		}
	}
}

// TestPhrases: every phrase has words in English; package words compares the other languages with it.
func TestPhrases(t *testing.T) {
	phrases := reflect.ValueOf(*LanguageOf("en").Phrases)
	for i := range phrases.NumField() {
		if phrases.Field(i).IsZero() {
			name := phrases.Type().Field(i).Name
			t.Errorf("words/en.json lacks %s%s in section panel", strings.ToLower(name[:1]), name[1:])
		}
	}
}

// TestSoonest of two times, of which zero is never.
func TestSoonest(t *testing.T) {
	never, first, second := time.Time{}, time.Unix(1, 0), time.Unix(2, 0)
	for _, row := range []struct{ a, b, want time.Time }{
		{never, never, never}, {never, first, first}, {first, never, first}, {first, second, first}, {second, first, first},
	} {
		if got := Soonest(row.a, row.b); got != row.want {
			t.Errorf("%v and %v: %v", row.a, row.b, got)
		}
	}
}

// TestName: a phrase without its name has no end that introduces one.
func TestName(t *testing.T) {
	for _, row := range []struct{ phrase, name, want string }{
		{"No place %s", "Berlin", "No place Berlin"}, {"No place %s", "", "No place"}, {"Pas de météo : %s", "", "Pas de météo"},
		{"没有天气：%s", "", "没有天气"},
	} {
		if got := Name(row.phrase, row.name); got != row.want {
			t.Errorf("%q with %q: %q", row.phrase, row.name, got)
		}
	}
}

// TestFahrenheit: a widget's own units come before those of the region.
func TestFahrenheit(t *testing.T) {
	for _, row := range []struct {
		region, own string
		want        bool
	}{{"C", "", false}, {"F", "", true}, {"F", "metric", false}, {"C", "imperial", true}} {
		if got := Fahrenheit(device.Region{Temperature: row.region}, row.own, "imperial"); got != row.want {
			t.Errorf("%+v: %v", row, got)
		}
	}
}

// TestLocal: the language of the widget, else of the region; and hours in both forms.
func TestLocal(t *testing.T) {
	for _, row := range []struct {
		rows        int
		region, own string
		want        string
	}{{8, "de", "", "de"}, {8, "de", "fr", "fr"}, {8, "", "", "en"}, {8, "zh", "", "zh"}, {8, "", "zh", "zh"}} {
		l := Env{Size: image.Pt(64, row.rows)}.Local(device.Region{Language: row.region}, row.own)
		if l.Code != row.want || l.Language != LanguageOf(row.want) {
			t.Errorf("%+v: %s", row, l.Code)
		}
	}
	at := time.Date(2026, 11, 20, 18, 5, 0, 0, time.UTC)
	for hours, want := range map[int]string{24: "18:05 18:05 18h", 12: "6:05 PM 6:05 6PM"} {
		l := Env{}.Local(device.Region{Hours: hours}, "")
		if long, short := l.Time(at); long+" "+short+" "+l.Hour(at) != want {
			t.Errorf("%d hours: %s %s %s, want %s", hours, long, short, l.Hour(at), want)
		}
	}
	english := LanguageOf("en")
	if word := english.HourWord(at, 7); word != english.Hours[1] {
		t.Errorf("seven hours after six it is %s", word)
	}
}

// TestInks: a widget's own colour, else the look's; what looks different from it; and paler words.
func TestInks(t *testing.T) {
	look := PlainLook
	look.TextColor = note.Color{R: 10, G: 20, B: 30, Set: true}
	for own, want := range map[string]color.RGBA{"": {10, 20, 30, 255}, "#010203": {1, 2, 3, 255}, "no colour": {10, 20, 30, 255}} {
		if got := InkOf(look, own); got != want {
			t.Errorf("%q: %v, want %v", own, got, want)
		}
	}
	ink := color.RGBA{30, 60, 90, 255}
	for monochrome, want := range map[bool]color.RGBA{false: {10, 20, 30, 255}, true: {0, 0, 0, 255}} {
		if got := (&Env{Monochrome: monochrome}).Dimmed(ink, 3); got != want {
			t.Errorf("monochrome %v: %v, want %v", monochrome, got, want)
		}
	}
	if pale := Pale(look).TextColor; pale.Opaque() != PaleInk {
		t.Errorf("pale is %v", pale)
	}
}

// TestWeatherNowEnds when it is too old, or never.
func TestWeatherNowEnds(t *testing.T) {
	until := time.Unix(100, 0)
	for _, row := range []struct {
		until time.Time
		at    time.Duration
		want  string
	}{{until, -1, "12°"}, {until, 0, ""}, {time.Time{}, time.Hour, "12°"}} {
		if got := (WeatherNow{Text: "12°", Until: row.until}).At(until.Add(row.at)); got.Text != row.want {
			t.Errorf("%+v: %q", row, got.Text)
		}
	}
}

// TestPosition of a place, and of none.
func TestPosition(t *testing.T) {
	if (*Location)(nil).Position() != nil {
		t.Error("no place has a position")
	}
	if p := (&Location{Latitude: 1, Longitude: 2}).Position(); *p != (device.Position{Latitude: 1, Longitude: 2}) {
		t.Errorf("%+v", p)
	}
}

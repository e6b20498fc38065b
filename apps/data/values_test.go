// SPDX-License-Identifier: Apache-2.0

package data

import (
	"encoding/json"
	"errors"
	"fmt"
	"image"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/ledpost/ledpost/apps/apptest"
	"github.com/ledpost/ledpost/apps/kit"
	"github.com/ledpost/ledpost/device"
	"github.com/ledpost/ledpost/device/note"
	"github.com/ledpost/ledpost/device/paint"
	"github.com/ledpost/ledpost/device/typeset"
	"github.com/ledpost/ledpost/internal/must"
	"github.com/ledpost/ledpost/render"
	"github.com/ledpost/ledpost/render/rendertest"
)

// answered returns a widget of these settings, to which its server has answered.
func answered(t *testing.T, size image.Point, settings string, answers ...string) (*Data, error) {
	t.Helper()
	d := dataOn(t, size, nil, nil)
	d.SetLook(paint.Look{})
	apptest.Set(t, d, settings)
	for i, body := range answers {
		if err := d.Answer("a", []byte(body), apptest.Noon.Add(time.Duration(i)*time.Minute)); err != nil {
			return d, err
		}
	}
	return d, nil
}

// TestValuesOfOneAnswer stand in one text, in the order in which they are named.
func TestValuesOfOneAnswer(t *testing.T) {
	for _, row := range []struct{ name, settings, answer, want string }{
		{"two values", `{"values":{"a":"/t","b":"/h"},"text":"{a:1}° {b}%"}`, `{"t":21.46,"h":48}`, "21.5° 48%"},
		{"no text: all, by name", `{"values":{"b":"/h","a":"/t"}}`, `{"t":21,"h":48}`, "21 48"},
		{"beside the value", `{"pointer":"/t","values":{"b":"/h"},"text":"{value} {b}"}`, `{"t":21,"h":48}`, "21 48"},
		{"a time with its zone", `{"values":{"at":"/at"},"text":"{at:time}"}`, `{"at":"2026-11-23T19:20:00+01:00"}`, "18:20"},
		{"a time with a zone of four digits", `{"values":{"at":"/at"},"text":"{at:time}"}`,
			`{"at":"2026-11-23T19:20:00+0100"}`, "18:20"},
		{"Unix seconds", `{"values":{"at":"/at"},"text":"{at:time}"}`, `{"at":1795302000}`, "23:00"},
		{"no time", `{"values":{"at":"/at"},"text":"{at:time}"}`, `{"at":"soon"}`, "soon"},
		{"braces of a text without values", `{"text":"{a} {value}"}`, `7`, "{a} 7"},
		{"missing value", `{"values":{"a":"/x"}}`, `{}`, `a: the answer has no "x"`},
		{"a value that is a list", `{"values":{"a":"/x"}}`, `{"x":[]}`,
			"a: the value is an array of 0: add an index, such as /0, to the pointer"},
		{"a chart that is not a list", `{"chart":"/x"}`, `{"x":1}`, "chart: /x is not a list"},
		{"an empty chart", `{"chart":"/x"}`, `{"x":[]}`, "chart: the list is empty"},
		{"a chart of words", `{"chart":"/x"}`, `{"x":[1,"a"]}`, "chart: item 1 is not a number"},
		{"a chart of items without it", `{"chart":"/*/p"}`, `[{"p":1},{}]`, `chart: item 1: the answer has no "p"`},
		{"more than a number can say", `{"chart":""}`, `[1e300]`,
			"the value is an array of 1: add an index, such as /0, to the pointer"},
	} {
		d, err := answered(t, image.Pt(37, 8), row.settings, row.answer)
		got := ""
		if err != nil {
			got = err.Error()
		} else {
			for _, f := range d.items[0].frames[0].Text {
				got += f.Text
			}
		}
		if got != row.want {
			t.Errorf("%s: %q, want %q", row.name, got, row.want)
		}
	}
}

// TestTimesFollowTheRegion: a time that came before is written as a new region writes it.
func TestTimesFollowTheRegion(t *testing.T) {
	d, err := answered(t, image.Pt(37, 8), `{"values":{"at":"/at"},"text":"{at:time}"}`,
		`{"at":"2026-11-23T19:20:00+01:00"}`)
	must.Do(t, err)
	for _, row := range []struct {
		hours int
		want  string
	}{{12, "6:20"}, {24, "18:20"}} {
		before := d.Step(apptest.Noon).Views["a"].Root
		d.SetRegion(device.Region{Hours: row.hours})
		if got := d.items[0].frames[0].Text[0].Text; got != row.want {
			t.Errorf("with %d hours: %s, want %s", row.hours, got, row.want)
		}
		if d.Step(apptest.Noon).Views["a"].Root == before {
			t.Errorf("with %d hours: the picture stays", row.hours)
		}
	}
}

// TestSameTextGoesOn: the same text again does not begin from its start, except where its look changes.
func TestSameTextGoesOn(t *testing.T) {
	for _, row := range []struct {
		why    string
		before func(d *Data) // after the first answer
		answer string
		after  time.Duration
		goesOn bool
	}{
		{"the same", func(*Data) {}, `5`, time.Minute, true},
		{"another text", func(*Data) {}, `6`, time.Minute, false},
		{"the same after a fault", func(d *Data) { d.items[0].fail(errors.New("no")) }, `5`, time.Minute, true},
		{"the same after it was dim", func(d *Data) { d.Step(apptest.Noon.Add(time.Hour)) }, `5`, time.Hour, false},
	} {
		d := must.Get(answered(t, image.Pt(37, 8), `{"url":"http://a/"}`, `5`))(t)
		first := d.Step(apptest.Noon).Views["a"].Root
		row.before(d)
		now := apptest.Noon.Add(row.after)
		must.Do(t, d.Answer("a", []byte(row.answer), now))
		if second := d.Step(now).Views["a"].Root; (second == first) != row.goesOn || d.items[0].stale {
			t.Errorf("%s: goes on %v, dim %v, want %v", row.why, second == first, d.items[0].stale, row.goesOn)
		}
	}
}

// TestDataTellsOthers the first text of each widget, until it is stale.
func TestDataTellsOthers(t *testing.T) {
	d := dataOn(t, image.Pt(37, 8), nil, nil)
	d.Env.Shared = new(kit.Shared)
	err := d.Configure([]device.WidgetSettings{
		{ID: "a", Title: "Solar",
			Settings: json.RawMessage(`{"url":"http://a/","text":"{value} W","icon":"weather-sun","trend":true,"stale":60}`)}, {
			ID: "b"},
	})
	must.Do(t, err)
	told := func(after time.Duration, want string) {
		t.Helper()
		now := apptest.Noon.Add(after)
		d.Step(now)
		b, _ := d.Env.Shared.Brief("a", now)
		if _, other := d.Env.Shared.Brief("b", now); b.Text != want || other ||
			want != "" && (b.Lead != "Solar" || b.Icon != kit.Builtin("weather-sun")) {
			t.Errorf("after %v: %+v, want %q", after, b, want)
		}
	}
	told(0, "")
	for i, answer := range []string{"5", "6"} {
		must.Do(t, d.Answer("a", []byte(answer), apptest.Noon.Add(time.Duration(i)*time.Second)))
	}
	told(time.Second, "6 W↑")
	told(61*time.Second-1, "6 W↑")
	told(61*time.Second, "")
}

// TestDataSays a line of what was pushed, whatever it is.
func TestDataSays(t *testing.T) {
	d := dataOn(t, image.Pt(37, 8), nil, nil)
	must.Do(t, d.Configure([]device.WidgetSettings{{ID: "a", Title: "Solar"}}))
	if says := d.Step(apptest.Noon).Views["a"].Says; says != "" {
		t.Errorf("without data it says %q", says)
	}
	for _, row := range []struct {
		frame note.Frame
		want  string
	}{
		{note.Frame{Text: note.Text{{Text: "3.2"}, {Text: " kW"}}}, "3.2 kW"},
		{note.Frame{Goal: &note.Goal{Current: 7.5, End: 10, Unit: "km"}}, "7.5 km"},
		{note.Frame{Goal: &note.Goal{Current: 7, End: 10}}, "7"},
		{note.Frame{Chart: []float64{1, 2.5}}, "2.5"},
		{note.Frame{Icon: kit.Builtin("weather-sun")}, "Solar"},
	} {
		must.Do(t, d.Push("a", []note.Frame{row.frame}, apptest.Noon))
		if says := d.Step(apptest.Noon).Views["a"].Says; says != row.want {
			t.Errorf("%+v says %q, want %q", row.frame, says, row.want)
		}
	}
}

// TestTrend: the arrow says where the first number of the text went when it last changed.
func TestTrend(t *testing.T) {
	for _, row := range []struct {
		name    string
		answers []string
		want    string
	}{
		{"the first", []string{"5"}, "5 W"},
		{"the same", []string{"5", "5"}, "5 W"},
		{"more", []string{"5", "6"}, "6 W↑"},
		{"less", []string{"5", "4"}, "4 W↓"},
		{"as before, after it rose", []string{"5", "6", "6"}, "6 W↑"},
		{"up and down", []string{"5", "6", "5.5"}, "5.5 W↓"},
		{"no number, after it rose", []string{"5", "6", `"off"`}, "off W"},
	} {
		d, err := answered(t, image.Pt(37, 8), `{"url":"http://a/","text":"{value} W","trend":true}`, row.answers...)
		got := ""
		if err == nil {
			for _, f := range d.items[0].frames[0].Text {
				got += f.Text
			}
		}
		if got != row.want {
			t.Errorf("%s: %q (%v), want %q", row.name, got, err, row.want)
		}
	}
}

// TestLevels colour the text by its first number, and each column by its own.
func TestLevels(t *testing.T) {
	red, green := note.Color{R: 255, Set: true}, note.Color{G: 255, Set: true}
	for _, row := range []struct {
		name, answer string
		want         note.Color
	}{{"below all", "1", note.Color{}}, {"at the first", "10", green}, {"between", "19.9", green}, {"the last", "20", red},
		{"no number", `"x"`, note.Color{}}} {
		d, err := answered(t, image.Pt(37, 8),
			`{"levels":[{"from":20,"color":"#FF0000"},{"from":10,"color":"#00FF00"}]}`, row.answer)
		if err != nil || d.items[0].frames[0].Color != row.want {
			t.Errorf("%s: %v (%v), want %v", row.name, d.items[0].frames[0].Color, err, row.want)
		}
	}
}

// TestChartScale: what is set holds, and 0 belongs to a chart unless all values are far from it.
func TestChartScale(t *testing.T) {
	for _, row := range []struct {
		name, more, list string
		low, high        float64
	}{
		{"from 0", "", "[1,4]", 0, 4}, {"far from 0", "", "[20,23]", 20, 23}, {"on both sides", "", "[-1,4]", -1, 4},
		{"below 0", "", "[-4,-1]", -4, 0}, {"equal values", "", "[5,5]", 0, 5},
		{"equal values below 0", "", "[-5,-5]", -5, 0},
		{"as far from 0 as from each other", "", "[5,10]", 0, 10}, {"a little farther", "", "[5.1,10]", 5.1, 10},
		{"far below 0", "", "[-23,-20]", -23, -20}, {"nothing but 0", "", "[0]", 0, 1},
		{"a bottom", `,"min":-5`, "[1,4]", -5, 4}, {"a top", `,"max":10`, "[1,4]", 0, 10},
		{"a bottom above all", `,"min":9`, "[1,4]", 9, 10}, {"a top below all", `,"max":-9`, "[1,4]", -10, -9},
	} {
		d := must.Get(answered(t, image.Pt(64, 32), `{"chart":"/x"`+row.more+`}`, `{"x":`+row.list+`}`))(t)
		if got := d.items[0].frames[0].Scale; got.Low != row.low || got.High != row.high {
			t.Errorf("%s: %v, want %v to %v", row.name, got, row.low, row.high)
		}
	}
}

// TestLongListsAreAveraged: as many values as a chart has, with the mean that they had.
func TestLongListsAreAveraged(t *testing.T) {
	list := "[" + strings.Repeat(`{"p":1},{"p":3},`, 719) + `{"p":1},{"p":3}]`
	d := must.Get(answered(t, image.Pt(64, 32), `{"chart":"/*/p"}`, list))(t)
	sum := 0.0
	for _, v := range d.items[0].got.chart {
		sum += v / note.MaxChart
	}
	if n := len(d.items[0].got.chart); n != note.MaxChart || sum < 1.9 || sum > 2.1 {
		t.Errorf("%d values with the mean %v, want %d with 2", n, sum, note.MaxChart)
	}
}

// TestCompact: a number beside a chart has about four characters.
func TestCompact(t *testing.T) {
	for v, want := range map[float64]string{0: "0", -0.001: "0", 0.314: "0.31", 9.5: "9.5", 21.46: "21.5", 812.3: "812",
		3200: "3200", -4500: "-4500", 12345: "12.3k", 2.5e6: "2.5M", 7e9: "7G"} {
		if got := compact(v); got != want {
			t.Errorf("%v: %q, want %q", v, got, want)
		}
	}
}

// TestGraphPictures: a chart with and without a text is a widget on every panel.
func TestGraphPictures(t *testing.T) {
	for _, size := range apptest.Sizes {
		for i, settings := range []string{`{"chart":"/x"}`,
			`{"chart":"/x","pointer":"/x/0","icon":"home-energy","trend":true}`} {
			d := must.Get(answered(t, size, settings, `{"x":[1,2,-3]}`, `{"x":[2,2,9]}`))(t)
			t.Run(fmt.Sprint(size, i), func(t *testing.T) { rendertest.Check(t, d.Step(apptest.Noon).Views["a"].Root) })
		}
	}
}

// TestSizeOfFigures: a figure has the same size with one digit, with two, and when it has been
// longer, with and without a chart; other words have their own.
func TestSizeOfFigures(t *testing.T) {
	rows := func(size image.Point, settings string, answers ...string) int {
		d := must.Get(answered(t, size, settings, answers...))(t)
		root := d.Step(apptest.Noon).Views["a"].Root
		if s, ok := root.(*render.Sequence); ok {
			root, _ = s.Showing(0)
		}
		for _, i := range root.(*typeset.Page).Items {
			if i.Text != "" {
				return i.Rows
			}
		}
		return 0
	}
	const chart = `{"pointer":"/0","text":"{value:1} ct","chart":"","trend":true}`
	for _, row := range []struct {
		name, settings string
		one, other     []string
		same           bool
	}{
		{"a chart", chart, []string{"[9]"}, []string{"[10]"}, true},
		{"a text", `{"text":"{value} kWh"}`, []string{"9"}, []string{"10"}, true},
		{"it was longer", `{"text":"{value} kWh"}`, []string{"1000.25", "9"}, []string{"1000.25"}, true},
		{"other words", `{}`, []string{`"100000 kWh"`, `"9 %"`}, []string{`"100000 kWh"`}, false},
	} {
		for _, size := range []image.Point{{64, 32}, {64, 64}, {128, 64}} {
			if !row.same && size.X > 64 {
				continue // the longer figure has room, too
			}
			one, other := rows(size, row.settings, row.one...), rows(size, row.settings, row.other...)
			if one == 0 || (one == other) != row.same {
				t.Errorf("%s on %v: %d and %d rows", row.name, size, one, other)
			}
		}
	}
}

// TestZeroes: the text that chooses the size.
func TestZeroes(t *testing.T) {
	for text, want := range map[string]string{
		"9.0 ct": "00.0 ct", "10.25": "00.00", "-4°": "-00°", "1,627,112": "0,000,000", "9,5": "00,0", "T1 9:05": "T0 00:00",
		"open": "open", "": "",
	} {
		if got := typeset.Usual(text); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

// TestSpread: which templates have a line for each value, and how.
func TestSpread(t *testing.T) {
	for _, row := range []struct {
		why, template string
		want          spread // zero = one text
	}{
		{"two numbers with their units", "{t:1}° {h}%", spread{head: "{t:1}°", rest: "{h}%"}},
		{"three of them", "{t} {h} {c}", spread{head: "{t}", rest: "{h} {c}"}},
		{"units behind a space", "{p} kW {d} kWh", spread{head: "{p} kW", rest: "{d} kWh"}},
		{"a departure", "{line} {to} {at:time}", spread{label: "{line}", rest: "{to}", head: "{at:time}", ends: true}},
		{"a departure without its line", "to {to} {at:time}", spread{rest: "to {to}", head: "{at:time}", ends: true}},
		{"words between values", "{a} of {b}", spread{}},
		{"words before values", "Solar {p} {d}", spread{}},
		{"two times are a range", "{from:time} {to:time}", spread{head: "{from:time}", rest: "{to:time}"}},
		{"one value", "{value} °C", spread{}},
		{"words and a time, without another value", "next {at:time}", spread{}},
		{"one word", "{a}/{b}", spread{}},
	} {
		if got, ok := spreadOf(row.template); got != row.want || ok != (row.want != spread{}) {
			t.Errorf("%s: %q is spread as %+v, %v, want %+v", row.why, row.template, got, ok, row.want)
		}
	}
}

// TestSeveralValues: each value of a text has its line and its role, where there is room for lines.
func TestSeveralValues(t *testing.T) {
	const departure = `{"url":"http://a/","values":{"line":"/l","to":"/t","at":"/a"},"text":"{line} {to} {at:time}"}`
	const climate = `{"url":"http://a/","values":{"t":"/t","h":"/h"},"text":"{t:1}° {h}%"}`
	for _, row := range []struct {
		why              string
		size             image.Point
		hours            int
		settings, answer string
		want             []string // "" = one text
	}{
		{"label, stop and time", image.Pt(64, 32), 24, departure, `{"l":"s8","t":"Uster","a":"2026-11-23T19:20:00+01:00"}`,
			[]string{"label S8", "value Uster", "head 18:20"}},
		{"with half of the day", image.Pt(64, 64), 12, departure, `{"l":"s8","t":"Uster","a":"2026-11-23T19:20:00+01:00"}`,
			[]string{"label S8", "value Uster", "head 6:20 PM"}},
		{"the first is the largest", image.Pt(128, 64), 24, climate, `{"t":21.46,"h":54}`,
			[]string{"head 21.5°", "value 54%"}},
		{"a row of text", image.Pt(37, 8), 24, climate, `{"t":21.46,"h":54}`, nil},
		{"a low panel", image.Pt(64, 16), 24, climate, `{"t":21.46,"h":54}`, nil},
	} {
		d := must.Get(answered(t, row.size, row.settings, row.answer))(t)
		d.SetRegion(device.Region{Hours: row.hours})
		var got []string
		if page, ok := d.Step(apptest.Noon).Views["a"].Root.(*typeset.Page); ok {
			for _, i := range page.Items {
				got = append(got, i.Role.String()+" "+i.Text)
			}
		}
		if !slices.Equal(got, row.want) {
			t.Errorf("%s: %q, want %q", row.why, got, row.want)
		}
	}
}

// TestDeparturesKeepTheirTime on all panels, with the fonts and the icons that these have: where a line has no
// room, it is not the time, and nothing lies over anything else. Letters keep their label on all of them.
func TestDeparturesKeepTheirTime(t *testing.T) {
	const settings = `{"url":"http://a/",%s"values":{"line":"/l","to":"/t","at":"/a"},"text":"{line} {to} {at:time}"}`
	const answer = `{"l":%q,"t":%q,"a":"2026-11-23T23:20:00+01:00"}`
	for _, size := range []image.Point{{48, 32}, {64, 32}, {128, 32}, {256, 32}, {64, 40}, {96, 48}, {64, 64}, {96, 56},
		{128, 64}} {
		for _, stop := range [][2]string{{"S8", "Uster"}, {"Tram 12", "Zürich Altstetten Bahnhof Nord"},
			{"地铁", "北京南站 东口"}, {"", ""}} {
			for _, icon := range []string{"", `"icon":"transport-car",`} {
				d := New(apptest.SizedEnv(t, size), nil, 1)
				d.SetLook(paint.Look{})
				apptest.Set(t, d, fmt.Sprintf(settings, icon))
				must.Do(t, d.Answer("a", fmt.Appendf(nil, answer, stop[0], stop[1]), apptest.Noon))
				page, ok := d.Step(apptest.Noon).Views["a"].Root.(*typeset.Page)
				if !ok {
					t.Errorf("%v, %q, %q: one text", size, stop, icon)
					continue
				}
				told, labelled := false, false
				for i, a := range page.Items {
					told, labelled = told || a.Text == "22:20", labelled || a.Role == typeset.Label
					for _, b := range page.Items[:i] {
						if a.Ink.Overlaps(b.Ink) {
							t.Errorf("%v, %q, %q: %q lies over %q", size, stop, icon, a.Text, b.Text)
						}
					}
				}
				if letters := stop[0] != "" && stop[0] < "\u0300"; letters && !labelled {
					t.Errorf("%v, %q, %q: no label in %+v", size, stop, icon, page.Items)
				}
				if !told {
					t.Errorf("%v, %q, %q: no time in %+v", size, stop, icon, page.Items)
				}
			}
		}
	}
}

// TestSecondValueIsNoLarger than the first, and neither scrolls beside an icon, which takes fewer columns instead.
func TestSecondValueIsNoLarger(t *testing.T) {
	const settings = `{"url":"http://a/","icon":"home-energy","values":{"p":"/p","d":"/d"},"text":"{p} kW {d} kWh"}`
	for _, size := range []image.Point{{64, 32}, {64, 64}, {96, 64}, {128, 64}} {
		for _, answer := range []string{`{"p":2.35,"d":1234.5}`, `{"p":2.4,"d":12.5}`} {
			d := New(apptest.SizedEnv(t, size), nil, 1)
			d.SetLook(paint.Look{})
			apptest.Set(t, d, settings)
			must.Do(t, d.Answer("a", []byte(answer), apptest.Noon))
			rows := map[typeset.Role]int{}
			for _, i := range d.Step(apptest.Noon).Views["a"].Root.(*typeset.Page).Items {
				if rows[i.Role] = i.Rows; i.Scrolls {
					t.Errorf("%v, %s: %q scrolls", size, answer, i.Text)
				}
			}
			if rows[typeset.Head] == 0 || rows[typeset.Value] == 0 || rows[typeset.Value] > rows[typeset.Head] {
				t.Errorf("%v, %s: %d and %d rows", size, answer, rows[typeset.Head], rows[typeset.Value])
			}
		}
	}
}

// SPDX-License-Identifier: Apache-2.0

package wire

import (
	"encoding/json"
	"testing"
	"time"

	"github.com/ledpost/ledpost/device"
	"github.com/ledpost/ledpost/device/note"
	"github.com/ledpost/ledpost/internal/must"
)

// TestMembersAbsent: arguments that were not sent are an empty object, never null.
func TestMembersAbsent(t *testing.T) {
	for body, want := range map[string]string{`{}`: `{}`, `{"params":null}`: `{}`, `{"params":""}`: `{}`,
		`{"params":{"a":[1]}}`: `{"a":[1]}`} {
		var p struct {
			Params Members `json:"params"`
		}
		if err := Decode([]byte(body), &p); err != nil || string(p.Params.JSON()) != want {
			t.Errorf("%s: %s, %v; want %s", body, p.Params.JSON(), err, want)
		}
	}
}

// TestArgs: what an action declares, as leniently as all input.
func TestArgs(t *testing.T) {
	action := device.Action{Params: []device.Param{{Name: "on", Type: device.BoolParam},
		{Name: "n", Type: device.IntParam}, {Name: "s", Type: device.TextParam}}}
	for body, want := range map[string]string{
		`{"on":"1","n":" 5.0","s":true,"x":1}`: `{"n":5,"on":true,"s":"true"}`,
		`{"on":"","n":"","s":""}`:              `{"s":""}`,
		`{"on":null,"n":0}`:                    `{"n":0}`,
	} {
		var m Members
		must.Do(t, m.UnmarshalJSON([]byte(body)))
		var f Faults
		got, _ := json.Marshal(m.Args(&f, action))
		if string(got) != want || f.Err() != nil {
			t.Errorf("%s: %s, %v; want %s", body, got, f.Err(), want)
		}
	}
}

// TestSlots: null switches an indicator off, an absent or empty one changes nothing, and
// a period of 0 is a fault instead of the default.
func TestSlots(t *testing.T) {
	red := note.Color{R: 255, Set: true}
	was := note.Indicator{Color: note.Color{B: 255, Set: true}, Period: time.Second}
	for _, row := range []struct {
		body  string
		sent  bool
		want  note.Indicator
		fault string
	}{
		{`{}`, false, was, ""},
		{`{"1":""}`, false, was, ""},
		{`{"1":null}`, true, note.Indicator{}, ""},
		{`{"1":{"color":"#FF0000"}}`, true, note.Indicator{Color: red, Period: time.Second}, ""},
		{`{"1":{"period":""}}`, true, was, ""},
		{`{"1":{"period":500}}`, true, note.Indicator{Color: was.Color, Period: 500 * time.Millisecond}, ""},
		{`{"1":{"period":0}}`, true, note.Indicator{}, "1.period: 0, want "},
	} {
		var p indicatorsPatch
		must.Do(t, Decode([]byte(row.body), &p))
		if p.First.sent != row.sent {
			t.Errorf("%s: sent is %v", row.body, p.First.sent)
		}
		if !row.sent {
			continue
		}
		var f Faults
		got := p.First.indicator(&f, "1", was)
		said, _ := Messages(f.Err())
		if row.fault == "" && (got != row.want || f.Err() != nil) ||
			row.fault != "" && (len(said) != 1 || said[0][:len(row.fault)] != row.fault) {
			t.Errorf("%s: %+v, %q; want %+v, %q", row.body, got, said, row.want, row.fault)
		}
	}
}

// TestIndicatorPeriod: the echo has the default where none was chosen.
func TestIndicatorPeriod(t *testing.T) {
	on := note.Color{G: 255, Set: true}
	out := IndicatorsOf(
		[note.Indicators]note.Indicator{{Color: on}, {Color: on, Period: 500 * time.Millisecond}, {Period: time.Second}})
	if out.First == nil || out.First.Period != note.DefaultPeriod.Milliseconds() || out.Second == nil ||
		out.Second.Period != 500 || out.Third != nil {
		t.Errorf("%+v %+v %+v", out.First, out.Second, out.Third)
	}
}

// TestMood: null switches the mood light off, an object on; what it does not name stays.
func TestMood(t *testing.T) {
	withDevice(t, func(t *testing.T, d *device.Device) {
		for _, row := range []struct {
			body string
			want Mood
		}{
			{`{}`, Mood{On: true, Color: "#FFAD59", Kelvin: firstKelvin}},
			{`{"color":"#00FF00","brightness":40}`, Mood{On: true, Color: "#00FF00", Brightness: 40}},
			{`{"brightness":50}`, Mood{On: true, Color: "#00FF00", Brightness: 50}},
			{" null\n", Mood{}},
		} {
			m, err := PutMood(t.Context(), d, []byte(row.body))
			if got := MoodOf(m); err != nil || got != row.want {
				t.Errorf("%s: %+v, %v; want %+v", row.body, got, err, row.want)
			}
		}
	})
}

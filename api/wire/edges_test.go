// SPDX-License-Identifier: Apache-2.0

package wire

import (
	"context"
	"encoding/json"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/ledpost/ledpost/device"
	"github.com/ledpost/ledpost/device/devicetest"
	"github.com/ledpost/ledpost/device/note"
	"github.com/ledpost/ledpost/internal/must"
)

// TestShort: what a message quotes has at most 40 characters, however many bytes those take.
func TestShort(t *testing.T) {
	for _, row := range []struct{ why, in, want string }{
		{"the longest that is quoted whole", strings.Repeat("é", 40), strings.Repeat("é", 40)},
		{"one more is cut", strings.Repeat("é", 41), strings.Repeat("é", 40) + "…"},
		{"so is a book", strings.Repeat("x", 1<<20), strings.Repeat("x", 40) + "…"},
		{"bytes that are no UTF-8", "a\xff", "a�"},
	} {
		if got := Short(row.in); got != row.want {
			t.Errorf("%s: %q, want %q", row.why, got, row.want)
		}
	}
}

// TestTheLastValueWins: a key that stands twice in an object has its last value, of which
// nothing is mixed with the one before.
func TestTheLastValueWins(t *testing.T) {
	var p struct {
		Params Members `json:"params"`
		Text   Label   `json:"text"`
	}
	must.Do(t, Decode([]byte(`{"params":{"a":1},"params":{"b":2},"text":"a","text":null}`), &p))
	if got := string(p.Params.JSON()); got != `{"b":2}` || p.Text.Text != "" || p.Text.Set {
		t.Errorf("%s and %+v", got, p.Text)
	}
}

// TestMissingModel: a notification that says nothing is refused by the name of what it lacks.
func TestMissingModel(t *testing.T) {
	_, err := ParseNotification([]byte(`{"priority":"info"}`))
	if said, ok := Messages(err); !ok || len(said) != 1 || !strings.Contains(said[0], "model") {
		t.Errorf("%q, %v", said, err)
	}
}

// TestChartLength: the longest chart is taken, and one value more or none is not.
func TestChartLength(t *testing.T) {
	for n, ok := range map[int]bool{0: false, 1: true, note.MaxChart: true, note.MaxChart + 1: false} {
		values := strings.TrimSuffix(strings.Repeat("1,", n), ",")
		_, err := ParseNotification([]byte(framed(`{"chartData":[` + values + `]}`)))
		if (err == nil) != ok {
			t.Errorf("%d values: %v", n, err)
		}
	}
}

// TestScreensaverMode: the parameters of the screensaver's mode, as the original takes them.
func TestScreensaverMode(t *testing.T) {
	var p displayPatch
	body := `{"screensaver":{"mode":"time_based","mode_params":{"enabled":true,"start_time":"22:00:30",` +
		`"end_time":"06:30:00"}}}`
	must.Do(t, Decode([]byte(body), &p))
	var f Faults
	got := p.patch(&f).Screensaver
	if f.Err() != nil || got == nil || got.ModeEnabled == nil || got.Start == nil || got.End == nil {
		t.Fatalf("%+v, %v", got, f.Err())
	}
	start, _ := device.ParseTimeOfDay("22:00:30")
	end, _ := device.ParseTimeOfDay("06:30:00")
	if !*got.ModeEnabled || *got.Start != start || *got.End != end {
		t.Errorf("%v, %v to %v", *got.ModeEnabled, *got.Start, *got.End)
	}
}

// TestMood: null switches the mood light off, an object on; what it does not name stays.
func TestMood(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := device.New(device.Config{Width: 37, Height: 8, Limits: device.DefaultLimits, Location: time.UTC},
			device.Fresh(), devicetest.Nowhere())
		ctx, stop := context.WithCancel(t.Context())
		var running sync.WaitGroup
		running.Go(func() { _ = d.Run(ctx) })
		defer running.Wait()
		defer stop()
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

// TestKinds: whatever a frame may show is read from JSON, shown as that kind, and echoed
// under the same name.
func TestKinds(t *testing.T) {
	examples := map[string]string{
		"text": `"hi"`, "goalData": `{"start":0,"current":5,"end":9,"unit":"%"}`, "chartData": `[1,2,3]`,
	}
	for _, kind := range note.Kinds() {
		example, ok := examples[kind]
		if !ok {
			t.Errorf("%s has no example here: add one", kind)
			continue
		}
		frames, err := ParseFrames([]byte(`{"frames":[{"` + kind + `":` + example + `}]}`))
		if err != nil {
			t.Errorf("%s: %v", kind, err)
			continue
		}
		echo, err := json.Marshal(frameObject(&frames[0]))
		if err != nil || !strings.Contains(string(echo), `"`+kind+`":`+example) {
			t.Errorf("%s is echoed as %s, %v", kind, echo, err)
		}
	}
	if len(examples) != len(note.Kinds()) {
		t.Errorf("%d examples of %d kinds", len(examples), len(note.Kinds()))
	}
}

// TestParseFrames: frames alone, as apps are sent them; the names of fields
// begin at the list.
func TestParseFrames(t *testing.T) {
	want := []note.Frame{{Text: []note.Fragment{{Text: "21"}}}, {Chart: []float64{1, 2}}}
	got, err := ParseFrames([]byte(`{"frames":[{"text":21,"index":0},{"chartData":["1",2.0]}],"model":5}`))
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("%+v, %v; want %+v", got, err, want)
	}
	for _, row := range []struct {
		name, body string
		want       []string
	}{
		{"no JSON", `{`, []string{"The body is not JSON: unexpected end of JSON input at offset 1"}},
		{"frames missing", `{}`, []string{"Missing required keys [frames]"}},
		{"frames of the wrong kind are not also missing", `{"frames":5}`, []string{"frames: 5, want an array"}},
		{"no frames", `{"frames":[]}`, []string{"Missing required keys [frames]"}},
		{"nothing but null", `{"frames":[null,null]}`, []string{"Missing required keys [frames]"}},
		{"every fault", `{"frames":[{"text":{}},{},{"goalData":{"start":1,"current":1,"end":1e16}}]}`, []string{
			"frames[0].text: an object, want a string", "frames[1]: has none of icon, text, goalData, chartData",
			"frames[2].goalData.end: 1e16, want a number from -9007199254740992 to 9007199254740992",
		}},
		{"the place of a fault counts null",
			`{"frames":[null,{"text":{}},null,{},{"chartData":["x"]},null,{"progress":"101"}]}`, []string{
				"frames[1].text: an object, want a string", `frames[4].chartData[0]: "x", want a number`,
				"frames[3]: has none of icon, text, goalData, chartData", `frames[6].progress: "101", want 0 to 100`,
			}},
		{"too many", `{"frames":[` + strings.Repeat(`{"text":"x"},`, 32) + `{"text":"x"}]}`,
			[]string{"frames: 33 frames, at most 32 are allowed"}},
	} {
		frames, err := ParseFrames([]byte(row.body))
		if frames != nil {
			t.Errorf("%s: %d frames beside the error", row.name, len(frames))
		}
		if got, _ := Messages(err); !slices.Equal(got, row.want) {
			t.Errorf("%s: %q, want %q", row.name, got, row.want)
		}
	}
}

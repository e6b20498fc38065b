// SPDX-License-Identifier: Apache-2.0

package wire

import (
	"encoding/json"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/ledpost/ledpost/device/note"
)

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
		{"the place of a fault counts null", `{"frames":[null,{"text":{}},null,{},{"chartData":["x"]},null,{"progress":"101"}]}`, []string{
			"frames[1].text: an object, want a string", `frames[4].chartData[0]: "x", want a number`,
			"frames[3]: has none of icon, text, goalData, chartData", `frames[6].progress: "101", want 0 to 100`,
		}},
		{"too many", `{"frames":[` + strings.Repeat(`{"text":"x"},`, 32) + `{"text":"x"}]}`, []string{"frames: 33 frames, at most 32 are allowed"}},
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

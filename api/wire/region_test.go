// SPDX-License-Identifier: Apache-2.0

package wire

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/ledpost/ledpost/device"
	"github.com/ledpost/ledpost/device/note"
	"github.com/ledpost/ledpost/internal/memtest"
	"github.com/ledpost/ledpost/internal/must"
)

// TestRegionsRefused: a page with a fault is refused as a whole, by the name of the field.
func TestRegionsRefused(t *testing.T) {
	many := strings.Repeat(`{"id":"x","role":"value","text":"1"},`, 17)
	for _, row := range []struct{ why, regions, want string }{
		{"no list", `5`, "regions: 5, want an array"},
		{"an empty list", `[]`, "regions: 0 regions, want 1 to 16"},
		{"too many", `[` + strings.TrimSuffix(many, ",") + `]`, "regions: 17 regions, want 1 to 16"},
		{"null among them", `[null,{"id":"a","role":"value","text":"1"}]`, "regions[0]: is null, want an object"},
		{"no id", `[{"role":"value","text":"1"}]`, "regions[0].id: is missing, want a name such as temp"},
		{"a long id", `[{"id":"` + strings.Repeat("i", 65) + `","role":"value","text":"1"}]`,
			"regions[0].id: 65 characters, at most 64 are allowed"},
		{"the same id", `[{"id":"a","role":"value","text":"1"},{"id":"a","role":"note","text":"2"}]`,
			`regions[1].id: "a" is the id of another region of the page`},
		{"an unknown role", `[{"id":"a","role":"title","text":"1"}]`,
			`regions[0].role: "title" is not one of head, value, label, note, row, picture, bar, chart`},
		{"no role beside others that have one", `[{"id":"a","role":"value","text":"1"},{"id":"b","text":"2"}]`,
			"regions[1].role: is missing, want one of head, value, label, note, row, picture, bar, chart"},
		{"two heads", `[{"id":"a","role":"head","text":"1"},{"id":"b","role":"head","text":"2"}]`, "regions[1].role: a page has one head"},
		{"three", `[{"id":"a","role":"bar","value":1},{"id":"b","role":"bar","value":1},{"id":"c","role":"bar","value":1}]`,
			"regions[2].role: a page has one bar"},
		{"no text", `[{"id":"a","role":"value"}]`, "regions[0].text: is missing; a value needs it"},
		{"no number", `[{"id":"a","role":"bar"}]`, "regions[0].value: is missing; a bar needs it"},
		{"a bar of words", `[{"id":"a","role":"bar","value":"half"}]`, `regions[0].value: "half", want a number`},
		{"no values", `[{"id":"a","role":"chart"}]`, "regions[0].values: is missing, want a list of numbers"},
		{"no icon", `[{"id":"a","role":"picture"}]`, "regions[0].icon: is missing; a picture needs it"},
		{"text of a bar", `[{"id":"a","role":"bar","value":1,"text":"x"}]`, "regions[0].text: means nothing for a bar"},
		{"an icon of a value", `[{"id":"a","role":"value","text":"1","icon":7}]`, "regions[0].icon: means nothing for a value"},
		{"a badge of a value", `[{"id":"a","role":"value","text":"1","badge":"S1"}]`,
			"regions[0].badge: means nothing for a value"},
		{"a long badge", `[{"id":"a","role":"row","text":"1","badge":"Bus number"}]`,
			"regions[0].badge: 10 characters, at most 8 are allowed"},
		{"no colour", `[{"id":"a","role":"row","text":"1","badgeColor":"red"}]`,
			`regions[0].badgeColor: "red", want #RRGGBB`},
		{"a range that falls", `[{"id":"a","role":"bar","value":1,"range":[9,1]}]`,
			"regions[0].range: 9 to 1; the first must be below the second"},
		{"an effect", `[{"id":"a","role":"value","text":[{"t":"1","effect":"blink"}]}]`,
			"regions[0].text[0].effect: regions have no effects"},
		{"too much text", `[{"id":"a","role":"value","text":"` + strings.Repeat("x", 600) + `"},{"id":"b","role":"value","text":"` +
			strings.Repeat("x", 600) + `"}]`, "regions: 1200 characters in all regions together, at most 1024 are allowed"},
		{"a frame's effect beside them", `[{"id":"a","role":"value","text":"1"}],"effect":"rainbow"`, "effect: means nothing beside regions"},
		{"frames beside them", `[{"id":"a","role":"value","text":"1"}],"frames":[{"text":"x"}]`,
			"regions: replace frames; send one of the two"},
	} {
		for form, body := range map[string]string{"": `{"regions":` + row.regions + `}`,
			"model.": `{"model":{"regions":` + row.regions + `}}`} {
			_, err := ParseNotification([]byte(body))
			if form == "" {
				_, _, err = readPush([]byte(body))
			}
			if err == nil || !strings.Contains("\n"+err.Error()+"\n", "\n"+form+row.want+"\n") {
				t.Errorf("%s: %q, want %q", row.why, err, form+row.want)
			}
			lines := strings.Split(err.Error(), "\n")
			if slices.Sort(lines); len(slices.Compact(slices.Clone(lines))) != len(lines) {
				t.Errorf("%s: it says the same twice: %q", row.why, lines)
			}
		}
	}
}

// TestRegionsAreToldAsSent: what GET answers can be sent again, and clients that know frames alone read a text.
func TestRegionsAreToldAsSent(t *testing.T) {
	const sent = `{"model":{"cycles":2,"regions":[{"id":"t","role":"value","text":"21.5","unit":"°C","widest":"-10.0 °C"},` +
		`{"id":"c","role":"label","text":[{"t":"In","c":"#FF0000"},{"t":"side"}],"short":["In"],"optional":true},` +
		`{"id":"p","role":"picture","icon":2867},{"id":"b","role":"bar","value":4.5,"range":[0,9],"color":"#00FF00"},` +
		`{"id":"g","role":"chart","values":[1,2.5]},{"id":"r","role":"row","text":"Airport","value":"5 min",` +
		`"badge":"S1","badgeColor":"#0A7C3A"}]}}`
	n := must.Get(ParseNotification([]byte(sent)))(t)
	told := must.Get(Encode(ItemOf(&device.Item{Notification: n})))(t)
	if want := `"frames":[{"icon":2867,"text":"21.5 °C Inside S1 Airport 5 min"}]`; !strings.Contains(string(told), want) {
		t.Errorf("%s, want %s", told, want)
	}
	from, to := strings.Index(string(told), `"regions":`), strings.Index(string(told), `}}`)
	again := must.Get(ParseNotification([]byte(`{"model":{"cycles":2,` + string(told)[from:to] + `}}`)))(t)
	if !reflect.DeepEqual(n, again) {
		t.Errorf("told as %s\nwhich is %+v\nwant %+v", told, again, n)
	}
}

// FuzzPush: what is pushed is refused or can be shown, and takes little memory.
func FuzzPush(f *testing.F) {
	for _, body := range []string{
		`{"frames":[{"text":"x"}]}`, `{"regions":[{"id":"a","text":"2"}]}`, `{"regions":[{"id":"a","value":"2","short":["x",1]}]}`,
		`{"regions":[{"id":"a","role":"row","text":"x","value":false}],"background":"plasma"}`, `{"regions":[{}],"frames":[]}`,
		`{"regions":[{"id":"a","icon":"x","color":"#12","unit":[],"values":[1e999],"range":["1",2]}],"duration":"x"}`,
	} {
		f.Add([]byte(body))
	}
	f.Fuzz(func(t *testing.T, body []byte) {
		var frames []note.Frame
		var changes []note.Change
		var err error
		memtest.AtMost(t, 1<<20+1<<10*len(body), func() { frames, changes, err = readPush(body) })
		switch {
		case err != nil:
			if messages, ok := Messages(err); !ok || len(messages) == 0 {
				if _, isComplaint := err.(Complaint); !isComplaint {
					t.Errorf("%v is no fault of a request", err)
				}
			}
		case changes == nil:
			if err := note.ValidateFrames("frames", frames); err != nil {
				t.Errorf("accepted, yet %v", err)
			}
		default:
			page := []note.Frame{{Regions: []note.Region{{ID: "a", Role: note.RoleRow}, {ID: "b", Role: note.RoleBar}}}}
			if made, err := note.Changed(page, changes); err == nil && note.ValidateFrames("", made) != nil {
				t.Errorf("changed to what cannot be shown: %+v", made)
			}
		}
	})
}

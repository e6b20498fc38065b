// SPDX-License-Identifier: Apache-2.0

package wire

import (
	"bytes"
	"encoding/json"
	"image"
	"log/slog"
	"maps"
	"slices"
	"testing"
	"time"

	"github.com/ledpost/ledpost/device/paint"
	"github.com/ledpost/ledpost/fonts"
	"github.com/ledpost/ledpost/icons"
	"github.com/ledpost/ledpost/internal/memtest"
	"github.com/ledpost/ledpost/internal/must"
	"github.com/ledpost/ledpost/render"
)

// TestNamesWithEscapes: a member whose name is written with escapes is known too.
func TestNamesWithEscapes(t *testing.T) {
	var p struct {
		Wait Milliseconds `json:"wait"`
	}
	if err := Decode([]byte(`{"wa\u0069t":5,"wait\"":6,"":7}`), &p); err != nil || p.Wait.Duration != 5*time.Millisecond {
		t.Errorf("%+v, %v", p, err)
	}
}

// FuzzSplit: arrays and objects have the parts that encoding/json finds in them.
func FuzzSplit(f *testing.F) {
	for _, seed := range []string{
		`[]`, ` [ ] `, `[1]`, `[1,2]`, `[ 1 , "a" ,null,true]`, `[[],[[]],{}]`, `["]","[","\\"","\\\\"]`, `["\\\\\"",1]`,
		"[\n1\t,\r2]",
		`{}`, ` { } `, `{"a":1}`, `{ "a" : 1 , "b" : [1,{"c":"}"}] }`, `{"a":1,"a":2}`, `{"\u0061":1}`, `{"a\\"b":{},"":""}`,
		`{"a":-1e5,"b":"x"}`, `1`, `"x"`, `null`, `[1`,
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, body []byte) {
		if !json.Valid(body) {
			return
		}
		switch kindOf(body) {
		case array:
			var want []json.RawMessage
			json.Unmarshal(body, &want)
			if got := slices.Collect(items(body)); !slices.EqualFunc(got, want, func(a []byte, b json.RawMessage) bool {
				return bytes.Equal(a, b)
			}) {
				t.Errorf("%s: %q, want %q", body, got, want)
			}
		case object:
			var want map[string]json.RawMessage
			json.Unmarshal(body, &want)
			got := map[string]json.RawMessage{}
			for name, value := range members(body) {
				got[unquote(name)] = value
			}
			if !maps.EqualFunc(got, want, func(a, b json.RawMessage) bool { return bytes.Equal(a, b) }) {
				t.Errorf("%s: %q, want %q", body, got, want)
			}
		}
	})
}

func FuzzDisplay(f *testing.F) {
	f.Add([]byte(`{"brightness":"5","on":1,"screensaver":{"mode":"time_based","mode_params":{"start_time":"1:2:3"}}}`))
	f.Fuzz(func(t *testing.T, body []byte) {
		memtest.AtMost(t, 256<<10+1<<10*len(body), func() {
			var p displayPatch
			if Decode(body, &p) == nil {
				p.patch(new(Faults))
			}
		})
	})
}

// FuzzPost: a body that is accepted can be drawn, on a flat panel and on a
// tall one.
func FuzzPost(f *testing.F) {
	for _, frame := range []string{
		`{"text":"Washer done\n"}`,
		`{"icon":"data:image/gif;base64,R0lGODlhAQABAIAAAP8AAAAAACH5BAAAAAAALAAAAAABAAEAAAICRAEAOw==","text":["a",` +
			`{"t":"\n","c":"#FF0000"}]}`,
		`{"icon":2867,"goalData":{"start":-9,"current":5,"end":3,"unit":"°C"},"duration":1000}`,
		`{"chartData":[0,0,0,-5],"color":"#123456"}`,
		`{"text":[{"t":"21","effect":"fade"},{"t":"° and so on and on and on"}],"effect":"rainbow","effectPeriod":100,` +
			`"colors":["#FF0000","#0000FF"],"scrollSpeed":200,"iconMotion":"leave","icon":1}`,
		`{"text":"Washer ok","effect":"gradient","fit":"cut","align":"right","progress":{"percent":1e-3,"back":"#000001"},` +
			`"background":"life","overlay":"thunder"}`,
		`{"text":"blink","effect":"blink","fit":"scroll","background":"#102030","progress":99.9}`,
		`{"goalData":{"start":-0.5,"current":1e-9,"end":2147483647},"thresholds":[{"from":-2e9,"color":"#FF0000"}]}`,
		`{"chartData":[1e-300,-2147483648,2147483647],"line":[0.5],"chartRange":[-1e-9,1e-9]}`,
		`{"draw":[{"line":[-1024,-1024,1024,1024]},{"disc":[0,0,1024,"#00FF00"]},{"circle":[5,5,1]},{"text":[-9,0,"日本語"]},` +
			`{"bitmap":[0,0,2,1,["#FF0000",null]]},{"rect":[0,0,0,0]},{"pixel":[1,2]},{"fill":[-1,-1,9,9]}]}`,
		`{"draw":[{"bitmap":[0,0,1024,1024,[null,null]]}]}`,
	} {
		f.Add([]byte(`{"icon_type":"alert","model":{"cycles":2,"frames":[` + frame + `]}}`))
	}
	for _, regions := range []string{
		`{"id":"a","role":"head","text":"Wednesday, the longest","short":["We"]},{"id":"b","role":"note","text":"日本語"}`,
		`{"id":"a","role":"picture","icon":7},{"id":"b","role":"bar","value":-9,"range":[-10,1e9]},{"id":"c","role":"label","text":""}`,
		`{"id":"a","role":"row","text":"שלום","value":"12 345,60 €"},{"id":"b","role":"row","text":"Ã","value":""},` +
			`{"id":"c","role":"chart","values":[-1,2]},{"id":"d","role":"value","text":"gÄ","unit":"日本語"}`,
	} {
		f.Add([]byte(`{"model":{"regions":[` + regions + `],"overlay":"snow"}}`))
	}
	var painters []*paint.Painter
	for _, size := range []image.Point{{8, 8}, {37, 8}, {16, 16}, {64, 32}} {
		set := must.Get(fonts.Open(fonts.Options{Rows: size.Y}))(f)
		store := icons.New(icons.Config{Size: 8 * paint.IconScale(size.X, size.Y)}, slog.New(slog.DiscardHandler))
		painters = append(painters, &paint.Painter{Size: size, Fonts: set, Icons: store})
	}
	draw := func(t *testing.T, body []byte) {
		n, err := ParseNotification(body)
		if err != nil {
			return
		}
		for _, p := range painters {
			seq := p.Picture(&n)
			m := image.NewRGBA(image.Rectangle{Max: p.Size})
			for at, i := time.Duration(0), 0; at < render.Forever && i < 20; i++ {
				seq.Draw(m, image.Point{}, at)
				at = max(seq.Next(at), at+100*time.Millisecond)
			}
			if seq.Length(1) <= 0 {
				t.Errorf("over after %v", seq.Length(1))
			}
		}
	}
	f.Fuzz(func(t *testing.T, body []byte) {
		// The pictures of an icon, drawn on four panels.
		memtest.AtMost(t, 64<<20+2000*len(body), func() { draw(t, body) })
	})
}

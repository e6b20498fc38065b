// SPDX-License-Identifier: Apache-2.0

package wire

import (
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/ledpost/ledpost/device"
	"github.com/ledpost/ledpost/device/note"
	"github.com/ledpost/ledpost/internal/must"
)

// TestEcho: what a frame may have beyond the device API is read, and told again
// so that it is read the same.
func TestEcho(t *testing.T) {
	red, blue := note.Color{R: 255, Set: true}, note.Color{B: 255, Set: true}
	hi := []note.Fragment{{Text: "hi"}}
	for _, row := range []struct {
		why, sent string
		want      note.Frame
		echo      string
	}{
		{"nothing of it", `{"text":"hi"}`, note.Frame{Text: hi}, `{"text":"hi"}`},
		{"an effect with its colours",
			`{"text":"hi","effect":" Rainbow ","colors":["#FF0000","#0000FF"],"effectPeriod":"1500"}`,
			note.Frame{Text: hi, Effect: note.EffectRainbow, Colors: []note.Color{red, blue}, Period: 1500 * time.Millisecond},
			`{"text":"hi","effect":"rainbow","colors":["#FF0000","#0000FF"],"effectPeriod":1500}`},
		{"an effect of a fragment", `{"text":[{"t":"h","effect":"blink"},{"t":"i"}]}`,
			note.Frame{Text: []note.Fragment{{Text: "h", Effect: note.EffectBlink}, {Text: "i"}}},
			`{"text":"hi","fragments":[{"t":"h","effect":"blink"},{"t":"i"}]}`},
		{"how it is laid out", `{"text":"hi","fit":"cut","align":"right","scrollSpeed":30.5,"iconMotion":"return"}`,
			note.Frame{Text: hi, Fit: note.FitCut, Align: note.AlignRight, Speed: 30.5, Push: note.PushEach},
			`{"text":"hi","fit":"cut","align":"right","scrollSpeed":30.5,"iconMotion":"return"}`},
		{"defaults are not repeated",
			`{"text":"hi","fit":"small","align":"center","iconMotion":"stay","effect":null}`, note.Frame{Text: hi},
			`{"text":"hi"}`},
		{"where it stands", `{"text":"hi","iconOffset":"-2","textOffset":3.0}`,
			note.Frame{Text: hi, IconOffset: -2, TextOffset: 3}, `{"text":"hi","iconOffset":-2,"textOffset":3}`},
		{"drawn in front", `{"draw":[{"pixel":[1,2]}],"drawFront":1,"background":"plasma","backgroundPace":0.5}`,
			note.Frame{Draw: []note.Shape{{X: 1, Y: 2}}, DrawFront: true,
				Background: note.Background{Name: "plasma"}, Pace: 0.5},
			`{"text":"","background":"plasma","backgroundPace":0.5,"drawFront":true,"draw":[{"pixel":[1,2]}]}`},
		{"how it comes", `{"text":"hi","transition":" Slide_Left"}`,
			note.Frame{Text: hi, Transition: note.TransitionSlide + 2}, `{"text":"hi","transition":"slide_left"}`},
		{"behind a chart", `{"line":[1],"chartBack":"#0000FF"}`, note.Frame{Line: []float64{1}, Back: blue},
			`{"text":"","line":[1],"chartBack":"#0000FF"}`},
		{"around it", `{"background":"PLASMA","overlay":"snow","progress":"40"}`,
			note.Frame{Background: note.Background{Name: "plasma"}, Overlay: note.OverlaySnow,
				Progress: &note.Progress{Percent: 40}},
			`{"text":"","background":"plasma","overlay":"snow","progress":40}`},
		{"in colours", `{"background":"#ff0000","progress":{"percent":33.5,"color":"#0000FF","back":"#FF0000"}}`,
			note.Frame{Background: note.Background{Color: red}, Progress: &note.Progress{Percent: 33.5, Color: blue, Back: red}},
			`{"text":"","background":"#FF0000","progress":{"percent":33.5,"color":"#0000FF","back":"#FF0000"}}`},
		{"a whole goal has no exact one", `{"goalData":{"start":0,"current":21.0,"end":40}}`,
			note.Frame{Goal: &note.Goal{Current: 21, End: 40}}, `{"goalData":{"start":0,"current":21,"end":40,"unit":""}}`},
		{"a goal with a fraction",
			`{"goalData":{"start":-0.5,"current":"21.5","end":40,"unit":"°"},"thresholds":[{"from":20.5,"color":"#FF0000"}]}`,
			note.Frame{Goal: &note.Goal{Start: -0.5, Current: 21.5, End: 40, Unit: "°"},
				Levels: []note.Level{{From: 20.5, Color: red}}},
			`{"goalData":{"start":-1,"current":22,"end":40,"unit":"°"},"goalExact":{"start":-0.5,"current":21.5,"end":40},` +
				`"thresholds":[{"from":20.5,"color":"#FF0000"}]}`},
		{"a goal of bytes", `{"goalData":{"start":0,"current":3000000000,"end":9007199254740992,"unit":"B"}}`,
			note.Frame{Goal: &note.Goal{Current: 3e9, End: 1 << 53, Unit: "B"}},
			`{"goalData":{"start":0,"current":2147483647,"end":2147483647,"unit":"B"},"goalExact":{"start":0,` +
				`"current":3000000000,"end":9007199254740992}}`},
		{"a chart of bytes", `{"chartData":[-3000000000,2147483647]}`, note.Frame{Chart: []float64{-3e9, math.MaxInt32}},
			`{"chartData":[-2147483648,2147483647],"chartExact":[-3000000000,2147483647]}`},
		{"a chart of 32 bits has no exact one", `{"chartData":[-2147483648,2147483647]}`,
			note.Frame{Chart: []float64{math.MinInt32, math.MaxInt32}}, `{"chartData":[-2147483648,2147483647]}`},
		{"charts", `{"chartData":[1,2.4,-2.5],"line":[0.5],"chartRange":[-3,"3"]}`,
			note.Frame{Chart: []float64{1, 2.4, -2.5}, Line: []float64{0.5}, Scale: &note.Scale{Low: -3, High: 3}},
			`{"chartData":[1,2,-3],"chartExact":[1,2.4,-2.5],"line":[0.5],"chartRange":[-3,3]}`},
		{"a line alone", `{"line":[1,2]}`, note.Frame{Line: []float64{1, 2}}, `{"text":"","line":[1,2]}`},
		{"every command",
			`{"draw":[{"pixel":[1,2]},{"line":[0,1,"2",3.0,"#FF0000"]},{"rect":[1,1,4,3]},{"fill":[1,1,4,3,null]},
			{"circle":[4,4,3,"#0000FF"]},{"disc":[4,4,-0]},{"text":[-5,0,21,"#FF0000"]},{"bitmap":[0,0,2,1,["#FF0000",null]]}]}`,
			note.Frame{Draw: []note.Shape{
				{X: 1, Y: 2}, {Kind: note.ShapeLine, Y: 1, X1: 2, Y1: 3, Color: red},
				{Kind: note.ShapeRect, X: 1, Y: 1, Width: 4, Height: 3},
				{Kind: note.ShapeFill, X: 1, Y: 1, Width: 4, Height: 3},
				{Kind: note.ShapeCircle, X: 4, Y: 4, Radius: 3, Color: blue},
				{Kind: note.ShapeDisc, X: 4, Y: 4}, {Kind: note.ShapeText, X: -5, Text: "21", Color: red},
				{Kind: note.ShapeBitmap, Width: 2, Height: 1, Pixels: note.Pixels{red, {}}},
			}},
			`{"text":"","draw":[{"pixel":[1,2]},{"line":[0,1,2,3,"#FF0000"]},{"rect":[1,1,4,3]},{"fill":[1,1,4,3]},` +
				`{"circle":[4,4,3,"#0000FF"]},{"disc":[4,4,0]},{"text":[-5,0,"21","#FF0000"]},{"bitmap":[0,0,2,1,["#FF0000",` +
				`null]]}]}`},
	} {
		n, err := ParseNotification([]byte(framed(row.sent)))
		if err != nil || !reflect.DeepEqual(n.Frames, []note.Frame{row.want}) {
			t.Errorf("%s: read as\n%+v, %v, want\n%+v", row.why, n.Frames, err, row.want)
			continue
		}
		got, err := Encode(ItemOf(&device.Item{Notification: n}).Model.Frames[0])
		if err != nil || strings.TrimSpace(string(got)) != row.echo {
			t.Errorf("%s: told as\n%s (%v), want\n%s", row.why, got, err, row.echo)
		}
	}
}

// TestFaultsOfLook: each names its field, what was sent and what is allowed.
func TestFaultsOfLook(t *testing.T) {
	for _, row := range []struct{ frame, want string }{
		{`{"text":"x","effect":"Sparkle"}`, `effect: "Sparkle" is not one of plain, rainbow, gradient, palette, blink, fade`},
		{`{"text":[{"t":"x","effect":5}]}`, "text[0].effect: 5, want a string"},
		{`{"text":"x","fit":"big"}`, `fit: "big" is not one of small, scroll, cut`},
		{`{"text":"x","align":"top"}`, `align: "top" is not one of center, left, right`},
		{`{"text":"x","iconMotion":1}`, "iconMotion: 1, want a string"},
		{`{"text":"x","transition":"jump"}`, "transition: \"jump\" is not one of " + strings.Join(note.Transitions(), ", ")},
		{`{"text":"x","iconOffset":257}`, "iconOffset: 257, want -256 to 256"},
		{`{"text":"x","textOffset":1.5}`, "textOffset: 1.5, want an integer"},
		{`{"text":"x","backgroundPace":0}`, "backgroundPace: 0, want 0.1 to 10"},
		{`{"text":"x","backgroundPace":11}`, "backgroundPace: 11, want 0.1 to 10"},
		{`{"text":"x","drawFront":"often"}`, `drawFront: "often", want true or false`},
		{`{"chartData":[1],"chartBack":"blue"}`, `chartBack: "blue", want #RRGGBB`},
		{`{"text":"x","overlay":"hail"}`,
			`overlay: "hail" is not one of rain, snow, storm, frost, drizzle, thunder, confetti`},
		{`{"text":"x","colors":["#FF0000"]}`, "colors: 1 colours, want 2 to 16"},
		{`{"text":"x","colors":["#FF0000",null]}`, "colors[1]: is missing, want #RRGGBB"},
		{`{"text":"x","effectPeriod":0}`, "effectPeriod: 0, want 100 to 60000 ms"},
		{`{"text":"x","effectPeriod":"99"}`, `effectPeriod: "99", want 100 to 60000 ms`},
		{`{"text":"x","scrollSpeed":0}`, "scrollSpeed: 0, want 1 to 200"},
		{`{"text":"x","scrollSpeed":1e300}`, "scrollSpeed: 1e300, want 1 to 200"},
		{`{"progress":101}`, "progress: 101, want 0 to 100"},
		{`{"progress":[]}`, "progress: an array, want a number"},
		{`{"progress":{"color":"red"}}`,
			"progress.percent: is missing, want 0 to 100\nprogress.color: \"red\", want #RRGGBB"},
		{`{"line":[1,"x",null]}`, "line[1]: \"x\", want a number\nline[2]: is missing, want a number"},
		{`{"line":[1],"chartRange":[1]}`, "chartRange: 1 values, want 2"},
		{`{"line":[1],"chartRange":[2,1]}`, "chartRange: 2 to 1; the first must be below the second"},
		{`{"line":[1],"thresholds":[null,{"color":"#FF0000"},{"from":1}]}`,
			"thresholds[0]: is null, want an object\nthresholds[1].from: is missing, want a number\n" +
				"thresholds[1].color: is missing, want #RRGGBB"},
		{`{"draw":[]}`, "draw: has no commands"},
		{`{"draw":{}}`, "draw: an object, want an array"},
		{`{"draw":[null,{},{"star":[1]},{"pixel":[1,1],"disc":[1,1,1]}]}`, "draw[0]: is null, want an object\n" +
			"draw[1]: has 0 commands, want one of pixel, line, rect, fill, circle, disc, text, bitmap\n" +
			"draw[2]: has 0 commands, want one of pixel, line, rect, fill, circle, disc, text, bitmap\n" +
			"draw[3]: has 2 commands, want one of pixel, line, rect, fill, circle, disc, text, bitmap"},
		{`{"draw":[{"pixel":7},{"line":[1,2,3]},{"rect":[1,2,"x",null,"red"]},{"disc":[1,1,3e9]}]}`,
			"draw[0].pixel: 7, want an array\n" +
				"draw[1].line: has 3 values, want [x0, y0, x1, y1, colour]\n" +
				"draw[2].rect[2]: \"x\", want an integer\ndraw[2].rect[3]: is missing, want an integer\n" +
				"draw[2].rect[4]: \"red\", want #RRGGBB\n" +
				"draw[3].disc[2]: 3e9, want an integer from -2147483648 to 2147483647"},
		{`{"draw":[{"pixel":[2000,0]},{"text":[0,0,[]]},{"bitmap":[0,0,1,1,5]},{"bitmap":[0,0,1,1,["red"]]}]}`,
			"draw[1].text[2]: an array, want a string\n" +
				"draw[2].bitmap[4]: 5, want an array\ndraw[3].bitmap[4][0]: \"red\", want #RRGGBB\n" +
				"draw[0].pixel: x 2000, want -1024 to 1024"},
	} {
		_, err := ParseNotification([]byte(framed(row.frame)))
		got, _ := Messages(err)
		for i := range got {
			got[i] = strings.TrimPrefix(got[i], "model.frames[0].")
		}
		if want := strings.Split(row.want, "\n"); !slices.Equal(got, want) {
			t.Errorf("%s:\n%s\nwant\n%s", row.frame, strings.Join(got, "\n"), row.want)
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

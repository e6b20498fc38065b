// SPDX-License-Identifier: Apache-2.0

package api

import (
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/ledpost/ledpost/api/rest"
	"github.com/ledpost/ledpost/api/wire"
	"github.com/ledpost/ledpost/device"
)

// frameOf is a notification of one frame.
func frameOf(frame string) string { return `{"model":{"frames":[` + frame + `]}}` }

// alike is a notification of n times one frame.
func alike(n int, frame string) string { return frameOf(strings.Repeat(frame+",", n-1) + frame) }

// soundOf is a notification with a sound.
func soundOf(sound string) string { return `{"model":{"frames":[{"text":"x"}],"sound":` + sound + `}}` }

// badBody is a body with a fault, and the message that refuses it: all of it, or its beginning up
// to a …
type badBody struct {
	name, method, target, body string
	want                       []string
}

func post(name, body string, want ...string) badBody {
	return badBody{name, "POST", "notifications", body, want}
}

func frame(name, of string, want ...string) badBody { return post(name, frameOf(of), want...) }

func sound(name, of string, want ...string) badBody { return post(name, soundOf(of), want...) }

func put(name, target, body string, want ...string) badBody {
	return badBody{name, "PUT", target, body, want}
}

var bad = []badBody{
	post("nothing", ``, "The body is not JSON: unexpected end of JSON input at offset 0"),
	post("no JSON", `{"model":{]}`, "The body is not JSON: invalid character ']'… at offset 11"),
	post("more than JSON", frameOf(`{"text":"x"}`)+`{}`,
		"The body is not JSON: invalid character '{' after top-level value at offset 36"),
	post("an array", `[1]`, "The body is an array, want an object"),
	put("a string", "display", `"bright"`, "The body is a string, want an object"),
	put("null", "audio", `null`, "The body is null, want an object"),

	post("no model", `{}`, "Missing required keys [model]"),
	post("the key in other letters", `{"Model":{"frames":[{"text":"x"}]}}`, "Missing required keys [model]"),
	frame("keys of a frame in other letters", `{"Text":"x","GOALDATA":{}}`,
		"model.frames[0]: has none of icon, text, goalData, chartData"),
	post("an escape of bash outside of a string", `{"model":\!}`,
		"The body is not JSON: invalid character '!'… at offset 10"),
	frame("an escape of nobody", `{"text":"a\?"}`,
		"The body is not JSON: invalid character '?' in string escape code at offset 32"),
	post("model null is absent", `{"model":null}`, "Missing required keys [model]"),
	post("no model and another fault", `{"priority":1}`,
		"priority: 1, want a string", "Missing required keys [model]"),
	post("model of the wrong kind", `{"model":"hello"}`, `model: "hello", want an object`),
	post("no frames", `{"model":{}}`, "Missing required keys [frames]"),
	post("frames null", `{"model":{"frames":null}}`, "Missing required keys [frames]"),
	post("frames empty", `{"model":{"frames":[]}}`, "Missing required keys [frames]"),
	post("frames an object", `{"model":{"frames":{}}}`, "model.frames: an object, want an array"),
	post("text in all frames", alike(5, `{"text":"`+strings.Repeat("x", 1024)+`"}`),
		"model.frames: 5120 characters of text in all frames together, at most 4096 are allowed"),
	post("commands in all frames", alike(5, `{"draw":[`+strings.Repeat(`{"pixel":[1,1]},`, 255)+`{"pixel":[1,1]}]}`),
		"model.frames: 1280 drawing commands in all frames together, at most 1024 are allowed"),
	post("33 frames", `{"model":{"frames":[`+strings.Repeat(`{"text":"x"},`, 32)+`{"text":"x"}]}}`,
		"model.frames: 33 frames, at most 32 are allowed"),
	frame("a frame that is text", `"text"`, `model.frames[0]: "text", want an object`),
	frame("frames that are null", `null,null`, `Missing required keys [frames]`),
	frame("a frame of nothing", `{}`, "model.frames[0]: has none of icon, text, goalData, chartData"),
	frame("a frame of nulls", `{"icon":null,"text":null,"goalData":null,"chartData":null}`,
		"model.frames[0]: has none of icon, text, goalData, chartData"),

	post("priority unknown", `{"priority":"urgent","model":{"frames":[{"text":"x"}]}}`,
		`priority: "urgent" is not one of info, warning, critical`),
	post("priority unknown, as it was sent", `{"priority":" URGENT","model":{"frames":[{"text":"x"}]}}`,
		`priority: " URGENT" is not one of info, warning, critical`),
	post("priority unknown in the model", `{"model":{"priority":"urgent","frames":[{"text":"x"}]}}`,
		`model.priority: "urgent" is not one of info, warning, critical`),
	post("icon_type unknown", `{"icon_type":"bell","model":{"frames":[{"text":"x"}]}}`,
		`icon_type: "bell" is not one of none, info, alert`),
	post("icon_type a number", `{"model":{"iconType":1,"frames":[{"text":"x"}]}}`,
		`model.icon_type: 1, want a string`),
	post("lifetime negative", `{"lifetime":-1,"model":{"frames":[{"text":"x"}]}}`,
		"lifetime: -1, want 0 to 31622400000 ms"),
	post("lifetime beyond a year", `{"lifeTime":1e300,"model":{"frames":[{"text":"x"}]}}`,
		"lifetime: 1e300, want 0 to 31622400000 ms"),
	post("lifetime a little below nothing", `{"lifetime":-0.4,"model":{"frames":[{"text":"x"}]}}`,
		"lifetime: -0.4, want 0 to 31622400000 ms"),
	post("lifetime beyond every number", `{"lifetime":1e400,"model":{"frames":[{"text":"x"}]}}`,
		"lifetime: 1e400, want 0 to 31622400000 ms"),
	post("lifetime in a string, negative", `{"lifetime":"-5","model":{"frames":[{"text":"x"}]}}`,
		`lifetime: "-5", want 0 to 31622400000 ms`),
	post("lifetime no number", `{"life_time":"2m","model":{"frames":[{"text":"x"}]}}`,
		`lifetime: "2m", want milliseconds`),
	post("lifetime an object", `{"lifetime":{},"model":{"frames":[{"text":"x"}]}}`,
		"lifetime: an object, want milliseconds"),
	post("cycles negative", `{"model":{"cycles":-1,"frames":[{"text":"x"}]}}`, "model.cycles: -1, want 0 to 1000000"),
	post("cycles a fraction", `{"model":{"cycles":1.5,"frames":[{"text":"x"}]}}`,
		"model.cycles: 1.5, want an integer"),
	post("cycles in words", `{"model":{"cycles":"two","frames":[{"text":"x"}]}}`,
		`model.cycles: "two", want an integer`),
	post("cycles hexadecimal", `{"model":{"cycles":"0x10","frames":[{"text":"x"}]}}`,
		`model.cycles: "0x10", want an integer`),
	post("cycles with a sign", `{"model":{"cycles":"+1","frames":[{"text":"x"}]}}`,
		`model.cycles: "+1", want an integer`),
	post("cycles with a fraction in a string", `{"model":{"cycles":"1.5","frames":[{"text":"x"}]}}`,
		`model.cycles: "1.5", want an integer`),
	post("cycles with an exponent in a string", `{"model":{"cycles":"1e2","frames":[{"text":"x"}]}}`,
		`model.cycles: "1e2", want an integer`),
	post("cycles with a space within", `{"model":{"cycles":"1 2","frames":[{"text":"x"}]}}`,
		`model.cycles: "1 2", want an integer`),
	post("cycles beyond 32 bits", `{"model":{"cycles":99999999999,"frames":[{"text":"x"}]}}`,
		"model.cycles: 99999999999, want 0 to 1000000"),
	post("cycles true", `{"model":{"cycles":true,"frames":[{"text":"x"}]}}`, "model.cycles: true, want an integer"),

	frame("text an object", `{"text":{"t":"x"}}`, "model.frames[0].text: an object, want a string"),
	frame("a fragment without text", `{"text":[{"c":"#FF0000"}]}`, "model.frames[0].text[0].t: is missing"),
	frame("a fragment of text", `{"text":["x",null]}`, `model.frames[0].text[0]: "x", want an object`),
	frame("a fragment's colour", `{"text":[{"t":"x","c":"red"}]}`, `model.frames[0].text[0].c: "red", want #RRGGBB`),
	frame("a colour too short", `{"text":"x","color":"#FFF"}`, `model.frames[0].color: "#FFF", want #RRGGBB`),
	frame("a colour with a sign", `{"text":"x","color":"#+FFFFF"}`, `model.frames[0].color: "#+FFFFF", want #RRGGBB`),
	frame("a colour that is a number", `{"text":"x","color":16711680}`,
		`model.frames[0].color: 16711680, want a string`),

	frame("icon true", `{"icon":true,"text":"x"}`, "model.frames[0].icon: true, want a string or a number"),
	frame("icon false", `{"icon":false}`, "model.frames[0].icon: false, want a string or a number"),
	frame("icon an object", `{"icon":{}}`, "model.frames[0].icon: an object, want a string"),
	frame("icon an array", `{"icon":[1]}`, `model.frames[0].icon: an array, want a string`),
	frame("data URI too large", `{"icon":"data:image/png;base64,`+strings.Repeat("A", 360<<10)+`"}`,
		`model.frames[0].icon: data URI: …`),
	frame("an icon that is wrong is not also missing", `{"icon":[]}`,
		`model.frames[0].icon: an array, want a string`),

	frame("goal without end", `{"goalData":{"start":0,"current":5}}`,
		"model.frames[0].goalData.end: is missing, want a number"),
	frame("goal of nothing", `{"goalData":{}}`,
		"model.frames[0].goalData.start: is missing, want a number",
		"model.frames[0].goalData.current: is missing, want a number",
		"model.frames[0].goalData.end: is missing, want a number"),
	frame("goal of words", `{"goalData":{"start":"a","current":[],"end":{},"unit":[]}}`,
		`model.frames[0].goalData.start: "a", want a number`,
		"model.frames[0].goalData.current: an array, want a number",
		"model.frames[0].goalData.end: an object, want a number",
		"model.frames[0].goalData.unit: an array, want a string"),
	frame("goal beyond 2^53", `{"goalData":{"start":0,"current":1e16,"end":"-9007199254740994"}}`,
		"model.frames[0].goalData.current: 1e16, want a number from -9007199254740992 to 9007199254740992",
		`model.frames[0].goalData.end: "-9007199254740994", want a number from -9007199254740992 to 9007199254740992`),
	frame("goal an array", `{"goalData":[0,5,10]}`, "model.frames[0].goalData: an array, want an object"),
	frame("goal with a long unit",
		`{"goalData":{"start":0,"current":5,"end":9,"unit":"`+strings.Repeat("m", 33)+`"}}`,
		"model.frames[0].goalData.unit: 33 characters, at most 32 are allowed"),
	frame("chart empty", `{"chartData":[]}`, "model.frames[0].chartData: 0 values, want 1 to 512"),
	frame("chart too long", `{"chartData":[`+strings.Repeat("1,", 512)+`1]}`,
		"model.frames[0].chartData: 513 values, want 1 to 512"),
	frame("chart of words", `{"chartData":[1,"x",2.5,null]}`,
		`model.frames[0].chartData[1]: "x", want a number`, "model.frames[0].chartData[3]: is missing, want a number"),
	frame("chart with an empty string", `{"chartData":[1,""]}`,
		"model.frames[0].chartData[1]: is missing, want a number"),
	frame("chart beyond 2^53", `{"chartData":[1,9007199254740994]}`,
		"model.frames[0].chartData[1]: 9007199254740994, want a number from -9007199254740992 to 9007199254740992"),
	frame("chart a string", `{"chartData":"1,2,3"}`, `model.frames[0].chartData: "1,2,3", want an array`),
	frame("duration in words", `{"text":"x","duration":"2s"}`, `model.frames[0].duration: "2s", want milliseconds`),

	sound("sound a string", `"cat"`, `model.sound: "cat", want an object`),
	sound("an unknown id alone", `{"id":"nope"}`, `model.sound.id: "nope", want a sound of any category`),
	sound("a number for an id, alone", `{"id":1}`, "model.sound.id: 1, want a string"),
	sound("a number for a category", `{"category":1,"id":"cat"}`, "model.sound.category: 1, want a string"),
	sound("a number for a category, and an unknown id", `{"category":1,"id":"nope"}`,
		"model.sound.category: 1, want a string", `model.sound.id: "nope", want a sound of any category`),
	sound("sound of an unknown category", `{"category":"music","id":"cat"}`,
		`model.sound.category: "music", want one of notifications, alarms`),
	sound("sound unknown", `{"category":"notifications","id":"elephant"}`,
		`model.sound.id: "elephant", want a sound of category notifications`),
	sound("sound of the other category", `{"category":"alarms","id":"cat"}`,
		`model.sound.id: "cat", want a sound of category alarms`),
	sound("sound with a number for an id", `{"category":"alarms","id":1}`, `model.sound.id: 1, want a string`),
	sound("repeat negative", `{"category":"notifications","id":"cat","repeat":-1}`,
		"model.sound.repeat: -1, want 0 to 1000000"),
	sound("repeat beyond 32 bits", `{"category":"notifications","id":"cat","repeat":1e10}`,
		"model.sound.repeat: 1e10, want 0 to 1000000"),
	sound("repeat in words", `{"category":"notifications","id":"cat","repeat":"x"}`,
		`model.sound.repeat: "x", want an integer`),
	sound("url of a file", `{"url":"file:///etc/passwd"}`, "model.sound.url: want an http or https URL"),
	sound("url without a host", `{"url":"bell.mp3"}`, "model.sound.url: want an http or https URL"),
	sound("url a number", `{"url":7}`, "model.sound.url: 7, want a string"),
	sound("all of a sound of the network", `{"url":7,"type":"aac","repeat":-1,"fallback":{"id":"nope"}}`,
		"model.sound.url: 7, want a string", "model.sound.repeat: -1, want 0 to 1000000",
		`model.sound.type: "aac", want mp3`, `model.sound.fallback.id: "nope", want a sound of any category`),
	sound("url of another type", `{"url":"http://x/y","type":"aac"}`, `model.sound.type: "aac", want mp3`),
	sound("fallback unknown", `{"url":"http://x/y","fallback":{"category":"alarms","id":"x"}}`,
		`model.sound.fallback.id: "x", want a sound of category alarms`),
	sound("fallback a string", `{"url":"http://x/y","fallback":"cat"}`,
		`model.sound.fallback: "cat", want an object`),

	post("all faults at once",
		`{"priority":"x","icon_type":[],"lifetime":-5,"model":{"cycles":-1,"sound":{"category":"alarms",`+
			`"id":"no"},"frames":[{"text":{}},{"goalData":{"start":1,"current":1,"end":1e16}},{}]}}`,
		`priority: "x" is not one of info, warning, critical`, "icon_type: an array, want a string",
		"model.frames[0].text: an object, want a string", "lifetime: -5, want 0 to 31622400000 ms",
		"model.cycles: -1, want 0 to 1000000",
		"model.frames[1].goalData.end: 1e16, want a number from -9007199254740992 to 9007199254740992",
		"model.frames[2]: has none of icon, text, goalData, chartData",
		`model.sound.id: "no", want a sound of category alarms`),

	put("brightness beyond the range", "display", `{"brightness":101,"on":false}`, "brightness: 101, want 0 to 100"),
	put("brightness negative", "display", `{"brightness":-1,"brightness_mode":"manual"}`,
		"brightness: -1, want 0 to 100"),
	put("brightness in words", "display", `{"brightness":"full"}`, `brightness: "full", want an integer`),
	put("brightness beyond 32 bits", "display", `{"brightness":99999999999}`,
		"brightness: 99999999999, want 0 to 100"),
	put("brightness in a string", "display", `{"brightness":" 101"}`, `brightness: " 101", want 0 to 100`),
	put("brightness a fraction", "display", `{"brightness":50.5}`, "brightness: 50.5, want an integer"),
	put("brightness_mode unknown", "display", `{"brightness":10,"brightness_mode":"dim"}`,
		`brightness_mode: "dim" is not one of auto, manual`),
	put("on in words", "display", `{"on":"yes"}`, `on: "yes", want true or false`),
	put("on two", "display", `{"on":2}`, `on: 2, want true or false`),
	put("text_color a name", "/live/look", `{"text_color":"red","smooth":true}`, `text_color: "red", want #RRGGBB`),
	put("text_color short", "/live/look", `{"text_color":"#fff"}`, `text_color: "#fff", want #RRGGBB`),
	put("text_color a number", "/live/look", `{"text_color":16711680}`, `text_color: 16711680, want a string`),
	put("scroll_speed in words", "/live/look", `{"scroll_speed":"fast","transition":"none"}`,
		`scroll_speed: "fast", want a number`),
	put("scroll_speed too slow", "/live/look", `{"scroll_speed":0.5,"smooth":true}`,
		"scroll_speed: 0.5, want 1 to 200"),
	put("scroll_speed too fast", "/live/look", `{"scroll_speed":1e999}`, "scroll_speed: 1e999, want 1 to 200"),
	put("smooth in words", "/live/look", `{"smooth":"very"}`, `smooth: "very", want true or false`),
	put("transition unknown", "/live/look", `{"text_color":"#FF0000","transition":"twirl"}`,
		`transition: "twirl" is not one of none, fade, slide, slide_down, slide_left, slide_right, wipe, `+
			`darken, zoom, rotate, pixelate, curtain, ripple, blink, reload, dissolve, blinds, iris, checker, `+
			`random`),
	put("text_effect unknown", "/live/look", `{"text_effect":"sparkle","smooth":true}`,
		`text_effect: "sparkle" is not one of plain, rainbow, gradient, palette, blink, fade`),
	put("text_colors alone", "/live/look", `{"text_colors":["#FF0000"]}`, "text_colors: 1 colours, want 2 to 16"),
	put("text_colors a word", "/live/look", `{"text_colors":"red"}`, `text_colors: "red", want an array`),
	put("text_colors with none", "/live/look", `{"text_colors":["#FF0000","red",null]}`,
		`text_colors[1]: "red", want #RRGGBB`, "text_colors[2]: is missing, want #RRGGBB"),
	put("background unknown", "/live/look", `{"background":"lawn"}`,
		`background: "lawn", want none, #RRGGBB or one of plasma, fire, …`),
	put("overlay unknown", "/live/look", `{"overlay":"hail"}`,
		`overlay: "hail" is not one of none, rain, snow, storm, frost, drizzle, thunder, confetti`),
	put("all of the look", "/live/look", `{"text_color":"blue","scroll_speed":[],"smooth":{},"transition":1}`,
		"text_color: …", "scroll_speed: an array, want a number", "smooth: an object, want true or false",
		"transition: 1, want a string"),
	put("screensaver a boolean", "display", `{"screensaver":true}`, "screensaver: true, want an object"),
	put("screensaver mode unknown", "display", `{"screensaver":{"enabled":true,"mode":"always"}}`,
		`screensaver.mode: "always" is not one of when_dark, time_based`),
	put("screensaver time", "display",
		`{"screensaver":{"mode":"time_based","mode_params":{"start_time":"25:00:00","end_time":7}}}`,
		`screensaver.mode_params.start_time: "25:00:00" is not a time, want HH:MM or HH:MM:SS`,
		"screensaver.mode_params.end_time: 7, want a string"),
	put("screensaver parameters an array", "display", `{"screensaver":{"mode":"time_based","mode_params":[]}}`,
		"screensaver.mode_params: an array, want an object"),
	put("two faults, one of them of the device", "display", `{"brightness":"x","brightness_mode":"y"}`,
		`brightness: "x", want an integer`, `brightness_mode: "y" is not one of auto, manual`),
	put("faults of kind and of range", "display", `{"brightness":101,"brightness_mode":"x","on":true}`,
		`brightness_mode: "x" is not one of auto, manual`, "brightness: 101, want 0 to 100"),
	put("an unknown mode is not also missing", "display",
		`{"screensaver":{"mode":"x","mode_params":{"enabled":true,"start_time":1}}}`,
		`screensaver.mode: "x" is not one of when_dark, time_based`,
		"screensaver.mode_params.start_time: 1, want a string"),
	put("faults of kind and of range in the look", "/live/look",
		`{"smooth":"very","scroll_speed":0,"text_color":"#FF0000"}`,
		`smooth: "very", want true or false`, "scroll_speed: 0, want 1 to 200"),

	put("no volume", "audio", `{}`, "Missing required keys [volume]"),
	put("volume beyond the limit", "audio", `{"volume":101}`, "volume: 101, want 0 to 100"),
	put("volume negative", "audio", `{"volume":-1}`, "volume: -1, want 0 to 100"),
	put("volume in words", "audio", `{"volume":"loud"}`, `volume: "loud", want an integer`),
	put("volume beyond 32 bits", "audio", `{"volume":-99999999999}`, "volume: -99999999999, want 0 to 100"),
	put("volume in other letters", "audio", `{"Volume":5}`, "Missing required keys [volume]"),
	put("no mode", "", `{"name":"x"}`, "Missing required keys [mode]"),
	put("mode unknown", "", `{"mode":"party"}`, `mode: "party" is not one of auto, manual, schedule, kiosk`),
	put("mode empty", "", `{"mode":""}`, "Missing required keys [mode]"),
	put("mode a number", "", `{"mode":1}`, `mode: 1, want a string`),
	put("bluetooth in words", "bluetooth", `{"active":"maybe","name":5}`,
		`active: "maybe", want true or false`, `name: 5, want a string`),
	put("bluetooth with a name too long", "bluetooth", `{"name":"`+strings.Repeat("x", 249)+`"}`,
		"name: want 1 to 248 bytes of text without control characters"),
	put("bluetooth with a line break in its name", "bluetooth", `{"name":"a\nb"}`,
		"name: want 1 to 248 bytes of text without control characters"),
}

// TestBadBodies: 400, all faults with their fields, and nothing has changed.
func TestBadBodies(t *testing.T) {
	r := newRig(t, nil)
	state := func() string {
		var all strings.Builder
		for _, path := range []string{"/api/v2/device", "/api/v2/device/notifications", "/live/look"} {
			all.Write(r.do("GET", path, "").Body.Bytes())
		}
		return all.String()
	}
	before := state()
	for _, c := range bad {
		t.Run(c.name, func(t *testing.T) {
			target := c.target
			if !strings.HasPrefix(target, "/") {
				target = strings.TrimSuffix("/api/v2/device/"+target, "/")
			}
			w := r.do(c.method, target, c.body)
			wants(t, w, http.StatusBadRequest, "", "status")
			if got := messages(t, w.Body.Bytes()); !slices.EqualFunc(got, c.want, matches) {
				t.Errorf("got\n  %s\nwant\n  %s", strings.Join(got, "\n  "), strings.Join(c.want, "\n  "))
			}
			if after := state(); after != before {
				t.Errorf("something has changed:\n%s", diff(before, after))
				before = after // told once
			}
		})
	}
}

func messages(t *testing.T, body []byte) (out []string) {
	t.Helper()
	var e struct{ Errors []rest.Message }
	if err := json.Unmarshal(body, &e); err != nil {
		t.Fatalf("%v: %s", err, body)
	}
	for _, m := range e.Errors {
		out = append(out, m.Message)
	}
	return out
}

// matches compares with a message in which … stands for anything.
func matches(got, want string) bool {
	head, tail, open := strings.Cut(want, "…")
	if !open {
		return got == want
	}
	return len(got) >= len(head)+len(tail) && strings.HasPrefix(got, head) && strings.HasSuffix(got, tail)
}

// A body in which everything is wrong gets an answer of bounded size.
func TestFaultsAreBounded(t *testing.T) {
	r := newRig(t, nil)
	body := `{"model":{"frames":[` +
		strings.TrimSuffix(strings.Repeat(`{"chartData":[`+strings.TrimSuffix(strings.Repeat(`"x",`, 512), ",")+`]},`, 32),
			",") + `]}}`
	got := messages(t, r.do("POST", "/api/v2/device/notifications", body).Body.Bytes())
	if len(got) != wire.MaxFaults {
		t.Errorf("%d messages, want %d", len(got), wire.MaxFaults)
	}
	long := strings.Repeat("x", wire.MaxBody/2)
	for path, body := range map[string]string{
		"/api/v2/device":         `{"mode":"` + long + `"}`,
		"/api/v2/device/display": `{"brightness_mode":"` + long + `"}`,
		"/live/look":             `{"text_color":"` + long + `"}`,
		"/api/v2/device/notifications": `{"priority":"` + long + `","model":{"frames":[{"text":"x"}],"sound":{"category":"` +
			long[:wire.MaxBody/3] + `","id":"x"}}}`,
	} {
		method := http.MethodPut
		if strings.HasSuffix(path, "notifications") {
			method = http.MethodPost
		}
		if w := r.do(method, path, body); w.Code != http.StatusBadRequest || w.Body.Len() > 1<<10 {
			t.Errorf("%s: %d with %d bytes", path, w.Code, w.Body.Len())
		}
	}
}

func TestQueueFull(t *testing.T) {
	r := newRig(t, nil)
	post := func() int { return r.do("POST", "/api/v2/device/notifications", frameOf(`{"text":"x"}`)).Code }
	for i := range device.MaxWaiting + 1 { // one of them shows
		if code := post(); code != http.StatusOK {
			t.Fatalf("notification %d: %d", i, code)
		}
	}
	w := r.do("POST", "/api/v2/device/notifications", frameOf(`{"text":"x"}`))
	want := fmt.Sprintf("The queue is full: at most %d notifications of 8 MiB together may wait", device.MaxWaiting)
	if got := messages(t, w.Body.Bytes()); w.Code != http.StatusInsufficientStorage || got[0] != want {
		t.Errorf("%d %q", w.Code, got)
	}
}

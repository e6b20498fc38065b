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

// bad are bodies with a fault, and what is said of them: the whole message, or
// its beginning up to a …
var bad = []struct {
	name, method, target, body string
	want                       []string
}{
	{"nothing", "POST", "notifications", ``, []string{"The body is not JSON: unexpected end of JSON input at offset 0"}},
	{"no JSON", "POST", "notifications", `{"model":{]}`, []string{"The body is not JSON: invalid character ']'… at offset 11"}},
	{"more than JSON", "POST", "notifications", frameOf(`{"text":"x"}`) + `{}`, []string{"The body is not JSON: invalid character '{' after top-level value at offset 36"}},
	{"an array", "POST", "notifications", `[1]`, []string{"The body is an array, want an object"}},
	{"a string", "PUT", "display", `"bright"`, []string{"The body is a string, want an object"}},
	{"null", "PUT", "audio", `null`, []string{"The body is null, want an object"}},

	{"no model", "POST", "notifications", `{}`, []string{"Missing required keys [model]"}},
	{"the key in other letters", "POST", "notifications", `{"Model":{"frames":[{"text":"x"}]}}`, []string{"Missing required keys [model]"}},
	{"keys of a frame in other letters", "POST", "notifications", frameOf(`{"Text":"x","GOALDATA":{}}`), []string{"model.frames[0]: has none of icon, text, goalData, chartData"}},
	{"an escape of bash outside of a string", "POST", "notifications", `{"model":\!}`, []string{"The body is not JSON: invalid character '!'… at offset 10"}},
	{"an escape of nobody", "POST", "notifications", frameOf(`{"text":"a\?"}`), []string{"The body is not JSON: invalid character '?' in string escape code at offset 32"}},
	{"model null is absent", "POST", "notifications", `{"model":null}`, []string{"Missing required keys [model]"}},
	{"no model and another fault", "POST", "notifications", `{"priority":1}`, []string{"priority: 1, want a string", "Missing required keys [model]"}},
	{"model of the wrong kind", "POST", "notifications", `{"model":"hello"}`, []string{`model: "hello", want an object`}},
	{"no frames", "POST", "notifications", `{"model":{}}`, []string{"Missing required keys [frames]"}},
	{"frames null", "POST", "notifications", `{"model":{"frames":null}}`, []string{"Missing required keys [frames]"}},
	{"frames empty", "POST", "notifications", `{"model":{"frames":[]}}`, []string{"Missing required keys [frames]"}},
	{"frames an object", "POST", "notifications", `{"model":{"frames":{}}}`, []string{"model.frames: an object, want an array"}},
	{"text in all frames", "POST", "notifications", alike(5, `{"text":"`+strings.Repeat("x", 1024)+`"}`), []string{"model.frames: 5120 characters of text in all frames together, at most 4096 are allowed"}},
	{"commands in all frames", "POST", "notifications", alike(5, `{"draw":[`+strings.Repeat(`{"pixel":[1,1]},`, 255)+`{"pixel":[1,1]}]}`), []string{"model.frames: 1280 drawing commands in all frames together, at most 1024 are allowed"}},
	{"33 frames", "POST", "notifications", `{"model":{"frames":[` + strings.Repeat(`{"text":"x"},`, 32) + `{"text":"x"}]}}`, []string{"model.frames: 33 frames, at most 32 are allowed"}},
	{"a frame that is text", "POST", "notifications", frameOf(`"text"`), []string{`model.frames[0]: "text", want an object`}},
	{"frames that are null", "POST", "notifications", frameOf(`null,null`), []string{`Missing required keys [frames]`}},
	{"a frame of nothing", "POST", "notifications", frameOf(`{}`), []string{"model.frames[0]: has none of icon, text, goalData, chartData"}},
	{"a frame of nulls", "POST", "notifications", frameOf(`{"icon":null,"text":null,"goalData":null,"chartData":null}`), []string{"model.frames[0]: has none of icon, text, goalData, chartData"}},

	{"priority unknown", "POST", "notifications", `{"priority":"urgent","model":{"frames":[{"text":"x"}]}}`, []string{`priority: "urgent" is not one of info, warning, critical`}},
	{"priority unknown, as it was sent", "POST", "notifications", `{"priority":" URGENT","model":{"frames":[{"text":"x"}]}}`, []string{`priority: " URGENT" is not one of info, warning, critical`}},
	{"priority unknown in the model", "POST", "notifications", `{"model":{"priority":"urgent","frames":[{"text":"x"}]}}`, []string{`model.priority: "urgent" is not one of info, warning, critical`}},
	{"icon_type unknown", "POST", "notifications", `{"icon_type":"bell","model":{"frames":[{"text":"x"}]}}`, []string{`icon_type: "bell" is not one of none, info, alert`}},
	{"icon_type a number", "POST", "notifications", `{"model":{"iconType":1,"frames":[{"text":"x"}]}}`, []string{`model.icon_type: 1, want a string`}},
	{"lifetime negative", "POST", "notifications", `{"lifetime":-1,"model":{"frames":[{"text":"x"}]}}`, []string{"lifetime: -1, want 0 to 31622400000 ms"}},
	{"lifetime beyond a year", "POST", "notifications", `{"lifeTime":1e300,"model":{"frames":[{"text":"x"}]}}`, []string{"lifetime: 1e300, want 0 to 31622400000 ms"}},
	{"lifetime a little below nothing", "POST", "notifications", `{"lifetime":-0.4,"model":{"frames":[{"text":"x"}]}}`, []string{"lifetime: -0.4, want 0 to 31622400000 ms"}},
	{"lifetime beyond every number", "POST", "notifications", `{"lifetime":1e400,"model":{"frames":[{"text":"x"}]}}`, []string{"lifetime: 1e400, want 0 to 31622400000 ms"}},
	{"lifetime in a string, negative", "POST", "notifications", `{"lifetime":"-5","model":{"frames":[{"text":"x"}]}}`, []string{`lifetime: "-5", want 0 to 31622400000 ms`}},
	{"lifetime no number", "POST", "notifications", `{"life_time":"2m","model":{"frames":[{"text":"x"}]}}`, []string{`lifetime: "2m", want milliseconds`}},
	{"lifetime an object", "POST", "notifications", `{"lifetime":{},"model":{"frames":[{"text":"x"}]}}`, []string{"lifetime: an object, want milliseconds"}},
	{"cycles negative", "POST", "notifications", `{"model":{"cycles":-1,"frames":[{"text":"x"}]}}`, []string{"model.cycles: -1, want 0 to 1000000"}},
	{"cycles a fraction", "POST", "notifications", `{"model":{"cycles":1.5,"frames":[{"text":"x"}]}}`, []string{"model.cycles: 1.5, want an integer"}},
	{"cycles in words", "POST", "notifications", `{"model":{"cycles":"two","frames":[{"text":"x"}]}}`, []string{`model.cycles: "two", want an integer`}},
	{"cycles hexadecimal", "POST", "notifications", `{"model":{"cycles":"0x10","frames":[{"text":"x"}]}}`, []string{`model.cycles: "0x10", want an integer`}},
	{"cycles with a sign", "POST", "notifications", `{"model":{"cycles":"+1","frames":[{"text":"x"}]}}`, []string{`model.cycles: "+1", want an integer`}},
	{"cycles with a fraction in a string", "POST", "notifications", `{"model":{"cycles":"1.5","frames":[{"text":"x"}]}}`, []string{`model.cycles: "1.5", want an integer`}},
	{"cycles with an exponent in a string", "POST", "notifications", `{"model":{"cycles":"1e2","frames":[{"text":"x"}]}}`, []string{`model.cycles: "1e2", want an integer`}},
	{"cycles with a space within", "POST", "notifications", `{"model":{"cycles":"1 2","frames":[{"text":"x"}]}}`, []string{`model.cycles: "1 2", want an integer`}},
	{"cycles beyond 32 bits", "POST", "notifications", `{"model":{"cycles":99999999999,"frames":[{"text":"x"}]}}`, []string{"model.cycles: 99999999999, want 0 to 1000000"}},
	{"cycles true", "POST", "notifications", `{"model":{"cycles":true,"frames":[{"text":"x"}]}}`, []string{"model.cycles: true, want an integer"}},

	{"text an object", "POST", "notifications", frameOf(`{"text":{"t":"x"}}`), []string{"model.frames[0].text: an object, want a string"}},
	{"a fragment without text", "POST", "notifications", frameOf(`{"text":[{"c":"#FF0000"}]}`), []string{"model.frames[0].text[0].t: is missing"}},
	{"a fragment of text", "POST", "notifications", frameOf(`{"text":["x",null]}`), []string{`model.frames[0].text[0]: "x", want an object`}},
	{"a fragment's colour", "POST", "notifications", frameOf(`{"text":[{"t":"x","c":"red"}]}`), []string{`model.frames[0].text[0].c: "red", want #RRGGBB`}},
	{"a colour too short", "POST", "notifications", frameOf(`{"text":"x","color":"#FFF"}`), []string{`model.frames[0].color: "#FFF", want #RRGGBB`}},
	{"a colour with a sign", "POST", "notifications", frameOf(`{"text":"x","color":"#+FFFFF"}`), []string{`model.frames[0].color: "#+FFFFF", want #RRGGBB`}},
	{"a colour that is a number", "POST", "notifications", frameOf(`{"text":"x","color":16711680}`), []string{`model.frames[0].color: 16711680, want a string`}},

	{"icon true", "POST", "notifications", frameOf(`{"icon":true,"text":"x"}`), []string{"model.frames[0].icon: true, want a string or a number"}},
	{"icon false", "POST", "notifications", frameOf(`{"icon":false}`), []string{"model.frames[0].icon: false, want a string or a number"}},
	{"icon an object", "POST", "notifications", frameOf(`{"icon":{}}`), []string{"model.frames[0].icon: an object, want a string"}},
	{"icon an array", "POST", "notifications", frameOf(`{"icon":[1]}`), []string{`model.frames[0].icon: an array, want a string`}},
	{"data URI too large", "POST", "notifications", frameOf(`{"icon":"data:image/png;base64,` + strings.Repeat("A", 360<<10) + `"}`), []string{`model.frames[0].icon: data URI: …`}},
	{"an icon that is wrong is not also missing", "POST", "notifications", frameOf(`{"icon":[]}`), []string{`model.frames[0].icon: an array, want a string`}},

	{"goal without end", "POST", "notifications", frameOf(`{"goalData":{"start":0,"current":5}}`), []string{"model.frames[0].goalData.end: is missing, want a number"}},
	{"goal of nothing", "POST", "notifications", frameOf(`{"goalData":{}}`), []string{"model.frames[0].goalData.start: is missing, want a number", "model.frames[0].goalData.current: is missing, want a number", "model.frames[0].goalData.end: is missing, want a number"}},
	{"goal of words", "POST", "notifications", frameOf(`{"goalData":{"start":"a","current":[],"end":{},"unit":[]}}`), []string{`model.frames[0].goalData.start: "a", want a number`, "model.frames[0].goalData.current: an array, want a number", "model.frames[0].goalData.end: an object, want a number", "model.frames[0].goalData.unit: an array, want a string"}},
	{"goal beyond 2^53", "POST", "notifications", frameOf(`{"goalData":{"start":0,"current":1e16,"end":"-9007199254740994"}}`), []string{"model.frames[0].goalData.current: 1e16, want a number from -9007199254740992 to 9007199254740992", `model.frames[0].goalData.end: "-9007199254740994", want a number from -9007199254740992 to 9007199254740992`}},
	{"goal an array", "POST", "notifications", frameOf(`{"goalData":[0,5,10]}`), []string{"model.frames[0].goalData: an array, want an object"}},
	{"goal with a long unit", "POST", "notifications", frameOf(`{"goalData":{"start":0,"current":5,"end":9,"unit":"` + strings.Repeat("m", 33) + `"}}`), []string{"model.frames[0].goalData.unit: 33 characters, at most 32 are allowed"}},
	{"chart empty", "POST", "notifications", frameOf(`{"chartData":[]}`), []string{"model.frames[0].chartData: 0 values, want 1 to 512"}},
	{"chart too long", "POST", "notifications", frameOf(`{"chartData":[` + strings.Repeat("1,", 512) + `1]}`), []string{"model.frames[0].chartData: 513 values, want 1 to 512"}},
	{"chart of words", "POST", "notifications", frameOf(`{"chartData":[1,"x",2.5,null]}`), []string{`model.frames[0].chartData[1]: "x", want a number`, "model.frames[0].chartData[3]: is missing, want a number"}},
	{"chart with an empty string", "POST", "notifications", frameOf(`{"chartData":[1,""]}`), []string{"model.frames[0].chartData[1]: is missing, want a number"}},
	{"chart beyond 2^53", "POST", "notifications", frameOf(`{"chartData":[1,9007199254740994]}`), []string{"model.frames[0].chartData[1]: 9007199254740994, want a number from -9007199254740992 to 9007199254740992"}},
	{"chart a string", "POST", "notifications", frameOf(`{"chartData":"1,2,3"}`), []string{`model.frames[0].chartData: "1,2,3", want an array`}},
	{"duration in words", "POST", "notifications", frameOf(`{"text":"x","duration":"2s"}`), []string{`model.frames[0].duration: "2s", want milliseconds`}},

	{"sound a string", "POST", "notifications", soundOf(`"cat"`), []string{`model.sound: "cat", want an object`}},
	{"an unknown id alone", "POST", "notifications", soundOf(`{"id":"nope"}`), []string{`model.sound.id: "nope", want a sound of any category`}},
	{"a number for an id, alone", "POST", "notifications", soundOf(`{"id":1}`), []string{"model.sound.id: 1, want a string"}},
	{"a number for a category", "POST", "notifications", soundOf(`{"category":1,"id":"cat"}`), []string{"model.sound.category: 1, want a string"}},
	{"a number for a category, and an unknown id", "POST", "notifications", soundOf(`{"category":1,"id":"nope"}`), []string{"model.sound.category: 1, want a string", `model.sound.id: "nope", want a sound of any category`}},
	{"sound of an unknown category", "POST", "notifications", soundOf(`{"category":"music","id":"cat"}`), []string{`model.sound.category: "music", want one of notifications, alarms`}},
	{"sound unknown", "POST", "notifications", soundOf(`{"category":"notifications","id":"elephant"}`), []string{`model.sound.id: "elephant", want a sound of category notifications`}},
	{"sound of the other category", "POST", "notifications", soundOf(`{"category":"alarms","id":"cat"}`), []string{`model.sound.id: "cat", want a sound of category alarms`}},
	{"sound with a number for an id", "POST", "notifications", soundOf(`{"category":"alarms","id":1}`), []string{`model.sound.id: 1, want a string`}},
	{"repeat negative", "POST", "notifications", soundOf(`{"category":"notifications","id":"cat","repeat":-1}`), []string{"model.sound.repeat: -1, want 0 to 1000000"}},
	{"repeat beyond 32 bits", "POST", "notifications", soundOf(`{"category":"notifications","id":"cat","repeat":1e10}`), []string{"model.sound.repeat: 1e10, want 0 to 1000000"}},
	{"repeat in words", "POST", "notifications", soundOf(`{"category":"notifications","id":"cat","repeat":"x"}`), []string{`model.sound.repeat: "x", want an integer`}},
	{"url of a file", "POST", "notifications", soundOf(`{"url":"file:///etc/passwd"}`), []string{"model.sound.url: want an http or https URL"}},
	{"url without a host", "POST", "notifications", soundOf(`{"url":"bell.mp3"}`), []string{"model.sound.url: want an http or https URL"}},
	{"url a number", "POST", "notifications", soundOf(`{"url":7}`), []string{"model.sound.url: 7, want a string"}},
	{"all of a sound of the network", "POST", "notifications", soundOf(`{"url":7,"type":"aac","repeat":-1,"fallback":{"id":"nope"}}`), []string{"model.sound.url: 7, want a string", "model.sound.repeat: -1, want 0 to 1000000", `model.sound.type: "aac", want mp3`, `model.sound.fallback.id: "nope", want a sound of any category`}},
	{"url of another type", "POST", "notifications", soundOf(`{"url":"http://x/y","type":"aac"}`), []string{`model.sound.type: "aac", want mp3`}},
	{"fallback unknown", "POST", "notifications", soundOf(`{"url":"http://x/y","fallback":{"category":"alarms","id":"x"}}`), []string{`model.sound.fallback.id: "x", want a sound of category alarms`}},
	{"fallback a string", "POST", "notifications", soundOf(`{"url":"http://x/y","fallback":"cat"}`), []string{`model.sound.fallback: "cat", want an object`}},

	{"all faults at once", "POST", "notifications", `{"priority":"x","icon_type":[],"lifetime":-5,"model":{"cycles":-1,"sound":{"category":"alarms","id":"no"},"frames":[{"text":{}},{"goalData":{"start":1,"current":1,"end":1e16}},{}]}}`, []string{
		`priority: "x" is not one of info, warning, critical`, "icon_type: an array, want a string",
		"model.frames[0].text: an object, want a string",
		"lifetime: -5, want 0 to 31622400000 ms", "model.cycles: -1, want 0 to 1000000",
		"model.frames[1].goalData.end: 1e16, want a number from -9007199254740992 to 9007199254740992",
		"model.frames[2]: has none of icon, text, goalData, chartData",
		`model.sound.id: "no", want a sound of category alarms`,
	}},

	{"brightness beyond the range", "PUT", "display", `{"brightness":101,"on":false}`, []string{"brightness: 101, want 0 to 100"}},
	{"brightness negative", "PUT", "display", `{"brightness":-1,"brightness_mode":"manual"}`, []string{"brightness: -1, want 0 to 100"}},
	{"brightness in words", "PUT", "display", `{"brightness":"full"}`, []string{`brightness: "full", want an integer`}},
	{"brightness beyond 32 bits", "PUT", "display", `{"brightness":99999999999}`, []string{"brightness: 99999999999, want 0 to 100"}},
	{"brightness in a string", "PUT", "display", `{"brightness":" 101"}`, []string{`brightness: " 101", want 0 to 100`}},
	{"brightness a fraction", "PUT", "display", `{"brightness":50.5}`, []string{"brightness: 50.5, want an integer"}},
	{"brightness_mode unknown", "PUT", "display", `{"brightness":10,"brightness_mode":"dim"}`, []string{`brightness_mode: "dim" is not one of auto, manual`}},
	{"on in words", "PUT", "display", `{"on":"yes"}`, []string{`on: "yes", want true or false`}},
	{"on two", "PUT", "display", `{"on":2}`, []string{`on: 2, want true or false`}},
	{"text_color a name", "PUT", "/live/look", `{"text_color":"red","smooth":true}`, []string{`text_color: "red", want #RRGGBB`}},
	{"text_color short", "PUT", "/live/look", `{"text_color":"#fff"}`, []string{`text_color: "#fff", want #RRGGBB`}},
	{"text_color a number", "PUT", "/live/look", `{"text_color":16711680}`, []string{`text_color: 16711680, want a string`}},
	{"scroll_speed in words", "PUT", "/live/look", `{"scroll_speed":"fast","transition":"none"}`, []string{`scroll_speed: "fast", want a number`}},
	{"scroll_speed too slow", "PUT", "/live/look", `{"scroll_speed":0.5,"smooth":true}`, []string{"scroll_speed: 0.5, want 1 to 200"}},
	{"scroll_speed too fast", "PUT", "/live/look", `{"scroll_speed":1e999}`, []string{"scroll_speed: 1e999, want 1 to 200"}},
	{"smooth in words", "PUT", "/live/look", `{"smooth":"very"}`, []string{`smooth: "very", want true or false`}},
	{"transition unknown", "PUT", "/live/look", `{"text_color":"#FF0000","transition":"twirl"}`, []string{`transition: "twirl" is not one of none, fade, slide, slide_down, slide_left, slide_right, wipe, darken, zoom, rotate, pixelate, curtain, ripple, blink, reload, dissolve, blinds, iris, checker, random`}},
	{"text_effect unknown", "PUT", "/live/look", `{"text_effect":"sparkle","smooth":true}`, []string{`text_effect: "sparkle" is not one of plain, rainbow, gradient, palette, blink, fade`}},
	{"text_colors alone", "PUT", "/live/look", `{"text_colors":["#FF0000"]}`, []string{"text_colors: 1 colours, want 2 to 16"}},
	{"text_colors a word", "PUT", "/live/look", `{"text_colors":"red"}`, []string{`text_colors: "red", want an array`}},
	{"text_colors with none", "PUT", "/live/look", `{"text_colors":["#FF0000","red",null]}`, []string{`text_colors[1]: "red", want #RRGGBB`, "text_colors[2]: is missing, want #RRGGBB"}},
	{"background unknown", "PUT", "/live/look", `{"background":"lawn"}`, []string{`background: "lawn", want none, #RRGGBB or one of plasma, fire, …`}},
	{"overlay unknown", "PUT", "/live/look", `{"overlay":"hail"}`, []string{`overlay: "hail" is not one of none, rain, snow, storm, frost, drizzle, thunder`}},
	{"all of the look", "PUT", "/live/look", `{"text_color":"blue","scroll_speed":[],"smooth":{},"transition":1}`, []string{"text_color: …", "scroll_speed: an array, want a number", "smooth: an object, want true or false", "transition: 1, want a string"}},
	{"screensaver a boolean", "PUT", "display", `{"screensaver":true}`, []string{"screensaver: true, want an object"}},
	{"screensaver mode unknown", "PUT", "display", `{"screensaver":{"enabled":true,"mode":"always"}}`, []string{`screensaver.mode: "always" is not one of when_dark, time_based`}},
	{"screensaver time", "PUT", "display", `{"screensaver":{"mode":"time_based","mode_params":{"start_time":"25:00:00","end_time":7}}}`, []string{`screensaver.mode_params.start_time: "25:00:00" is not a time, want HH:MM or HH:MM:SS`, "screensaver.mode_params.end_time: 7, want a string"}},
	{"screensaver parameters an array", "PUT", "display", `{"screensaver":{"mode":"time_based","mode_params":[]}}`, []string{"screensaver.mode_params: an array, want an object"}},
	{"two faults, one of them of the device", "PUT", "display", `{"brightness":"x","brightness_mode":"y"}`, []string{`brightness: "x", want an integer`, `brightness_mode: "y" is not one of auto, manual`}},
	{"faults of kind and of range", "PUT", "display", `{"brightness":101,"brightness_mode":"x","on":true}`, []string{`brightness_mode: "x" is not one of auto, manual`, "brightness: 101, want 0 to 100"}},
	{"an unknown mode is not also missing", "PUT", "display", `{"screensaver":{"mode":"x","mode_params":{"enabled":true,"start_time":1}}}`, []string{`screensaver.mode: "x" is not one of when_dark, time_based`, "screensaver.mode_params.start_time: 1, want a string"}},
	{"faults of kind and of range in the look", "PUT", "/live/look", `{"smooth":"very","scroll_speed":0,"text_color":"#FF0000"}`, []string{`smooth: "very", want true or false`, "scroll_speed: 0, want 1 to 200"}},

	{"no volume", "PUT", "audio", `{}`, []string{"Missing required keys [volume]"}},
	{"volume beyond the limit", "PUT", "audio", `{"volume":101}`, []string{"volume: 101, want 0 to 100"}},
	{"volume negative", "PUT", "audio", `{"volume":-1}`, []string{"volume: -1, want 0 to 100"}},
	{"volume in words", "PUT", "audio", `{"volume":"loud"}`, []string{`volume: "loud", want an integer`}},
	{"volume beyond 32 bits", "PUT", "audio", `{"volume":-99999999999}`, []string{"volume: -99999999999, want 0 to 100"}},
	{"volume in other letters", "PUT", "audio", `{"Volume":5}`, []string{"Missing required keys [volume]"}},
	{"no mode", "PUT", "", `{"name":"x"}`, []string{"Missing required keys [mode]"}},
	{"mode unknown", "PUT", "", `{"mode":"party"}`, []string{`mode: "party" is not one of auto, manual, schedule, kiosk`}},
	{"mode empty", "PUT", "", `{"mode":""}`, []string{"Missing required keys [mode]"}},
	{"mode a number", "PUT", "", `{"mode":1}`, []string{`mode: 1, want a string`}},
	{"bluetooth in words", "PUT", "bluetooth", `{"active":"maybe","name":5}`, []string{`active: "maybe", want true or false`, `name: 5, want a string`}},
	{"bluetooth with a name too long", "PUT", "bluetooth", `{"name":"` + strings.Repeat("x", 249) + `"}`, []string{"name: want 1 to 248 bytes of text without control characters"}},
	{"bluetooth with a line break in its name", "PUT", "bluetooth", `{"name":"a\nb"}`, []string{"name: want 1 to 248 bytes of text without control characters"}},
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
			r.t = t
			target := c.target
			if !strings.HasPrefix(target, "/") {
				target = strings.TrimSuffix("/api/v2/device/"+target, "/")
			}
			w := r.do(c.method, target, c.body)
			if w.Code != http.StatusBadRequest {
				t.Errorf("status %d", w.Code)
			}
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
	body := `{"model":{"frames":[` + strings.TrimSuffix(strings.Repeat(`{"chartData":[`+strings.TrimSuffix(strings.Repeat(`"x",`, 512), ",")+`]},`, 32), ",") + `]}}`
	got := messages(t, r.do("POST", "/api/v2/device/notifications", body).Body.Bytes())
	if len(got) != wire.MaxFaults {
		t.Errorf("%d messages, want %d", len(got), wire.MaxFaults)
	}
	long := strings.Repeat("x", wire.MaxBody/2)
	for path, body := range map[string]string{
		"/api/v2/device":               `{"mode":"` + long + `"}`,
		"/api/v2/device/display":       `{"brightness_mode":"` + long + `"}`,
		"/live/look":                   `{"text_color":"` + long + `"}`,
		"/api/v2/device/notifications": `{"priority":"` + long + `","model":{"frames":[{"text":"x"}],"sound":{"category":"` + long[:wire.MaxBody/3] + `","id":"x"}}}`,
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

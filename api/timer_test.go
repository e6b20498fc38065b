// SPDX-License-Identifier: Apache-2.0

package api

import (
	"net/http"
	"time"

	"github.com/ledpost/ledpost/device"
	"github.com/ledpost/ledpost/device/note"
)

// timer is an app with everything that the interface tells of one.
type timer struct{ ground }

func (*timer) About() device.About {
	seconds := device.Schema{Type: "integer", Title: "Duration", Min: 1, Max: 86400, Default: 60}
	return device.About{
		Package: "com.lametric.countdown", Title: "Timer", Vendor: "ledpost", Version: "1.2.0", Code: 12,
		Actions: []device.Action{
			{ID: "countdown.configure", Params: []device.Param{
				{Name: "duration", Type: device.IntParam, Required: true}, {Name: "start_now", Type: device.BoolParam},
				{Name: "label", Type: device.TextParam, Format: ".{0,20}"},
			}},
			{ID: "countdown.start"},
		},
		Settings: device.Schema{Properties: []device.Property{
			{Name: "duration", Schema: seconds},
			{Name: "color", Schema: device.Schema{Type: "string", Title: "Colour", Format: "color"}},
			{Name: "token", Schema: device.Schema{Type: "string", Title: "Token", Secret: true}},
		}},
	}
}

func (*timer) Do(_, _ string, args device.Args, _ time.Time) error {
	if d, ok := args.Int("duration"); ok && d < 1 {
		return note.Invalid("params.duration", "%d, want 1 to 86400", d)
	}
	return nil
}

func (*timer) Push(string, []note.Frame, time.Time) error { return nil }

// withTimer has a second app, which is not visible.
func withTimer(s *setup) { s.dev.Apps = append(s.dev.Apps, &timer{}) }

// timerWidget is the id of its widget.
var timerWidget = device.FirstWidget("com.lametric.countdown")

func action(body string) step {
	return step{method: "POST", target: "/api/v2/device/apps/com.lametric.countdown/widgets/" + timerWidget + "/actions",
		body: body}
}

func tokenOnly(r *http.Request) {
	r.Header.Del("Authorization")
	r.Header.Set("X-Access-Token", testKey)
}

// appStories are of apps, widgets, the schedule and the status, for TestGolden.
var appStories = []goldenStory{
	{"apps", withTimer, []step{
		{method: "GET", target: "/api/v2/device/apps/"},
		{method: "GET", target: "/api/v2/device/apps/com.lametric.countdown"},
		{method: "GET", target: "/api/v2/device/apps/com.lametric.weather"},
		{method: "PUT", target: "/api/v2/device/apps/com.lametric.countdown/widgets/" + timerWidget + "/activate"},
		{method: "GET", target: "/live/status"},
		{method: "PUT", target: "/api/v2/device/apps/com.lametric.clock/widgets/" + timerWidget + "/activate"},
		{method: "PUT", target: "/api/v2/device/apps/com.lametric.weather/widgets/" + timerWidget + "/activate"},
		{method: "POST", target: "/api/v2/device/apps/next", body: `[]`},
		{method: "PUT", target: "/api/v2/device/apps/prev"},
		{method: "GET", target: "/live/status"},
	}},
	{"actions", withTimer, []step{
		action(`{"id":"countdown.configure","params":{"duration":"90","start_now":1,"unknown":[]},"activate":false}`),
		{method: "GET", target: "/live/status"},
		action(`{"id":"countdown.start","params":null}`),
		{method: "GET", target: "/live/status"},
		action(`{"id":"countdown.configure","params":{"duration":0}}`),
		action(`{"id":"countdown.configure","params":{"duration":"soon","start_now":"maybe","label":{}}}`),
		action(`{"id":"countdown.configure"}`),
		action(`{"id":"countdown.explode"}`),
		action(`{"params":{}}`),
		action(`{"id":7,"params":[],"activate":"x"}`),
	}},
	{"pushes", withTimer, []step{
		{method: "POST", target: "/api/v2/widget/update/com.lametric.countdown",
			body: `{"frames":[{"icon":"i2867","text":"21 °C","index":0},{"goalData":{"start":0,"current":5,"end":10}}]}`},
		{method: "POST", target: "/api/v2/widget/update/com.lametric.countdown/" + timerWidget,
			body: `{"frames":[{"text":1}]}`},
		{method: "POST", target: "/api/v1/dev/widget/update/com.lametric.countdown/1", body: `{"frames":[{"text":"x"}]}`,
			change: tokenOnly},
		{method: "POST", target: "/api/v2/widget/update/2d649e427d6a4443a83f23ec7a804693",
			body: `{"frames":[{"text":"by id"}]}`},
		{method: "POST", target: "/api/v2/widget/update/00000000000000000000000000000000", body: `{"frames":[{"text":"x"}]}`},
		{method: "POST", target: "/api/v2/widget/update/2d649e427d6a4443a83f23ec7a804693/2d649e427d6a4443a83f23ec7a804693",
			body: `{"frames":[{"text":"x"}]}`},
		{method: "POST", target: "/api/v2/widget/update/com.lametric.countdown", body: `{"frames":[{"text":"x"}]}`,
			change: tokenOnly},
		{method: "POST", target: "/api/v2/widget/update/com.lametric.countdown",
			body: `{"frames":[{},{"text":[],"chartData":[]}]}`},
		{method: "POST", target: "/api/v2/widget/update/com.lametric.countdown", body: `{"frames":[]}`},
		{method: "POST", target: "/api/v2/widget/update/com.lametric.countdown", body: `{}`},
		{method: "POST", target: "/api/v2/widget/update/com.lametric.countdown/0123", body: `{"frames":[{"text":"x"}]}`},
		{method: "POST", target: "/api/v2/widget/update/com.lametric.clock", body: `{"frames":[{"text":"x"}]}`},
	}},
	{"live_apps", withTimer, []step{
		{method: "GET", target: "/live/apps"},
		{method: "GET", target: "/live/apps/catalogue"},
		{method: "PUT", target: "/live/apps",
			body: `[{"widget":"` + timerWidget +
				`","visible":true,"seconds":"30","settings":{"duration":90,"token":"s3cret"}},{"widget":"` + clockWidget.ID +
				`","title":"Home"}]`},
		{method: "PUT", target: "/live/apps",
			body: `[{"widget":"` + timerWidget + `","settings":{"duration":0,"color":"red","token":{"set":true}}},{"widget":"` +
				clockWidget.ID + `","seconds":0}]`},
		{method: "PUT", target: "/live/apps", body: `[{"widget":"` + timerWidget + `"}]`},
		{method: "PUT", target: "/live/apps", body: `{}`},
		{method: "PUT", target: "/live/apps", body: `[null,7,{"widget":1}]`},
		{method: "POST", target: "/live/apps", body: `{"package":"com.lametric.nothing"}`},
		{method: "POST", target: "/live/apps", body: `{"package":"com.lametric.countdown","settings":{"color":"blue"}}`},
		{method: "POST", target: "/live/apps", body: `{}`},
		{method: "DELETE", target: "/live/apps/" + timerWidget},
		{method: "DELETE", target: "/live/apps/" + timerWidget},
		{method: "DELETE", target: "/live/apps/" + clockWidget.ID},
	}},
	{"scene", withTimer, []step{
		{method: "PUT", target: "/live/apps",
			body: `[{"widget":"` + timerWidget +
				`","visible":true,"seconds":"30","settings":{"duration":90,"token":"s3cret"}},{"widget":"` + clockWidget.ID +
				`","title":"Home"}]`},
		{method: "GET", target: "/live/scene"},
		{method: "POST", target: "/live/scene?try=true",
			body: `{"scene":1,"apps":[{"package":"com.lametric.clock","title":"Home"},{"package":"com.lametric.nothing"},` +
				`{"package":"com.lametric.clock"}],"look":{"smooth":true,"transition":"fade"}}`},
		{method: "POST", target: "/live/scene",
			body: `{"scene":"1","apps":[{"package":"com.lametric.clock"}],"icons":[{"name":"Door","data":"` + data + `"}]}`},
		{method: "GET", target: "/live/apps"},
		{method: "POST", target: "/live/scene?try=maybe", body: `{}`},
		{method: "POST", target: "/live/scene",
			body: `{"apps":[null,{},{"package":"com.lametric.countdown","settings":{"duration":0}}],` +
				`"look":{"text_color":"red"},"icons":[{}]}`},
		{method: "POST", target: "/live/scene",
			body: `{"scene":1,"apps":[{"package":"com.lametric.countdown","seconds":0,"settings":{"duration":0}}]}`},
		{method: "PUT", target: "/live/scene"},
	}},
	{"schedule", withTimer, []step{
		{method: "GET", target: "/live/schedule"},
		{method: "PUT", target: "/live/schedule",
			body: `[{"days":["Mon","fri"],"from":"07:00","to":"09:00:30","widget":"` + timerWidget +
				`"},{"from":"22:00","to":"02:00","widget":"` + clockWidget.ID + `"}]`},
		{method: "PUT", target: "/live/schedule", body: `[{"days":["monday"],"from":"7","widget":"x"},null]`},
		{method: "PUT", target: "/live/schedule", body: `[{"from":"07:00","to":"09:00","widget":"0123"}]`},
		{method: "GET", target: "/live/schedule"},
	}},
	{"status", nil, []step{
		{wait: time.Second}, // the device has begun
		{method: "GET", target: "/live/status"},
		{method: "PUT", target: "/api/v2/device/display",
			body: `{"brightness":40,"brightness_mode":"manual","screensaver":{"enabled":true,"mode":"time_based",` +
				`"mode_params":{"enabled":true,"start_time":"00:00","end_time":"23:00"}}}`},
		{method: "POST", target: "/api/v2/device/notifications", body: `{"model":{"frames":[{"text":"waits"}]}}`},
		{method: "GET", target: "/live/status"},
		{method: "POST", target: "/api/v2/device/notifications",
			body: `{"priority":"critical","model":{"frames":[{"text":"shows"}],"sound":{"id":"cat"}}}`},
		{method: "GET", target: "/live/status"},
		{method: "PUT", target: "/api/v2/device/display", body: `{"on":false}`},
		{method: "DELETE", target: "/api/v2/device/notifications/current"},
		{method: "GET", target: "/live/status"},
	}},
}

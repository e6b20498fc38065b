// SPDX-License-Identifier: Apache-2.0

package api

import (
	"bytes"
	"crypto/tls"
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/ledpost/ledpost/api/live"
)

// step is one request of a story, or time that passes.
type step struct {
	method, target, body string
	wait                 time.Duration
	change               func(*http.Request)
}

// goldenStory is requests to a device, and what it answers in a file of that name.
type goldenStory struct {
	name   string
	change func(*setup)
	steps  []step
}

// tell writes the exchange as a person would read it.
func tell(b *bytes.Buffer, s step, w *httptest.ResponseRecorder) {
	fmt.Fprintf(b, "> %s %s\n", s.method, s.target)
	if s.body != "" {
		fmt.Fprintf(b, "> %s\n", s.body)
	}
	fmt.Fprintf(b, "< %d %s\n", w.Code, w.Header().Get("Content-Type"))
	h := w.Header().Clone()
	for _, same := range []string{"Content-Type", "Access-Control-Allow-Origin", "Access-Control-Allow-Headers",
		"Access-Control-Allow-Methods", "X-Content-Type-Options"} {
		delete(h, same)
	}
	for _, name := range slices.Sorted(maps.Keys(h)) {
		fmt.Fprintf(b, "< %s: %s\n", name, strings.Join(h[name], "; "))
	}
	var pretty bytes.Buffer
	if json.Indent(&pretty, w.Body.Bytes(), "", "  ") == nil {
		b.Write(bytes.TrimSpace(pretty.Bytes()))
	} else {
		b.Write(bytes.TrimSpace(w.Body.Bytes()))
	}
	b.WriteString("\n\n")
}

const data = `data:image/png;base64,` +
	`iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==`

func idempotent(key string) func(*http.Request) {
	return func(r *http.Request) { r.Header.Set("Idempotency-Key", key) }
}

// TestGolden holds every shape of the specification: what is asked and what is
// answered, in testdata/golden.
func TestGolden(t *testing.T) {
	secure := func(r *http.Request) { r.TLS = &tls.ConnectionState{}; r.Host = "192.168.1.5:4343" }
	stories := []goldenStory{
		{"index", nil, []step{
			{method: "GET", target: "/api/v2"},
			{method: "GET", target: "/api/v2", change: secure},
			{method: "HEAD", target: "/api/v2"},
		}},
		{"stream", nil, []step{
			{method: "GET", target: "/api/v2"},
			{method: "GET", target: "/api/v2/device/stream"},
			{method: "PUT", target: "/api/v2/device/stream/start",
				body: `{"canvas":{"fill_type":"tile","render_mode":"pixel","post_process":{"type":"none"}}}`},
			{method: "GET", target: "/api/v2/device/stream"},
			{method: "PUT", target: "/api/v2/device/stream/start"},
			{method: "PUT", target: "/api/v2/device/stream/start",
				body: `{"canvas":{"fill_type":"crop","render_mode":"triangle","post_process":{"type":"fade"}}}`},
			{method: "PUT", target: "/api/v2/device/stream/start", body: `{"canvas":7}`},
			{method: "PUT", target: "/api/v2/device/stream/stop"},
			{method: "GET", target: "/api/v2/device/stream"},
			{method: "PUT", target: "/api/v2/device/stream/stop"},
			{method: "POST", target: "/api/v2/device/stream/start"},
		}},
		{"index_braces", func(s *setup) { s.original.IndexBraces = true }, []step{{method: "GET", target: "/api/v2"}}},
		{"device", nil, []step{
			{method: "GET", target: "/api/v2/device"},
			{method: "GET", target: "/api/v2/device/?"},
			{method: "GET", target: "/api/v2/device?fields=name,model,nonsense"},
			{method: "GET", target: "/api/v2/device?fields=id&fields=mode,%20serial_number"},
			{method: "PUT", target: "/api/v2/device", body: `{"mode":"kiosk"}`},
			{method: "GET", target: "/api/v2/device?fields=mode"},
		}},
		{"display", nil, []step{
			{method: "GET", target: "/api/v2/device/display"},
			{method: "PUT", target: "/api/v2/device/display", body: `{"brightness":99,"brightness_mode":"manual"}`},
			{method: "PUT", target: "/api/v2/device/display",
				body: `{"screensaver":{"enabled":true,"mode":"time_based","mode_params":{"enabled":true,"start_time":"21:00:00",` +
					`"end_time":"05:30:00"}}}`},
			{method: "PUT", target: "/api/v2/device/display",
				body: `{"screensaver":{"mode":"time_based","mode_params":{"start_time":"20:00:00"}}}`},
			{method: "PUT", target: "/api/v2/device/display",
				body: `{"screensaver":{"enabled":true,"mode":"when_dark","mode_params":{"enabled":true}}}`},
			{method: "PUT", target: "/api/v2/device/display/", body: `{"on":false}`},
		}},
		{"audio", nil, []step{
			{method: "GET", target: "/api/v2/device/audio"},
			{method: "PUT", target: "/api/v2/device/audio", body: `{"volume":25}`},
		}},
		{"look", nil, []step{
			{method: "GET", target: "/live/look"},
			{method: "PUT", target: "/live/look",
				body: `{"text_color":"#ffb000","scroll_speed":"30","smooth":1,"transition":" Fade "}`},
			{method: "PUT", target: "/live/look/", body: `{"text_color":null,"scroll_speed":12.5}`},
			{method: "GET", target: "/live/look"},
			{method: "PUT", target: "/live/look",
				body: `{"text_effect":"gradient","text_colors":["#ff0000","#ffe000"],"background":"plasma","overlay":" Snow "}`},
			{method: "PUT", target: "/live/look",
				body: `{"text_effect":"plain","text_colors":[],"background":"none","overlay":"none"}`},
			{method: "PUT", target: "/live/look",
				body: `{"text_color":"red","scroll_speed":500,"transition":"twirl","smooth":"very"}`},
			{method: "DELETE", target: "/live/look"},
		}},
		{"effects", nil, []step{{method: "GET", target: "/live/effects"}}},
		{"panel", nil, []step{{method: "GET", target: "/live/panel"}, {method: "PUT", target: "/live/panel"}}},
		{"panel_diffused", func(s *setup) { s.leds = live.DiffusedSquareLEDs },
			[]step{{method: "GET", target: "/live/panel"}}},
		{"lamps", nil, []step{
			{method: "GET", target: "/live/indicators"},
			{method: "POST", target: "/live/indicators",
				body: `{"1":{"color":"#ff0000","effect":" Blink ","period":"1000"},"3":{"color":"#0000FF","night":1}}`},
			{method: "POST", target: "/live/indicators/", body: `{"1":null,"2":{"color":"#00FF00","effect":"fade"}}`},
			{method: "GET", target: "/live/indicators"},
			{method: "POST", target: "/live/indicators", body: `{"1":{"effect":"flash"},"2":{"color":"red","period":0},"3":7}`},
			{method: "GET", target: "/live/mood"},
			{method: "PUT", target: "/live/mood", body: `{"kelvin":"2700","brightness":30.0}`},
			{method: "GET", target: "/live/mood"},
			{method: "GET", target: "/live/status"},
			{method: "PUT", target: "/live/mood", body: `{"color":"#ff8000"}`},
			{method: "PUT", target: "/live/mood", body: `{"color":"#ff8000","kelvin":0}`},
			{method: "PUT", target: "/live/mood", body: `{"brightness":0,"kelvin":1000}`},
			{method: "PUT", target: "/live/mood", body: `{"brightness":70}`},
			{method: "PUT", target: "/live/mood", body: ` null `},
			{method: "PUT", target: "/live/mood", body: `{}`},
			{method: "POST", target: "/live/indicators", body: `{"1":{},"2":{"period":500}}`},
			{method: "DELETE", target: "/live/mood"},
		}},
		{"playing", nil, []step{
			{method: "GET", target: "/live/playing"},
			{method: "PUT", target: "/live/playing",
				body: `{"state":" Paused ","title":"So What","artist":"Miles Davis","album":"Kind of Blue","duration":"545",` +
					`"position":61.25,"art":"http://x/y"}`},
			{method: "GET", target: "/live/playing"},
			{method: "PUT", target: "/live/playing",
				body: `{"state":"loud","artist":"` + strings.Repeat("ä", 257) + `","duration":86401,"position":-1,"art":"x"}`},
			{method: "PUT", target: "/live/playing", body: `{}`},
			{method: "GET", target: "/live/playing"},
			{method: "PUT", target: "/live/playing", body: `{"state":"stopped"}`},
			{method: "PUT", target: "/live/playing", body: ` null `},
			{method: "DELETE", target: "/live/playing"},
		}},
		{"distance", nil, []step{
			{method: "GET", target: "/live/distance"},
			{method: "PUT", target: "/live/distance", body: `{"distance":" 3.25 "}`},
			{method: "GET", target: "/live/distance"},
			{method: "PUT", target: "/live/distance", body: ` 1.5 `},
			{method: "PUT", target: "/live/distance", body: `{"distance":-1}`},
			{method: "PUT", target: "/live/distance", body: `{"distance":1e999}`},
			{method: "PUT", target: "/live/distance", body: `{"distance":"near"}`},
			{method: "PUT", target: "/live/distance", body: `{"distance":null}`},
			{method: "PUT", target: "/live/distance", body: `{}`},
			{method: "GET", target: "/live/distance"},
			{method: "PUT", target: "/live/distance", body: ` null `},
		}},
		{"test", nil, []step{
			{method: "POST", target: "/live/test", body: `{"pattern":" Corners ","seconds":"30"}`},
			{method: "GET", target: "/live/status"},
			{method: "POST", target: "/live/test", body: `{"pattern":"rows","seconds":0}`},
			{method: "GET", target: "/live/status"},
			{method: "POST", target: "/live/test", body: `{"pattern":"bars","seconds":301}`},
			{method: "POST", target: "/live/test", body: `{"pattern":"levels","seconds":-1}`},
			{method: "POST", target: "/live/test", body: `{"seconds":5}`},
			{method: "GET", target: "/live/test"},
		}},
		{"config", nil, []step{
			{method: "GET", target: "/live/config"},
			{method: "GET", target: "/live/config/trial"},
			{method: "POST", target: "/live/config/confirm"},
			{method: "PUT", target: "/live/config", body: "name = 5\n"},
			{method: "PUT", target: "/live/config", body: "good = true # a remark\n"},
			{method: "GET", target: "/live/config"},
			{method: "GET", target: "/live/config/trial"},
			{method: "POST", target: "/live/config/confirm"},
			{method: "DELETE", target: "/live/config/trial"},
			{method: "POST", target: "/live/config"},
		}},
		{"selftest", nil, []step{
			{method: "GET", target: "/live/selftest"},
			{method: "POST", target: "/live/selftest", body: `{"step":"dark","answer":"yes"}`},
			{method: "POST", target: "/live/selftest", body: `{}`},
			{method: "POST", target: "/live/selftest", body: `{"step":"dark"}`},
			{method: "POST", target: "/live/selftest", body: `{"answer":"yes"}`},
			{method: "POST", target: "/live/selftest", body: `{"step":["dark"],"answer":1}`},
			{method: "POST", target: "/live/selftest", body: `{"step":"rows","answer":"yes"}`},
			{method: "POST", target: "/live/selftest", body: `{"step":"dark","answer":"perhaps"}`},
			{method: "GET", target: "/live/selftest"},
			{method: "POST", target: "/live/selftest", body: `{"step":"dark","answer":"no"}`},
			{method: "DELETE", target: "/live/selftest"},
			{method: "GET", target: "/live/selftest"},
			{method: "PUT", target: "/live/selftest"},
		}},
		{"panelfind", nil, []step{
			{method: "GET", target: "/live/panel/find"},
			{method: "POST", target: "/live/panel/find", body: `{"answer":"64x32"}`},
			{method: "POST", target: "/live/panel/find", body: `{}`},
			{method: "POST", target: "/live/panel/find", body: `{"answer":5}`},
			{method: "POST", target: "/live/panel/find", body: `{"answers":["64x32",5]}`},
			{method: "POST", target: "/live/panel/find", body: `{"answers":["many"]}`},
			{method: "POST", target: "/live/panel/find", body: `{"answers":"64x32"}`},
			{method: "POST", target: "/live/panel/find", body: `{"answer":"many"}`},
			{method: "POST", target: "/live/panel/find", body: `{"keep":true}`},
			{method: "POST", target: "/live/panel/find", body: `{"answer":"64x32"}`},
			{method: "GET", target: "/live/panel/find"},
			{method: "POST", target: "/live/panel/find", body: `{"keep":true}`},
			{method: "DELETE", target: "/live/panel/find"},
			{method: "POST", target: "/live/panel/find", body: `{"answers":["64x32"]}`},
			{method: "PUT", target: "/live/panel/find"},
		}},
		{"network", nil, []step{
			{method: "GET", target: "/api/v2/device/wifi"},
			{method: "GET", target: "/api/v2/device/bluetooth"},
			{method: "PUT", target: "/api/v2/device/bluetooth",
				body: `{"active":true,"name":"kitchen","address":"ignored","available":false}`},
		}},
		{"network_none", func(s *setup) { s.original.Network = nil }, []step{
			{method: "GET", target: "/api/v2/device/wifi"},
			{method: "GET", target: "/api/v2/device/bluetooth"},
			{method: "PUT", target: "/api/v2/device/bluetooth",
				body: `{"available":false,"active":false,"discoverable":false,"pairable":false,"name":"My LaMetric","address":"",` +
					`"mac":""}`},
			{method: "PUT", target: "/api/v2/device/bluetooth", body: `{"active":true}`},
			{method: "PUT", target: "/api/v2/device/bluetooth", body: `{"name":"kitchen"}`},
		}},
		{"queue_empty", nil, []step{
			{method: "GET", target: "/api/v2/device/notifications"},
			{method: "GET", target: "/api/v2/device/notifications/current"},
			{method: "DELETE", target: "/api/v2/device/notifications/current"},
			{method: "DELETE", target: "/api/v2/device/notifications"},
			{method: "GET", target: "/api/v2/device/notifications/7"},
			{method: "DELETE", target: "/api/v2/device/notifications/7"},
		}},
		{"queue", nil, []step{
			{method: "POST", target: "/api/v2/device/notifications",
				body: `{"model":{"cycles":0,"frames":[{"icon":120,"text":"first"}]}}`},
			{wait: time.Second},
			{method: "POST", target: "/api/v2/device/notifications",
				body: `{"priority":"info","icon_type":"info","lifetime":60000,"model":{"frames":[{"icon":"a87",` +
					`"goalData":{"start":0,"current":50,"end":100,"unit":"%"}},{"chartData":[1,10,-5,15]},{"icon":"i2867"}],` +
					`"cycles":3}}`},
			{method: "POST", target: "/api/v2/device/notifications",
				body: `{"priority":"warning","model":{"frames":[{"icon":"` + data +
					`","text":"WARN","duration":2000}],"sound":{"category":"notifications","id":"cat","repeat":2}}}`},
			{wait: time.Second},
			{method: "POST", target: "/api/v2/device/notifications",
				body: `{"priority":"info","model":{"frames":[{"color":"#ff8000","text":[{"t":"12","c":"#FF0000"},{"t":"%"}]}],` +
					`"sound":{"url":"https://example.com/bell.mp3","type":"mp3","fallback":{"category":"alarms","id":"alarm3"}}}}`},
			{method: "GET", target: "/api/v2/device/notifications"},
			{method: "GET", target: "/api/v2/device/notifications/current"},
			{method: "GET", target: "/api/v2/device/notifications/2"},
			{method: "DELETE", target: "/api/v2/device/notifications/2"},
			{method: "GET", target: "/api/v2/device/notifications/2"},
			{wait: 5 * time.Minute},
			{method: "GET", target: "/api/v2/device/notifications/3"},
			{method: "DELETE", target: "/api/v2/device/notifications/current"},
			{method: "GET", target: "/api/v2/device/notifications/1"},
			{method: "GET", target: "/api/v2/device/notifications/4"},
			{method: "GET", target: "/api/v2/device/notifications"},
		}},
		{"retries", nil, []step{
			{method: "POST", target: "/api/v2/device/notifications", body: frameOf(`{"text":"once"}`), change: idempotent("a")},
			{wait: 9 * time.Minute},
			{method: "POST", target: "/api/v2/device/notifications", body: frameOf(`{"text":"once"}`), change: idempotent("a")},
			{method: "POST", target: "/api/v2/device/notifications", body: frameOf(`{"text":"once"}`), change: idempotent("b")},
			{wait: 2 * time.Minute},
			{method: "POST", target: "/api/v2/device/notifications", body: frameOf(`{"text":"once"}`), change: idempotent("a")},
			{method: "POST", target: "/api/v2/device/notifications", body: frameOf(`{"text":"once"}`),
				change: idempotent(strings.Repeat("k", 256))},
		}},
		{"refused_when_hidden", func(s *setup) { s.dev.RefuseWhenHidden = true; s.saved.Settings.On = false }, []step{
			{method: "POST", target: "/api/v2/device/notifications", body: `{"model":{"frames":[{"text":"hidden"}]}}`},
			{method: "POST", target: "/api/v2/device/notifications",
				body: `{"priority":"critical","model":{"frames":[{"text":"seen"}]}}`},
		}},
		{"errors", nil, []step{
			{method: "GET", target: "/api/v2", change: func(r *http.Request) { r.Header.Del("Authorization") }},
			{method: "GET", target: "/api/v2", change: func(r *http.Request) { r.SetBasicAuth("dev", "wrong") }},
			{method: "GET", target: "/api/v2/nothing"},
			{method: "GET", target: "/nothing"},
			{method: "PATCH", target: "/api/v2/device/display"},
			{method: "POST", target: "/api/v2/widget/update/com.lametric.diy.devwidget/0123", body: `{"frames":[]}`},
			{method: "POST", target: "/api/v2/device/notifications", body: `{"model":`},
			{method: "POST", target: "/api/v2/device/notifications",
				body: `{"priority":"loud","lifetime":-1,"model":{"cycles":"x","frames":[{"icon":true},{}]}}`},
			{method: "OPTIONS", target: "/api/v2/device/notifications",
				change: func(r *http.Request) { r.Header.Del("Authorization") }},
		}},
		{"health", func(s *setup) {
			s.api.Health = func() []Component {
				return []Component{{Name: "panel", Status: OK}, {Name: "sound", Status: Absent, Detail: "no sound card"}}
			}
		}, []step{
			{method: "GET", target: "/healthz", change: func(r *http.Request) { r.Header.Del("Authorization") }},
			{method: "GET", target: "/healthz"},
		}},
		{"health_failed", func(s *setup) {
			s.api.Health = func() []Component {
				return []Component{{Name: "panel", Status: Failed, Detail: "no /dev/spidev0.0: dtparam=spi=on"}}
			}
		}, []step{
			{method: "GET", target: "/healthz", change: func(r *http.Request) { r.Header.Del("Authorization") }},
			{method: "GET", target: "/healthz"},
		}},
		{"health_degraded", func(s *setup) {
			s.api.Health = func() []Component {
				return []Component{{Name: "panel", Status: OK},
					{Name: "mqtt", Status: Degraded, Detail: "nothing listens at the broker's address"}}
			}
		}, []step{
			{method: "GET", target: "/healthz", change: func(r *http.Request) { r.Header.Del("Authorization") }},
			{method: "GET", target: "/healthz"},
		}},
	}
	for _, st := range append(stories, appStories...) {
		tale(t, st.name, st.change, func(t *testing.T, r *rig) {
			var b bytes.Buffer
			for _, s := range st.steps {
				if s.wait > 0 {
					time.Sleep(s.wait)
					fmt.Fprintf(&b, "(%v later)\n\n", s.wait)
					continue
				}
				req := request(s.method, s.target, s.body)
				if s.change != nil {
					s.change(req)
				}
				tell(&b, s, r.ask(req))
			}
			golden(t, st.name+".txt", b.Bytes())
		})
	}
}

// SPDX-License-Identifier: Apache-2.0

package conform_test

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"os"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/ledpost/ledpost/hil/conform"
	"github.com/ledpost/ledpost/internal/must"
)

// standInKey opens the stand-in.
const standInKey = "8adaa0c98278dbb1ecb218d1c3e11f9312317ba474ab3361f80c0bd4f13a6749"

// lametric is a stand-in of a LaMetric. What it has and answers is of two sources: the
// state is a capture that the client library demetriek tests with (frenck/python-demetriek,
// tests/fixtures, firmware 2.2.2), the endpoints and their answers are those of LaMetric's
// documentation (lametric/Documentation, reference-docs). It has none of this program's own
// fields.
type lametric struct {
	version  string   // of the API
	patch    string   // of the capture, as RFC 7396 has it
	without  []string // endpoints that are neither listed nor there
	at       string   // the address that its index has; "" = its own
	media    string   // of its answers; "" = with a charset
	narrow   bool     // it refuses a brightness and a volume beyond its limits
	numbers  bool     // its ids are numbers
	prefix   string   // of its ids
	readOnly bool     // the key may change nothing
	unknown  int      // its status for what came with a later version; 0 = 404, or 400 for a part of a body
	gone     int      // its status for notifications that it does not have; 0 = 404
	queues   int      // most notifications; 0 = any number
	whole    bool     // it refuses times of a screensaver without its switch
	fault    fault    // that it has

	mu     sync.Mutex
	state  map[string]any
	queue  []item // the visible one first
	lastID int
	stream string
	shown  string // widget
	url    string
}

type item struct {
	id     string
	rank   int
	fields map[string]any
}

// start makes a stand-in, and returns how it is asked: without a network, and without
// waiting, because it does nothing in time.
func (l *lametric) start(t *testing.T) conform.Config {
	t.Helper()
	must.Do(t, json.Unmarshal(must.Get(os.ReadFile("testdata/lametric.json"))(t), &l.state))
	if l.patch != "" {
		var patch object
		must.Do(t, json.Unmarshal([]byte(l.patch), &patch))
		merge(l.state, patch)
	}
	if l.lacks("2.1.0") {
		merge(l.state, object{"display": object{"screensaver": nil, "brightness_range": nil, "brightness_limit": nil}})
	}
	l.stream, l.shown = "stopped", "08b8eac2"
	if l.state["mode"] == "manual" {
		l.shown = "db406c69"
	}
	l.url = "http://192.168.1.11:8080"
	return conform.Config{URL: l.url, Key: standInKey, Replay: true, Client: &http.Client{Transport: l}}
}

// looks is what its owner sees of a device.
func (l *lametric) looks() string {
	state, _ := json.Marshal(l.state)
	return fmt.Sprint(string(state), l.stream, l.shown, len(l.queue))
}

// merge patches an object as RFC 7396 has it.
func merge(to, patch object) {
	for key, value := range patch {
		inner, is := value.(object)
		old, was := to[key].(object)
		switch {
		case value == nil:
			delete(to, key)
		case is && was:
			merge(old, inner)
		default:
			to[key] = value
		}
	}
}

// RoundTrip implements [http.RoundTripper].
func (l *lametric) RoundTrip(r *http.Request) (*http.Response, error) {
	sent := []byte(nil)
	if r.Body != nil {
		sent, _ = io.ReadAll(r.Body)
	}
	r.Body = io.NopCloser(bytes.NewReader(sent))
	got := httptest.NewRecorder()
	l.ServeHTTP(got, r)
	a := &answer{got.Code, got.Header(), got.Body.String()}
	who := ""
	if _, key, ok := r.BasicAuth(); !ok {
		who = "ANON "
	} else if key != standInKey {
		who = "WRONG "
	}
	asked := who + r.Method + " " + r.URL.RequestURI() + " " + string(sent)
	if l.fault.mischief != nil && regexp.MustCompile(l.fault.request).MatchString(asked) {
		l.fault.mischief(a)
	}
	return &http.Response{StatusCode: a.status, Header: a.head, Body: io.NopCloser(strings.NewReader(a.body)), Request: r},
		nil
}

// lacks reports whether a version is later than the stand-in's.
func (l *lametric) lacks(version string) bool {
	var has, wants [3]int
	_, _ = fmt.Sscanf(l.version, "%d.%d.%d", &has[0], &has[1], &has[2])
	_, _ = fmt.Sscanf(version, "%d.%d.%d", &wants[0], &wants[1], &wants[2])
	return slices.Compare(has[:], wants[:]) < 0
}

// later refuses what came with a later version.
func (l *lametric) later(status int) (int, any) {
	return cmp.Or(l.unknown, status), refusal("Not supported")
}

// endpoints are those of the index by their versions (reference-docs/device-endpoints.rst).
func (l *lametric) endpoints() map[string]string {
	const at = "/api/v2/device"
	all := map[string]string{
		"device_url":                at,
		"notifications_url":         at + "/notifications",
		"current_notification_url":  at + "/notifications/current",
		"concrete_notification_url": at + "/notifications/{:id}",
		"display_url":               at + "/display",
		"audio_url":                 at + "/audio",
		"bluetooth_url":             at + "/bluetooth",
		"wifi_url":                  at + "/wifi",
		"widget_update_url":         "/api/v2/widget/update/{:id}",
	}
	if !l.lacks("2.1.0") {
		maps.Copy(all, map[string]string{"apps_list_url": at + "/apps", "apps_get_url": at + "/apps/{:id}",
			"apps_switch_next_url": at + "/apps/next", "apps_switch_prev_url": at + "/apps/prev"})
	}
	if !l.lacks("2.3.0") {
		maps.Copy(all, map[string]string{"stream_url": at + "/stream", "stream_start_url": at + "/stream/start",
			"stream_stop_url": at + "/stream/stop"})
	}
	for _, name := range l.without {
		delete(all, name)
	}
	for name := range all {
		all[name] = cmp.Or(l.at, l.url) + all[name]
	}
	return all
}

// object is JSON.
type object = map[string]any

func refusal(message string) object { return object{"errors": []object{{"message": message}}} }

// done is the answer to a PUT: what is there now, and where.
func done(path string, data any) object { return object{"success": object{"data": data, "path": path}} }

func (l *lametric) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	l.mu.Lock()
	defer l.mu.Unlock()
	w.Header().Set("Content-Type", cmp.Or(l.media, "application/json; charset=utf-8"))
	w.Header().Set("Server", "lighttpd/1.4.35")
	status, answer := http.StatusUnauthorized, any(refusal("Authorization is required"))
	if _, key, _ := r.BasicAuth(); key == standInKey {
		var sent object
		raw, _ := io.ReadAll(r.Body)
		if err := json.Unmarshal(raw, &sent); err != nil && len(raw) > 0 {
			status, answer = 400, refusal("Failed to parse json string")
		} else {
			status, answer = l.answer(r.Method, r.URL.Path, r.URL.Query().Get("fields"), sent)
		}
	} else {
		w.Header().Set("Www-Authenticate", `Basic realm="global"`)
	}
	w.WriteHeader(status)
	raw, _ := json.Marshal(answer)
	if r.Method != http.MethodHead {
		_, _ = w.Write(raw)
	}
}

func (l *lametric) answer(method, path, fields string, sent object) (int, any) {
	rest, below := strings.CutPrefix(path, "/api/v2/device")
	name := strings.TrimPrefix(rest, "/")
	index, _ := strings.CutSuffix(strings.ReplaceAll(name, "/", "_"), "/")
	switch {
	case l.readOnly && method != "GET" && method != "HEAD":
		return 403, refusal("The key is not allowed to do that")
	case index == "notifications_current" && slices.Contains(l.without, "current_notification_url"),
		strings.HasPrefix(name, "apps") && slices.Contains(l.without, "apps_list_url"),
		slices.Contains(l.without, index+"_url"):
		return 404, refusal("Resource not found")
	case path == "/api/v2" && method == "GET":
		return 200, object{"api_version": l.version, "endpoints": l.endpoints()}
	case !below:
		return 404, refusal("Resource not found")
	case name == "" && method == "PUT" && l.lacks("2.3.1"):
		return l.later(404)
	case strings.HasPrefix(name, "apps") && l.lacks("2.1.0"), strings.HasPrefix(name, "stream") && l.lacks("2.3.0"):
		return l.later(404)
	case name == "" && method == "PUT":
		return l.setMode(sent)
	case name == "":
		return 200, picked(l.state, fields)
	case name == "display" && method == "PUT":
		return l.setDisplay(sent)
	case name == "audio" && method == "PUT" && l.state["audio"] != nil:
		return l.setVolume(sent)
	case name == "bluetooth" && method == "PUT":
		return 200, done(path, l.state[name])
	case strings.HasPrefix(name, "notifications"):
		return l.notifications(method, strings.TrimPrefix(strings.TrimPrefix(name, "notifications"), "/"), sent)
	case strings.HasPrefix(name, "stream"):
		return l.streaming(method, name, sent)
	case name == "apps" && method == "GET":
		all := object{}
		for widget, app := range widgets {
			all[app] = object{"package": app, "widgets": object{widget: object{"package": app, "visible": widget == l.shown}}}
		}
		return 200, all
	case strings.HasSuffix(name, "/activate") && widgets[strings.Split(name, "/")[3]] != "":
		l.shown = strings.Split(name, "/")[3]
		return 200, done(path, object{})
	case strings.HasPrefix(name, "apps/"):
		return 404, refusal("Application not found")
	case l.state[name] != nil && method == "GET" && slices.Contains([]string{"display", "audio", "bluetooth", "wifi"},
		name):
		return 200, l.state[name]
	case l.state[name] != nil:
		return 405, refusal("Method not allowed")
	}
	return 404, refusal("Resource not found")
}

// widgets of a device, with their apps: one of the maker's, and one of the owner's.
var widgets = map[string]string{"08b8eac2": "com.lametric.clock", "db406c69": "com.lametric.canary"}

func picked(state object, fields string) object {
	if fields == "" {
		return state
	}
	some := object{}
	for _, name := range strings.Split(fields, ",") {
		if v, ok := state[name]; ok {
			some[name] = v
		}
	}
	return some
}

func (l *lametric) setMode(sent object) (int, any) {
	mode, _ := sent["mode"].(string)
	if !slices.Contains([]string{"auto", "manual", "schedule", "kiosk"}, mode) {
		return 400, refusal("Unknown mode")
	}
	if l.state["mode"] = mode; mode != "manual" {
		l.shown = "08b8eac2"
	}
	return 200, done("/api/v2/device", object{"mode": mode})
}

// within takes a number of an object; it reports false where it is none from 0 to 100, or beyond narrow limits.
func (l *lametric) within(to, sent object, name string) bool {
	v, there := sent[name]
	n, ok := v.(float64)
	if there && (!ok || n < 0 || n > 100 || to[name] == nil) {
		return false
	}
	for _, bounds := range []string{"_range", "_limit"} {
		of, _ := to[name+bounds].(object)
		least, _ := of["min"].(float64)
		if most, has := of["max"].(float64); there && has && l.narrow && (n < least || n > most) {
			return false
		}
	}
	if there {
		to[name] = n
	}
	return true
}

func (l *lametric) setVolume(sent object) (int, any) {
	audio := l.state["audio"].(object)
	if !l.within(audio, sent, "volume") {
		return 400, refusal("Volume is out of range")
	}
	return 200, done("/api/v2/device/audio", audio)
}

func (l *lametric) setDisplay(sent object) (int, any) {
	display := l.state["display"].(object)
	if !l.within(display, sent, "brightness") {
		return 400, refusal("Brightness is out of range")
	}
	if mode, there := sent["brightness_mode"]; there {
		if mode != "auto" && mode != "manual" {
			return 400, refusal("Unknown brightness mode")
		}
		display["brightness_mode"] = mode
	}
	if on, there := sent["on"].(bool); there && display["on"] != nil {
		display["on"] = on
	}
	if saver, there := sent["screensaver"].(object); there {
		now, _ := display["screensaver"].(object)
		if l.lacks("2.1.0") {
			return l.later(400)
		}
		if params, _ := saver["mode_params"].(object); l.whole && params["start_time"] != nil && params["enabled"] == nil {
			return 400, refusal("Missing enabled")
		}
		if now == nil {
			return 400, refusal("Unknown key")
		}
		if on, ok := saver["enabled"].(bool); ok {
			now["enabled"] = on
		}
		modes := now["modes"].(object)
		mode, ok := modes[fmt.Sprint(saver["mode"])].(object)
		if !ok && saver["mode"] != nil {
			return 400, refusal("Unknown screensaver mode")
		}
		if params, _ := saver["mode_params"].(object); ok {
			maps.Copy(mode, params)
		}
	}
	return 200, done("/api/v2/device/display", display)
}

func (l *lametric) streaming(method, name string, sent object) (int, any) {
	switch method + " " + name {
	case "PUT stream/start":
		if sent["canvas"] == nil {
			return 400, refusal("Missing canvas")
		}
		l.stream = "receiving"
		return 200, done("/api/v2/device/stream/start", object{"session_id": "8d72b2e6", "status": l.stream})
	case "PUT stream/stop":
		if l.stream == "stopped" {
			return 400, refusal("There is no stream")
		}
		l.stream = "stopped"
		return 200, done("/api/v2/device/stream/stop", object{"status": l.stream})
	case "GET stream":
		return 200, object{"protocol": "lmsp", "port": 9999, "status": l.stream}
	}
	return 404, refusal("Resource not found")
}

// held reports whether the screensaver or the kiosk mode would hold a notification back:
// the firmware refuses it then.
func (l *lametric) held(priority string) bool {
	saver, _ := l.state["display"].(object)["screensaver"].(object)
	modes, _ := saver["modes"].(object)
	all, _ := modes["time_based"].(object)
	active := saver["enabled"] == true && all["enabled"] == true && all["start_time"] == "00:00:00"
	return l.state["mode"] == "kiosk" && priority != "critical" || active && priority == "info" ||
		active && priority == "warning"
}

func (l *lametric) notifications(method, id string, sent object) (int, any) {
	at := slices.IndexFunc(l.queue, func(i item) bool { return i.id == id })
	switch {
	case method == "POST" && id == "":
		return l.post(sent)
	case method == "GET" && id == "":
		all := []object{}
		for _, i := range l.queue {
			all = append(all, i.fields)
		}
		return 200, all
	case method == "GET" && id == "current" && len(l.queue) == 0:
		return 200, object{}
	case method == "GET" && id == "current":
		return 200, l.queue[0].fields
	case id == "" || id == "current":
		return 405, refusal("Method not allowed")
	case at < 0:
		return cmp.Or(l.gone, 404), refusal("Notification is not found")
	case method == "DELETE":
		l.queue = slices.Delete(l.queue, at, at+1)
		return 200, object{"success": true}
	}
	return 200, l.queue[at].fields
}

func (l *lametric) post(sent object) (int, any) {
	model, _ := sent["model"].(object)
	frames, _ := model["frames"].([]any)
	if len(frames) == 0 {
		return 400, refusal("Missing required keys")
	}
	priority, kind := "info", "none"
	if p, ok := sent["priority"].(string); ok {
		priority = p
	}
	if k, ok := sent["icon_type"].(string); ok {
		kind = k
	}
	rank := slices.Index([]string{"info", "warning", "critical"}, priority)
	if rank < 0 || !slices.Contains([]string{"none", "info", "alert"}, kind) {
		return 400, refusal("Unknown value")
	}
	sound, _ := model["sound"].(object)
	if sound["url"] != nil && l.lacks("2.3.0") {
		return l.later(400)
	}
	if sound != nil && l.state["audio"] == nil {
		return 400, refusal("There is no audio")
	}
	if l.queues > 0 && len(l.queue) == l.queues {
		return 507, refusal("The queue is full")
	}
	if l.held(priority) {
		return 400, refusal("Only notifications with priority 'critical' are allowed in current mode")
	}
	if model["cycles"] == nil {
		model["cycles"] = 1
	}
	l.lastID++
	name := l.prefix + fmt.Sprint(l.lastID)
	id := any(name)
	if l.numbers {
		id = l.lastID
	}
	one := item{name, rank, object{"id": id, "type": "external", "priority": priority, "model": model,
		"created": "2026-11-22T12:00:00Z", "updated": "2026-11-22T12:00:00Z", "expiration_date": "2026-11-22T12:02:00Z"}}
	l.queue = append(l.queue, one)
	slices.SortStableFunc(l.queue, func(a, b item) int { return b.rank - a.rank })
	return 201, object{"success": object{"id": id}}
}

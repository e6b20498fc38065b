// SPDX-License-Identifier: Apache-2.0

package awtrix

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http/httptest"
	"net/netip"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/ledpost/ledpost/device"
	"github.com/ledpost/ledpost/internal/must"
)

// TestAnswers: status and text as the original's.
func TestAnswers(t *testing.T) {
	story(t, func(t *testing.T, r *rig) {
		for _, row := range []struct {
			why, method, path, body string
			status                  int
			text                    string
		}{
			{"a notification", "POST", "/api/notify", `{"text":"a"}`, 200, "OK"},
			{"no JSON", "POST", "/api/notify", `{"text":`, 500, "ErrorParsingJson"},
			{"nothing", "POST", "/api/notify", ``, 500, "ErrorParsingJson"},
			{"nothing to show", "POST", "/api/notify", `{}`, 200, "OK"},
			{"dismissed with any method", "GET", "/api/notify/dismiss", ``, 200, "OK"},
			{"the next app with any method", "PUT", "/api/nextapp", ``, 200, "OK"},
			{"the one before", "POST", "/api/previousapp", ``, 200, "OK"},
			{"which is for POST alone", "GET", "/api/previousapp", ``, 405, "the method is not allowed"},
			{"a custom app", "POST", "/api/custom?name=a", `{"text":"a"}`, 200, "OK"},
			{"without a name", "POST", "/api/custom", `{"text":"a"}`, 500, "a custom app needs a name of 1 to 64 characters"},
			{"plain text for JSON", "POST", "/api/custom?name=a", `hello`, 500, "ErrorParsingJson"},
			{"truncated array", "POST", "/api/custom?name=a", `[1`, 500, "ErrorParsingJson"},
			{"to an app", "POST", "/api/switch", `{"name":"a"}`, 200, "OK"},
			{"to the clock", "POST", "/api/switch", `{"name":"Time"}`, 200, "OK"},
			{"to an unknown app", "POST", "/api/switch", `{"name":"none"}`, 500, "FAILED"},
			{"a sound", "POST", "/api/sound", `{"sound":"cat"}`, 200, "OK"},
			{"unknown sound", "POST", "/api/sound", `{"sound":"none"}`, 404, "FileNotFound"},
			{"a ringtone", "POST", "/api/rtttl", `a:d=4:c`, 200, "OK"},
			{"a wrong note in a ringtone", "POST", "/api/rtttl", `a:d=4:x`, 500,
				`rtttl: the note "x": want a note such as 8c, f#6., 16p or 4g`},
			{"dark", "POST", "/api/power", `{"power":false}`, 200, "OK"},
			{"power of what is no value", "POST", "/api/power", `{"power":"x"}`, 500, "ErrorParsingJson"},
			{"asleep", "POST", "/api/sleep", `{"sleep":10}`, 200, "OK"},
			{"asleep for no time", "POST", "/api/sleep", `{"sleep":"x"}`, 500, "ErrorParsingJson"},
			{"settings", "POST", "/api/settings", `{"BRI":100,"XX":1}`, 200, "OK"},
			{"settings of the wrong type", "POST", "/api/settings", `[]`, 500, "ErrorParsingJson"},
			{"an order", "POST", "/api/reorder", `["Time","a"]`, 200, "OK"},
			{"order as an object", "POST", "/api/reorder", `{}`, 500, "ErrorParsingJson"},
			{"apps", "POST", "/api/apps", `[{"name":"Time","show":true,"pos":0}]`, 200, "OK"},
			{"apps as a number", "POST", "/api/apps", `1`, 500, "ErrorParsingJson"},
			{"a restart", "POST", "/api/reboot", ``, 403, "not possible over the network"},
			{"with GET", "GET", "/api/reboot", ``, 403, "not possible over the network"},
			{"forgetting all", "POST", "/api/erase", ``, 403, "not possible over the network"},
			{"forgetting the settings", "POST", "/api/resetSettings", ``, 403, "not possible over the network"},
			{"an update", "POST", "/api/doupdate", ``, 403, "not possible over the network"},
			{"the version", "GET", "/version", ``, 200, "0.98"},
			{"the screen", "GET", "/api/screen", ``, 200, screenOfTwo},
			{"the apps", "GET", "/api/apps", ``, 200, `[{"name":"Time"},{"name":"a"}]`},
			{"their turns", "GET", "/api/loop", ``, 200, `{"Time":0,"a":1}`},
			{"POST of what is only read", "POST", "/api/stats", ``, 405, "the method is not allowed"},
			{"too long a body", "POST", "/api/notify", strings.Repeat(" ", 1<<20+1), 413, "the body is too long"},
		} {
			if status, text := r.ask(row.method, row.path, row.body); status != row.status || text != row.text {
				t.Errorf("%s: %s %s is %d %s, want %d %s", row.why, row.method, row.path, status, text, row.status, row.text)
			}
		}
	})
}

// TestForeignPages are refused with every method, and at every path.
func TestForeignPages(t *testing.T) {
	story(t, func(t *testing.T, r *rig) {
		for _, path := range r.Paths() {
			for _, method := range []string{"GET", "POST", "PUT", "DELETE"} {
				for _, h := range [][2]string{{"Origin", "http://evil.example"}, {"Referer", "http://evil.example/x"},
					{"Sec-Fetch-Site", "cross-site"}, {"Host", "evil.example"}} {
					q := httptest.NewRequest(method, path, nil)
					if q.Host = "192.168.1.9"; h[0] == "Host" {
						q.Host = h[1]
					}
					q.Header.Set(h[0], h[1])
					w := httptest.NewRecorder()
					if r.Handler().ServeHTTP(w, q); w.Code != 403 {
						t.Errorf("%s %s of a page with %s %s: %d", method, path, h[0], h[1], w.Code)
					}
				}
			}
		}
	})
}

func TestAllows(t *testing.T) {
	for _, row := range []struct {
		addr string
		open bool
		want bool
	}{
		{"192.168.1.7", true, true}, {"10.1.2.3", true, true}, {"127.0.0.1", true, true}, {"fe80::1", true, true},
		{"fd00::1", true, true},
		{"::ffff:192.168.1.7", true, true}, {"8.8.8.8", true, false}, {"2001:db8::1", true, false},
		{"192.168.1.7", false, false},
	} {
		if got := (Config{Open: row.open}).Allows(netip.MustParseAddr(row.addr)); got != row.want {
			t.Errorf("open = %v: %s is allowed: %v", row.open, row.addr, got)
		}
	}
	if (Config{Open: true}).Allows(netip.Addr{}) {
		t.Error("no address is allowed")
	}
}

func TestCheck(t *testing.T) {
	for _, row := range []struct {
		prefix string
		good   bool
	}{{"", true}, {"awtrix_kitchen", true}, {"home/awtrix", true}, {"a/+", false}, {"#", false}, {"/a", false},
		{"a/", false}, {strings.Repeat("a", 129), false}} {
		if err := (Config{Prefix: row.prefix}).Check(); (err == nil) != row.good {
			t.Errorf("%q: %v", row.prefix, err)
		}
	}
}

// TestSettings: what is set is there, on the device and in the answer.
func TestSettings(t *testing.T) {
	story(t, func(t *testing.T, r *rig) {
		for _, row := range []struct {
			body, key string
			want      any
		}{
			{`{"MATP":false}`, "MATP", false},
			{`{"MATP":true}`, "MATP", true},
			{`{"BRI":128}`, "BRI", 128.0},
			{`{"BRI":9999}`, "BRI", 255.0},
			{`{"ABRI":false}`, "ABRI", false},
			{`{"ATRANS":false}`, "ATRANS", false},
			{`{"ATRANS":"1"}`, "ATRANS", true},
			{`{"ATIME":7}`, "ATIME", 7.0},
			{`{"TCOL":"#FF0000"}`, "TCOL", 16711680.0},
			{`{"TCOL":255}`, "TCOL", 255.0},
			{`{"TEFF":10}`, "TEFF", 10.0},
			{`{"TEFF":4}`, "TEFF", 4.0},
			{`{"TEFF":0}`, "TEFF", 0.0},
			{`{"TEFF":-1}`, "TEFF", 0.0},
			{`{"TEFF":11}`, "TEFF", 0.0},
			{`{"SSPEED":50}`, "SSPEED", 50.0},
			{`{"VOL":30}`, "VOL", 30.0},
			{`{"TFORMAT":"%I:%M:%S"}`, "TFORMAT", "%l:%M:%S"},
			{`{"TFORMAT":"%H:%M"}`, "TFORMAT", "%H %M"},
			{`{"TFORMAT":"%l:%M %p"}`, "TFORMAT", "%l %M"},
			{`{"TFORMAT":"%H %M"}`, "TFORMAT", "%H %M"},
			{`{"WD":false}`, "WD", false},
			{`{"TIME_COL":"#00FF00"}`, "TIME_COL", 65280.0},
			{`{"TIME_COL":0}`, "TIME_COL", 0.0},
			{`{"TIM":false}`, "TIM", false},
			{`{"BRI":"x","VOL":{},"TEFF":99}`, "TEFF", 0.0},
			{`{"OVERLAY":"snow"}`, "OVERLAY", "snow"},
			{`{"OVERLAY":"thunder"}`, "OVERLAY", "thunder"},
			{`{"OVERLAY":"clear"}`, "OVERLAY", "clear"},
			{`{"SOM":false}`, "SOM", false},
			{`{"SOM":true}`, "SOM", true},
			{`{"CEL":false}`, "CEL", false},
			{`{"DFORMAT":"%m/%d"}`, "DFORMAT", "%m/%d/%y"},
			{`{"DFORMAT":"%d.%m."}`, "DFORMAT", "%d.%m.%y"},
			{`{"TMODE":6}`, "TMODE", 6.0},
			{`{"TMODE":5}`, "TMODE", 5.0},
			{`{"TMODE":3}`, "TMODE", 1.0},
			{`{"TMODE":0}`, "TMODE", 0.0},
			{`{"WDCA":"#00FF00"}`, "WDCA", 65280.0},
			{`{"DAT":true}`, "DAT", true},
			{`{"DAT":false}`, "DAT", false},
			{`{"TEMP":true}`, "TEMP", true},
			{`{"HUM":true}`, "HUM", true},
			{`{"DATE_COL":"#FF0000"}`, "DATE_COL", 16711680.0},
			{`{"TEMP_COL":"#00FF00"}`, "TEMP_COL", 65280.0},
			{`{"HUM_COL":255}`, "HUM_COL", 255.0},
			{`{"BAT":false}`, "BAT", false},
			{`{"BLOCKN":false}`, "BLOCKN", false},
		} {
			r.ask("POST", "/api/settings", row.body)
			_, text := r.ask("GET", "/api/settings", "")
			var got map[string]any
			if err := json.Unmarshal([]byte(text), &got); err != nil || got[row.key] != row.want {
				t.Errorf("%s: %s is %v, want %v (%v)", row.body, row.key, got[row.key], row.want, err)
			}
		}
		r.post("/api/settings", `{"TIM":true}`)
		if a, err := r.dev.Audio(context.Background()); err != nil || a.Volume != 100 {
			t.Errorf("the volume is %+v, %v", a, err)
		}
	})
}

// screenOfTwo is AWTRIX's 256 pixels around those of the rig's panel of 2×1.
var screenOfTwo = "[" + strings.Repeat("0,", 3*32) + "66051" + strings.Repeat(",0", 5*32-1) + "]"

// TestNativeApps: the date and the air are in the loop by their names while they are wanted.
func TestNativeApps(t *testing.T) {
	story(t, func(t *testing.T, r *rig) {
		for _, row := range []struct{ body, has, lacks string }{
			{`{"DATE_COL":255}`, `"Time"`, "Date"},
			{`{"DAT":true,"TEMP":true}`, `"Date"`, "Humidity"},
			{`{"HUM":true}`, `"Humidity"`, "-"},
			{`{"DAT":false}`, `"Temperature"`, "Date"},
			{`{"DAT":true}`, `"Date"`, "-"},
		} {
			r.post("/api/settings", row.body)
			_, text := r.ask("GET", "/api/loop", "")
			if !strings.Contains(text, row.has) || strings.Contains(text, row.lacks) || strings.Count(text, "Date") > 1 {
				t.Errorf("%s: the loop is %s, want %s without %s", row.body, text, row.has, row.lacks)
			}
		}
	})
}

// slow is a body that takes its time.
type slow struct{ io.Reader }

func (s slow) Read(p []byte) (int, error) {
	time.Sleep(2 * patient)
	return s.Reader.Read(p)
}

// TestSlowBody: only the device has to be quick.
func TestSlowBody(t *testing.T) {
	story(t, func(t *testing.T, r *rig) {
		for range 20 { // with a context that is over a call may succeed, too
			q := httptest.NewRequest("POST", "/api/nextapp", slow{strings.NewReader(`{}`)})
			q.Host = "192.168.1.9"
			w := httptest.NewRecorder()
			r.Handler().ServeHTTP(w, q)
			if w.Code != 200 {
				t.Fatalf("%d %s", w.Code, w.Body)
			}
		}
	})
}

// TestLate: an answer that has to come later says when to ask again.
func TestLate(t *testing.T) {
	story(t, func(t *testing.T, r *rig) {
		r.end()
		for method, path := range map[string]string{"POST": "/api/nextapp", "GET": "/api/settings"} {
			q := httptest.NewRequest(method, path, strings.NewReader(`{}`))
			q.Host = "192.168.1.9"
			w := httptest.NewRecorder()
			r.Handler().ServeHTTP(w, q)
			if w.Code != 503 || w.Header().Get("Retry-After") != "1" {
				t.Errorf("%s %s of a device that has stopped: %d, Retry-After %q", method, path, w.Code,
					w.Header().Get("Retry-After"))
			}
		}
	})
}

// TestSleep: the display comes back by itself, unless somebody has switched it.
func TestSleep(t *testing.T) {
	story(t, func(t *testing.T, r *rig) {
		on := func() bool {
			d, err := r.dev.Display(context.Background())
			return err == nil && d.On
		}
		r.post("/api/sleep", `{"sleep":10}`)
		if on() {
			t.Error("it does not sleep")
		}
		time.Sleep(11 * time.Second)
		synctest.Wait()
		if !on() {
			t.Error("it sleeps on")
		}
		for path, off := range map[string]string{"/api/power": `{"power":false}`, "/api/settings": `{"MATP":false}`} {
			r.post("/api/sleep", `{"sleep":10}`)
			r.post(path, off)
			time.Sleep(11 * time.Second)
			synctest.Wait()
			if on() {
				t.Errorf("it woke, and was switched off by %s", path)
			}
		}
		r.post("/api/sleep", `{"sleep":10}`)
		r.post("/api/sleep", `{"sleep":100}`)
		time.Sleep(11 * time.Second)
		synctest.Wait()
		if on() {
			t.Error("it woke with the first of two sleeps")
		}
	})
}

// TestSleepAtTheEndOfAnother: a sleep that begins in the instant in which another one ends
// lasts, whichever of the two comes first.
func TestSleepAtTheEndOfAnother(t *testing.T) {
	story(t, func(t *testing.T, r *rig) {
		for i := range 50 {
			r.post("/api/sleep", `{"sleep":1}`)
			time.Sleep(time.Second)
			r.post("/api/sleep", `{"sleep":100}`)
			synctest.Wait()
			if d, err := r.dev.Display(context.Background()); err != nil || d.On {
				t.Fatalf("round %d: the first sleep ended the second: %v", i, err)
			}
			time.Sleep(100 * time.Second)
			synctest.Wait()
			if d, err := r.dev.Display(context.Background()); err != nil || !d.On {
				t.Fatalf("round %d: the second sleep did not end: %v", i, err)
			}
		}
	})
}

// TestStats has the fields that clients read.
func TestStats(t *testing.T) {
	story(t, func(t *testing.T, r *rig) {
		r.post("/api/notify", `{"text":"a"}`)
		time.Sleep(time.Minute)
		_, text := r.ask("GET", "/api/stats", "")
		var got map[string]any
		must.Do(t, json.Unmarshal([]byte(text), &got))
		if got["temp"] != 0.0 || got["hum"] != 0.0 {
			t.Errorf("the air that nothing measures is %v and %v: clients compute with both", got["temp"], got["hum"])
		}
		air := device.Climate{Temperature: device.Measured{Value: 21.5, Known: true},
			Humidity: device.Measured{Value: 48, Known: true}}
		must.Do(t, r.dev.SetClimate(t.Context(), air))
		_, text = r.ask("GET", "/api/stats", "")
		must.Do(t, json.Unmarshal([]byte(text), &got))
		for key, want := range map[string]any{
			"temp": 21.5, "hum": 48.0,
			"bat": 100.0, "type": 0.0, "uptime": 60.0, "messages": 1.0, "version": "0.98", "indicator1": false,
			"app": "Time", "uid": "awtrix_w00bs9", "matrix": true, "ip_address": "", "ram": 0.0, "wifi_signal": 0.0, "lux": 0.0,
		} {
			if got[key] != want {
				t.Errorf("%s is %v, want %v", key, got[key], want)
			}
		}
	})
}

// TestStack: without stacking the new notification takes the place of the visible.
func TestStack(t *testing.T) {
	story(t, func(t *testing.T, r *rig) {
		texts := func() string {
			items := must.Get(r.dev.Queue(context.Background()))(t)
			var all []string
			for _, it := range items {
				all = append(all, it.Frames[0].Text[0].Text)
			}
			return fmt.Sprint(all)
		}
		r.post("/api/notify", `{"text":"a","hold":true}`)
		r.post("/api/notify", `{"text":"b","hold":true}`)
		if got := texts(); got != "[A B]" {
			t.Errorf("the queue is %s", got)
		}
		r.post("/api/notify", `{"text":"c","stack":false}`)
		if got := texts(); got != "[B C]" {
			t.Errorf("the queue is %s: the visible one makes way", got)
		}
		r.post("/api/notify/dismiss", "")
		if got := texts(); got != "[C]" {
			t.Errorf("the queue is %s", got)
		}
	})
}

// TestPlay: a ringtone without a notification, and a sound that replaces it.
func TestPlay(t *testing.T) {
	story(t, func(t *testing.T, r *rig) {
		r.post("/api/rtttl", "a:d=4:c")
		if tr := r.heard(); tr.Tune != "a:d=4:c" || tr.Repeat != 1 || tr.Volume == 0 {
			t.Errorf("it plays %+v", tr)
		}
		first := r.heard().Key
		r.post("/api/sound", `{"sound":"cat"}`)
		if tr := r.heard(); tr.ID != "cat" || tr.Key == first {
			t.Errorf("it plays %+v", tr)
		}
		r.post("/api/rtttl", "")
		if tr := r.heard(); !tr.Silent() {
			t.Errorf("it plays %+v", tr)
		}
	})
}

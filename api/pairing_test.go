// SPDX-License-Identifier: Apache-2.0

package api

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/ledpost/ledpost/api/keys"
	"github.com/ledpost/ledpost/device"
	"github.com/ledpost/ledpost/internal/must"
)

// asker is who asks for a key from an address, without one.
type asker struct {
	*rig
	from   string
	header map[string]string
}

func (c asker) ask(method, path, body string, to any) int {
	c.t.Helper()
	req := request(method, path, body)
	req.Header.Del("Authorization")
	req.RemoteAddr = c.from
	for name, value := range c.header {
		req.Header.Set(name, value)
	}
	if host := req.Header.Get("Host"); host != "" {
		req.Host = host
	}
	w := c.rig.ask(req)
	if to != nil {
		if err := json.Unmarshal(w.Body.Bytes(), to); err != nil {
			c.t.Fatalf("%s: %v", w.Body, err)
		}
	}
	return w.Code
}

type wireError9 struct {
	Error struct{ Message string }
}

// asks asks for a key and returns the challenge's uuid.
func (c asker) asks() (uuid string) {
	c.t.Helper()
	var a struct {
		Challenge struct{ UUID, State, Type string }
	}
	if code := c.ask("POST", "/api/v1/user/request?group=web_admin", "", &a); code != 200 ||
		a.Challenge.State != "in-progress" || a.Challenge.Type != "press_key" {
		c.t.Fatalf("%d %+v", code, a)
	}
	return a.Challenge.UUID
}

func (c asker) state(uuid string) string {
	c.t.Helper()
	var a struct{ State string }
	c.ask("GET", "/api/v1/user/challenge/"+uuid, "", &a)
	return a.State
}

func (c asker) fetch(uuid string) (key, message string) {
	c.t.Helper()
	var a struct {
		User struct{ Key string }
		wireError9
	}
	c.ask("POST", "/api/v1/user/request/exchange", fmt.Sprintf(`{"challenge_id":%q}`, uuid), &a)
	return a.User.Key, a.Error.Message
}

func (r *rig) presses() { r.press(device.ButtonAction, 0) }

// press holds a button for so long.
func (r *rig) press(b device.Button, hold time.Duration) {
	r.t.Helper()
	for _, part := range []device.Phase{device.Down, device.Up} {
		if _, err := r.dev.PressHere(r.t.Context(), b, part); err != nil {
			r.t.Error(err)
		}
		if part == device.Down {
			time.Sleep(hold)
		}
	}
	synctest.Wait()
}

const homeAssistant, mallory = "192.0.2.7:50000", "192.0.2.66:50000"

// TestHomeAssistantPairs: its conversation, as docs/decisions.md 9 transcribes it.
func TestHomeAssistantPairs(t *testing.T) {
	story(t, nil, func(t *testing.T, r *rig) {
		ha := asker{r, homeAssistant, nil}
		if code := ha.ask("GET", "/", "", nil); code != 200 {
			t.Errorf("GET /: %d", code)
		}
		uuid := ha.asks()
		if k := r.dev.Status().Showing.Kind; k != device.PromptShows {
			t.Errorf("the panel shows %v", k)
		}
		time.Sleep(2 * time.Second)
		if s := ha.state(uuid); s != "in-progress" {
			t.Error(s)
		}
		if key, message := ha.fetch(uuid); key != "" || message != "Invalid challenge status in-progress" {
			t.Errorf("too early: %q %q", key, message)
		}
		r.presses()
		if s := ha.state(uuid); s != "resolved" {
			t.Error(s)
		}
		if key, message := (asker{r, mallory, nil}).fetch(uuid); key != "" ||
			message != "Failed to get info about challenge" {
			t.Errorf("from another address: %q %q", key, message)
		}
		key, _ := ha.fetch(uuid)
		if len(key) != 64 {
			t.Fatalf("%q", key)
		}
		if again, message := ha.fetch(uuid); again != "" || message != "Invalid challenge status expired" {
			t.Errorf("a second time: %q %q", again, message)
		}
		ha.header = map[string]string{"Cookie": "no-auth-challenge=1; authorization=" + key + ":"}
		var users []struct{ Group, Status, Origin, Key string }
		if code := ha.ask("GET", "/api/v1/user", "", &users); code != 200 || len(users) != 1 ||
			users[0].Group != "integration" || users[0].Status != "active" || users[0].Origin != "local" {
			t.Fatalf("%d %+v", code, users)
		}
		if users[0].Key != key {
			t.Errorf("the key of the user is %q, want the one of the cookie", users[0].Key)
		}
		for _, c := range []struct {
			method, path, body string
			want               int
		}{
			{"GET", "/api/v2/device", "", 200},
			{"GET", "/api/v2/device/wifi", "", 200},
			{"PUT", "/api/v2/device/display", `{"brightness":50}`, 200},
			{"PUT", "/api/v2/device/audio", `{"volume":50}`, 200},
			{"PUT", "/api/v2/device/bluetooth", `{"active":true}`, 200},
			{"POST", "/api/v2/device/notifications", frameOf(`{"text":"x"}`), 200},
			{"PUT", "/api/v2/device/apps/next", "", 200},
			{"GET", "/live/keys", "", 403},
			{"GET", "/live/config", "", 403},
			{"POST", "/live/buttons/action", "", 403},
		} {
			wants(t, r.ask(as(key, c.method, c.path, c.body)), c.want, "", "with the key", c.method, c.path)
		}
		wants(t, r.do("DELETE", "/live/keys/paired-192.0.2.7", ""), 200, "")
		var e wireError9
		if code := ha.ask("GET", "/api/v1/user", "", &e); code != 401 || e.Error.Message != "Invalid auth" {
			t.Errorf("taken back: %d %+v", code, e)
		}
	})
}

// TestPairingIsRefused: what must not lead to a key.
func TestPairingIsRefused(t *testing.T) {
	for _, c := range []struct {
		name   string
		header map[string]string
		want   int
	}{
		{"a program", nil, 200},
		{"the page itself", map[string]string{"Origin": "http://192.168.1.5:8080", "Sec-Fetch-Site": "same-origin"}, 200},
		{"a local name", map[string]string{"Host": "ledpost.local:8080"}, 200},
		{"a page of another site",
			map[string]string{"Origin": "https://evil.example", "Content-Type": "application/json"}, 403},
		{"a page of another port",
			map[string]string{"Origin": "http://192.168.1.5:9000", "Content-Type": "application/json"}, 403},
		{"a page in a sandbox", map[string]string{"Origin": "null", "Content-Type": "application/json"}, 403},
		{"a name that leads here", map[string]string{"Host": "evil.example:8080", "Origin": "http://evil.example:8080"}, 403},
		{"a browser that says so", map[string]string{"Sec-Fetch-Site": "cross-site"}, 403},
	} {
		tale(t, c.name, nil, func(t *testing.T, r *rig) {
			if code := (asker{r, mallory, c.header}).ask("POST", "/api/v1/user/request", "", nil); code != c.want {
				t.Errorf("%d, want %d", code, c.want)
			}
			if asked := r.dev.Status().Showing.Kind == device.PromptShows; asked != (c.want == 200) {
				t.Errorf("the panel asks: %v", asked)
			}
		})
	}
}

// TestPairingForEverything: the device's own page may ask for a key of scope all,
// for which the button is held; whoever else asks gets what everybody gets.
func TestPairingForEverything(t *testing.T) {
	page := map[string]string{"Origin": "http://192.168.1.5:8080"}
	for _, c := range []struct {
		name   string
		header map[string]string
		query  string
		hold   time.Duration
		status int // of a request that needs a key of scope all; 0 = there is no key
	}{
		{"the page", page, "group=web_admin&scope=all", 2 * time.Second, 200},
		{"the page, as newer browsers say it", map[string]string{"Sec-Fetch-Site": "same-origin"}, "scope=all",
			2 * time.Second, 200},
		{"a press that is too short", page, "scope=all", 2*time.Second - 1, 0},
		{"the page that wants less", page, "scope=control", 0, 403},
		{"the page that does not say", page, "group=web_admin", 0, 403},
		{"a program", nil, "scope=all", 0, 403},
	} {
		tale(t, c.name, nil, func(t *testing.T, r *rig) {
			who := asker{r, homeAssistant, c.header}
			var a struct{ Challenge struct{ UUID string } }
			if code := who.ask("POST", "/api/v1/user/request?"+c.query, "", &a); code != 200 {
				t.Fatal(code)
			}
			time.Sleep(2 * time.Second)
			r.press(device.ButtonAction, c.hold)
			key, _ := who.fetch(a.Challenge.UUID)
			if (key != "") != (c.status != 0) {
				t.Fatalf("the key is %q", key)
			}
			if key == "" {
				return
			}
			wants(t, r.ask(as(key, "GET", "/live/keys", "")), c.status, "", "the keys")
			wants(t, r.ask(as(key, "GET", "/api/v2/device", "")), 200, "", "the device")
		})
	}
	story(t, nil, func(t *testing.T, r *rig) {
		if code := (asker{r, homeAssistant, page}).ask("POST", "/api/v1/user/request?scope=everything", "",
			nil); code != 400 {
			t.Errorf("an unknown scope: %d", code)
		}
	})
}

// TestPairingPresses: which press of which button leads to a key, also through the API.
func TestPairingPresses(t *testing.T) {
	const page, program = "http://192.168.1.5:8080", ""
	for _, c := range []struct {
		name, origin string
		do           func(r *rig)
		want         string
	}{
		{"the action button", program, func(r *rig) { r.press(device.ButtonAction, 0) }, "resolved"},
		{"an arrow refuses", program, func(r *rig) { r.press(device.ButtonLeft, 0) }, "expired"},
		{"over the API with everything", program, func(r *rig) { r.do("POST", "/live/buttons/action", "") }, "resolved"},
		{"over the API, held", page, func(r *rig) { r.do("POST", "/live/buttons/action?hold=2", "") }, "resolved"},
		{"over the API, not held long enough", page, func(r *rig) { r.do("POST", "/live/buttons/action?hold=1.9", "") },
			"in-progress"},
		{"over the API with less", program, func(r *rig) {
			r.ask(as(r.made("c", keys.ScopeControl), "POST", "/live/buttons/action", ""))
		}, "in-progress"},
		{"from afar, as MQTT", program, func(r *rig) {
			for _, b := range []device.Button{device.ButtonAction, device.ButtonLeft} {
				must.Do(r.t, r.dev.Press(r.t.Context(), b))
			}
		}, "in-progress"},
	} {
		tale(t, c.name, nil, func(t *testing.T, r *rig) {
			who := asker{r, homeAssistant, nil}
			if c.origin != "" {
				who.header = map[string]string{"Origin": c.origin}
			}
			var a struct{ Challenge struct{ UUID string } }
			who.ask("POST", "/api/v1/user/request?scope=all", "", &a)
			time.Sleep(2 * time.Second)
			c.do(r)
			synctest.Wait()
			if s := who.state(a.Challenge.UUID); s != c.want {
				t.Errorf("%s, want %s", s, c.want)
			}
		})
	}
}

// TestPairingLimits: one at a time, a minute each, ten an hour for one address.
func TestPairingLimits(t *testing.T) {
	story(t, nil, func(t *testing.T, r *rig) {
		ha := asker{r, homeAssistant, nil}
		for range 10 {
			uuid := ha.asks()
			var e wireError9
			if code := (asker{r, mallory, nil}).ask("POST", "/api/v1/user/request", "", &e); code != http.StatusTooManyRequests {
				t.Errorf("while one runs: %d %+v", code, e)
			}
			time.Sleep(time.Minute)
			if s := ha.state(uuid); s != "expired" {
				t.Error(s)
			}
			if key, _ := ha.fetch(uuid); key != "" {
				t.Error("a key for nothing")
			}
		}
		if code := ha.ask("POST", "/api/v1/user/request", "", nil); code != http.StatusTooManyRequests {
			t.Errorf("the eleventh: %d", code)
		}
		(asker{r, mallory, nil}).asks()
		time.Sleep(50 * time.Minute)
		ha.asks()
		if code := ha.ask("GET", "/api/v1/user/challenge/nothing", "", nil); code != 500 {
			t.Errorf("unknown: %d", code)
		}
	})
}

// TestPairingIsFair: however often others ask, an address that has not asked yet may.
func TestPairingIsFair(t *testing.T) {
	story(t, nil, func(t *testing.T, r *rig) {
		from := func(format string, i int) asker { return asker{r, fmt.Sprintf(format, i), nil} }
		ask := func(a asker) bool {
			code := a.ask("POST", "/api/v1/user/request", "", nil)
			time.Sleep(4 * time.Second)
			r.press(device.ButtonAction, 0) // so that the next may ask
			if code != 200 && code != http.StatusTooManyRequests {
				t.Fatal(code)
			}
			return code == 200
		}
		count := func(n int, f func(i int) asker) (served int) {
			for i := range n {
				if ask(f(i)) {
					served++
				}
			}
			return served
		}
		if n := count(30, func(i int) asker { return from("[2001:db8::%x]:1000", i+1) }); n != 10 {
			t.Errorf("one IPv6 network asks %d times", n)
		}
		if n := count(80, func(i int) asker { return from("192.0.2.%d:1000", i%8) }); n != 40 {
			t.Errorf("eight addresses ask %d times, want 40 of the 50 for all", n)
		}
		if n := count(20, func(i int) asker { return from("198.51.100.%d:1000", i) }); n != 10 {
			t.Errorf("new addresses ask %d times", n)
		}
		time.Sleep(time.Hour)
		if !ask(from("192.0.2.%d:1000", 1)) {
			t.Error("an hour later nobody may ask")
		}
	})
}

// TestRefusedAddressWaits: an hour, whoever refuses; others do not.
func TestRefusedAddressWaits(t *testing.T) {
	for name, refuse := range map[string]func(r *rig){
		"by a button": func(r *rig) { time.Sleep(4 * time.Second); r.press(device.ButtonVolumeUp, 0) },
		"by a key": func(r *rig) {
			var a struct{ Request struct{ ID string } }
			must.Do(r.t, json.Unmarshal(r.do("GET", "/live/pairing", "").Body.Bytes(), &a))
			r.do("POST", "/live/pairing", fmt.Sprintf(`{"id":%q,"approve":false}`, a.Request.ID))
		},
	} {
		tale(t, name, nil, func(t *testing.T, r *rig) {
			bad := asker{r, mallory, nil}
			uuid := bad.asks()
			refuse(r)
			if s := bad.state(uuid); s != "expired" {
				t.Fatal(s)
			}
			(asker{r, homeAssistant, nil}).asks()
			time.Sleep(time.Hour - time.Second)
			var e wireError9
			if code := bad.ask("POST", "/api/v1/user/request", "", &e); code != http.StatusTooManyRequests ||
				!strings.Contains(e.Error.Message, "refused") {
				t.Errorf("within the hour: %d %+v", code, e)
			}
			time.Sleep(2 * time.Second)
			bad.asks()
		})
	}
}

// TestRefusalCountsFromTheAnswer: a client that gave up waiting, and asks again long after
// somebody has refused it, does not wait for another hour.
func TestRefusalCountsFromTheAnswer(t *testing.T) {
	story(t, nil, func(t *testing.T, r *rig) {
		client := asker{r, homeAssistant, nil}
		client.asks()
		time.Sleep(4 * time.Second)
		r.press(device.ButtonVolumeUp, 0)
		time.Sleep(time.Hour + time.Minute)
		client.asks()
	})
}

// TestPairingBelowCritical: what is critical covers the question; who has a key of
// scope all can answer all the same, and the status tells that there is one.
func TestPairingBelowCritical(t *testing.T) {
	story(t, nil, func(t *testing.T, r *rig) {
		r.do("POST", "/api/v2/device/notifications", `{"priority":"critical","model":{"cycles":0,"frames":[{"text":"x"}]}}`)
		ha := asker{r, homeAssistant, nil}
		uuid := ha.asks()
		time.Sleep(2 * time.Second)
		var s struct {
			Showing struct{ Kind string }
			Asking  bool
		}
		if err := json.Unmarshal(r.do("GET", "/live/status", "").Body.Bytes(), &s); err != nil ||
			s.Showing.Kind != "notification" || !s.Asking {
			t.Errorf("%+v %v", s, err)
		}
		r.presses() // for the notification
		if s := ha.state(uuid); s != "in-progress" {
			t.Errorf("a press for the notification: %s", s)
		}
		time.Sleep(time.Second)
		r.presses()
		if s := ha.state(uuid); s != "resolved" {
			t.Errorf("a press for the question: %s", s)
		}
		s.Asking = false
		if err := json.Unmarshal(r.do("GET", "/live/status", "").Body.Bytes(), &s); err != nil || s.Asking {
			t.Errorf("afterwards: %+v %v", s, err)
		}
	})
}

// TestPairingByKey: who may do everything answers from the page; nobody else.
func TestPairingByKey(t *testing.T) {
	for _, c := range []struct {
		scope   keys.Scope
		approve bool
		code    int
		want    string
	}{
		{keys.ScopeAll, true, 200, "resolved"},
		{keys.ScopeAll, false, 200, "expired"},
		{keys.ScopeControl, true, 403, "in-progress"},
		{keys.ScopeControl, false, 200, "expired"},
		{keys.ScopeRead, true, 403, "in-progress"},
		{keys.ScopeSend, true, 403, "in-progress"},
	} {
		tale(t, fmt.Sprint(c.scope, c.approve), nil, func(t *testing.T, r *rig) {
			key := r.made("x", c.scope)
			ha := asker{r, homeAssistant, nil}
			uuid := ha.asks()
			var a struct {
				Request struct {
					ID, Address, Scope string
					Approve            bool
				}
			}
			if err := json.Unmarshal(r.do("GET", "/live/pairing", "").Body.Bytes(), &a); err != nil ||
				a.Request.Address != "192.0.2.7" || a.Request.ID == uuid ||
				a.Request.Scope != "control" || !a.Request.Approve {
				t.Fatalf("%+v %v", a, err)
			}
			answer := fmt.Sprintf(`{"id":%q,"approve":%v}`, a.Request.ID, c.approve)
			wants(t, r.ask(as(key, "POST", "/live/pairing", answer)), c.code, "")
			if s := ha.state(uuid); s != c.want {
				t.Errorf("%s, want %s", s, c.want)
			}
			if w := r.ask(as(key, "POST", "/live/buttons/action", "")); c.code == 403 && w.Code != 403 {
				t.Errorf("a button: %d", w.Code)
			}
			var none *httptest.ResponseRecorder
			if c.want != "in-progress" {
				if none = r.do("POST", "/live/pairing", answer); none.Code != 404 {
					t.Errorf("again: %d", none.Code)
				}
			}
		})
	}
}

package api

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"testing"
	"testing/synctest"
	"time"

	"github.com/ledpost/ledpost/device"
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
	if code := c.ask("POST", "/api/v1/user/request?group=web_admin", "", &a); code != 200 || a.Challenge.State != "in-progress" || a.Challenge.Type != "press_key" {
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

func (r *rig) presses() {
	if err := r.cfg.Device.PressHere(r.t.Context(), device.ButtonAction, true); err != nil {
		r.t.Error(err)
	}
	synctest.Wait()
}

const homeAssistant, mallory = "192.0.2.7:50000", "192.0.2.66:50000"

// TestHomeAssistantPairs: its conversation, as docs/decisions.md 9 transcribes it.
func TestHomeAssistantPairs(t *testing.T) {
	story(t, nil, func(t *testing.T, r *rig) {
		r.t = t
		ha := asker{r, homeAssistant, nil}
		if code := ha.ask("GET", "/", "", nil); code != 200 {
			t.Errorf("GET /: %d", code)
		}
		uuid := ha.asks()
		if k := r.cfg.Device.Status().Showing.Kind; k != device.PromptShows {
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
		if key, message := (asker{r, mallory, nil}).fetch(uuid); key != "" || message != "Failed to get info about challenge" {
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
		if code := ha.ask("GET", "/api/v1/user", "", &users); code != 200 || len(users) != 1 || users[0].Group != "integration" || users[0].Status != "active" || users[0].Origin != "local" {
			t.Fatalf("%d %+v", code, users)
		}
		if w := r.ask(as(users[0].Key, "GET", "/api/v2/device", "")); w.Code != 200 {
			t.Errorf("the API does not take it: %d", w.Code)
		}
		if w := r.do("DELETE", "/live/keys/paired-192.0.2.7", ""); w.Code != 200 {
			t.Errorf("%d %s", w.Code, w.Body)
		}
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
		{"a page of another site", map[string]string{"Origin": "https://evil.example", "Content-Type": "application/json"}, 403},
		{"a page of another port", map[string]string{"Origin": "http://192.168.1.5:9000", "Content-Type": "application/json"}, 403},
		{"a page in a sandbox", map[string]string{"Origin": "null", "Content-Type": "application/json"}, 403},
		{"a name that leads here", map[string]string{"Host": "evil.example:8080", "Origin": "http://evil.example:8080"}, 403},
		{"a browser that says so", map[string]string{"Sec-Fetch-Site": "cross-site"}, 403},
	} {
		t.Run(c.name, func(t *testing.T) {
			story(t, nil, func(t *testing.T, r *rig) {
				r.t = t
				if code := (asker{r, mallory, c.header}).ask("POST", "/api/v1/user/request", "", nil); code != c.want {
					t.Errorf("%d, want %d", code, c.want)
				}
				if asked := r.cfg.Device.Status().Showing.Kind == device.PromptShows; asked != (c.want == 200) {
					t.Errorf("the panel asks: %v", asked)
				}
			})
		})
	}
}

// TestPairingLimits: one at a time, a minute each, ten an hour.
func TestPairingLimits(t *testing.T) {
	story(t, nil, func(t *testing.T, r *rig) {
		r.t = t
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
		time.Sleep(50 * time.Minute)
		ha.asks()
		if code := ha.ask("GET", "/api/v1/user/challenge/nothing", "", nil); code != 500 {
			t.Errorf("unknown: %d", code)
		}
	})
}

// TestPairingByKey: who may do everything answers from the page; nobody else.
func TestPairingByKey(t *testing.T) {
	for _, c := range []struct {
		scope   Scope
		approve bool
		code    int
		want    string
	}{
		{ScopeAll, true, 200, "resolved"},
		{ScopeAll, false, 200, "expired"},
		{ScopeControl, true, 403, "in-progress"},
		{ScopeControl, false, 200, "expired"},
		{ScopeRead, true, 403, "in-progress"},
		{ScopeSend, true, 403, "in-progress"},
	} {
		t.Run(fmt.Sprint(c.scope, c.approve), func(t *testing.T) {
			story(t, nil, func(t *testing.T, r *rig) {
				r.t = t
				key := r.made("x", c.scope)
				ha := asker{r, homeAssistant, nil}
				uuid := ha.asks()
				var a struct{ Request struct{ ID, Address string } }
				if err := json.Unmarshal(r.do("GET", "/live/pairing", "").Body.Bytes(), &a); err != nil || a.Request.Address != "192.0.2.7" || a.Request.ID == uuid {
					t.Fatalf("%+v %v", a, err)
				}
				answer := fmt.Sprintf(`{"id":%q,"approve":%v}`, a.Request.ID, c.approve)
				if w := r.ask(as(key, "POST", "/live/pairing", answer)); w.Code != c.code {
					t.Errorf("%d %s", w.Code, w.Body)
				}
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
		})
	}
}

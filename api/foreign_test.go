// SPDX-License-Identifier: Apache-2.0

package api

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

// TestForged: what other sites can make a browser send for them, with a key that
// the browser remembers, is refused; what asks first, or is no browser's, passes.
func TestForged(t *testing.T) {
	const device = "192.168.1.5:8080"
	for _, c := range []struct {
		name, method string
		headers      map[string]string
		want         int
	}{
		{"a program", "POST", nil, 200},
		{"a program that says what it sends", "POST", map[string]string{"Content-Type": "text/plain"}, 200},
		{"the device's own page", "POST", map[string]string{"Origin": "http://" + device}, 200},
		{"the device's own page, an older browser", "POST", map[string]string{"Referer": "http://" + device + "/"}, 200},
		{"a form of another site", "POST",
			map[string]string{"Origin": "http://evil.test", "Content-Type": "text/plain"}, 403},
		{"a form of another site, an older browser", "POST",
			map[string]string{"Referer": "http://evil.test/x", "Content-Type": "text/plain"}, 403},
		{"a form that is said to be JSON in a parameter", "POST",
			map[string]string{"Origin": "http://evil.test", "Content-Type": "text/plain; application/json"}, 403},
		{"a form without a type", "POST", map[string]string{"Origin": "http://evil.test"}, 403},
		{"a page in a sandbox", "POST", map[string]string{"Origin": "null", "Content-Type": "text/plain"}, 403},
		{"another port of this host", "POST", map[string]string{"Origin": "http://192.168.1.5"}, 403},
		{"another host whose name begins with this", "POST",
			map[string]string{"Origin": "http://" + device + ".evil.test"}, 403},
		{"the origin counts, not the referrer", "POST",
			map[string]string{"Origin": "http://evil.test", "Referer": "http://" + device + "/"}, 403},
		{"a script of another site, which was asked for", "POST",
			map[string]string{"Origin": "http://evil.test", "Content-Type": "application/json"}, 200},
		{"the same with a charset", "POST",
			map[string]string{"Origin": "http://evil.test", "Content-Type": "Application/JSON;charset=UTF8"}, 200},
		{"reading", "GET", map[string]string{"Origin": "http://evil.test"}, 200},
		{"PUT, which is asked for anyhow", "PUT", map[string]string{"Origin": "http://evil.test"}, 200},
		{"no origin that is one", "POST", map[string]string{"Origin": "http://%zz"}, 403},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := newRig(t, nil)
			target, body := "/api/v2/device/notifications", frameOf(`{"text":"x"}`)
			if c.method == "PUT" {
				target, body = "/api/v2/device/audio", `{"volume":1}`
			}
			req := request(c.method, target, body)
			for k, v := range c.headers {
				req.Header.Set(k, v)
			}
			wants(t, r.ask(req), c.want, "")
			var queue strings.Builder
			queue.WriteString(r.do("GET", "/api/v2/device/notifications", "").Body.String())
			if posted := c.method == "POST" && c.want == 200; posted != strings.Contains(queue.String(), `"text":"x"`) {
				t.Errorf("the queue is %s", queue.String())
			}
		})
	}
}

// TestBrowsersAreNotChallenged: then none ever remembers the key.
func TestBrowsersAreNotChallenged(t *testing.T) {
	r := newRig(t, nil)
	for _, c := range []struct {
		name, header, value string
		challenged          bool
	}{
		{"a program", "Accept", "*/*", true},
		{"a page load", "Accept", "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8", false},
		{"a page load over HTTP", "Upgrade-Insecure-Requests", "1", false},
		{"a script of a page", "Origin", "http://192.168.1.5:8080", false},
		{"a browser that says so", "Sec-Fetch-Mode", "no-cors", false},
	} {
		for _, key := range []string{"", "wrong"} {
			req := httptest.NewRequest("GET", "/api/v2/device", nil)
			req.Header.Set(c.header, c.value)
			if key != "" {
				req.SetBasicAuth("dev", key)
			}
			w := r.ask(req)
			if got := w.Header().Get("WWW-Authenticate") != ""; w.Code != http.StatusUnauthorized || got != c.challenged {
				t.Errorf("%s, key %q: %d, challenged %v", c.name, key, w.Code, got)
			}
		}
	}
}

// TestOtherSitesLearnNothing: what is answered without the key may be read by no
// page of another site, whatever it asks and whatever key it makes up.
func TestOtherSitesLearnNothing(t *testing.T) {
	r := newRig(t, nil)
	for _, e := range r.endpoints() {
		path := strings.NewReplacer("{", "", "}", "").Replace(e.Path)
		for _, key := range []string{"", "wrong"} {
			req := httptest.NewRequest("GET", path, nil)
			req.Header.Set("Origin", "http://evil.test")
			if key != "" {
				req.SetBasicAuth("dev", key)
			}
			w := r.ask(req)
			for name := range w.Header() {
				if strings.HasPrefix(name, "Access-Control-") {
					t.Errorf("%s with the key %q: %s", path, key, name)
				}
			}
		}
		req := request("GET", path, "")
		req.Header.Set("Origin", "http://tool.test")
		if w := r.ask(req); w.Header().Get("Access-Control-Allow-Origin") != "*" {
			t.Errorf("%s with the key may not be read: %v", path, w.Header())
		}
		if w := r.ask(httptest.NewRequest("OPTIONS", path, nil)); w.Code != 204 ||
			w.Header().Get("Access-Control-Allow-Origin") != "*" {
			t.Errorf("OPTIONS %s: %d %v", path, w.Code, w.Header())
		}
	}
}

// TestHealthForAll: without the key, and with a wrong one, only whether all works.
func TestHealthForAll(t *testing.T) {
	for _, c := range []struct {
		part Status
		key  string
		want string
		code int
	}{
		{OK, "", `{"status":"ok"}`, 200},
		{Failed, "", `{"status":"failed"}`, 503},
		{Failed, "wrong", `{"status":"failed"}`, 503},
		{Failed, testKey,
			`{"status":"failed","version":"1.2.3","parts":[{"name":"device","status":"ok"},{"name":"panel","status":"failed",` +
				`"detail":"/dev/spidev0.0"}]}`, 503},
	} {
		r := newRig(t, func(s *setup) {
			s.api.Health = func() []Component {
				p := Component{Name: "panel", Status: c.part}
				if c.part == Failed {
					p.Detail = "/dev/spidev0.0"
				}
				return []Component{p}
			}
		})
		req := httptest.NewRequest("GET", "/healthz", nil)
		if c.key != "" {
			req.SetBasicAuth("dev", c.key)
		}
		if w := r.ask(req); strings.TrimSpace(w.Body.String()) != c.want || w.Code != c.code {
			t.Errorf("%v with the key %q: %d %s, want %s", c.part, c.key, w.Code, w.Body, c.want)
		}
	}
}

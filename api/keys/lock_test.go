// SPDX-License-Identifier: Apache-2.0

package keys

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"log/slog"
	"net/http/httptest"
	"strings"
	"testing"
	"time"
)

func TestAuth(t *testing.T) {
	basic := func(s string) string { return "Basic " + base64.StdEncoding.EncodeToString([]byte(s)) }
	fetched := func(site, mode string) map[string]string {
		return map[string]string{"Authorization": basic("dev:" + testKey), "Sec-Fetch-Site": site, "Sec-Fetch-Mode": mode}
	}
	for _, c := range []struct {
		name    string
		headers map[string]string
		want    int
		counted bool
	}{
		{"the key", map[string]string{"Authorization": basic("dev:" + testKey)}, 200, false},
		{"the scheme in lower case",
			map[string]string{"Authorization": strings.Replace(basic("dev:"+testKey), "Basic", "basic", 1)}, 200, false},
		{"several spaces", map[string]string{"Authorization": strings.Replace(basic("dev:"+testKey), " ", "   ", 1)},
			200, false},
		{"without padding", map[string]string{"Authorization": strings.TrimRight(basic("dev:"+testKey), "=")}, 200, false},
		{"without padding, a wrong key",
			map[string]string{"Authorization": strings.TrimRight(basic("dev:x"), "=")}, 401, true},
		{"the scheme alone", map[string]string{"Authorization": "Basic"}, 401, true},
		{"no key at all", nil, 401, false},
		{"an empty key", map[string]string{"Authorization": basic("dev:")}, 401, false},
		{"a wrong key", map[string]string{"Authorization": basic("dev:x")}, 401, true},
		{"the key and more", map[string]string{"Authorization": basic("dev:" + testKey + "0")}, 401, true},
		{"the key in capitals", map[string]string{"Authorization": basic("dev:" + strings.ToUpper(testKey))}, 401, true},
		{"another user", map[string]string{"Authorization": basic("admin:" + testKey)}, 401, true},
		{"no user", map[string]string{"Authorization": basic(":" + testKey)}, 401, true},
		{"another scheme", map[string]string{"Authorization": "Bearer " + testKey}, 401, true},
		{"no base64", map[string]string{"Authorization": "Basic !!"}, 401, true},
		{"as a subprotocol where no WebSocket is asked for",
			map[string]string{"Sec-WebSocket-Protocol": "ledpost, ledpost.key." + testKey}, 401, false},
		{"as a subprotocol",
			map[string]string{"Upgrade": "websocket", "Sec-WebSocket-Protocol": "ledpost, ledpost.key." + testKey}, 200, false},
		{"as a subprotocol, wrong",
			map[string]string{"Upgrade": "WebSocket", "Sec-WebSocket-Protocol": "ledpost.key.x"}, 401, true},
		{"as a subprotocol, empty", map[string]string{"Upgrade": "websocket", "Sec-WebSocket-Protocol": "ledpost.key."},
			401, false},
		{"the header wins over the subprotocol",
			map[string]string{"Authorization": basic("dev:x"), "Upgrade": "websocket",
				"Sec-WebSocket-Protocol": "ledpost.key." + testKey}, 401, true},
		{"by a script of another site, which has the key", fetched("cross-site", "cors"), 200, false},
		{"by a form of another site, whose browser has the key", fetched("cross-site", "navigate"), 401, false},
		{"by a form of another port of this host", fetched("same-site", "navigate"), 401, false},
		{"by a WebSocket of another site", fetched("cross-site", "websocket"), 401, false},
		{"by typing the address", fetched("none", "navigate"), 200, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := newRig(t, nil)
			req := httptest.NewRequest("GET", "/api/v2/device/wifi", nil)
			for k, v := range c.headers {
				req.Header.Set(k, v)
			}
			w := r.ask(req)
			wants(t, w, c.want, "", "status")
			challenged := c.want == 401 && c.headers["Sec-Fetch-Mode"] == ""
			if challenge := w.Header().Get("WWW-Authenticate"); (challenge == `Basic realm="global"`) != challenged {
				t.Errorf("challenge %q", challenge)
			}
			if w.Header().Get("Access-Control-Allow-Origin") == "*" != (c.want == 200) {
				t.Errorf("other sites may read it: %q", w.Header())
			}
			if got := r.lock.wrongKeys.Addresses() > 0; got != c.counted {
				t.Errorf("counted %v, want %v", got, c.counted)
			}
		})
	}
}

func TestGuessingIsSlow(t *testing.T) {
	story(t, nil, func(t *testing.T, r *rig) {
		const mallory, alice = "192.0.2.66:1000", "192.0.2.7:1000"
		for i := range 10 {
			if code, _ := askAs(r, mallory, "wrong"); code != 401 {
				t.Fatalf("guess %d: %d", i, code)
			}
		}
		expect := func(address, key string, want int, after, why string) {
			t.Helper()
			if code, retry := askAs(r, address, key); code != want || retry != after {
				t.Errorf("%s: %d, Retry-After %q, want %d, %q", why, code, retry, want, after)
			}
		}
		expect(mallory, "wrong", 429, "2", "the eleventh")
		expect(mallory, "", 401, "", "without a key")
		expect(mallory, testKey, 200, "", "the right key")
		expect(alice, "wrong", 401, "", "another address")
		time.Sleep(1500 * time.Millisecond)
		expect(mallory, "wrong", 429, "1", "too early")
		time.Sleep(500 * time.Millisecond)
		expect(mallory, "wrong", 401, "", "after 2 s: one")
		expect(mallory, "wrong", 429, "2", "and no more")
		time.Sleep(time.Minute)
		for range 10 {
			expect(mallory, "wrong", 401, "", "after a minute: ten again")
		}
		expect(mallory, "wrong", 429, "2", "and no more")
	})
}

func TestGuessingMessageSaysHowLong(t *testing.T) {
	story(t, nil, func(t *testing.T, r *rig) {
		var w *httptest.ResponseRecorder
		for range 11 {
			req := httptest.NewRequest("GET", "/api/v2", nil)
			req.SetBasicAuth("dev", "x")
			w = r.ask(req)
		}
		if got := messages(t, w.Body.Bytes()); got[0] != "Too many wrong keys from this address, try again in 2 s" {
			t.Error(got)
		}
	})
}

// The key is in no log, whatever is logged of a configuration.
func TestKeyIsNotLogged(t *testing.T) {
	var b bytes.Buffer
	slog.New(slog.NewTextHandler(&b, nil)).Info("start", "key", Key(testKey), "config", slog.AnyValue(Key(testKey)))
	slog.New(slog.NewJSONHandler(&b, nil)).Info("start", "key", Key(testKey))
	if strings.Contains(b.String(), testKey) {
		t.Error(b.String())
	}
}

func ExampleKey_LogValue() {
	fmt.Println(Key("secret").LogValue())
	// Output: [key]
}

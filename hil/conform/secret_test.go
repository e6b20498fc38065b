// SPDX-License-Identifier: Apache-2.0

package conform_test

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/ledpost/ledpost/hil"
	"github.com/ledpost/ledpost/hil/conform"
	"github.com/ledpost/ledpost/internal/memtest"
	"github.com/ledpost/ledpost/internal/must"
)

// plain are fields that devices need to be judged as they are; every other one may have a secret.
var plain = []string{"mode", "brightness_mode", "type", "priority", "api_version", "status", "text", "icon", "path",
	"unit",
	"category", "url", "session_id", "message", "firmware", "available", "state", "reason", "outcome"}

// planted has a secret in each string of an object that is none of these, and in more fields, in a list and in a
// number where it has room for those.
func planted(v any, key string, more bool) any {
	switch v := v.(type) {
	case map[string]any:
		for name, inner := range v {
			v[name] = planted(inner, name, more)
		}
		if more && len(v) > 0 && key != "model" && key != "frames" && key != "endpoints" {
			v["a canary"] = map[string]any{"Canary@example.com": []any{"Canary Street 7", 77.00770077}, "mode": "canary"}
			v["latitude"], v["name2"], v["ip4"], v["note"] = 52.7700770077, "Canary's lamp", "10.77.0.77", "c\u202ea\x1bnary"
		}
	case []any:
		for i := range v {
			v[i] = planted(v[i], key, more)
		}
	case string:
		switch {
		case key == "message" && more:
			return v + " for Canary at 192.168.77.1 (AA:BB:CC:77:00:77)"
		case strings.HasSuffix(key, "_url"), strings.HasSuffix(key, "_time"), slices.Contains(plain, key):
			return v
		case key == "id" && len(v) < 5: // a notification's
			return v
		}
		return "Canary " + v
	}
	return v
}

// plants changes an answer: its objects, or its page, and its header.
func plants(raw []byte, head http.Header, more bool) []byte {
	head.Set("Server", "canary/1.0")
	if head.Get("Www-Authenticate") != "" && more {
		head.Set("Www-Authenticate", `Basic realm="Canary's lamp"`)
	}
	var v any
	if json.Unmarshal(raw, &v) != nil {
		return raw
	}
	out, _ := json.Marshal(planted(v, "", more))
	return out
}

// TestSecrets: whatever a device, an app or a client tells in any field, the archive of no profile has it, and is
// judged as the device was.
func TestSecrets(t *testing.T) {
	for _, device := range []*lametric{
		{version: "2.1.0"}, {version: "2.3.1", at: "http://canary.local:8080"}, {version: "2.4.0", numbers: true},
		{version: "2.3.1", patch: `{"model":"sa5"}`}, {version: "2.3.1", fault: fault{"", `^GET .*/(wifi|apps) `,
			func(a *answer) {
				a.head.Set("Content-Type", "text/html; title=canary")
				a.status, a.body = 500, `<html lang="canary"><title>Canary</title><canary>of 192.168.77.1</canary> not found`
			}}},
	} {
		config := device.start(t)
		config.Client = &http.Client{Transport: tripper(func(r *http.Request) (*http.Response, error) {
			resp, err := device.RoundTrip(r)
			if err == nil {
				raw, _ := io.ReadAll(resp.Body)
				resp.Body = io.NopCloser(bytes.NewReader(plants(raw, resp.Header, true)))
			}
			return resp, err
		})}
		keepsNone(t, config)
	}
}

// keepsNone fails if the archive of a run has a secret, or is judged otherwise.
func keepsNone(t *testing.T, config conform.Config) {
	t.Helper()
	key := config.Key
	archive := conform.Record(&config)
	all := must.Get(conform.Run(t.Context(), config))(t)
	var out bytes.Buffer
	must.Do(t, archive.Write(&out))
	has(t, out.String(), key)
	if len(all) < 20 || conform.Count(all).Held < 8 {
		t.Errorf("%+v", conform.Count(all))
	}
	alike(t, &out, all)
}

// after is when a request came, in nanoseconds: any digits at all.
var after = regexp.MustCompile(`"after": \d+`)

// has fails if a text has a secret.
func has(t *testing.T, text, key string) {
	t.Helper()
	text = after.ReplaceAllString(strings.ToLower(text), "")
	for _, secret := range []string{"canary", "7700", "77.0", "street", "10.77", "192.168", "aa:bb", "\x1b", "\u202e",
		"sa1500", "lm1234", key} {
		if at := strings.Index(text, secret); secret != "" && at >= 0 {
			t.Errorf("it has %q: …%s…", secret, text[max(0, at-200):min(len(text), at+100)])
		}
	}
}

// TestSecretsOfThisProgram: nor has that of a device of this program.
func TestSecretsOfThisProgram(t *testing.T) {
	d := lived(t)
	s := proxy(t, d, func(_ *http.Request, _ string, a *answer) { a.body = string(plants([]byte(a.body), a.head, false)) })
	keepsNone(t, conform.Config{URL: s.URL, Key: d.Key()})
}

// TestSecretsOfAwtrix: nor of one with AWTRIX's interface, which shows somebody's app.
func TestSecretsOfAwtrix(t *testing.T) {
	d := hil.Start(t, hil.Panel("apa102", `width = 32`, `height = 8`),
		hil.Config("[awtrix]\nenabled = true\naddr = \"\"\n"))
	send(t, d, "POST", "/api/custom?name=Canary%20app", `{"text":"Canary","color":"#0000FF"}`)
	send(t, d, "POST", "/api/switch", `{"name":"Canary app"}`)
	s := proxy(t, d, func(r *http.Request, _ string, a *answer) {
		if r.URL.Path == "/api/stats" || r.URL.Path == "/api/settings" {
			a.body = `{"canary":"Canary","wifi":{"ssid":"Canary"},` + strings.TrimPrefix(a.body, "{")
			a.replaces(`"uid":"`, `"uid":"canary`)
		}
	})
	keepsNone(t, conform.Config{URL: s.URL, Key: d.Key(), Profile: "awtrix3"})
}

// TestSecretsOfClients: nor of a client of a Tronbyt server.
func TestSecretsOfClients(t *testing.T) {
	for _, end := range []string{"next", "ws"} {
		_, archive := judged(t, end, clientFault{
			head: func(h http.Header) { h.Set("X-Firmware-Version", "Canary's 1.2") },
			say: func(text string) string {
				return strings.Replace(text, `"client_info":{`,
					`"client_info":{"ssid":"Canary","image_url":"http://canary","hostname":"canary",`, 1)
			},
		})
		has(t, archive.String(), "")
	}
}

// FuzzRecord: whatever a device answers, its archive can be read, has no word of it, and costs so many bytes of memory
// a byte.
func FuzzRecord(f *testing.F) {
	f.Add([]byte(`{"name":"canary","a":[1,{"b":"canary 7"}],"canary":{"":-1e300,"mode":"c\u0061nary"}}`))
	f.Add([]byte(`<html lang="canary"><canary>the canary <!-- canary > of`))
	f.Add([]byte(`{"name":"canary`))
	f.Add([]byte(strings.Repeat("[", 5000) + `"canary"` + strings.Repeat("]", 5000)))
	f.Add([]byte(`["http://canary:1/api/canary?canary=%63anary","\ud800canary"] `))
	f.Fuzz(func(t *testing.T, data []byte) {
		var out bytes.Buffer
		memtest.AtMost(t, 4<<20+1024*len(data), func() {
			config := conform.Config{Client: &http.Client{Transport: loses(http.StatusOK, string(data))}}
			archive := conform.Record(&config)
			resp := must.Get(config.Client.Get("http://192.168.1.11:8080/api/v2/device"))(t)
			resp.Body.Close()
			must.Do(t, archive.Write(&out))
		})
		if strings.Contains(strings.ToLower(out.String()), "canary") {
			t.Error(out.String())
		}
		must.Get(conform.ReadArchive(&out))(t)
	})
}

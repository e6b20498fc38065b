// SPDX-License-Identifier: Apache-2.0

package conform_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"strings"
	"sync"
	"testing"

	"github.com/ledpost/ledpost/hil"
	"github.com/ledpost/ledpost/hil/conform"
	"github.com/ledpost/ledpost/internal/memtest"
	"github.com/ledpost/ledpost/internal/must"
)

// asAwtrix is a device with AWTRIX's interface, to be judged as one.
func asAwtrix(t *testing.T) conform.Config {
	d := hil.Start(t, hil.Panel("apa102", `width = 32`, `height = 8`),
		hil.Config("[awtrix]\nenabled = true\naddr = \"\"\n"))
	return conform.Config{URL: d.URL(), Key: d.Key(), Profile: "awtrix3"}
}

// TestAwtrix: this program holds what clients of AWTRIX rely on, its archive is judged alike, and
// what a run changes is put back.
func TestAwtrix(t *testing.T) {
	config := asAwtrix(t)
	archive := conform.Record(&config)
	all := must.Get(conform.Run(t.Context(), config))(t)
	for _, r := range all {
		if r.Verdict == conform.Failed {
			t.Errorf("%s: %s", r.Name(), r.Why)
		}
	}
	if len(all) < 20 {
		t.Errorf("%d statements", len(all))
	}
	var out bytes.Buffer
	must.Do(t, archive.Write(&out))
	got := must.Get(conform.Run(t.Context(), must.Get(conform.ReadArchive(&out))(t)))(t)
	if want := conform.Count(all); conform.Count(got) != want {
		t.Errorf("the archive: %+v, the device %+v", conform.Count(got), want)
	}
}

// awtrixObjects are what a device with AWTRIX's interface is, to somebody who looks.
func awtrixObjects(t *testing.T, d *hil.Device) string {
	t.Helper()
	var stats map[string]any
	must.Do(t, json.Unmarshal([]byte(body(t, send(t, d, "GET", "/api/stats", ""))), &stats))
	return fmt.Sprint(stats["app"], stats["matrix"], stats["indicator1"], stats["indicator2"], stats["indicator3"],
		body(t, send(t, d, "GET", "/api/settings", "")), body(t, send(t, d, "GET", "/api/loop", "")))
}

// usedAwtrix is a device that is dark, shows an app of its owner's and makes no turns.
func usedAwtrix(t *testing.T) *hil.Device {
	t.Helper()
	d := hil.Start(t, hil.Panel("apa102", `width = 32`, `height = 8`),
		hil.Config("[awtrix]\nenabled = true\naddr = \"\"\n"))
	for _, row := range [][2]string{
		{"/api/custom?name=mine", `{"text":"mine"}`}, {"/api/settings", `{"ATRANS":false,"ATIME":9}`},
		{"/api/switch", `{"name":"mine"}`}, {"/api/indicator2", `{"color":"#00FF00"}`}, {"/api/power", `{"power":false}`},
	} {
		if resp := send(t, d, "POST", row[0], row[1]); resp.StatusCode != http.StatusOK {
			t.Fatal(row, resp.StatusCode)
		}
	}
	return d
}

// TestAwtrixPutsBack: a device is and shows what it did, after a whole run, after an interrupt at any of its requests,
// and where one is refused.
func TestAwtrixPutsBack(t *testing.T) {
	for _, at := range []string{"", "POST /api/custom?name=conform", "POST /api/switch", "POST /api/power",
		"POST /api/settings",
		"POST /api/nextapp", "500 POST /api/nextapp"} {
		t.Run(at, func(t *testing.T) {
			t.Parallel()
			d := usedAwtrix(t)
			before := awtrixObjects(t, d)
			ctx, stop := context.WithCancel(t.Context())
			defer stop()
			s := proxy(t, d, func(r *http.Request, _ string, a *answer) {
				switch r.Method + " " + r.URL.RequestURI() {
				case at:
					stop()
				case strings.TrimPrefix(at, "500 "):
					a.status = 500
				}
			})
			all, err := conform.Run(ctx, conform.Config{URL: s.URL, Key: d.Key(), Profile: "awtrix3"})
			if whole := at == "" || at[0] == '5'; (err == nil) != whole || whole && len(all) < 20 {
				t.Errorf("%d results, %v", len(all), err)
			}
			if c := conform.Count(all); at == "" && (c.Failed > 0 || c.Skipped != 2) { // those about indicators
				t.Errorf("%v", c)
			}
			if after := awtrixObjects(t, d); after != before {
				t.Errorf("it was\n%s\nand is\n%s", before, after)
			}
		})
	}
}

// TestAwtrixLeavesNotifications: what somebody else has posted is not dismissed, whether it shows before the run or
// comes amid it.
func TestAwtrixLeavesNotifications(t *testing.T) {
	t.Parallel()
	const held = `{"text":"mine","hold":true}`
	for _, at := range []string{"", "POST /api/notify", "GET /api/screen"} {
		d := hil.Start(t, hil.Panel("apa102", `width = 32`, `height = 8`),
			hil.Config("[awtrix]\nenabled = true\naddr = \"\"\n"))
		var once sync.Once
		post := func() { send(t, d, "POST", "/api/notify", held) }
		if at == "" {
			post()
		}
		to := must.Get(url.Parse(d.URL()))(t)
		pass := httputil.NewSingleHostReverseProxy(to)
		s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if r.Method+" "+r.URL.Path == at {
				once.Do(post)
			}
			pass.ServeHTTP(w, r)
		}))
		all, err := conform.Run(t.Context(), conform.Config{URL: s.URL, Key: d.Key(), Profile: "awtrix3"})
		if at == "" && (err == nil || len(all) > 0) || at != "" && (err != nil || len(all) < 20) {
			t.Errorf("%q: %d results, %v", at, len(all), err)
		}
		if here := body(t, send(t, d, "GET", "/api/v2/device/notifications", "")); !strings.Contains(here, `"MINE"`) {
			t.Errorf("%q: what is left is %s", at, here)
		}
		s.Close()
	}
}

// TestAwtrixLost: whatever becomes of one endpoint, the run goes on to its end.
func TestAwtrixLost(t *testing.T) {
	t.Parallel()
	d := hil.Start(t, hil.Panel("apa102", `width = 32`, `height = 8`),
		hil.Config("[awtrix]\nenabled = true\naddr = \"\"\n"))
	for _, path := range []string{"/api/stats", "/api/settings", "/api/loop", "/api/screen", "/api/effects",
		"/api/notify"} {
		for _, how := range []string{"500", "a page", "a broken connection"} {
			send(t, d, "DELETE", "/api/v2/device/notifications", "") // one that no screen showed
			config := conform.Config{URL: d.URL(), Key: d.Key(), Profile: "awtrix3", Replay: true,
				Client: &http.Client{Transport: tripper(
					func(r *http.Request) (*http.Response, error) {
						if r.URL.Path == path {
							return losses[how].RoundTrip(r)
						}
						return http.DefaultTransport.RoundTrip(r)
					})}}
			all, err := conform.Run(t.Context(), config)
			if len(all) < 20 || err != nil && !strings.Contains(err.Error(), "not everything is as before") {
				t.Errorf("%s, %s: %d results, %v", path, how, len(all), err)
			}
		}
	}
}

// TestAwtrixFaults: each fault that is planted fails the statement about it, and the run goes on to its end.
func TestAwtrixFaults(t *testing.T) {
	for _, row := range []struct{ says, path, from, to string }{
		{"the stats have what sensors and switches are made of", "GET /api/stats", `"uid"`, `"id"`},
		{"the settings have the adapters' keys", "GET /api/settings", `"TIM"`, `"TIME"`},
		{"a custom app is in the loop", "GET /api/loop", `conform`, `(null)`},
		{"a custom app changes, and shows its bitmap", "GET /api/screen", `16711680`, `16711`},
		{"JSON that cannot be read is refused by name", "POST /api/notify", `ErrorParsingJson`, `OK`},
		{"an unknown app is not switched to", "POST /api/switch", "", ""},
	} {
		t.Run(row.says, func(t *testing.T) {
			t.Parallel()
			config := asAwtrix(t)
			proxy := httputil.NewSingleHostReverseProxy(must.Get(url.Parse(config.URL))(t))
			proxy.ModifyResponse = func(resp *http.Response) error {
				raw, err := io.ReadAll(resp.Body)
				if resp.Request.Method+" "+resp.Request.URL.Path == row.path {
					raw = bytes.ReplaceAll(raw, []byte(row.from), []byte(row.to))
					if row.from == "" {
						resp.StatusCode, raw = http.StatusOK, nil
					}
				}
				resp.Body, resp.ContentLength = io.NopCloser(bytes.NewReader(raw)), -1
				resp.Header.Del("Content-Length")
				return err
			}
			server := httptest.NewServer(proxy)
			defer server.Close()
			config.URL = server.URL
			all := must.Get(conform.Run(t.Context(), config))(t)
			found := false
			for _, r := range all {
				found = found || r.Says == row.says && r.Verdict == conform.Failed
			}
			if !found || len(all) < 20 || conform.Count(all).Failed > 8 {
				t.Errorf("found: %v, %+v", found, conform.Count(all))
			}
		})
	}
}

// FuzzReadArchive: whatever a file holds, it is read or refused, at so many bytes of memory a byte.
func FuzzReadArchive(f *testing.F) {
	const one = `{"at":"a, 1","asked":"GET /api/v2","status":200,"head":{"Allow":"GET"},"body":"{}"}`
	f.Add([]byte(`{"ledpost_conform":1,"answers":[` + one + `]}`))
	f.Add([]byte(`{"ledpost_conform":1,"answers":[` + strings.Repeat("{},", 20_000) + `{}]}`))
	f.Add([]byte(`{"ledpost_conform":1,"answers":[{"head":{"":"","a":""}}]}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		memtest.AtMost(t, 2<<20+128*len(data), func() {
			c, err := conform.ReadArchive(bytes.NewReader(data))
			if err == nil && (c.Client == nil || !c.Replay) {
				t.Errorf("%+v", c)
			}
		})
	})
}

// SPDX-License-Identifier: Apache-2.0

package conform_test

import (
	"bytes"
	"io"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"strings"
	"testing"

	"github.com/ledpost/ledpost/hil"
	"github.com/ledpost/ledpost/hil/conform"
	"github.com/ledpost/ledpost/internal/memtest"
	"github.com/ledpost/ledpost/internal/must"
)

// asAwtrix is a device with AWTRIX's interface, to be judged as one.
func asAwtrix(t *testing.T) conform.Config {
	d := hil.Start(t, hil.Panel("apa102", `width = 32`, `height = 8`), hil.Config("[awtrix]\nenabled = true\naddr = \"\"\n"))
	return conform.Config{URL: d.URL(), Key: d.Key(), Profile: "awtrix3"}
}

// TestAwtrix: this program holds what clients of AWTRIX rely on, its archive is judged alike, and
// what a run changes is put back.
func TestAwtrix(t *testing.T) {
	config := asAwtrix(t)
	archive := conform.Record(&config)
	all := must.Get(conform.Run(t.Context(), config))(t)
	for _, r := range all {
		if r.Fault != "" {
			t.Errorf("%s: %s", r.Name(), r.Fault)
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
				found = found || r.Says == row.says && r.Fault != ""
			}
			if !found || len(all) < 20 || conform.Count(all).Failed > 8 {
				t.Errorf("found: %v, %+v", found, conform.Count(all))
			}
		})
	}
}

// FuzzReadArchive: whatever a file holds, it is read or refused, at so many bytes of memory a byte.
func FuzzReadArchive(f *testing.F) {
	f.Add([]byte(`{"ledpost_conform":1,"answers":[{"at":"a, 1","asked":"GET /api/v2","status":200,"head":{"Allow":"GET"},"body":"{}"}]}`))
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

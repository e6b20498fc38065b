// SPDX-License-Identifier: Apache-2.0

package conform_test

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"
	"unicode"

	"github.com/ledpost/ledpost/hil/conform"
	"github.com/ledpost/ledpost/internal/memtest"
	"github.com/ledpost/ledpost/internal/must"
)

// evil is what a terminal would obey, and what forges lines of a report.
const evil = "\x1b]0;owned\x07\x9b2J\u202e\u2028\r\nnot ok 1 - forged\n"

// TestReportsArePrintable: no report has what a device wrote to be obeyed by a terminal.
func TestReportsArePrintable(t *testing.T) {
	device := &lametric{version: "2.3.1" + evil}
	config := device.start(t)
	config.Client.Transport = tripper(func(r *http.Request) (*http.Response, error) {
		resp, err := device.RoundTrip(r)
		if err != nil || r.URL.Path == "/api/v2" || r.Method == http.MethodDelete {
			return resp, err
		}
		raw, _ := io.ReadAll(resp.Body)
		var v any
		if json.Unmarshal(raw, &v) == nil && r.Method != http.MethodGet {
			raw = []byte(evil + string(raw)) // no JSON any more
		}
		resp.Header.Set("Content-Type", "text/"+evil)
		resp.Body = io.NopCloser(bytes.NewReader(raw))
		return resp, nil
	})
	all := must.Get(conform.Run(t.Context(), config))(t)
	if c := conform.Count(all); c.Failed < 5 || c.Differ < 5 {
		t.Errorf("%v", c)
	}
	for name, write := range map[string]func(io.Writer, []conform.Result) error{"text": lines, "TAP": conform.TAP,
		"JUnit": conform.JUnit} {
		var out bytes.Buffer
		must.Do(t, write(&out, all))
		for _, r := range out.String() {
			if r != '\n' && !unicode.IsPrint(r) {
				t.Errorf("%s has %q", name, r)
				break
			}
		}
		if name != "JUnit" && (strings.Contains(out.String(), "\nnot ok 1 - forged") || !strings.Contains(out.String(),
			"owned")) {
			t.Errorf("%s: a line is forged, or nothing of it is told", name)
		}
	}
}

// TestBombs: answers that grow, headers without an end and hosts that are others cost little.
func TestBombs(t *testing.T) {
	var bomb bytes.Buffer
	packed := gzip.NewWriter(&bomb)
	_, _ = packed.Write(bytes.Repeat([]byte(" "), 256<<20))
	must.Do(t, packed.Close())
	others := 0
	other := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { others++ }))
	defer other.Close()
	for how, answer := range map[string]http.HandlerFunc{
		"gzip": func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Encoding", "gzip")
			_, _ = w.Write(bomb.Bytes())
		},
		"header": func(w http.ResponseWriter, _ *http.Request) {
			for i := range 1000 {
				w.Header().Set(fmt.Sprint("X-", i), strings.Repeat("a", 1000))
			}
		},
		"endless": func(w http.ResponseWriter, r *http.Request) {
			for piece := make([]byte, 1<<16); r.Context().Err() == nil; {
				if _, err := w.Write(piece); err != nil {
					return
				}
			}
		},
		"redirect": func(w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, other.URL, http.StatusTemporaryRedirect)
		},
	} {
		s := httptest.NewServer(answer)
		begun := time.Now()
		memtest.AtMost(t, 64<<20, func() {
			for _, profile := range []string{"", "awtrix3"} {
				config := conform.Config{URL: s.URL, Key: "secret", Profile: profile}
				archive := conform.Record(&config)
				if _, err := conform.Run(t.Context(), config); err == nil {
					t.Errorf("%s: it is a device", how)
				}
				must.Do(t, archive.Write(io.Discard))
			}
		})
		if took := time.Since(begun); took > 20*time.Second || others > 0 {
			t.Errorf("%s takes %v, and another host is asked %d times", how, took, others)
		}
		s.CloseClientConnections()
		s.Close()
	}
}

// TestHostileArchives: whatever an archive answers, its run ends soon.
func TestHostileArchives(t *testing.T) {
	device := &lametric{version: "2.3.1"}
	config := device.start(t)
	archive := conform.Record(&config)
	want := len(must.Get(conform.Run(t.Context(), config))(t))
	var whole bytes.Buffer
	must.Do(t, archive.Write(&whole))
	for _, row := range []struct{ why, from, to string }{
		{"impossible statuses", `"status": 200`, `"status": -2147483648`},
		{"impossible statuses", `"status": 200`, `"status": 2147483647`},
		{"redirects", `"status": 200,`, `"status": 307, "head": {"Location": "http://other.example/"},`},
		{"redirects to itself", `"status": 201,`, `"status": 301, "head": {"Location": "/api/v2"},`},
		{"a header of many lines", `"Content-Type": "application/json; charset=utf-8"`,
			`"Content-Type": "a/b\r\nX: y", "\r\n": "\u0000"`},
		{"deep answers", `"body": "{`, `"body": "` + strings.Repeat(`[`, 9000) + `{`},
		{"notifications without an end", `"body": "[]`, `"body": "[` + strings.Repeat(`{\"id\":\"1\"},`, 200) + `{}]`},
		{"ids that are paths", `{\"id\":\"`, `{\"id\":\"../../../etc/passwd`},
	} {
		text := strings.ReplaceAll(whole.String(), row.from, row.to)
		if text == whole.String() {
			t.Fatalf("%s: the archive has no %s", row.why, row.from)
		}
		begun := time.Now()
		config, err := conform.ReadArchive(strings.NewReader(text))
		if err != nil {
			continue // it is refused
		}
		all, _ := conform.Run(t.Context(), config)
		if took := time.Since(begun); took > 30*time.Second || len(all) > want+20 {
			t.Errorf("%s: %d results in %v", row.why, len(all), took)
		}
	}
	for why, text := range map[string]string{
		"gzip": "\x1f\x8b\x08\x00", "zip": "PK\x03\x04", "tar": "a" + strings.Repeat("\x00", 511),
		"too long":     `{"ledpost_conform":1,"profile":"` + strings.Repeat("a", 9<<20) + `"}`,
		"many answers": `{"ledpost_conform":1,"answers":[` + strings.Repeat("{},", 10_000) + `{}]}`,
		"many calls":   `{"ledpost_conform":1,"calls":[` + strings.Repeat("{},", 10_000) + `{}]}`,
		"deep":         `{"ledpost_conform":1,"answers":` + strings.Repeat("[", 1<<20),
	} {
		memtest.AtMost(t, 128<<20, func() {
			if _, err := conform.ReadArchive(strings.NewReader(text)); err == nil {
				t.Errorf("%s is an archive", why)
			}
		})
	}
	calls := `{"ledpost_conform":1,"profile":"tronbyt-client","calls":[{"what":"connects"}` +
		strings.Repeat(`,{"at":"Tronbyt: it answers a ping","what":"says","text":"\u001b"}`, 9_000) + `]}`
	again := must.Get(conform.ReadArchive(strings.NewReader(calls)))(t)
	begun := time.Now()
	_, _ = conform.Run(t.Context(), again)
	if took := time.Since(begun); took > 20*time.Second {
		t.Errorf("calls take %v", took)
	}
}

// TestFullArchive: a device that answers at length fills an archive, which can be read.
func TestFullArchive(t *testing.T) {
	device := &lametric{version: "2.3.1"}
	config := device.start(t)
	config.Client.Transport = tripper(func(r *http.Request) (*http.Response, error) {
		resp, err := device.RoundTrip(r)
		if err == nil && r.URL.Path == "/api/v2/device" {
			raw, _ := io.ReadAll(resp.Body)
			body := strings.TrimSuffix(string(raw), "}") + `,"more":"` + strings.Repeat(`\u0000`, 20_000) + `"}`
			resp.Body = io.NopCloser(strings.NewReader(body))
		}
		return resp, err
	})
	archive := conform.Record(&config)
	must.Get(conform.Run(t.Context(), config))(t)
	var out bytes.Buffer
	must.Do(t, archive.Write(&out))
	must.Get(conform.ReadArchive(&out))(t)
}

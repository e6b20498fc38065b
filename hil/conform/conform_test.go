// SPDX-License-Identifier: Apache-2.0

package conform_test

import (
	"bytes"
	"context"
	"encoding/json"
	"encoding/xml"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/ledpost/ledpost/api/statements"
	"github.com/ledpost/ledpost/hil"
	"github.com/ledpost/ledpost/hil/conform"
	"github.com/ledpost/ledpost/internal/must"
)

// objects are what GETs read of a device: the same before and after.
var objects = []string{
	"/api/v2", "/api/v2/device", "/api/v2/device/display", "/api/v2/device/audio", "/api/v2/device/bluetooth",
	"/api/v2/device/wifi",
	"/api/v2/device/notifications", "/api/v2/device/notifications/current", "/api/v2/device/apps", "/api/v2/device/stream",
	"/live/apps", "/live/keys", "/live/look", "/live/quiet", "/live/night", "/live/region", "/live/schedule",
	"/live/indicators", "/live/mood", "/live/playing", "/live/update", "/live/config", "/live/pairing",
}

// read reads all objects of a device.
func read(t *testing.T, d *hil.Device) map[string]string {
	t.Helper()
	all := map[string]string{}
	for _, path := range objects {
		resp := send(t, d, "GET", path, "")
		all[path] = fmt.Sprint(resp.StatusCode, " ", body(t, resp))
	}
	return all
}

func send(t *testing.T, d *hil.Device, method, path, body string) *http.Response {
	t.Helper()
	req := must.Get(http.NewRequest(method, d.URL()+path, strings.NewReader(body)))(t)
	req.SetBasicAuth("dev", d.Key())
	resp := must.Get(http.DefaultClient.Do(req))(t)
	t.Cleanup(func() { resp.Body.Close() })
	return resp
}

func body(t *testing.T, resp *http.Response) string {
	t.Helper()
	text := must.Get(io.ReadAll(resp.Body))(t)
	return string(text)
}

// lived is a device with settings of its own, all unlike a new device's.
func lived(t *testing.T) *hil.Device {
	t.Helper()
	d := hil.Start(t, hil.Panel("max7219"))
	const night = `{"mode":"time_based","mode_params":{"start_time":"01:02:03","end_time":"04:05:06"},"brightness":7}`
	for _, put := range []struct{ path, body string }{
		{"/api/v2/device/display", `{"brightness":77,"brightness_mode":"manual"}`},
		{"/api/v2/device/display", `{"screensaver":{"enabled":true,"mode":"when_dark","mode_params":{"enabled":true}}}`},
		{"/api/v2/device/display", `{"screensaver":` + night + `}`},
		{"/api/v2/device/audio", `{"volume":12}`},
		{"/api/v2/device", `{"mode":"manual"}`},
	} {
		if resp := send(t, d, "PUT", put.path, put.body); resp.StatusCode != 200 {
			t.Fatal(put, body(t, resp))
		}
	}
	return d
}

// TestOwnDevice: all that is tried holds on a device of this program, at least 60
// statements; each other one says why it is not; all objects are the same before and
// after; one wrong key is sent.
func TestOwnDevice(t *testing.T) {
	for why, c := range map[string]conform.Config{"as it is": {}, "loud, and pairing": {Loud: true, Pair: true}} {
		t.Run(why, func(t *testing.T) {
			t.Parallel()
			d := lived(t)
			before := read(t, d)
			wrong, spy := watched(t, d)
			c.URL, c.Key = spy.URL, d.Key()
			all := must.Get(conform.Run(t.Context(), c))(t)
			for _, r := range all {
				if r.Verdict == conform.Failed || r.Verdict != conform.Skipped && r.Took == 0 {
					t.Errorf("%s: %s", r.Name(), r.Why)
				}
			}
			if counts := conform.Count(all); counts.Held < 60 || counts.Skipped == 0 {
				t.Errorf("%+v", counts)
			}
			for path, was := range before {
				if is := read(t, d)[path]; is != was {
					t.Errorf("%s\nwas %s\nis  %s", path, was, is)
				}
			}
			if n := wrong.Load(); n != 1 {
				t.Errorf("%d wrong keys were sent", n)
			}
		})
	}
}

// watched is a way to a device that counts wrong keys.
func watched(t *testing.T, d *hil.Device) (wrong *atomic.Int32, to *httptest.Server) {
	t.Helper()
	wrong = &atomic.Int32{}
	pass := proxy(t, d, func(r *http.Request, _ string, _ *answer) {
		if _, key, ok := r.BasicAuth(); ok && key != d.Key() {
			wrong.Add(1)
		}
	})
	return wrong, pass
}

// answer is what a device answers, to be changed.
type answer struct {
	status int
	head   http.Header
	body   string
}

// replaces changes the body.
func (a *answer) replaces(old, new string) { a.body = strings.ReplaceAll(a.body, old, new) }

// proxy is a way to a device: change may change each answer.
func proxy(t *testing.T, d *hil.Device, change func(r *http.Request, body string, a *answer)) *httptest.Server {
	t.Helper()
	to := must.Get(url.Parse(d.URL()))(t)
	pass := &httputil.ReverseProxy{Rewrite: func(r *httputil.ProxyRequest) { r.SetURL(to); r.Out.Host = r.In.Host }}
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		sent, _ := io.ReadAll(r.Body)
		r.Body = io.NopCloser(bytes.NewReader(sent))
		got := httptest.NewRecorder()
		pass.ServeHTTP(got, r)
		a := &answer{got.Code, got.Header(), got.Body.String()}
		change(r, string(sent), a)
		for name, values := range a.head {
			w.Header()[name] = values
		}
		w.Header().Del("Content-Length")
		w.WriteHeader(a.status)
		io.WriteString(w, a.body)
	}))
	t.Cleanup(s.Close)
	return s
}

// A fault is one thing that the stand-in does wrong, and the statement that says so.
type fault struct {
	row      string
	request  string // regular expression of the method, the path and the body
	mischief func(*answer)
}

func status(code int) func(*answer) { return func(a *answer) { a.status = code } }

func instead(old, new string) func(*answer) { return func(a *answer) { a.replaces(old, new) } }

// faults are twenty, of one statement each.
var faults = []fault{
	{"Addresses, Paths: the index has the version and the request's scheme and port", `^GET /api/v2 $`,
		instead("2.3.1", "2.0.0")},
	{"3, enums: trimmed, lower case; keys exact", `" KIOSK"`, status(400)},
	{"Device settings, Modes: the four of them", `^PUT /api/v2/device \{"mode":"schedule"\}`, status(400)},
	{"Device settings, Fields: only these", `fields=id,mode`,
		func(a *answer) { a.body = `{"id":"1","mode":"auto","name":"x"}` }},
	{"Discovery, Description: the fields", `^GET /device_description.xml `, instead("UDN", "UDM")},
	{"1, HEAD: as GET", `^HEAD `, func(a *answer) { a.head.Set("Content-Type", "text/plain") }},
	{"1, CORS: for those with a key", `^OPTIONS `, status(200)},
	{"1, paths: a slash and a question mark at the end", `^GET /api/v2/device/audio/`, status(404)},
	{"2, unknown path: 404", `^GET /api/v2/nothing`, status(400)},
	{"2, wrong method: 405", `^PATCH `, func(a *answer) { a.head.Del("Allow") }},
	{"2, unknown app or widget: 404", `widgets/none/activate`, instead("Not found", "No")},
	{"2, no JSON: where and why", `^POST /api/v2/device/notifications \[1\]`, status(200)},
	{"2, wrong value: the sent value, and the field's own range", `99999999999`, instead("99999999999", "2147483647")},
	{"3, null: of a PUT, too", `"on":null`, status(400)},
	{"3, numbers: in strings", `" 33.0 "`, status(400)},
	{"3, text: string, number, boolean, fragments", `"text":true`, status(400)},
	{"3, shell escapes: an exclamation mark", `Hello`, status(400)},
	{"5, screensaver.widget: any widget", `"widget":"x"`, status(200)},
	{"5, fields=: unknown ones are ignored", `fields=nonsense`, status(400)},
	{"5, screensaver PUT: times alone switch nothing", `"end_time":"05:00:00"\}\}\}$`, instead(`"enabled":false`,
		`"enabled":true`)},
}

// TestPlantedFaults: of a stand-in with twenty faults those are found, and no other.
func TestPlantedFaults(t *testing.T) {
	t.Parallel()
	d := hil.Start(t, hil.Panel("max7219"))
	var patterns []*regexp.Regexp
	var want []string
	for _, f := range faults {
		patterns, want = append(patterns, regexp.MustCompile(f.request)), append(want, f.row)
	}
	s := proxy(t, d, func(r *http.Request, sent string, a *answer) {
		for i, p := range patterns {
			if p.MatchString(r.Method + " " + r.URL.RequestURI() + " " + sent) {
				faults[i].mischief(a)
			}
		}
	})
	all := must.Get(conform.Run(t.Context(), conform.Config{URL: s.URL, Key: d.Key()}))(t)
	var found []string
	for _, r := range all {
		if r.Verdict == conform.Failed {
			t.Log(r.Name(), ":", r.Why)
			found = append(found, r.Name())
		}
	}
	slices.Sort(found)
	slices.Sort(want)
	if !slices.Equal(found, want) {
		t.Errorf("found %q\nwant %q", found, want)
	}
}

// TestIndexBraces: a device of this program with the option index_braces fails nothing.
func TestIndexBraces(t *testing.T) {
	t.Parallel()
	d := hil.Start(t, hil.Panel("max7219"))
	s := proxy(t, d, func(r *http.Request, _ string, a *answer) {
		if r.URL.Path == "/api/v2" {
			a.replaces("{/:", "/{:")
		}
	})
	for _, r := range must.Get(conform.Run(t.Context(), conform.Config{URL: s.URL, Key: d.Key()}))(t) {
		if r.Verdict == conform.Failed || r.Device == statements.Braces && r.Verdict == conform.Skipped {
			t.Errorf("%s: %s", r.Name(), r.Why)
		}
	}
}

// TestInterrupt: whoever interrupts a run leaves no notification and no setting behind.
func TestInterrupt(t *testing.T) {
	t.Parallel()
	d := lived(t)
	before := read(t, d)
	ctx, stop := context.WithCancel(t.Context())
	var once sync.Once
	s := proxy(t, d, func(r *http.Request, sent string, _ *answer) {
		if r.Method == "GET" && strings.HasSuffix(r.URL.Path, "/current") { // two notifications are there, and a screensaver
			once.Do(stop)
		}
	})
	begun := time.Now()
	all, err := conform.Run(ctx, conform.Config{URL: s.URL, Key: d.Key()})
	if err == nil || len(all) > 20 || time.Since(begun) > 20*time.Second {
		t.Errorf("%d results in %v: %v", len(all), time.Since(begun), err)
	}
	for path, is := range read(t, d) {
		if is != before[path] {
			t.Errorf("%s\nwas %s\nis  %s", path, before[path], is)
		}
	}
}

// TestRefused: what cannot be tried is told at once, and nothing is changed.
func TestRefused(t *testing.T) {
	t.Parallel()
	d := hil.Start(t, hil.Panel("max7219"))
	if _, err := conform.Run(t.Context(), conform.Config{URL: d.URL(),
		Key: "0123456789abcdef"}); err == nil || !strings.Contains(err.Error(), "401") {
		t.Errorf("a wrong key: %v", err)
	}
	id := d.Notify(`{"model":{"cycles":0,"frames":[{"text":"mine"}]}}`)
	if _, err := conform.Run(t.Context(), conform.Config{URL: d.URL(),
		Key: d.Key()}); err == nil || !strings.Contains(err.Error(), "has notifications (1)") {
		t.Errorf("a notification of somebody else: %v", err)
	}
	var here []struct{ ID string }
	if err := json.Unmarshal([]byte(body(t, send(t, d, "GET", "/api/v2/device/notifications", ""))),
		&here); err != nil || len(here) != 1 || here[0].ID != id {
		t.Errorf("%v %v, want %s", here, err, id)
	}
}

// TestReports: the three forms of a report.
func TestReports(t *testing.T) {
	row := func(at string, verdict conform.Verdict, why string) (r conform.Result) {
		r.At, r.Says, r.Verdict, r.Why, r.Original = at, "holds #1", verdict, why, "answers 201"
		return r
	}
	all := []conform.Result{row("1, a", conform.Held, ""), row("1, b", conform.Skipped, "no <way>"),
		row("1, c", conform.Failed, "GET . : 404\nand more"), row("1, d", conform.Differs, "GET . : 403\nand more")}
	for _, c := range []struct {
		name  string
		write func(io.Writer, []conform.Result) error
		want  string
	}{
		{"text", lines, "ok    1, a: holds #1\nskip  1, b: holds #1\n      no <way>\nFAIL  1, c: holds #1\n      GET . : " +
			"404\n      and more\n" +
			"      known: the original's firmware answers 201\ndiffers 1, d: holds #1\n      GET . : 403\n      and more\n" +
			"1 hold, 1 fails, 1 differ, 1 were not tried"},
		{"TAP", conform.TAP, "TAP version 13\n1..4\nok 1 - 1, a: holds \\#1\nok 2 - 1, b: holds \\#1 # SKIP no <way>\nnot " +
			"ok 3 - 1, c: holds \\#1\n" +
			"# GET . : 404\n# and more\n# known: the original's firmware answers 201\n" +
			"ok 4 - 1, d: holds \\#1\n# differs:\n# GET . : 403\n# and more\n"},
	} {
		var out bytes.Buffer
		if err := c.write(&out, all); err != nil || out.String() != c.want {
			t.Errorf("%s: %v\n%s\nwant\n%s", c.name, err, &out, c.want)
		}
	}
	var out bytes.Buffer
	must.Do(t, conform.JUnit(&out, all))
	var suite struct {
		Tests    int `xml:"tests,attr"`
		Failures int `xml:"failures,attr"`
		Skipped  int `xml:"skipped,attr"`
		Cases    []struct {
			Failure, Skipped *struct {
				Message string `xml:"message,attr"`
			}
		} `xml:"testcase"`
	}
	_ = xml.Unmarshal(out.Bytes(), &suite)
	if suite.Tests != 4 || suite.Failures != 1 || suite.Skipped != 1 || len(suite.Cases) != 4 {
		t.Errorf("%+v\n%s", suite, &out)
	}
}

// lines writes a report for people.
func lines(w io.Writer, all []conform.Result) error {
	for _, r := range all {
		if err := conform.Line(w, r); err != nil {
			return err
		}
	}
	_, err := fmt.Fprint(w, conform.Count(all))
	return err
}

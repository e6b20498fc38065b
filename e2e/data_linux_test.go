// SPDX-License-Identifier: Apache-2.0

package e2e

import (
	"fmt"
	"image"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ledpost/ledpost/e2e/rig"
	"github.com/ledpost/ledpost/internal/eventually"
	"github.com/ledpost/ledpost/internal/must"
)

const dataPackage = "com.lametric.diy.devwidget"

// lit is how many pixels of m shine.
func lit(m image.Image) (n int) {
	for y := range m.Bounds().Dy() {
		for x := range m.Bounds().Dx() {
			if r, g, b, _ := m.At(x, y).RGBA(); r+g+b > 0 {
				n++
			}
		}
	}
	return n
}

// push sends frames as one of the forms of the API does, and returns what is lit
// once something else shows.
func push(t *testing.T, r *rig.Device, path, body string, auth func(*http.Request)) {
	t.Helper()
	req := must.Get(http.NewRequest(http.MethodPost, r.URL+path, strings.NewReader(body)))(t)
	auth(req)
	resp := must.Get(http.DefaultClient.Do(req))(t)
	resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		t.Errorf("POST %s: %s", path, resp.Status)
	}
}

// TestDataIsPushed in every form that clients use, and is there again after a power
// cut.
func TestDataIsPushed(t *testing.T) {
	dir := t.TempDir()
	r := rig.LaunchIn(t, dir, nil)
	widget := r.Widget(dataPackage)
	basic := func(q *http.Request) { q.SetBasicAuth("dev", r.Key) }
	token := func(q *http.Request) { q.Header.Set("X-Access-Token", r.Key) }
	r.Call("PUT", "/api/v2/device", `{"mode":"manual"}`, nil)
	r.Call("PUT", "/api/v2/device/apps/"+dataPackage+"/widgets/"+widget+"/activate", "", nil)
	const bar = 11 // pixels of an I; any other number is a frame of a transition
	var want int
	for i, row := range []struct {
		name, path, body string
		auth             func(*http.Request)
	}{
		{"a package, Basic", "/api/v2/widget/update/" + dataPackage, `{"frames":[{"text":"%s"}]}`, basic},
		{"its widget", "/api/v2/widget/update/" + dataPackage + "/" + widget, `{"frames":[{"text":"%s"}]}`, basic},
		{"a token alone", "/api/v2/widget/update/" + dataPackage, `{"frames":[{"text":"%s"}]}`, token},
		{"the older form", "/api/v1/dev/widget/update/" + dataPackage + "/1",
			`{"frames":[{"text":"%s","icon":null}]}`, token},
		{"the older form, Basic", "/api/v1/dev/widget/update/" + dataPackage + "/2",
			`{"frames":[{"text":"%s","icon":null,"index":0}]}`, basic},
		{"the vendor's example", "/api/v2/widget/update/" + dataPackage + "/" + widget,
			`{"frames":[{"index":0,"text":"%s","icon":""}]}`, basic},
	} {
		bars := strings.Repeat("I", i+1) // one more lit each time
		want = bar * len(bars)
		push(t, r, row.path, fmt.Sprintf(row.body, bars), row.auth)
		eventually.True(t, row.name+" shows", func() bool { return lit(r.Frame()) == want })
	}
	eventually.True(t, "all is saved", r.Saved)
	r.Kill()
	r = rig.LaunchIn(t, dir, nil)
	eventually.True(t, "it is there again", func() bool { return lit(r.Frame()) == want })
}

// TestDataIsFetched from a server that the configuration allows, and from loopback
// only then.
func TestDataIsFetched(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("X-Token") != "secret" {
			http.Error(w, "who are you?", http.StatusForbidden)
			return
		}
		fmt.Fprint(w, `{"a":["|"]}`)
	}))
	defer server.Close()
	for _, row := range []struct {
		name, config string
		columns      int
	}{
		{"allowed", "[audio]\nallow = [\"127.0.0.1\"]\n", 8},
		{"refused", "", 0},
	} {
		config := filepath.Join(t.TempDir(), "config.toml")
		must.Do(t, os.WriteFile(config, []byte(row.config), 0o600))
		r := rig.Launch(t, nil, "--config", config)
		r.Call("PUT", "/api/v2/device", `{"mode":"manual"}`, nil)
		var list []map[string]any
		r.Call("GET", "/live/apps", "", &list)
		body := "["
		for _, w := range list {
			settings := "{}"
			if w["package"] == dataPackage {
				settings = fmt.Sprintf(`{"url":%q,"pointer":"/a/0","headers":{"X-Token":"secret"}}`, server.URL)
			}
			body += fmt.Sprintf(`{"widget":%q,"settings":%s},`, w["widget"], settings)
		}
		r.Call("PUT", "/live/apps", strings.TrimSuffix(body, ",")+"]", nil)
		r.Call("PUT", "/api/v2/device/apps/"+dataPackage+"/widgets/"+r.Widget(dataPackage)+"/activate", "", nil)
		eventually.True(t, row.name, func() bool {
			n := lit(r.Frame())
			if row.columns == 0 {
				return n > 12 // words, and dim
			}
			return n > 4 && n <= 8 // the bar alone
		})
		probe := fmt.Sprintf(`{"url":%q,"pointer":"/a/0","text":"{value}{value}","widget":%q,"headers":{"set":true}}`,
			server.URL, r.Widget(dataPackage))
		answer := tested(t, r, probe)
		if (row.columns > 0) != (answer == `{"value":"|","text":"||","document":{"a":["|"]}}`) ||
			row.columns == 0 && !strings.Contains(answer, "is a loopback address") {
			t.Errorf("%s: the test of it says %s", row.name, answer)
		}
		var after []map[string]any
		r.Call("GET", "/live/apps", "", &after)
		if s := fmt.Sprint(after); strings.Contains(s, "secret") || !strings.Contains(s, "headers:map[set:true]") {
			t.Errorf("the token is told: %s", s)
		}
	}
}

// test asks what a data widget with these settings would find.
func tested(t *testing.T, r *rig.Device, settings string) string {
	t.Helper()
	_, answer := r.Ask("POST", "/live/apps/test", settings)
	return strings.TrimSpace(string(answer))
}

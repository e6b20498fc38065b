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
func (r *running) push(path, body string, auth func(*http.Request)) {
	r.t.Helper()
	req, err := http.NewRequest(http.MethodPost, r.url+path, strings.NewReader(body))
	if err != nil {
		r.t.Fatal(err)
	}
	auth(req)
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		r.t.Fatal(err)
	}
	resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		r.t.Errorf("POST %s: %s", path, resp.Status)
	}
}

// TestDataIsPushed in every form that clients use, and is there again after a power
// cut.
func TestDataIsPushed(t *testing.T) {
	dir := t.TempDir()
	r := launchIn(t, dir, nil)
	widget := r.widget(dataPackage)
	basic := func(q *http.Request) { q.SetBasicAuth("dev", r.key) }
	token := func(q *http.Request) { q.Header.Set("X-Access-Token", r.key) }
	r.call("PUT", "/api/v2/device", `{"mode":"manual"}`, nil)
	r.call("PUT", "/api/v2/device/apps/"+dataPackage+"/widgets/"+widget+"/activate", "", nil)
	for i, row := range []struct {
		name, path, body string
		auth             func(*http.Request)
	}{
		{"a package, Basic", "/api/v2/widget/update/" + dataPackage, `{"frames":[{"text":"%s"}]}`, basic},
		{"its widget", "/api/v2/widget/update/" + dataPackage + "/" + widget, `{"frames":[{"text":"%s"}]}`, basic},
		{"a token alone", "/api/v2/widget/update/" + dataPackage, `{"frames":[{"text":"%s"}]}`, token},
		{"the older form", "/api/v1/dev/widget/update/" + dataPackage + "/1", `{"frames":[{"text":"%s","icon":null}]}`, token},
		{"the older form, Basic", "/api/v1/dev/widget/update/" + dataPackage + "/2", `{"frames":[{"text":"%s","icon":null,"index":0}]}`, basic},
		{"the vendor's example", "/api/v2/widget/update/" + dataPackage + "/" + widget, `{"frames":[{"index":0,"text":"%s","icon":""}]}`, basic},
	} {
		bars := strings.Repeat("I", i+1) // one more lit each time
		before := lit(r.frame())
		r.push(row.path, fmt.Sprintf(row.body, bars), row.auth)
		eventually(t, row.name+" shows", func() bool { n := lit(r.frame()); return n > 0 && n != before && n%(i+1) == 0 })
	}
	want := lit(r.frame())
	eventually(t, "all is saved", r.saved)
	r.kill()
	r = launchIn(t, dir, nil)
	eventually(t, "it is there again", func() bool { return lit(r.frame()) == want })
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
		if err := os.WriteFile(config, []byte(row.config), 0o600); err != nil {
			t.Fatal(err)
		}
		r := launch(t, nil, "--config", config)
		r.call("PUT", "/api/v2/device", `{"mode":"manual"}`, nil)
		var list []map[string]any
		r.call("GET", "/live/apps", "", &list)
		body := "["
		for _, w := range list {
			settings := "{}"
			if w["package"] == dataPackage {
				settings = fmt.Sprintf(`{"url":%q,"pointer":"/a/0","headers":{"X-Token":"secret"}}`, server.URL)
			}
			body += fmt.Sprintf(`{"widget":%q,"settings":%s},`, w["widget"], settings)
		}
		r.call("PUT", "/live/apps", strings.TrimSuffix(body, ",")+"]", nil)
		r.call("PUT", "/api/v2/device/apps/"+dataPackage+"/widgets/"+r.widget(dataPackage)+"/activate", "", nil)
		eventually(t, row.name, func() bool {
			n := lit(r.frame())
			if row.columns == 0 {
				return n > 12 // words, and dim
			}
			return n > 4 && n <= 8 // the bar alone
		})
		probe := fmt.Sprintf(`{"url":%q,"pointer":"/a/0","text":"{value}{value}","widget":%q,"headers":{"set":true}}`, server.URL, r.widget(dataPackage))
		if answer := r.test(probe); (row.columns > 0) != (answer == `{"value":"|","text":"||"}`) || row.columns == 0 && !strings.Contains(answer, "is a loopback address") {
			t.Errorf("%s: the test of it says %s", row.name, answer)
		}
		var after []map[string]any
		r.call("GET", "/live/apps", "", &after)
		if s := fmt.Sprint(after); strings.Contains(s, "secret") || !strings.Contains(s, "headers:map[set:true]") {
			t.Errorf("the token is told: %s", s)
		}
	}
}

// test asks what a data widget with these settings would find.
func (r *running) test(settings string) string {
	r.t.Helper()
	_, answer := r.ask("POST", "/live/apps/test", settings)
	return strings.TrimSpace(string(answer))
}

// SPDX-License-Identifier: Apache-2.0

package cli

import (
	"bytes"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestPanelFind answers the questions of a device: one answer is none, one is taken back.
func TestPanelFind(t *testing.T) {
	const question = `{"searching":true,"asked":%d,"left":60,"question":{"kind":"size","text":"How many LEDs?","choices":["64x32","32x16"]}}`
	const found = `{"searching":true,"asked":2,"left":60,"found":"[panel]\n  map = \"panel-12.map\"\n","map":"[0]"}`
	answers := map[string]string{
		"POST /live/panel/find {}":                 fmt.Sprintf(question, 0),
		`POST /live/panel/find {"answer":"64x32"}`: fmt.Sprintf(question, 1),
		`POST /live/panel/find {"answer":"32x16"}`: found,
		`POST /live/panel/find {"back":true}`:      fmt.Sprintf(question, 0),
		`POST /live/panel/find {"keep":true}`:      `{"success":true}`,
		"DELETE /live/panel/find {}":               `{"success":true}`,
		"POST /live/config/confirm {}":             `{"success":true}`,
		"DELETE /live/config/trial {}":             `{"success":true}`,
	}
	for _, tt := range []struct {
		name, typed string
		asked       []string // of the device, after the first question
		says        string
		written     bool
		fails       string
	}{
		{"tried and confirmed", "64x32\nmany\nback\n64x32\n32x16\nyes\nyes\n",
			[]string{`{"answer":"64x32"}`, `{"answer":"many"}`, `{"back":true}`, `{"answer":"64x32"}`, `{"answer":"32x16"}`, `{"keep":true}`, "confirm"}, "want columns x rows", true, ""},
		{"tried and given up", "32x16\nyes\nno\n", []string{`{"answer":"32x16"}`, `{"keep":true}`, "trial"}, "The panel is known after 2 questions", true, ""},
		{"not tried", "32x16\nno\n", []string{`{"answer":"32x16"}`, "DELETE /live/panel/find"}, "[panel]", true, ""},
		{"ended", "64x32\nend\n", []string{`{"answer":"64x32"}`, "DELETE /live/panel/find"}, "(64x32, 32x16)", false, "given up"},
		{"nobody types", "", []string{"DELETE /live/panel/find"}, "1. How many LEDs?", false, "given up"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var asked []string
			srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				body, _ := io.ReadAll(r.Body)
				what := fmt.Sprintf("%s %s %s", r.Method, r.URL.Path, body)
				asked = append(asked, what)
				answer, ok := answers[what]
				if !ok {
					w.WriteHeader(http.StatusBadRequest)
					answer = `{"errors":[{"message":"answer: want columns x rows"}]}`
				}
				_, _ = io.WriteString(w, answer)
			}))
			defer srv.Close()
			file := filepath.Join(t.TempDir(), "panel.toml")
			var out bytes.Buffer
			err := Run(t.Context(), []string{"panel", "find", "--to", srv.URL, "--key", "secret", "--output", file}, Streams{In: strings.NewReader(tt.typed), Out: &out, Err: io.Discard})
			if (err == nil) != (tt.fails == "") || err != nil && !strings.Contains(err.Error(), tt.fails) {
				t.Fatalf("%v, want %q", err, tt.fails)
			}
			if !strings.Contains(out.String(), tt.says) {
				t.Errorf("says\n%s\nwant %q", &out, tt.says)
			}
			if len(asked) != len(tt.asked)+1 {
				t.Fatalf("asked %q, want %q", asked, tt.asked)
			}
			for i, want := range tt.asked {
				if !strings.Contains(asked[i+1], want) {
					t.Errorf("asked %q, want %q", asked[i+1], want)
				}
			}
			table, _ := os.ReadFile(file)
			places, _ := os.ReadFile(filepath.Join(filepath.Dir(file), "panel-12.map"))
			if tt.written != (string(table) == "[panel]\n  map = \"panel-12.map\"\n" && string(places) == "[0]") {
				t.Errorf("written %q and %q", table, places)
			}
		})
	}
}

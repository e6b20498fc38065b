// SPDX-License-Identifier: Apache-2.0

package awtrix

import (
	"encoding/json"
	"image"
	imagecolor "image/color"
	"net/http/httptest"
	"strings"
	"testing"
)

// TestStrict: what the original's parser takes, and what it does not.
func TestStrict(t *testing.T) {
	for _, row := range []struct{ why, body, want string }{
		{"JSON", `{"text":"a"}`, `{"text":"a"}`},
		{"single quotes", `{'text':'it"s'}`, `{"text":"it\"s"}`},
		{"an escaped single quote", `{'text':'it\'s \u00e4'}`, `{"text":"it's \u00e4"}`},
		{"bare keys", `{text:"a",scrollSpeed:50,a_b-c.d:true}`, `{"text":"a","scrollSpeed":50,"a_b-c.d":true}`},
		{"text behind the object", `{"text":"a"} and more }`, `{"text":"a"}`},
		{"a second object", `{"text":"a"}{"text":"b"}`, `{"text":"a"}`},
		{"a line break in a string", "{\"text\":\"a\nb\"}", `{"text":"a\u000ab"}`},
		{"numbers with a plus, zeros or a bare point", `{"a":+5,"b":05,"c":-.5,"d":5.,"e":00,"f":+07.50e+1}`,
			`{"a":5,"b":5,"c":-0.5,"d":5,"e":0,"f":7.50e+1}`},
		{"signs that make no number", `{"a":+-5}`, `{"a":+-5}`}, {"an exponent alone", `{"a":e5}`, `{"a":e5}`},
		{"a point alone", `{"a":.}`, `{"a":.}`},
		{"nested", `{draw:[{dp:[1,2,'#FF0000']},{}],x:[]}`, `{"draw":[{"dp":[1,2,"#FF0000"]},{}],"x":[]}`},
		{"an array", `['a','b']x`, `["a","b"]`},
		{"a mark of byte order", "\xef\xbb\xbf{a:1}", `{"a":1}`},
		{"plain text", `Time`, `Time`},
		{"a comma too many", `{"a":1,}`, `{"a":1,}`},
		{"no end", `{"a":'b`, `{"a":'b`},
		{"word without quotes", `{"a":b}`, `{"a":b}`},
		{"too deep", strings.Repeat("[", 40) + "'a'" + strings.Repeat("]", 40),
			strings.Repeat("[", 40) + "'a'" + strings.Repeat("]", 40)},
		{"nothing", ``, ``},
		{"a backslash at the end", `{'a':'\`, `{'a':'\`},
	} {
		if got := string(strict([]byte(row.body))); got != row.want {
			t.Errorf("%s: %s becomes %s, want %s", row.why, row.body, got, row.want)
		}
	}
}

func FuzzStrict(f *testing.F) {
	for _, s := range []string{`{'a':"b",c:[1,{}]}x`, `[[['`, `{"a":'\u00'}`} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, body []byte) {
		got := strict(body)
		if json.Valid(body) && string(got) != strings.TrimPrefix(string(body), "\xef\xbb\xbf") {
			t.Errorf("%q becomes %q", body, got)
		}
		if len(got) > 6*len(body) {
			t.Errorf("%d bytes of %d", len(got), len(body))
		}
	})
}

// TestLenientBodies: over both ways in.
func TestLenientBodies(t *testing.T) {
	story(t, func(t *testing.T, r *rig) {
		r.post("/api/custom?name=a", `{text:'1'} `)
		r.Obey(t.Context(), "awtrix_w00bs9/custom/b", []byte(`{text:'2'}garbage`), false)
		r.sees("both came", "/api/loop", `{"Time":0,"a":1,"b":2}`)
		if status, text := r.ask("POST", "/api/notify", `{"text":`); status != 500 || text != "ErrorParsingJson" {
			t.Errorf("%d %s", status, text)
		}
	})
}

// TestUnknownPaths: what the original has not is not there, whatever the method.
func TestUnknownPaths(t *testing.T) {
	story(t, func(t *testing.T, r *rig) {
		for _, row := range []struct {
			method, path string
			status       int
		}{
			{"GET", "/api/version", 404}, {"POST", "/api/nonsense", 404}, {"DELETE", "/api/x", 404},
			{"GET", "/api/notify", 405}, {"GET", "/api/custom", 405}, {"GET", "/version", 200}, {"POST", "/screen", 405},
		} {
			if status, text := r.ask(row.method, row.path, ""); status != row.status {
				t.Errorf("%s %s: %d %s, want %d", row.method, row.path, status, text, row.status)
			}
		}
	})
}

// TestScreenPages: the live picture as a page, as often a second as it is asked for.
func TestScreenPages(t *testing.T) {
	story(t, func(t *testing.T, r *rig) {
		for path, want := range map[string]string{
			"/screen": `data-fps="30"`, "/fullscreen?fps=5": `data-fps="5"`, "/fullscreen?fps=999": `data-fps="60"`,
			"/screen?fps=x": `data-columns="32"`,
		} {
			q := httptest.NewRequest("GET", path, nil)
			q.Host = "192.168.1.9"
			w := httptest.NewRecorder()
			r.Handler().ServeHTTP(w, q)
			if w.Code != 200 || !strings.Contains(w.Body.String(), want) || !strings.Contains(w.Body.String(), screenScript) {
				t.Errorf("%s: %d %s", path, w.Code, w.Body)
			}
			if got := w.Header().Get("Content-Security-Policy"); got != screenPolicy ||
				!strings.HasPrefix(w.Header().Get("Content-Type"), "text/html") {
				t.Errorf("%s: %s", path, got)
			}
		}
	})
}

// TestScreenInTheMiddle: the pixels that clients get are those of the picture, which is in the middle of a larger panel.
func TestScreenInTheMiddle(t *testing.T) {
	m := image.NewRGBA(image.Rect(0, 0, 98, 28)) // 32×8 squares of 3×3 LEDs, at 1,2
	m.Set(1, 2, imagecolor.White)
	m.Set(1+31*3, 2+7*3, imagecolor.White)
	s := &Server{machine: Machine{Screen: func() *image.RGBA { return m }}}
	if got := s.screen(); got[0] != 0xffffff || got[8*32-1] != 0xffffff {
		t.Errorf("the corners are %06x and %06x, want white ones", got[0], got[8*32-1])
	}
}

// SPDX-License-Identifier: Apache-2.0

package network

import (
	"bytes"
	"errors"
	"fmt"
	"image"
	"image/draw"
	"image/png"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/ledpost/ledpost/cli/command"
	"github.com/ledpost/ledpost/internal/must"
)

// TestPanelFind answers the questions of a device: one answer is none, one is taken back.
func TestPanelFind(t *testing.T) {
	const question = `{"searching":true,"asked":%d,"left":60,"question":{"kind":"size","text":"How many LEDs?",` +
		`"choices":["64x32","32x16"]}}`
	const found = `{"searching":true,"asked":2,"left":60,"found":"[panel]\n  map = \"panel-12.map\"\n","map":"[0]"}`
	answers := map[string]string{
		"POST /live/panel/find {}":                 fmt.Sprintf(question, 0),
		`POST /live/panel/find {"answer":"64x32"}`: fmt.Sprintf(question, 1),
		`POST /live/panel/find {"answer":"32x16"}`: found,
		`POST /live/panel/find {"answer":"8x8"}`:   `{"searching":true,"asked":1,"failed":"no known panel fits"}`,
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
			[]string{`{"answer":"64x32"}`, `{"answer":"many"}`, `{"back":true}`, `{"answer":"64x32"}`, `{"answer":"32x16"}`,
				`{"keep":true}`, "confirm"}, "\n> \"many\" is no size: want columns x rows.\n", true, ""},
		{"tried and given up", "32x16\nyes\nno\n", []string{`{"answer":"32x16"}`, `{"keep":true}`, "trial"},
			"The panel is known after 2 questions", true, ""},
		{"not tried", "32x16\nno\n", []string{`{"answer":"32x16"}`, "DELETE /live/panel/find"}, "[panel]", true, ""},
		{"ended", "64x32\nend\n", []string{`{"answer":"64x32"}`, "DELETE /live/panel/find"}, "(64x32, 32x16)", false,
			"given up"},
		{"no panel fits", "8x8\n8x8\nyes\nback\nend\n", []string{`{"answer":"8x8"}`, `{"back":true}`, "DELETE /live/panel/find"},
			"> \nno known panel fits.\n'back' takes the last answer back, 'end' ends.\n> 'back' takes", false, "given up"},
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
					answer = `{"errors":[{"message":"answer: \"many\" is no size: want columns x rows"}]}`
				}
				_, _ = io.WriteString(w, answer)
			}))
			defer srv.Close()
			file := filepath.Join(t.TempDir(), "panel.toml")
			var out bytes.Buffer
			err := room.Run(t.Context(), []string{"panel", "find", "--to", srv.URL, "--key", "secret", "--output", file},
				command.Streams{In: strings.NewReader(tt.typed), Out: &out, Err: io.Discard})
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

// searches runs the command with the lines that somebody types, until it is given up. answer gives the status and text
// of the device's answers to the bodies of its requests.
func searches(t *testing.T, typed string, answer func(asked string) (int, string)) (asked []string, says string) {
	t.Helper()
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		if r.Method == http.MethodDelete {
			body = nil
		}
		asked = append(asked, string(body))
		status, text := answer(string(body))
		w.WriteHeader(status)
		_, _ = io.WriteString(w, text)
	}))
	defer srv.Close()
	var out bytes.Buffer
	err := room.Run(t.Context(), []string{"panel", "find", "--to", srv.URL, "--key", "secret"},
		command.Streams{In: strings.NewReader(typed), Out: &out, Err: io.Discard})
	if !errors.Is(err, errGivenUp) {
		t.Fatal(err)
	}
	return asked, out.String()
}

// TestPanelFindGoesOn: a search that has ended for want of an answer begins with all answers when
// somebody types again; the likely answers are told.
func TestPanelFindGoesOn(t *testing.T) {
	const question = `{"searching":true,"asked":%d,"left":120,"question":{"kind":"led","text":"Which LED?",` +
		`"likely":["1,1","3,2"]}}`
	answers := map[string]string{
		"{}":                               fmt.Sprintf(question, 0),
		`{"answers":["64x32"]}`:            fmt.Sprintf(question, 1),
		`{"answers":["64x32","3,2"]}`:      fmt.Sprintf(question, 2),
		`{"answers":["64x32","3,2","no"]}`: "",
		"":                                 `{"success":true}`,
	}
	asked, says := searches(t, "64x32\n3,2\nno\nback\nend\n", func(asked string) (int, string) {
		switch answer, ok := answers[asked]; {
		case !ok: // the search has ended
			return http.StatusConflict, `{"errors":[{"message":"No search is running: it ended because nobody answered"}]}`
		case answer == "":
			return http.StatusBadRequest, `{"errors":[{"message":"answer: \"no\" does not answer this question"}]}`
		default:
			return http.StatusOK, answer
		}
	})
	want := []string{"{}", `{"answer":"64x32"}`, `{"answers":["64x32"]}`, `{"answer":"3,2"}`, `{"answers":["64x32","3,2"]}`,
		`{"answer":"no"}`, `{"answers":["64x32","3,2","no"]}`, `{"back":true}`, `{"answers":["64x32"]}`, ""}
	if !slices.Equal(asked, want) {
		t.Errorf("the device is asked %q, want %q", asked, want)
	}
	for _, want := range []string{
		"After two minutes without an answer", "(likely: 1,1; 3,2)", "does not answer this question.\n",
	} {
		if !strings.Contains(says, want) {
			t.Errorf("says\n%s\nwant %q", says, want)
		}
	}
}

// photographOf writes a photograph of a panel of 64×32 LEDs, 8 pixels apart, and returns its corners.
func photographOf(t *testing.T, file string, lit ...image.Point) (corners string) {
	t.Helper()
	m := image.NewGray(image.Rect(0, 0, 64*8, 32*8))
	for _, led := range lit {
		at := led.Mul(8).Add(image.Pt(4, 4))
		draw.Draw(m, image.Rectangle{at, at}.Inset(-2), image.White, image.Point{}, draw.Src)
	}
	var out bytes.Buffer
	must.Do(t, png.Encode(&out, m))
	must.Do(t, os.WriteFile(file, out.Bytes(), 0o600))
	return "4,4;508,4;508,252;4,252"
}

// TestPanelFindByPhotograph answers questions by photographs; those that give no answer change nothing.
func TestPanelFindByPhotograph(t *testing.T) {
	t.Chdir(t.TempDir())
	corners := photographOf(t, "one led.png", image.Pt(11, 2))
	photographOf(t, "two.png", image.Pt(11, 2), image.Pt(40, 9))
	photographOf(t, "dark.png")
	must.Do(t, os.WriteFile("text.png", []byte("hello"), 0o600))
	const question = `{"searching":true,"asked":%d,"left":60,"question":{"kind":%q,"text":"Which?"}}`
	answers := map[string]string{
		"{}":                                 fmt.Sprintf(question, 0, "size"),
		`{"answer":"64 X 32"}`:               fmt.Sprintf(question, 1, "led"),
		`{"back":true}`:                      fmt.Sprintf(question, 1, "led"),
		`{"answers":["64 X 32","12,3"]}`:     fmt.Sprintf(question, 2, "rows"),
		`{"answers":["64 X 32","12,3","1"]}`: fmt.Sprintf(question, 3, "clean"),
		"":                                   `{"success":true}`,
	}
	typed := []string{
		"photo one led.png " + corners, "64 X 32", "photo one led.png 1,1;2,2", "photo two.png " + corners, "photo dark.png",
		"photo text.png", "photo none.png",
		"photo one led.png 508,4;4,4;4,252;508,252", "photo one led.png " + corners, "back", "photo one led.png",
		"photo one led.png", "end",
	}
	asked, says := searches(t, strings.Join(typed, "\n"), func(asked string) (int, string) {
		answer, ok := answers[asked]
		if !ok {
			t.Errorf("the device is asked %s", asked)
		}
		return http.StatusOK, answer
	})
	at := 0
	for _, part := range []string{
		"does not tell this", "want 4", "2 LEDs seem lit, such as 12,3 and 41,10",
		"dark.png: photo: the photograph is too dark", "neither JPEG nor PNG", "none.png",
		"clockwise", "The photograph shows: 12,3.", "The photograph shows: 12,3.", "The photograph shows: 1.",
	} {
		i := strings.Index(says[at:], part)
		if i < 0 {
			t.Fatalf("says\n%s\nwant %q after %d", says, part, at)
		}
		at += i + len(part)
	}
	want := []string{"{}", `{"answer":"64 X 32"}`, `{"answers":["64 X 32","12,3"]}`, `{"back":true}`,
		`{"answers":["64 X 32","12,3"]}`, `{"answers":["64 X 32","12,3","1"]}`, ""}
	if !slices.Equal(asked, want) {
		t.Errorf("the device is asked %q, want %q", asked, want)
	}
}

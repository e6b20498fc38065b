// SPDX-License-Identifier: Apache-2.0

package network

import (
	"bytes"
	"fmt"
	"image"
	"image/draw"
	"image/png"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ledpost/ledpost/cli/command"
	"github.com/ledpost/ledpost/internal/must"
	"github.com/ledpost/ledpost/render/testcard"
)

// testedDevice has a self-test of three steps; press is how often it is looked at until
// somebody presses its button.
type testedDevice struct {
	t     *testing.T
	at    int
	press int
	gone  bool
	asked []string
}

var testedSteps = []string{
	`{"id":"corners","text":"Corners?","answers":["yes","no","skip"]}`,
	`{"id":"light","text":"Light?","answers":["yes","no","skip"],"reading":"312 lux"}`,
	`{"id":"button left","text":"Press left.","answers":["no","skip"]}`,
}

func (d *testedDevice) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, _ := io.ReadAll(r.Body)
	d.asked = append(d.asked, fmt.Sprintf("%s %s", r.Method, body))
	switch what := string(body); {
	case r.URL.Path == "/api/v2/device/display":
		_, _ = io.WriteString(w, `{"width":64,"height":32,"type":"color"}`)
		return
	case d.gone && r.Method == http.MethodPost && what != "{}":
		w.WriteHeader(http.StatusConflict)
	case what == `{"answer":"again","step":"button left"}`:
		if d.press--; d.press == 0 {
			d.at++
		}
	case strings.Contains(what, "again"), what == "{}":
	case strings.Contains(what, "back"):
		d.at--
	case r.Method == http.MethodPost:
		d.at++
	}
	switch {
	case d.gone && r.Method == http.MethodGet:
		_, _ = io.WriteString(w, `{"results":[]}`)
	case d.at < len(testedSteps):
		results := strings.Repeat(`{"id":"before","verdict":"fails","help":"look","page":"hardware.md#light"},`, d.at)
		fmt.Fprintf(w, `{"number":%d,"of":3,"step":%s,"results":[%s]}`, d.at+1, testedSteps[d.at],
			strings.TrimSuffix(results, ","))
	default:
		_, _ = io.WriteString(w, `{"number":3,"of":3,"results":[],"report":"It works.\n"}`)
	}
}

func TestSelfTest(t *testing.T) {
	t.Chdir(t.TempDir())
	photographed(t, "right.png", testcard.Corners)
	photographed(t, "wrong.png", testcard.Colours)
	const corners = "4,4;508,4;508,252;4,252"
	for _, row := range []struct {
		why, typed string
		gone       bool
		asked      string // in turn
		says       []string
		fails      string // else the report is written
	}{
		{"answers, a step back, and a press that answers by itself", "yes\nback\nno\n\nyes\n\n\n", false,
			`POST {"answer":"yes","step":"corners"} POST {"answer":"back","step":"light"} ` +
				`POST {"answer":"no","step":"corners"} POST {"answer":"again","step":"light"} ` +
				`POST {"answer":"yes","step":"light"} POST {"answer":"again","step":"button left"} ` +
				`POST {"answer":"again","step":"button left"}`,
			[]string{"1 of 3. Corners?", "Now: 312 lux", "before: fails", "look: docs/hardware.md#light", "It works.",
				"selftest.txt"}, ""},
		{"words that are no answers stay here", "perhaps\nYES\nyes\nyes\nyes\nskip\n", false,
			`POST {"answer":"yes","step":"corners"} POST {"answer":"yes","step":"light"} POST {"answer":"skip","step":"button left"}`,
			[]string{"Please answer yes, no, skip or back.", "Please answer no, skip or back."}, ""},
		{"a photograph of the pattern, and one of another", "photo wrong.png " + corners + "\nback\nphoto right.png\n" +
			"photo right.png\nyes\nskip\n", false,
			`GET null POST {"answer":"no","step":"corners"} POST {"answer":"back","step":"light"} GET null ` +
				`POST {"answer":"yes","step":"corners"} POST {"answer":"yes","step":"light"} ` +
				`POST {"answer":"skip","step":"button left"}`,
			[]string{"LEDs differ, such as column", "The photograph says: no.", "The photograph says: yes.",
				"a photograph does not tell this"}, ""},
		{"files that are no photographs", "photo none.png\nphoto right.png 1,1;2,2\nend\n", false, "GET null GET null DELETE {}",
			[]string{"none.png", "want 4"}, "given up"},
		{"ended", "yes\nend\n", false, `POST {"answer":"yes","step":"corners"} DELETE {}`, nil, "given up"},
		{"nobody types", "", false, "DELETE {}", nil, "given up"},
		{"the device restarts", "yes\n", true, `POST {"answer":"yes","step":"corners"} GET null`, nil, "has restarted"},
	} {
		d := &testedDevice{t: t, gone: row.gone, press: 2}
		srv := httptest.NewServer(d)
		_ = os.Remove("selftest.txt")
		var out bytes.Buffer
		err := room.Run(t.Context(), []string{"selftest", "--to", srv.URL, "--key", "secret"},
			command.Streams{In: strings.NewReader(row.typed), Out: &out, Err: io.Discard})
		srv.Close()
		if (err == nil) != (row.fails == "") || err != nil && !strings.Contains(err.Error(), row.fails) {
			t.Fatalf("%s: %v, want %q\n%s", row.why, err, row.fails, &out)
		}
		if got := strings.Join(d.asked, " "); got != "POST {} "+row.asked {
			t.Errorf("%s: asked\n%s\nwant\n%s", row.why, got, row.asked)
		}
		for _, says := range row.says {
			if !strings.Contains(out.String(), says) {
				t.Errorf("%s: lacks %q:\n%s", row.why, says, &out)
			}
		}
		if report, _ := os.ReadFile("selftest.txt"); (string(report) == "It works.\n") != (row.fails == "") {
			t.Errorf("%s: written %q", row.why, report)
		}
	}
}

// photographed writes a photograph of a pattern on a panel of 64×32 LEDs, 8 pixels apart.
func photographed(t *testing.T, file string, p testcard.Pattern) {
	t.Helper()
	size := image.Pt(64, 32)
	lit, m := image.NewRGBA(image.Rectangle{Max: size}), image.NewRGBA(image.Rectangle{Max: size.Mul(8)})
	testcard.New(p, size).Draw(lit, image.Point{}, 0)
	draw.Draw(m, m.Rect, image.Black, image.Point{}, draw.Src)
	for i := range size.X * size.Y {
		at := image.Pt(i%size.X, i/size.X)
		spot := image.Rectangle{at.Mul(8), at.Mul(8)}.Add(image.Pt(4, 4)).Inset(-2)
		draw.Draw(m, spot, image.NewUniform(lit.At(at.X, at.Y)), image.Point{}, draw.Src)
	}
	var out bytes.Buffer
	must.Do(t, png.Encode(&out, m))
	must.Do(t, os.WriteFile(filepath.Clean(file), out.Bytes(), 0o600))
}

// SPDX-License-Identifier: Apache-2.0

package api

import (
	"fmt"
	"io/fs"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/ledpost/ledpost/api/statements"
	"github.com/ledpost/ledpost/device"
	"github.com/ledpost/ledpost/internal/must"
)

const hello = `{"model":{"frames":[{"text":"hello"}]}}`

// fixtures are how the device of a test is prepared.
var fixtures = map[statements.Fixture]func(*setup){
	statements.Saving:   saving,
	statements.Alone:    func(s *setup) { s.original.Network = nil },
	statements.Updating: updating,
	statements.Strict:   func(s *setup) { s.dev.RefuseWhenHidden = true; saving(s) },
	statements.Braces:   func(s *setup) { s.original.IndexBraces = true },
}

// saving is a device whose screensaver is on all day, but for a second.
func saving(s *setup) {
	s.saved.Settings.Saver = device.SaverSettings{Enabled: true, Brightness: 3, TimeBased: true, Last: device.TimeBased,
		End: device.TimeOfDay(86399e9)}
}

// words are what the device of the tests is.
func words() map[string]string {
	all := map[string]string{
		"url": "http://192.168.1.5:8080", "id": "18", "serial": "SA150600000100W00BS9", "firmware": "1.2.3",
		"width": "37", "height": "8", "type": "mixed", "limit": `{"min":2,"max":100}`, "now": "52", "widget": clockWidget.ID,
		"audible": "true", "radio": "true",
	}
	for id := range 100 { // those of a new device's notifications
		all[strconv.Itoa(id)] = strconv.Itoa(id)
	}
	return all
}

// TestStatements shows that each statement holds.
func TestStatements(t *testing.T) {
	for _, s := range statements.All() {
		tale(t, s.At+": "+s.Says, fixtures[s.Device], func(t *testing.T, r *rig) {
			for line := range strings.Lines(statements.Fill(s.Show, words())) {
				if line = strings.TrimSpace(line); line != "" {
					r.shows(line)
				}
			}
		})
	}
}

// shows does a line of a statement.
func (r *rig) shows(line string) {
	r.t.Helper()
	word, rest, _ := strings.Cut(line, " ")
	switch word {
	case "wait":
		d := must.Get(time.ParseDuration(rest))(r.t)
		time.Sleep(d)
		synctest.Wait()
	case "rises":
		var first, second int
		if n, err := fmt.Sscan(rest, &first, &second); n != 2 || first >= second {
			r.t.Errorf("%s: %v", line, err)
		}
	case "test":
		name, folder, _ := strings.Cut(rest, " in ")
		if !tests(r.t, folder)[name] {
			r.t.Errorf("there is no %s in %s", name, folder)
		}
	default:
		r.exchanges(line)
	}
}

func (r *rig) exchanges(line string) {
	r.t.Helper()
	asked, want, ok := strings.Cut(line, " -> ")
	if !ok {
		r.t.Fatalf("%q is not a line of a statement", line)
	}
	asked, anonymous := strings.CutPrefix(asked, "ANON ")
	asked, wrong := strings.CutPrefix(asked, "WRONG ")
	fields := append(strings.SplitN(asked, " ", 3), "")
	target := fields[1]
	if !strings.HasPrefix(target, "/") {
		target = strings.TrimSuffix("/api/v2/device/"+strings.TrimPrefix(target, "."), "/")
	}
	req := request(fields[0], target, fields[2])
	if anonymous {
		req.Header.Del("Authorization")
	}
	if wrong {
		req.SetBasicAuth("dev", "0000")
	}
	w := r.ask(req)
	status, texts, _ := strings.Cut(want, " ")
	if strconv.Itoa(w.Code) != status {
		r.t.Errorf("%s: %d %s, want %s", asked, w.Code, w.Body, status)
	}
	got := heads(w.Header()) + w.Body.String()
	for text := range strings.SplitSeq(texts, " & ") {
		text, without := strings.CutPrefix(text, "!")
		if inOrder(got, strings.Split(text, " … ")) == without {
			r.t.Errorf("%s: %s\nwant %s", asked, got, want)
		}
	}
}

// inOrder reports whether texts follow one another.
func inOrder(got string, texts []string) bool {
	for _, text := range texts {
		_, rest, ok := strings.Cut(got, text)
		if !ok {
			return false
		}
		got = rest
	}
	return true
}

func heads(h http.Header) (lines string) {
	for name, values := range h {
		lines += name + ": " + strings.Join(values, ", ") + "\n"
	}
	return lines
}

// tests are the names of the tests in a folder of the repository and below it.
func tests(t testing.TB, folder string) map[string]bool {
	t.Helper()
	names := map[string]bool{}
	name := regexp.MustCompile(`(?m)^func (Test\w+)\(`)
	err := filepath.WalkDir(filepath.Join("..", folder), func(path string, d fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, "_test.go") {
			return err
		}
		text, err := os.ReadFile(path)
		for _, m := range name.FindAllStringSubmatch(string(text), -1) {
			names[m[1]] = true
		}
		return err
	})
	must.Do(t, err)
	return names
}

// TestEveryStatementIsShown: what the pages say has a row above, and no row is of
// something that they do not say.
func TestEveryStatementIsShown(t *testing.T) {
	said := append(ofDecisions(t), ofRules(t)...)
	if len(said) < 100 {
		t.Errorf("only %d statements are found", len(said))
	}
	var shown []string
	for _, s := range statements.All() {
		shown = append(shown, s.At)
		if !slices.Contains(said, s.At) {
			t.Errorf("no page says anything of %q", s.At)
		}
	}
	for _, at := range said {
		if !slices.Contains(shown, at) {
			t.Errorf("nothing shows %q", at)
		}
	}
}

// ofDecisions are the rows of sections 1 to 5 of docs/decisions.md, as "4, id".
func ofDecisions(t *testing.T) (said []string) {
	t.Helper()
	text := must.Get(os.ReadFile("../docs/decisions.md"))(t)
	section, row := 0, regexp.MustCompile(`^\| ([^|]+) \| [^|]+\|$`)
	for line := range strings.Lines(string(text)) {
		line = strings.TrimSpace(line)
		fmt.Sscanf(line, "## %d.", &section)
		if m := row.FindStringSubmatch(line); m != nil && section >= 1 && section <= 5 && m[1] != "matter" && m[1] != "case" {
			said = append(said, fmt.Sprintf("%d, %s", section, m[1]))
		}
	}
	return said
}

// ofRules are the rules of docs/api.md: as "Priorities, info".
func ofRules(t *testing.T) (said []string) {
	t.Helper()
	text := must.Get(os.ReadFile("../docs/api.md"))(t)
	_, rules, _ := strings.Cut(string(text), "\n## Rules\n")
	rules, _, _ = strings.Cut(rules, "\n## ")
	heading := ""
	for line := range strings.Lines(rules) {
		if h, ok := strings.CutPrefix(line, "### "); ok {
			heading = strings.TrimSpace(h)
		} else if m := regexp.MustCompile(`^- \*\*(.+?)\*\*`).FindStringSubmatch(line); m != nil {
			said = append(said, heading+", "+m[1])
		}
	}
	return said
}

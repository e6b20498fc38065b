// SPDX-License-Identifier: Apache-2.0

// Package reports holds the device to what users reported of other clocks, servers and clients: each
// *.txt here is a public report with its input and the right value.
//
// A file begins with the fault in one line, then has "by", the program that has or had it, "from",
// the report, and as needed "at", the time that it begins at, "zone" and "panel". After a blank line
// come the steps, one a line:
//
//	GET PATH, POST PATH BODY …   a request, which succeeds; {widget} is the id of the one visible widget
//	refuse POST PATH BODY        a request that is refused
//	has TEXT, lacks TEXT         what the last answer has
//	mqtt TOPIC PAYLOAD           a message of AWTRIX's
//	told TOPIC TEXT              what the device has published last has the text
//	only PACKAGE SETTINGS        the one visible widget
//	says TEXT                    what the visible widget tells, in full
//	wait DURATION
//	keep NAME                    keeps the picture on the panel
//	same NAME, differs NAME      the picture is, or is not, a kept one
//	dark X,Y X,Y and lit X,Y X,Y no pixel of the rectangle is lit, or at least one is
//	pixel X,Y RRGGBB             to within 3 of 255
//	moves, still                 whether the picture changes within 5 s
//	plays TEXT                   what is heard has the text; "" is silence
//	tune URL                     the radio plays a station, and the one visible widget tells what plays
//	ddp, artnet or sacn HEX …    a packet of pixels from the network; HEX*N stands N times
//
// A line "-- NAME --" begins a file that any server of the report's web has: NAME.title is a stream
// with that title, NAME.b64 one in base64, and "headers" are those of all answers.
package reports

import (
	"bytes"
	"cmp"
	"encoding/hex"
	"errors"
	"flag"
	"fmt"
	"image"
	"image/color"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/ledpost/ledpost/internal/must"
	"github.com/ledpost/ledpost/internal/pixtest"
	"github.com/ledpost/ledpost/sounds"
)

var update = flag.Bool("update", false, "write docs/reports.md")

// report is one file.
type report struct {
	name, bug string
	head      map[string]string // by its keys
	from      []string          // owner/repository#number
	steps     []string
	files     map[string]string // what servers have, by name
}

var (
	section = regexp.MustCompile(`(?m)^-- (\S+) --\n`)
	source  = regexp.MustCompile(`^[\w.-]+/[\w.-]+#\d+$`)
)

// read reads all reports.
func read(t *testing.T) (all []*report) {
	for _, file := range must.Get(filepath.Glob("*.txt"))(t) {
		r := &report{name: strings.TrimSuffix(file, ".txt"), head: map[string]string{}, files: map[string]string{}}
		text := string(must.Get(os.ReadFile(file))(t))
		ends := append(section.FindAllStringSubmatchIndex(text, -1), []int{len(text)})
		for i, at := range ends[:len(ends)-1] {
			r.files[text[at[2]:at[3]]] = text[at[1]:ends[i+1][0]]
		}
		head, steps, _ := strings.Cut(text[:ends[0][0]], "\n\n")
		for line := range strings.Lines(steps) {
			if line = strings.TrimSpace(line); line != "" {
				r.steps = append(r.steps, line)
			}
		}
		r.bug, head, _ = strings.Cut(head, "\n")
		for line := range strings.Lines(head) {
			key, value, _ := strings.Cut(strings.TrimSpace(line), " ")
			r.head[key] = value
		}
		r.from = strings.Fields(r.head["from"])
		if r.bug == "" || r.head["by"] == "" || len(r.from) == 0 || len(r.steps) < 2 ||
			slices.ContainsFunc(r.from, func(s string) bool { return !source.MatchString(s) }) {
			t.Errorf("%s: want a fault, by, from OWNER/REPOSITORY#NUMBER and steps", file)
		}
		all = append(all, r)
	}
	slices.SortStableFunc(all, func(a, b *report) int { return strings.Compare(a.head["by"], b.head["by"]) })
	return all
}

// TestReports: what others reported of others is right here.
func TestReports(t *testing.T) {
	for _, r := range read(t) {
		t.Run(r.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				begin(t, r, func(h *home) {
					s := &story{home: h, kept: map[string]*image.RGBA{}}
					for _, step := range r.steps {
						if err := s.does(step); err != nil {
							t.Fatalf("%s\n%s: %v", r.bug, step, err)
						}
					}
				})
			})
		})
	}
}

// TestPage: docs/reports.md lists the reports.
func TestPage(t *testing.T) {
	var b strings.Builder
	b.WriteString(page)
	for _, r := range read(t) {
		var links []string
		for _, from := range r.from {
			links = append(links, fmt.Sprintf("[%s](https://github.com/%s)", from, strings.Replace(from, "#", "/issues/", 1)))
		}
		fmt.Fprintf(&b, "| %s | %s | %s | [right](../e2e/reports/%s.txt) |\n", r.head["by"], r.bug,
			strings.Join(links, " "), r.name)
	}
	const file = "../../docs/reports.md"
	if *update {
		must.Do(t, os.WriteFile(file, []byte(b.String()), 0o666))
	}
	if is := string(must.Get(os.ReadFile(file))(t)); is != b.String() {
		t.Error("docs/reports.md is out of date; go test ./e2e/reports -update writes it")
	}
}

const page = `# Faults of others

<!-- Made from e2e/reports by: go test ./e2e/reports -update. Do not edit. -->

Users of other clocks, servers and clients reported these faults in public. A test gives this device the same input and
checks the right value. Each file names the report, the input and the value; [CONTRIBUTING](../CONTRIBUTING.md) says how
tests are run.

| program | fault there | report | here |
|---|---|---|---|
`

// story does the steps of a report.
type story struct {
	*home
	answer string
	kept   map[string]*image.RGBA
}

// does returns why a step is not as it should be.
func (s *story) does(step string) error {
	verb, rest, _ := strings.Cut(step, " ")
	name, text, _ := strings.Cut(rest, " ")
	switch verb {
	case "GET", "POST", "PUT", "DELETE":
		return s.asks(verb, name, text, true)
	case "refuse":
		target, body, _ := strings.Cut(text, " ")
		return s.asks(name, target, body, false)
	case "has", "lacks":
		return want(strings.Contains(s.answer, rest) == (verb == "has"), "%s", s.answer)
	case "mqtt":
		s.mqtt.Obey(s.T.Context(), "awtrix/"+name, []byte(text), false)
		synctest.Wait()
		return nil
	case "told":
		s.mu.Lock()
		defer s.mu.Unlock()
		got := s.told["awtrix/"+name]
		return want(strings.Contains(got, text), "%s", got)
	case "only":
		s.only(name, text)
		return nil
	case "says":
		return want(s.says() == rest, "%q", s.says())
	case "wait":
		d, err := time.ParseDuration(rest)
		time.Sleep(d)
		synctest.Wait()
		return err
	case "tune":
		return s.tune(rest)
	case "ddp", "artnet", "sacn":
		packet, err := packet(rest)
		s.stream(verb, packet)
		return err
	case "plays":
		got := fmt.Sprintf("%+v", s.Track())
		return want(strings.Contains(got, rest) || rest == `""` && s.Track() == sounds.Track{}, "%s", got)
	}
	return s.looks(verb, rest)
}

// packet returns the bytes of a step.
func packet(text string) (all []byte, err error) {
	for part := range strings.FieldsSeq(text) {
		digits, times, _ := strings.Cut(part, "*")
		one, bad := hex.DecodeString(digits)
		n, odd := strconv.Atoi(cmp.Or(times, "1"))
		err = errors.Join(err, bad, odd)
		all = append(all, bytes.Repeat(one, min(max(n, 0), 1024))...)
	}
	return all, err
}

// asks sends a request and wants it to succeed, or not.
func (s *story) asks(method, target, body string, success bool) error {
	status, answer := s.ask(method, target, strings.ReplaceAll(body, "{widget}", s.widget))
	s.answer = answer
	return want(status < 300 == success, "%d %s", status, answer)
}

// looks does a step that looks at the panel.
func (s *story) looks(verb, rest string) error {
	m := s.frame()
	art := func() string { return pixtest.String(m) }
	switch verb {
	case "keep":
		s.kept[rest] = m
		return nil
	case "same", "differs":
		was := s.kept[rest]
		return want(was != nil && slices.Equal(was.Pix, m.Pix) == (verb == "same"), "it shows\n%s", art())
	case "moves", "still":
		return want(s.changes(m) == (verb == "moves"), "from\n%s", art())
	case "dark", "lit":
		var r image.Rectangle
		if _, err := fmt.Sscanf(rest, "%d,%d %d,%d", &r.Min.X, &r.Min.Y, &r.Max.X, &r.Max.Y); err != nil {
			return err
		}
		r.Max = r.Max.Add(image.Pt(1, 1))
		return want(strings.Trim(pixtest.Lit(m.SubImage(r)), ".\n") != "" == (verb == "lit"), "it shows\n%s", art())
	case "pixel":
		var at image.Point
		var c color.RGBA
		if _, err := fmt.Sscanf(rest, "%d,%d %2x%2x%2x", &at.X, &at.Y, &c.R, &c.G, &c.B); err != nil {
			return err
		}
		got := m.RGBAAt(at.X, at.Y)
		near := func(a, b byte) bool { return max(a, b)-min(a, b) <= 3 }
		return want(near(got.R, c.R) && near(got.G, c.G) && near(got.B, c.B), "%v in\n%s", got, art())
	}
	return fmt.Errorf("there is no such step")
}

// changes reports whether the panel differs from m within 5 s.
func (s *story) changes(m *image.RGBA) bool {
	for range 100 {
		time.Sleep(50 * time.Millisecond)
		if !slices.Equal(s.frame().Pix, m.Pix) {
			return true
		}
	}
	return false
}

func want(ok bool, format string, args ...any) error {
	if ok {
		return nil
	}
	return fmt.Errorf(format, args...)
}

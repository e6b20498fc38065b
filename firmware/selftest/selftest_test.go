// SPDX-License-Identifier: Apache-2.0

package selftest

import (
	"errors"
	"flag"
	"image"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/ledpost/ledpost/internal/must"
)

var update = flag.Bool("update", false, "write the golden reports")

var matrix = Device{Board: "Raspberry Pi 4 Model B Rev 1.4", Version: "1.2.3 linux/arm64", Driver: "hub75",
	Size: image.Pt(64, 32), Colours: true, Levels: true, Settings: []string{"panel.chain = 1", `panel.order = "GRB"`},
	Refreshed: true, Light: true, Air: true, Sound: true, Buttons: []string{"left", "action"}}

func TestSteps(t *testing.T) {
	for _, row := range []struct {
		why    string
		device Device
		want   string
	}{
		{"a device that has everything", matrix,
			"dark corners colours rows levels motion rate light air button-left button-action tone network clock"},
		{"LEDs of one colour that are on or off show neither bands", Device{Driver: "max7219"},
			"dark corners rows motion network clock"},
		{"levels of one colour have no order of colours", Device{Driver: "ssd1322", Levels: true},
			"dark corners rows levels motion network clock"},
		{"the simulator plays the patterns", Device{Simulator: true, Colours: true, Levels: true},
			"dark corners colours rows levels motion network clock"},
		{"keys of a remote control are listed", Device{Keys: true}, "dark corners rows motion keys network clock"},
		{"a sensor that is not connected is not asked about", Device{Light: true},
			"dark corners rows motion light network clock"},
	} {
		var got []string
		for _, s := range Steps(row.device) {
			got = append(got, strings.ReplaceAll(s.ID, " ", "-"))
			if s.Help == "" || s.Page == "" || (s.Text == "") != (s.Act == Measure) {
				t.Errorf("%s: step %s lacks its words: %+v", row.why, s.ID, s)
			}
		}
		must.Equal(t, strings.Join(got, " "), row.want, row.why)
	}
}

// TestPages: what a step leads to is there.
func TestPages(t *testing.T) {
	heading := regexp.MustCompile(`(?m)^#+ (.+)$`)
	for _, s := range Steps(matrix) {
		file, anchor, _ := strings.Cut(s.Page, "#")
		text := must.Get(os.ReadFile(filepath.Join("../../docs", file)))(t)
		var all []string
		for _, h := range heading.FindAllStringSubmatch(string(text), -1) {
			name := strings.ToLower(h[1])
			all = append(all, strings.ReplaceAll(regexp.MustCompile(`[^\w -]`).ReplaceAllString(name, ""), " ", "-"))
		}
		if !slices.Contains(all, anchor) {
			t.Errorf("step %s: %s has no heading %s", s.ID, file, anchor)
		}
	}
}

// person answers as somebody before a device with faults would: ids of steps that look wrong,
// or that the person cannot judge.
type person struct{ wrong, unsure []string }

// tests goes through a test to its end.
func (p person) tests(t *testing.T, r *Run) {
	t.Helper()
	for s, _, _ := r.Step(); s != nil; s, _, _ = r.Step() {
		answer := Yes
		switch {
		case slices.Contains(p.wrong, s.ID):
			answer = No
		case slices.Contains(p.unsure, s.ID):
			answer = Skip
		}
		switch {
		case s.ID == "rate":
			r.Refreshed(220, 40*time.Microsecond)
			r.Refreshed(198.2, 3*time.Microsecond)
			r.Measured(r.Rate())
		case s.Act == Measure && answer == No:
			r.Measured(Fails, "not there")
		case s.Act == Measure:
			r.Measured(Works, "there")
		case s.Act == Press && answer == Yes:
			if r.Pressed("volume_up") || !r.Pressed(s.Button) {
				t.Fatalf("%s: the wrong button counts, or the right one does not", s.ID)
			}
		default:
			reading := ""
			if s.Act == Read {
				reading = "312 lux"
			}
			must.Do(t, r.Answer(s.ID, answer, reading))
		}
	}
}

func TestReports(t *testing.T) {
	simulator := Device{
		Version: "1.2.3 linux/amd64", Simulator: true, Driver: "simulator", Size: image.Pt(37, 8), Colours: true,
	}
	for _, row := range []struct {
		name   string // of the golden file
		device Device
		person person
	}{
		{"works", matrix, person{}},
		{"wrong", matrix, person{wrong: []string{"colours", "button left", "clock"}, unsure: []string{"tone"}}},
		{"deaf", matrix, person{unsure: []string{"tone"}}},
		{"simulator", simulator, person{}},
	} {
		r := New(row.device)
		if r.Report() != "" {
			t.Errorf("%s: a report before the end", row.name)
		}
		row.person.tests(t, r)
		path := filepath.Join("testdata", row.name+".txt")
		if *update {
			must.Do(t, os.WriteFile(path, []byte(r.Report()), 0o644))
		}
		if want, _ := os.ReadFile(path); r.Report() != string(want) {
			t.Errorf("%s (go test -update writes it):\n%s\nwant\n%s", row.name, r.Report(), want)
		}
		lines := strings.Split(strings.TrimSpace(r.Report()), "\n")
		if n := strings.Count(lines[len(lines)-1], "|"); n != 7 {
			t.Errorf("%s: the row has %d bars, want 7", row.name, n)
		}
	}
}

// TestWhatIsNoAnswer changes nothing.
func TestWhatIsNoAnswer(t *testing.T) {
	r := New(matrix)
	for _, row := range []struct {
		why, step, answer string
		want              error
	}{
		{"a step that has not come", "corners", Yes, ErrStep},
		{"an unknown step", "nonsense", Yes, ErrStep},
		{"no step", "", Yes, ErrStep},
		{"a word that is not offered", "dark", "perhaps", ErrAnswer},
		{"nothing", "dark", "", ErrAnswer},
		{"a very long one", "dark", strings.Repeat("yes", 1<<16), ErrAnswer},
		{"a verdict in place of an answer", "dark", string(Works), ErrAnswer},
	} {
		if err := r.Answer(row.step, row.answer, ""); !errors.Is(err, row.want) {
			t.Errorf("%s: %v", row.why, err)
		}
		if s, n, _ := r.Step(); s.ID != "dark" || n != 1 {
			t.Errorf("%s: the test goes on at %s", row.why, s.ID)
		}
	}
	r.Measured(Works, "made up") // at a step for the eyes
	if s, _, _ := r.Step(); s.ID != "dark" {
		t.Error("a measurement answers for a person")
	}
	person{}.tests(t, r)
	if err := r.Answer("clock", Yes, ""); !errors.Is(err, ErrStep) {
		t.Errorf("after the end: %v", err)
	}
}

// TestNobodySaysWhatHardwareMustSay: a press and a reading cannot be claimed.
func TestNobodySaysWhatHardwareMustSay(t *testing.T) {
	r := New(Device{Light: true, Buttons: []string{"left"}})
	for _, id := range []string{"dark", "corners", "rows", "motion"} {
		must.Do(t, r.Answer(id, Yes, ""))
	}
	must.Do(t, r.Answer("light", Yes, ""))
	if err := r.Answer("button left", Yes, ""); !errors.Is(err, ErrAnswer) {
		t.Errorf("a press that was typed: %v", err)
	}
	if res := r.Results(); res[4].Verdict != Fails || res[4].Detail != Unread {
		t.Errorf("a sensor that gave nothing: %+v", res[4])
	}
}

// TestBack returns past what nobody is asked about.
func TestBack(t *testing.T) {
	r := New(Device{Refreshed: true, Sound: true})
	must.Do(t, r.Answer("dark", Back, "")) // at the beginning
	for _, id := range []string{"dark", "corners", "rows", "motion"} {
		must.Do(t, r.Answer(id, Yes, ""))
	}
	r.Measured(r.Rate())
	if res := r.Results(); res[4].Verdict != Fails {
		t.Errorf("a refresher that measured nothing: %+v", res[4])
	}
	must.Do(t, r.Answer("tone", Back, ""))
	if s, n, _ := r.Step(); s.ID != "motion" || n != 4 {
		t.Errorf("back is %s", s.ID)
	}
}

// TestRate: what people see flicker fails.
func TestRate(t *testing.T) {
	for _, row := range []struct {
		why  string
		hz   []float64
		want Verdict
	}{
		{"at the limit", []float64{100}, Works}, {"just below", []float64{99.9}, Fails},
		{"once too slow", []float64{200, 60, 200}, Fails}, {"stopped", []float64{200, 0}, Fails},
	} {
		r := New(matrix)
		for _, hz := range row.hz {
			r.Refreshed(hz, 0)
		}
		if v, says := r.Rate(); v != row.want {
			t.Errorf("%s: %s (%s)", row.why, v, says)
		}
	}
}

// SPDX-License-Identifier: Apache-2.0

package synth

import (
	"fmt"
	"maps"
	"math"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/ledpost/ledpost/internal/must"
)

// TestFeatures measures every sound against the table of what makes the real
// thing recognisable, at the rates that devices have.
func TestFeatures(t *testing.T) {
	long(t)
	rows, sources := featureTable(t)
	used := map[string]bool{}
	for _, category := range Categories() {
		for _, id := range IDs(category) {
			if len(rows[id]) < 5 {
				t.Errorf("testdata/features.txt has %d features of %s, want at least 5", len(rows[id]), id)
			}
			for _, row := range rows[id] {
				for _, rate := range []int{22050, 44100, 48000} {
					got := render(t, category, id, rate).feature(t, row.name)
					if math.IsNaN(got) && rate < 44100 && strings.HasPrefix(row.name, "partial:") {
						continue
					}
					if !(got >= row.from && got <= row.to) {
						t.Errorf("%s at %d Hz: %s is %.3g, want %g to %g: %s [%s]",
							id, rate, row.name, got, row.from, row.to, row.says, row.source)
					}
				}
				if sources[row.source] == "" {
					t.Errorf("%s: %s: no source [%s]", id, row.name, row.source)
				}
				used[row.source] = true
			}
			delete(rows, id)
		}
	}
	for id := range rows {
		t.Errorf("the table speaks of %s, which is no sound", id)
	}
	for key, text := range sources {
		for other := range used {
			if strings.Contains(sources[other], "["+key+"]") {
				used[key] = true
			}
		}
		if !used[key] {
			t.Errorf("no feature has the source [%s] %s", key, text)
		}
	}
}

// TestTableTellsApart: what the table says of a sound fits no other sound.
func TestTableTellsApart(t *testing.T) {
	long(t)
	rows, _ := featureTable(t)
	fits := func(s *sound, rows []featureRow) bool {
		for _, row := range rows {
			if got := s.feature(t, row.name); !(got >= row.from && got <= row.to) {
				return false
			}
		}
		return true
	}
	for id, want := range rows {
		for _, category := range Categories() {
			for _, other := range IDs(category) {
				if other != id && fits(render(t, category, other, rate), want) {
					t.Errorf("%s could be taken for %s", other, id)
				}
			}
		}
	}
}

type featureRow struct {
	name     string
	from, to float64
	source   string
	says     string
}

// featureTable reads the rows of each sound, and the sources by their key.
func featureTable(t *testing.T) (map[string][]featureRow, map[string]string) {
	t.Helper()
	text := must.Get(os.ReadFile("testdata/features.txt"))(t)
	rows, sources := map[string][]featureRow{}, map[string]string{}
	for n, line := range strings.Split(string(text), "\n") {
		f := strings.Fields(line)
		switch {
		case line == "" || line[0] == '#':
		case line[0] == '[':
			sources[strings.Trim(f[0], "[]")] = strings.Join(f[1:], " ")
		case len(f) > 5:
			from, err1 := strconv.ParseFloat(f[2], 64)
			to, err2 := strconv.ParseFloat(f[3], 64)
			if err1 != nil || err2 != nil || from > to {
				t.Fatalf("line %d: want two numbers, the smaller first: %s", n+1, line)
			}
			rows[f[0]] = append(rows[f[0]], featureRow{f[1], from, to, f[4], strings.Join(f[5:], " ")})
		default:
			t.Fatalf("line %d has too few columns: %s", n+1, line)
		}
	}
	return rows, sources
}

// feature measures one feature by its name in the table.
func (s *sound) feature(t *testing.T, name string) float64 {
	t.Helper()
	f := strings.Split(name, ":")
	arg := make([]float64, 3)
	for i, a := range f[1:] {
		v, err := strconv.ParseFloat(a, 64)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		arg[i] = v
	}
	if measure, ok := plainFeatures[f[0]]; ok && len(f) == 1 {
		return measure(s)
	}
	switch fmt.Sprint(f[0], len(f)-1) {
	case "tone1":
		if on := s.onsets(); int(arg[0]) <= len(on) {
			return s.tone(on[int(arg[0])-1])
		}
		return math.Inf(-1) // there is no such onset
	case "step1":
		if steps := s.steps(); int(arg[0]) <= len(steps) {
			return steps[int(arg[0])-1]
		}
		return math.Inf(-1)
	case "share2":
		return s.share(arg[0], arg[1])
	case "peak2":
		return s.peak(arg[0], arg[1])
	case "partial1":
		return s.partial(arg[0])
	case "tremolo2":
		return s.tremolo(arg[0], arg[1])
	}
	t.Fatalf("there is no feature %s; there are %v", name, slices.Sorted(maps.Keys(plainFeatures)))
	return 0
}

var plainFeatures = map[string]func(*sound) float64{
	"length":  (*sound).length,
	"attack":  (*sound).attack,
	"decay":   (*sound).decay,
	"duty":    (*sound).duty,
	"clarity": (*sound).clarity,
	"bursts":  func(s *sound) float64 { return float64(len(s.bursts())) },
	"burst": func(s *sound) float64 {
		var all []float64
		for _, b := range s.bursts() {
			all = append(all, b[1]-b[0])
		}
		return median(all)
	},
	"pause": func(s *sound) float64 {
		var all []float64
		for i, b := range s.bursts() {
			if i > 0 {
				all = append(all, b[0]-s.bursts()[i-1][1])
			}
		}
		return median(all)
	},
	"onsets":        func(s *sound) float64 { return float64(len(s.onsets())) },
	"gap":           func(s *sound) float64 { return median(differences(s.onsets())) },
	"uneven":        func(s *sound) float64 { d := differences(s.onsets()); return most(d) / least(d) },
	"steps.min":     func(s *sound) float64 { return least(s.steps()) },
	"steps.max":     func(s *sound) float64 { return most(s.steps()) },
	"steps.sum":     func(s *sound) float64 { on := s.onsets(); return semitones(s.tone(on[0]), s.tone(on[len(on)-1])) },
	"pitch":         func(s *sound) float64 { return median(s.voiced()) },
	"pitch.first":   func(s *sound) float64 { return s.part(0, 1) },
	"pitch.last":    func(s *sound) float64 { return s.part(4, 5) },
	"pitch.low":     func(s *sound) float64 { return s.rank(0.05) },
	"pitch.max":     func(s *sound) float64 { return s.rank(0.95) },
	"pitch.rise":    func(s *sound) float64 { return semitones(s.part(0, 1), s.part(4, 5)) },
	"pitch.arch":    (*sound).pitchArch,
	"halves":        func(s *sound) float64 { return semitones(s.part(0, 2), s.part(3, 5)) },
	"falling":       (*sound).falling,
	"glide":         (*sound).glide,
	"tremolo.pitch": (*sound).pitchRate,
	"wander":        (*sound).wander,
	"swells":        (*sound).swells,
	"centroid":      func(s *sound) float64 { return s.centroid(0, 1) },
	"centroid.rise": func(s *sound) float64 { return math.Log2(s.centroid(2./3, 1) / s.centroid(0, 1./3)) },
	"centroid.arch": func(s *sound) float64 {
		return math.Log2(s.centroid(0.4, 0.6) / math.Sqrt(s.centroid(0, 0.15)*s.centroid(0.85, 1)))
	},
}

// part is the median of a part, in fifths, of the pitches.
func (s *sound) part(from, to int) float64 {
	v := s.voiced()
	return median(v[len(v)*from/5 : len(v)*to/5])
}

// rank is the pitch below which a share of the pitches lie.
func (s *sound) rank(share float64) float64 {
	v := slices.Sorted(slices.Values(s.voiced()))
	if len(v) == 0 {
		return math.Inf(-1)
	}
	return v[int(share*float64(len(v)))]
}

// least and most are -Inf for nothing at all.
func least(v []float64) float64 {
	if len(v) == 0 {
		return math.Inf(-1)
	}
	return slices.Min(v)
}

func most(v []float64) float64 {
	if len(v) == 0 {
		return math.Inf(-1)
	}
	return slices.Max(v)
}

func differences(v []float64) []float64 {
	var out []float64
	for i := 1; i < len(v); i++ {
		out = append(out, v[i]-v[i-1])
	}
	return out
}

// steps are the intervals in semitones between the tones at the onsets.
func (s *sound) steps() []float64 {
	var out []float64
	on := s.onsets()
	for i := 1; i < len(on); i++ {
		out = append(out, semitones(s.tone(on[i-1]), s.tone(on[i])))
	}
	return out
}

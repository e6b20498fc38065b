// SPDX-License-Identifier: Apache-2.0

package synth

import (
	"errors"
	"flag"
	"fmt"
	"math"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/ledpost/ledpost/internal/must"
)

// The ids of the device API, section Sound, in its order.
const notificationIDs = "bicycle, car, cash, cat, dog, dog2, energy, knock-knock, letter_email, lose1, lose2, " +
	"negative1, negative2, negative3, negative4, negative5, notification, notification2, notification3, notification4, " +
	"open_door, positive1, positive2, positive3, positive4, positive5, positive6, statistic, thunder, water1, water2, " +
	"win, win2, wind, wind_short"

const alarmIDs = "alarm1, alarm2, alarm3, alarm4, alarm5, alarm6, alarm7, alarm8, alarm9, alarm10, alarm11, " +
	"alarm12, alarm13"

func TestCatalogue(t *testing.T) {
	for category, want := range map[string]string{"notifications": notificationIDs, "alarms": alarmIDs,
		Motions: "flap", "Alarms": "", "": ""} {
		if got := strings.Join(IDs(category), ", "); got != want {
			t.Errorf("%q has %s, want %s", category, got, want)
		}
	}
}

func TestKnown(t *testing.T) {
	for _, c := range []struct {
		why, category, id string
		want              bool
	}{
		{"a notification", "notifications", "knock-knock", true},
		{"an alarm", "alarms", "alarm13", true},
		{"a dog is no alarm", "alarms", "dog", false},
		{"there are thirteen", "alarms", "alarm14", false},
		{"case counts", "notifications", "Dog", false},
		{"no such category", "sounds", "dog", false},
		{"nothing", "", "", false},
	} {
		must.Equal(t, Known(c.category, c.id), c.want, c.why)
		if got := Length(c.category, c.id) > 0; got != c.want {
			t.Errorf("%s: length %v", c.why, Length(c.category, c.id))
		}
		_, err := Render(c.category, c.id, 8000)
		if (err == nil) != c.want || err != nil && !errors.Is(err, ErrUnknown) {
			t.Errorf("%s: %v", c.why, err)
		}
	}
}

func TestRates(t *testing.T) {
	for _, rate := range []int{-1, 0, 7999, 192001, math.MaxInt} {
		if _, err := Render("alarms", "alarm1", rate); err == nil {
			t.Errorf("%d Hz is no rate", rate)
		}
	}
	for _, rate := range []int{8000, 11025, 16000, 31999, 96000, 192000} {
		samples, err := Render("notifications", "water1", rate)
		if want := int(math.Round(float64(rate) * Length("notifications", "water1").Seconds())); err != nil ||
			len(samples) != want {
			t.Errorf("%d Hz: %d samples, want %d; %v", rate, len(samples), want, err)
		}
	}
}

func TestLengths(t *testing.T) {
	each(t, func(t *testing.T, s *sound) {
		least, most := 300*time.Millisecond, 4*time.Second
		switch s.category {
		case "alarms":
			least = time.Second
		case Motions:
			least, most = 20*time.Millisecond, 300*time.Millisecond
		}
		length := Length(s.category, s.id)
		if length < least || length > most {
			t.Errorf("%v long, want %v to %v", length, least, most)
		}
		if got := time.Duration(float64(len(s.x)) / s.rate * float64(time.Second)); (got - length).Abs() > time.Millisecond {
			t.Errorf("%v long, Length says %v", got, length)
		}
	})
}

// TestSilentSides: no direct current, and all but alarms come from silence
// and go back to it.
func TestSilentSides(t *testing.T) {
	each(t, func(t *testing.T, s *sound) {
		var sum float64
		for _, v := range s.x {
			sum += v
		}
		if dc := math.Abs(sum) / float64(len(s.x)); dc > 0.0005 {
			t.Errorf("the mean is %.5f of full scale", dc)
		}
		if s.category == "alarms" {
			return
		}
		side := int(0.001 * s.rate)
		for name, part := range map[string][]float64{"start": s.x[:side], "end": s.x[len(s.x)-side:]} {
			if loudest := max(slices.Max(part), -slices.Min(part)); loudest > 0.01 {
				t.Errorf("its %s is at %.3f of full scale", name, loudest)
			}
		}
		if s.levels()[len(s.frames)-1] > -40 {
			t.Errorf("ends at %.0f dB", s.levels()[len(s.frames)-1])
		}
	})
}

// TestSeam: where an alarm's end meets its start, neither the step from sample
// to sample nor the change of the spectrum is larger than elsewhere in it.
func TestSeam(t *testing.T) {
	long(t)
	for _, rate := range []int{22050, 44100, 48000} {
		for _, id := range IDs("alarms") {
			s := render(t, "alarms", id, rate)
			bend := func(i int) float64 { return math.Abs(s.at(i+1) - 2*s.at(i) + s.at(i-1)) }
			jump := func(i int) float64 { return math.Abs(s.at(i+1) - s.at(i)) }
			n := len(s.x)
			var most, bent float64
			for i := 2; i < n-2; i++ {
				most, bent = max(most, jump(i)), max(bent, bend(i))
			}
			if jump(n-1) > most {
				t.Errorf("%s at %d Hz: jumps by %.4f at the seam, by %.4f elsewhere", id, rate, jump(n-1), most)
			}
			if seam := max(bend(n-1), bend(n)); seam > bent {
				t.Errorf("%s at %d Hz: bends by %.4f at the seam, by %.4f elsewhere", id, rate, seam, bent)
			}
			flux := func(centre int) float64 {
				before, after := s.spectrum(centre-64, 512), s.spectrum(centre+64, 512)
				var sum float64
				for k := range before.power {
					sum += math.Abs(math.Sqrt(after.power[k]) - math.Sqrt(before.power[k]))
				}
				return sum
			}
			most = 0
			for centre := 512; centre < n-512; centre += 64 {
				most = max(most, flux(centre))
			}
			if flux(n) > 1.05*most {
				t.Errorf("%s at %d Hz: the spectrum changes by %.3f at the seam, by %.3f elsewhere", id, rate, flux(n), most)
			}
		}
	}
}

// TestAnyGoroutine: rendering has no state to share.
func TestAnyGoroutine(t *testing.T) {
	want, _ := Render("notifications", "thunder", 22050)
	var all sync.WaitGroup
	for range 4 {
		all.Go(func() {
			if got, err := Render("notifications", "thunder", 22050); err != nil || !slices.Equal(got, want) {
				t.Errorf("another thunder, %v", err)
			}
		})
	}
	all.Wait()
}

func BenchmarkRender(b *testing.B) {
	for _, category := range Categories() {
		for _, id := range IDs(category) {
			b.Run(id, func(b *testing.B) {
				for b.Loop() {
					must.Get(Render(category, id, 44100))(b)
				}
				perSecond := Length(category, id).Seconds() * float64(b.N) / b.Elapsed().Seconds()
				b.ReportMetric(perSecond, "×realtime")
			})
		}
	}
}

// long skips a test that measures for seconds, where only what may race counts.
func long(t *testing.T) {
	t.Helper()
	if testing.Short() {
		t.Skip("measures for seconds; not with -short")
	}
}

var update = flag.Bool("update", false, "write the goldens")

const goldenFile = "testdata/golden.txt"

// TestGolden compares 100 samples of each sound, evenly spread, with those
// that were written on amd64. Other processors may round differently by 1.
// go test -run Golden -update writes the file after a change that is meant.
func TestGolden(t *testing.T) {
	long(t)
	var b strings.Builder
	for _, category := range Categories() {
		for _, id := range IDs(category) {
			for _, rate := range []int{22050, 44100} {
				samples := must.Get(Render(category, id, rate))(t)
				fmt.Fprint(&b, id, " ", rate, " ", len(samples))
				for i := range 100 {
					fmt.Fprint(&b, " ", samples[(2*i+1)*len(samples)/200])
				}
				b.WriteByte('\n')
			}
		}
	}
	if *update {
		must.Do(t, os.WriteFile(goldenFile, []byte(b.String()), 0o644))
		return
	}
	want := must.Get(os.ReadFile(goldenFile))(t)
	compareGolden(t, strings.Split(b.String(), "\n"), strings.Split(string(want), "\n"))
}

func compareGolden(t *testing.T, got, want []string) {
	t.Helper()
	if len(got) != len(want) {
		t.Fatalf("%d lines, want %d", len(got), len(want))
	}
	for n := range got {
		g, w := strings.Fields(got[n]), strings.Fields(want[n])
		if len(g) != len(w) {
			t.Fatalf("line %d: %d words, want %d", n+1, len(g), len(w))
		}
		for i := range g {
			var x, y int
			fmt.Sscan(g[i], &x)
			fmt.Sscan(w[i], &y)
			if i < 3 && g[i] != w[i] || x-y > 1 || y-x > 1 {
				t.Errorf("%s at %s Hz: word %d is %s, want %s", w[0], w[1], i, g[i], w[i])
				break
			}
		}
	}
}

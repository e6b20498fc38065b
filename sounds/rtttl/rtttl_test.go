// SPDX-License-Identifier: Apache-2.0

package rtttl

import (
	"math"
	"strings"
	"testing"
	"time"

	"github.com/ledpost/ledpost/internal/must"
)

func TestParse(t *testing.T) {
	beat := func(b int, parts float64) time.Duration {
		return time.Duration(parts * float64(time.Minute) / float64(b))
	}
	for _, row := range []struct {
		why, text string
		want      []Note
	}{
		{"a duration, a pitch, an octave", "a:d=4,o=5,b=60:8a4", []Note{{440, beat(60, 0.5)}}},
		{"the defaults of the section", "a:d=2,o=4,b=120:a", []Note{{440, beat(120, 2)}}},
		{"the defaults of the language", "a::a", []Note{{1760, beat(63, 1)}}},
		{"a pause", "a:d=4,o=5,b=60:p", []Note{{0, time.Second}}},
		{"a dot before the octave", "a:d=4,o=5,b=60:a.4", []Note{{440, 1500 * time.Millisecond}}},
		{"a dot after it", "a:d=4,o=5,b=60:a4.", []Note{{440, 1500 * time.Millisecond}}},
		{"a sharp", "a:d=4,o=4,b=60:g#", []Note{{415.3, time.Second}}},
		{"h is b", "a:d=4,o=4,b=60:h", []Note{{493.88, time.Second}}},
		{"capitals and spaces", " A : D=4, O=4 ,B=60 : A , P ", []Note{{440, time.Second}, {0, time.Second}}},
		{"a comma at the end", "a:d=4,o=4,b=60:a,", []Note{{440, time.Second}}},
		{"a default that nobody knows", "a:d=4,o=4,b=60,s=L:a", []Note{{440, time.Second}}},
		{"no name", ":d=4,o=4,b=60:a", []Note{{440, time.Second}}},
	} {
		got, err := Parse(row.text)
		if err != nil || len(got.Notes) != len(row.want) {
			t.Errorf("%s: %q is %v, %v", row.why, row.text, got, err)
			continue
		}
		for i, n := range got.Notes {
			if w := row.want[i]; math.Abs(n.Hz-w.Hz) > 0.01 || n.For != w.For {
				t.Errorf("%s: %q has %v, want %v", row.why, row.text, n, w)
			}
		}
	}
}

func TestParseRefuses(t *testing.T) {
	for _, row := range []struct{ why, text, want string }{
		{"nothing", "", "NAME:DEFAULTS:NOTES"},
		{"two sections", "a:b", "NAME:DEFAULTS:NOTES"},
		{"no notes", "a:d=4: , ", "no notes"},
		{"unknown note", "a::c,x,d", `"x"`},
		{"a duration between", "a::3c", `"3c"`},
		{"an octave too high", "a::c9", `"c9"`},
		{"something after a note", "a::c5c", `"c5c"`},
		{"two dots", "a::c..", `"c.."`},
		{"a default out of range", "a:b=1:c", `"b=1"`},
		{"a default without a number", "a:d=x:c", `"d=x"`},
		{"a number beyond all", "a::99999999999999999999c", "the note"},
		{"too many notes", "a:d=64,b=900:" + strings.Repeat("c,", MaxNotes+1), "at most 512 notes"},
		{"too long", "a:d=1,b=5:c,c", "1m0s"},
		{"too much text", "a::" + strings.Repeat(" ", MaxBytes), "4096"},
	} {
		_, err := Parse(row.text)
		must.Fail(t, err, row.want, row.why)
	}
}

func TestRender(t *testing.T) {
	tune := must.Get(Parse("a:d=4,o=4,b=60:a,p,a8"))(t)
	const rate = 48000
	pcm, err := tune.Render(rate)
	if err != nil || len(pcm) != 3*rate {
		t.Fatalf("%d samples, %v, want 3 s", len(pcm), err)
	}
	if hz := crossings(pcm[:rate/2]) * 2; math.Abs(hz-440) > 3 {
		t.Errorf("the first note is of %v Hz, want 440", hz)
	}
	must.Equal(t, crossings(pcm[rate:2*rate]), 0, "the pause is heard")
	if hz := crossings(pcm[2*rate:2*rate+rate/2]) * 2; math.Abs(hz-7040) > 3 {
		t.Errorf("the last note is of %v Hz, want 7040", hz)
	}
	for i, v := range pcm {
		if v > math.MaxInt16/4 || v < -math.MaxInt16/4 {
			t.Fatalf("sample %d is %d: too loud", i, v)
		}
	}
	for i := 1; i < 100; i++ {
		if d := int(pcm[i]) - int(pcm[i-1]); d > 1500 || d < -1500 {
			t.Fatalf("it clicks at its beginning: %d", d)
		}
	}
	for _, bad := range []int{0, MinRate - 1, MaxRate + 1} {
		if _, err := tune.Render(bad); err == nil {
			t.Errorf("a rate of %d Hz is taken", bad)
		}
	}
}

// crossings counts how often the sound rises through zero.
func crossings(pcm []int16) (n float64) {
	for i := 1; i < len(pcm); i++ {
		if pcm[i-1] < 0 && pcm[i] >= 0 {
			n++
		}
	}
	return n
}

// FuzzParse: what is taken is within the limits, and can be rendered.
func FuzzParse(f *testing.F) {
	for _, s := range []string{"two:d=4,o=5,b=100:8c,8p,16g#6.", "::c", "a:d=64,b=900:c", "a:b=5:1c.", ":::", "a::\xff"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		tune, err := Parse(text)
		if err != nil {
			if len(err.Error()) > 400 {
				t.Errorf("the error has %d bytes", len(err.Error()))
			}
			return
		}
		if l := tune.Length(); len(tune.Notes) > MaxNotes || l > MaxLength || l <= 0 {
			t.Errorf("%d notes, %v", len(tune.Notes), l)
		}
		if pcm, err := tune.Render(MinRate); err != nil || len(pcm) > int(MaxLength.Seconds())*MinRate {
			t.Errorf("%d samples, %v", len(pcm), err)
		}
	})
}

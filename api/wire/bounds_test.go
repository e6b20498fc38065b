// SPDX-License-Identifier: Apache-2.0

package wire

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/ledpost/ledpost/device"
	"github.com/ledpost/ledpost/device/devicetest"
	"github.com/ledpost/ledpost/device/note"
	"github.com/ledpost/ledpost/internal/must"
)

// withDevice runs f with a device of 37×8 in fake time.
func withDevice(t *testing.T, f func(t *testing.T, d *device.Device)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		d := device.New(device.Config{Width: 37, Height: 8, Limits: device.DefaultLimits, Zone: device.NewZone(time.UTC)},
			device.Fresh(), devicetest.Nowhere())
		must.Run(t, d.Run)
		f(t, d)
	})
}

// TestPutIndicators: an indicator is set, and one that the body does not name stays.
func TestPutIndicators(t *testing.T) {
	withDevice(t, func(t *testing.T, d *device.Device) {
		for _, body := range []string{`{"1":{"color":"#FF0000"}}`, `{"2":{"color":"#0000FF"}}`} {
			if _, err := PutIndicators(t.Context(), d, []byte(body)); err != nil {
				t.Fatal(body, err)
			}
		}
		now, err := d.Indicators(t.Context())
		if err != nil || now[0].Color.R != 255 || now[1].Color.B != 255 || now[2].Color.Set {
			t.Errorf("%+v, %v", now, err)
		}
	})
}

// TestMoodFaultsTogether: a client hears of all that is wrong with a mood light at once.
func TestMoodFaultsTogether(t *testing.T) {
	withDevice(t, func(t *testing.T, d *device.Device) {
		_, err := PutMood(t.Context(), d, []byte(`{"brightness":"bright","kelvin":1}`))
		for _, field := range []string{"brightness", "kelvin"} {
			must.Fail(t, err, field)
		}
	})
}

// TestListLengths: the longest lists of colours and values are taken, one more is a fault that gives
// both figures.
func TestListLengths(t *testing.T) {
	list := func(item string, n int) string {
		return "[" + strings.TrimSuffix(strings.Repeat(item+",", n), ",") + "]"
	}
	pixels := func(n int) string { return `{"draw":[{"bitmap":[0,0,64,64,` + list("null", n) + `]}]}` }
	colors := func(n int) string { return `{"effect":"gradient","text":"x","colors":` + list(`"#112233"`, n) + `}` }
	chart := func(n int) string { return `{"chartData":` + list("1", n) + `}` }
	for _, row := range []struct {
		why, frame, fault string
	}{
		{"a bitmap as large as they may be", pixels(note.MaxBitmap), ""},
		{"one pixel more", pixels(note.MaxBitmap + 1),
			fmt.Sprintf("%d colours, at most %d are allowed", note.MaxBitmap+1, note.MaxBitmap)},
		{"all colours of a gradient", colors(note.MaxColors), ""},
		{"one more", colors(note.MaxColors + 1), fmt.Sprintf("%d colours, want 2 to %d", note.MaxColors+1, note.MaxColors)},
		{"a chart of nothing", chart(0), fmt.Sprintf("0 values, want 1 to %d", note.MaxChart)},
		{"of one value", chart(1), ""},
		{"the longest", chart(note.MaxChart), ""},
		{"one value more", chart(note.MaxChart + 1), fmt.Sprintf("%d values, want 1 to %d", note.MaxChart+1, note.MaxChart)},
	} {
		_, err := ParseNotification([]byte(framed(row.frame)))
		if row.fault == "" && err != nil || row.fault != "" && (err == nil || !strings.Contains(err.Error(), row.fault)) {
			t.Errorf("%s: %v, want %q", row.why, err, row.fault)
		}
	}
}

// TestArrayLimit: an array may have as many items as the limit says.
func TestArrayLimit(t *testing.T) {
	for n, ok := range map[int]bool{2: true, 3: true, 4: false} {
		var list List[Word]
		body := "[" + strings.TrimSuffix(strings.Repeat(`"a",`, n), ",") + "]"
		if err := DecodeArray([]byte(body), &list, 3); (err == nil) != ok {
			t.Errorf("%d items: %v", n, err)
		}
	}
}

// TestEchoIsExact: what 32 bits cannot hold stands beside it, whichever number it is, and
// a style of a single fragment is not lost.
func TestEchoIsExact(t *testing.T) {
	for goal, exact := range map[note.Goal]bool{
		{Start: 0, Current: 1, End: 2}:   false,
		{Start: 0.5, Current: 1, End: 2}: true,
		{Start: 0, Current: 1.5, End: 2}: true,
		{Start: 0, Current: 1, End: 2.5}: true,
	} {
		if _, got := goalObject(&goal); (got != nil) != exact {
			t.Errorf("%+v: %+v", goal, got)
		}
	}
	for _, row := range []struct {
		why  string
		text []note.Fragment
		want int
	}{
		{"without a style", []note.Fragment{{Text: "a"}}, 0},
		{"a colour alone", []note.Fragment{{Text: "a", Color: note.Color{R: 255, Set: true}}}, 1},
		{"two of them", []note.Fragment{{Text: "a"}, {Text: "b"}}, 2},
	} {
		if got := fragmentObjects(row.text); len(got) != row.want {
			t.Errorf("%s: %+v", row.why, got)
		}
	}
}

// TestIconsAsSent: a number is echoed as a number, other spellings as they are.
func TestIconsAsSent(t *testing.T) {
	for sent, want := range map[string]string{`2867`: `2867`, `"2867"`: `2867`, `"i2867"`: `"i2867"`, `"rain"`: `"rain"`,
		`null`: `null`} {
		n, err := ParseNotification([]byte(framed(`{"text":"x","icon":` + sent + `}`)))
		if err != nil {
			t.Fatal(sent, err)
		}
		if got, _ := json.Marshal(iconObject(n.Frames[0].Icon)); string(got) != want {
			t.Errorf("%s: %s, want %s", sent, got, want)
		}
	}
}

// nothing joins no errors.
type nothing struct{ error }

func (nothing) Unwrap() []error { return nil }

// TestOnlyOurWords: an error that is not the client's has no text for it.
func TestOnlyOurWords(t *testing.T) {
	if said, ok := Said(errors.New("the disk is full")); ok || said != "" {
		t.Errorf("%q, %v", said, ok)
	}
	if said, ok := Said(device.ErrNotFound); !ok || said == "" {
		t.Errorf("%q, %v", said, ok)
	}
	if said, ok := Messages(nothing{}); ok || len(said) > 0 {
		t.Errorf("%q, %v", said, ok)
	}
}

// TestShort: what a message quotes has at most 40 characters, however many bytes those take.
func TestShort(t *testing.T) {
	for _, row := range []struct{ why, in, want string }{
		{"the longest that is quoted whole", strings.Repeat("é", 40), strings.Repeat("é", 40)},
		{"one more is cut", strings.Repeat("é", 41), strings.Repeat("é", 40) + "…"},
		{"so is a book", strings.Repeat("x", 1<<20), strings.Repeat("x", 40) + "…"},
		{"bytes outside UTF-8", "a\xff", "a�"},
	} {
		if got := Short(row.in); got != row.want {
			t.Errorf("%s: %q, want %q", row.why, got, row.want)
		}
	}
}

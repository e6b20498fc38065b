// SPDX-License-Identifier: Apache-2.0

package wire

import (
	"runtime"
	"strings"
	"testing"
)

// full returns the body of just under MaxBody bytes that has one part over and over.
func full(before, part, after string) []byte {
	n := (MaxBody - len(before) - len(after)) / len(part)
	return []byte(before + strings.TrimSuffix(strings.Repeat(part, n), ",") + after)
}

// dear are the bodies that cost most to read, by what is repeated in them.
var dear = map[string][]byte{
	"values of a chart":        full(`{"model":{"frames":[{"chartData":[`, `1,`, `]}]}}`),
	"doubled keys of a frame":  full(`{"model":{"frames":[{`, `"text":"a",`, `}]}}`),
	"doubled keys of the body": full(`{`, `"model":{},`, `}`),
	"doubled lists":            full(`{"model":{"frames":[{`, `"chartData":[1,2,3,4,5,6,7,8],`, `}]}}`),
	"unknown keys":             full(`{"model":{"frames":[{`, `"a":1,`, `}]}}`),
	"frames":                   full(`{"model":{"frames":[`, `{},`, `]}}`),
	"empty objects":            full(`{"model":{"frames":[{"text":[`, `{},`, `]}]}}`),
	"fragments":                full(`{"model":{"frames":[{"text":[`, `{"t":"a"},`, `]}]}}`),
	"shapes":                   full(`{"model":{"frames":[{"draw":[`, `{"pixel":[1,1]},`, `]}]}}`),
	"arguments of a shape":     full(`{"model":{"frames":[{"draw":[{"pixel":[`, `1,`, `]}]}]}}`),
	"pixels":                   full(`{"model":{"frames":[{"draw":[{"bitmap":[0,0,64,64,[`, `"#FF0000",`, `]]}]}]}}`),
	"letters":                  full(`{"model":{"frames":[{"text":"`, `a`, `"}]}}`),
	"escaped letters":          full(`{"model":{"frames":[{"text":"`, `\u00e4`, `"}]}}`),
	"escapes of a shell":       full(`{"model":{"frames":[{"text":"`, `\!`, `"}]}}`),
	"an endless string":        full(`{"model":{"frames":[{"text":"`, `a`, ``),
	"digits":                   full(`{"lifetime":`, `1`, `}`),
	"brackets":                 full(``, `[`, ``),
	"spaces":                   full(`{"model":{"frames":[{"text":"a"`, ` `, `}]}}`),
}

// TestDearBodies: an array stops at its limit and of a doubled key the last value alone is
// read: a body costs as much as its result, however often it repeats itself.
func TestDearBodies(t *testing.T) {
	for name, body := range dear {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		ParseNotification(body)
		runtime.ReadMemStats(&after)
		if n := after.Mallocs - before.Mallocs; n > 60_000 {
			t.Errorf("%s: %d allocations", name, n)
		}
		if n := after.TotalAlloc - before.TotalAlloc; n > 8<<20 {
			t.Errorf("%s: %d KiB", name, n>>10)
		}
	}
}

// alone records whether another large body could be parsed while it is.
type alone bool

func (a *alone) UnmarshalJSON([]byte) error {
	if *a = alone(!parsing.TryLock()); !*a {
		parsing.Unlock()
	}
	return nil
}

// TestLargeBodiesTakeTurns: while a large body is parsed no other one is, and small ones wait for nobody.
func TestLargeBodiesTakeTurns(t *testing.T) {
	for _, row := range []struct {
		why   string
		blank int
		want  alone
	}{
		{"small", 0, false}, {"the largest small one", largeBody - len(`[{"a":0}]`), false}, {"large", largeBody, true},
	} {
		type body struct {
			A alone `json:"a"`
		}
		var one body
		if err := Decode([]byte(strings.Repeat(" ", row.blank)+`{"a":0}`), &one); err != nil || one.A != row.want {
			t.Errorf("%s: alone is %v, %v", row.why, one.A, err)
		}
		var list List[body]
		if err := DecodeArray([]byte(strings.Repeat(" ", row.blank)+`[{"a":0}]`), &list, 1); err != nil ||
			list.Items[0].A != row.want {
			t.Errorf("%s, an array: alone is %v, %v", row.why, list.Items[0].A, err)
		}
		if !parsing.TryLock() {
			t.Fatalf("%s: the turn is kept", row.why)
		}
		parsing.Unlock()
	}
}

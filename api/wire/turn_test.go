// SPDX-License-Identifier: Apache-2.0

package wire

import (
	"strings"
	"testing"
)

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
		if err := DecodeArray([]byte(strings.Repeat(" ", row.blank)+`[{"a":0}]`), &list, 1); err != nil || list.Items[0].A != row.want {
			t.Errorf("%s, an array: alone is %v, %v", row.why, list.Items[0].A, err)
		}
		if !parsing.TryLock() {
			t.Fatalf("%s: the turn is kept", row.why)
		}
		parsing.Unlock()
	}
}

// SPDX-License-Identifier: Apache-2.0

package hil

import (
	"bytes"
	"errors"
	"strings"
	"testing"

	"github.com/ledpost/ledpost/hw"
)

// TestJUnit: a server of tests reads apart what is different from what could not be compared.
func TestJUnit(t *testing.T) {
	for _, row := range []struct {
		result error
		want   string
	}{
		{nil, `tests="1" failures="0" errors="0"><testcase classname="hil" name="a"></testcase>`},
		{&hw.Difference{}, `failures="1" errors="0"><testcase classname="hil" name="a"><failure message="`},
		{errors.New("no capture"), `failures="0" errors="1"><testcase classname="hil" name="a"><error message="no capture">`},
	} {
		var out bytes.Buffer
		if err := junit(&out, "hil", "a", row.result); err != nil || !strings.Contains(out.String(), row.want) {
			t.Errorf("%v: %v\n%s", row.result, err, out.String())
		}
	}
}

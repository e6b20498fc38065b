// SPDX-License-Identifier: Apache-2.0

package latest

import "testing"

func TestNewestWins(t *testing.T) {
	b := New[int]()
	for i := range 5 {
		b.Put(i)
	}
	if got := <-b; got != 4 {
		t.Errorf("took %d, want the newest, 4", got)
	}
	select {
	case v := <-b:
		t.Errorf("box still holds %d after it was taken", v)
	default:
	}
}

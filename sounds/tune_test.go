// SPDX-License-Identifier: Apache-2.0

package sounds

import (
	"math"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

// TestTune: a ringtone is played as often as its track says.
func TestTune(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := start(t, nil)
		r.library.render = renderMade
		r.Play(Track{Key: "1", Tune: "two:d=4,o=5,b=240:c,p", Repeat: 2, Volume: 100})
		time.Sleep(5 * time.Second)
		n := 0
		for _, h := range r.take() {
			if math.Abs(h[0]) > 0.02 {
				n++
			}
		}
		if n < 2*9000 || n > 2*12000 {
			t.Errorf("heard %d frames, want about two notes of 12000", n)
		}
		if s := r.Stats(); s.Failures != 0 || s.Playing != "" {
			t.Errorf("%+v", s)
		}
	})
}

func TestCheckTune(t *testing.T) {
	if err := CheckTune("two:d=4,o=5,b=240:c,p"); err != nil {
		t.Error(err)
	}
	if err := CheckTune("two:d=4,o=5,b=240:c,x"); err == nil || !strings.Contains(err.Error(), `"x"`) {
		t.Errorf("%v, want the note that is wrong", err)
	}
}

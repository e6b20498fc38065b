// SPDX-License-Identifier: Apache-2.0

package sounds

import (
	"bytes"
	"log/slog"
	"math"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/ledpost/ledpost/internal/must"
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
	must.Do(t, CheckTune("two:d=4,o=5,b=240:c,p"))
	must.Fail(t, CheckTune("two:d=4,o=5,b=240:c,x"), `"x"`)
}

// TestTitlesAreLogged: each once, and not more than a log can bear.
func TestTitlesAreLogged(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var log bytes.Buffer
		p := NewPlayer(Config{Output: "null"}, slog.New(slog.NewTextHandler(&log, nil)))
		for _, row := range []struct {
			title string
			later time.Duration
			told  bool
		}{
			{"", 0, false}, {"one", 0, true}, {"one", time.Minute, false}, {"two", 0, true}, {"hurried", titleTime - 1, false},
			{"", time.Minute, false}, {"two", 0, true}, {"three", titleTime, true},
		} {
			time.Sleep(row.later)
			log.Reset()
			p.setTitle(row.title)
			if told := strings.Contains(log.String(), `title=`+row.title+"\n"); told != row.told || !told && log.Len() > 0 {
				t.Errorf("%q, %v later: %q", row.title, row.later, log.String())
			}
			must.Equal(t, p.title, row.title, "title")
		}
	})
}

// SPDX-License-Identifier: Apache-2.0

package sounds

import (
	"bytes"
	"log/slog"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

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
			if p.title != row.title {
				t.Errorf("title %q, want %q", p.title, row.title)
			}
		}
	})
}

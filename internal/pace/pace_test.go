// SPDX-License-Identifier: Apache-2.0

package pace

import (
	"net"
	"testing"
	"testing/synctest"
	"time"

	"golang.org/x/time/rate"
)

// TestConn: of what comes without end, some is read at once, the rest slowly, and whoever waits
// for it ends with the connection.
func TestConn(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ours, theirs := net.Pipe()
		go func() {
			for _, err := theirs.Write(make([]byte, 10)); err == nil; _, err = theirs.Write(make([]byte, 10)) {
			}
		}()
		c, began, read := Conn(ours, rate.NewLimiter(10, 1000)), time.Now(), 0
		time.AfterFunc(60500*time.Millisecond, func() { c.Close() })
		for b := make([]byte, 10); ; {
			n, err := c.Read(b)
			if read += n; err != nil {
				break
			}
			if read == 1000 && time.Since(began) != 0 {
				t.Errorf("the first bytes took %v", time.Since(began))
			}
		}
		if took := time.Since(began); took != 60500*time.Millisecond || read != 1000+60*10+10 {
			t.Errorf("%d bytes in %v", read, took)
		}
	})
}

// TestLabour: work has a second at once, then half of the time.
func TestLabour(t *testing.T) {
	var l Labour
	now, done := time.Unix(0, 0), time.Duration(0)
	for now.Before(time.Unix(100, 0)) {
		now = now.Add(100 * time.Millisecond)
		done += 100 * time.Millisecond
		now = now.Add(max(0, l.Rest(now, 100*time.Millisecond)))
	}
	if done < 50*time.Second || done > 51*time.Second {
		t.Errorf("%v of work in 100 s", done)
	}
	if rest := l.Rest(now.Add(time.Hour), time.Millisecond); rest > 0 {
		t.Errorf("after an hour it rests for %v", rest)
	}
}

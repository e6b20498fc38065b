// SPDX-License-Identifier: Apache-2.0

package render

import (
	"runtime"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

// TestRealtime runs the true pacer: it must never wake up early, and says
// whether the system has granted it a real-time priority.
func TestRealtime(t *testing.T) {
	before := runtime.GOMAXPROCS(0)
	done := make(chan struct{})
	go func() { // its thread ends with it, and the priority with the thread
		defer close(done)
		said := &lines{}
		p := newPacer()
		p.start(said.logger())
		defer p.stop()
		if n := runtime.GOMAXPROCS(0); n != before {
			t.Errorf("%d threads may run, want %d: the process is not the loop's", n, before)
		}
		for range 3 {
			due := p.frame(p.now())
			p.sleep(due)
			if early := due.Sub(p.now()); early > 0 {
				t.Errorf("awake %v too early", early)
			}
		}
		attr, err := unix.SchedGetAttr(0, 0)
		if err != nil {
			t.Error(err)
			return
		}
		granted := attr.Policy == unix.SCHED_FIFO && attr.Priority == priority
		if granted == (said.count() > 0) {
			t.Errorf("granted is %v, said %q", granted, said.text)
		}
	}()
	select {
	case <-done:
	case <-time.After(time.Minute):
		t.Fatal("it sleeps for ever")
	}
	if n := runtime.GOMAXPROCS(0); n != before {
		t.Errorf("afterwards %d threads may run, want %d", n, before)
	}
}
